//! The loop of SM-MCTS: descend, add a node, play on at random, update.

use ludex_game::{Agent, SimultaneousGame, below};
use ludex_matrix::Solver;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::SmMctsOptions;
use super::node::Node;
use crate::simultaneous::approximation::Approximation;
use crate::simultaneous::context::{MatrixSearchContext, Step};
use crate::simultaneous::regret::mixed;

pub struct MonteCarlo<'a, G: SimultaneousGame> {
    context: MatrixSearchContext<'a, G>,
    options: SmMctsOptions,
    rng: Xoshiro256PlusPlus,
    nodes: Vec<Node>,
    root: Option<G::State>,
    /// The payoff, if there is nothing to search.
    settled: Option<f64>,
    bytes: usize,
    solver: Solver,
    lp_calls: u64,
    /// The cells of the current play: node, row, column.
    path: Vec<(u32, usize, usize)>,
}

impl<'a, G: SimultaneousGame> MonteCarlo<'a, G> {
    pub fn new(context: MatrixSearchContext<'a, G>, options: SmMctsOptions) -> Self {
        MonteCarlo {
            context,
            options,
            rng: Xoshiro256PlusPlus::seed_from_u64(options.seed),
            nodes: Vec::new(),
            root: None,
            settled: None,
            bytes: 0,
            solver: Solver::new(),
            lp_calls: 0,
            path: Vec::new(),
        }
    }

    /// Plays until the value is known or the budget ends.
    pub fn run(&mut self, state: &G::State) -> Step<()> {
        self.settled = self.context.payoff(state)?;
        if self.settled.is_some() {
            return Ok(());
        }
        self.root = Some(state.clone());
        self.grow(state)?;
        for _ in 0..self.options.plays {
            if self.nodes[0].solved() {
                break;
            }
            self.play(state)?;
        }
        Ok(())
    }

    /// Plays once: down the tree, one node more, then at random.
    fn play(&mut self, root: &G::State) -> Step<()> {
        let (mut state, mut node) = (root.clone(), 0);
        self.path.clear();
        let result = loop {
            self.context.meter.node()?;
            let at = &mut self.nodes[node as usize];
            let (row, column) = at.choose(self.options.exploration, &mut self.rng);
            self.path.push((node, row, column));
            let place = at.place(row, column);
            let cell = at.cells[place];
            if cell.low == cell.high {
                break cell.low;
            }
            self.step(&mut state, row, column)?;
            if cell.child != 0 {
                node = cell.child;
                continue;
            }
            break self.extend(node, place, &state)?;
        };
        self.back_up(result);
        Ok(())
    }

    fn step(&mut self, state: &mut G::State, row: usize, column: usize) -> Step<()> {
        let sides = self.context.list(state)?;
        let joint = self.context.joint(sides, row, column);
        self.context.release(sides);
        self.context.game.play_joint(state, &joint);
        Ok(())
    }

    /// Returns the value of a cell that was never searched: its payoff, or the result of a random
    /// play from the new node, if there is memory for it.
    fn extend(&mut self, node: u32, place: usize, state: &G::State) -> Step<f64> {
        if let Some(payoff) = self.context.payoff(state)? {
            if self.options.bounds {
                self.nodes[node as usize].bound(place, (payoff, payoff));
            }
            return Ok(payoff);
        }
        if let Some(child) = self.grow(state)? {
            let bounds = (self.nodes[child as usize].low, self.nodes[child as usize].high);
            let node = &mut self.nodes[node as usize];
            node.cells[place].child = child;
            node.bound(place, bounds);
        }
        self.random_play(state)
    }

    /// Adds a node for a state; returns `None` if memory is short.
    fn grow(&mut self, state: &G::State) -> Step<Option<u32>> {
        let sides = self.context.list(state)?;
        self.context.release(sides);
        let bytes = self.bytes + Node::bytes(sides.rows, sides.columns);
        let full = self.context.meter.memory(bytes).is_err() && !self.nodes.is_empty();
        let number = u32::try_from(self.nodes.len()).ok();
        if full || number.is_none() {
            return Ok(None);
        }
        self.bytes = bytes;
        let bounds = match self.options.bounds {
            true => self.context.game.value_bounds(state),
            false => self.context.range,
        };
        self.nodes.push(Node::new(sides.rows, sides.columns, bounds, self.context.range));
        Ok(number)
    }

    fn random_play(&mut self, state: &G::State) -> Step<f64> {
        let mut state = state.clone();
        loop {
            if let Some(payoff) = self.context.payoff(&state)? {
                return Ok(payoff);
            }
            self.context.meter.node()?;
            let sides = self.context.list(&state)?;
            self.context.release(sides);
            let row = below(&mut self.rng, sides.rows);
            let column = below(&mut self.rng, sides.columns);
            self.step(&mut state, row, column)?;
        }
    }

    /// Updates every node of the play with the result; bounds are backed up as long as they
    /// improve.
    fn back_up(&mut self, result: f64) {
        let mut below: Option<(f64, f64)> = None;
        let mut news = true;
        for &(number, row, column) in self.path.iter().rev() {
            let node = &mut self.nodes[number as usize];
            node.learn(row, column, result);
            if !self.options.bounds {
                continue;
            }
            let place = node.place(row, column);
            if let Some(bounds) = below {
                news &= node.bound(place, bounds);
            }
            if news {
                self.lp_calls += 2;
                news = node.settle(&mut self.solver, self.context.near);
            }
            below = Some((node.low, node.high));
        }
    }

    /// Writes the results to a report.
    pub fn report(&self, report: &mut Approximation<G::Move>) {
        report.nodes = self.context.meter.nodes();
        report.lp_calls = self.lp_calls;
        report.bytes = self.bytes;
        if let Some(payoff) = self.settled {
            (report.value, report.bounds) = (Some(payoff), (payoff, payoff));
        }
        let (Some(root), Some(state)) = (self.nodes.first(), &self.root) else { return };
        report.bounds = (root.low, root.high);
        let [row, column] = if root.solved() { self.optimal(root) } else { root.strategies() };
        let value = if root.solved() { root.low } else { root.estimate(&row, &column) };
        report.value = (root.visits > 0 || root.solved()).then_some(value);
        let moves = |agent| {
            let mut moves = Vec::new();
            self.context.game.moves(state, agent, &mut moves);
            moves
        };
        report.row = mixed(&moves(Agent::FIRST), &row);
        report.column = mixed(&moves(Agent::SECOND), &column);
    }

    /// Returns strategies that guarantee the value of a solved root: those of the pessimistic and
    /// of the optimistic matrix.
    fn optimal(&self, root: &Node) -> [Vec<f64>; 2] {
        let [rows, columns] = root.strategies().map(|side| side.len());
        let mut solver = Solver::new();
        let low: Vec<f64> = root.cells.iter().map(|cell| cell.low).collect();
        solver.solve(rows, columns, &low);
        let row = solver.row().to_vec();
        let high: Vec<f64> = root.cells.iter().map(|cell| cell.high).collect();
        solver.solve(rows, columns, &high);
        [row, solver.column().to_vec()]
    }
}
