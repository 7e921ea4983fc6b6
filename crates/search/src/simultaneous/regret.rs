//! Regret matching (CFR+ over states \[Tam14\]): each state's strategies are updated by regret,
//! sweep after sweep, and best responses measure how good they are.
//!
//! All past moves are public, so each state is the root of a game of its own and its information
//! set is the state itself. A sweep visits the states upwards. At each, both agents play one round
//! of regret matching with regrets kept above 0, on the matrix of the present values of its
//! successors; strategies are averaged with linearly growing weights, as in CFR+. The guarantees of
//! the *average* strategies (a best response at each state, given those below) are computed in the
//! sweep: their mean is the value of a state for the states above, and at the root they are bounds
//! on the value. Their difference is the exploitability of the pair of strategies.

use ludex_game::{Agent, SimultaneousGame};

use super::approximation::Approximation;
use super::context::{Halt, MatrixSearchContext, Step};
use super::graph::{Cell, Graph, Node};
use super::report::{Mixed, Refusal};
use crate::budget::{Budget, Meter, Observer};

/// The options of regret matching.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegretOptions {
    /// Stop when the difference of the bounds at the root is at most this.
    pub tolerance: f64,
    /// Stop after this many sweeps.
    pub sweeps: u32,
}

impl Default for RegretOptions {
    fn default() -> RegretOptions {
        RegretOptions { tolerance: 1e-3, sweeps: 100_000 }
    }
}

/// Returns strategies near the optimum, and bounds on the value, whose difference is their
/// exploitability.
///
/// ```
/// use ludex_game::{Model, StackedGame};
/// use ludex_search::{Budget, RegretOptions, Silent, regret};
/// let game = StackedGame::from_json(r#"{"matrix": [[3, -1], [-1, 1]]}"#).unwrap();
/// let (options, budget) = (RegretOptions::default(), Budget::default());
/// let found = regret(&game, &game.initial(), options, &budget, &mut Silent).unwrap();
/// assert!(found.bounds.0 <= 1.0 / 3.0 + 1e-9 && 1.0 / 3.0 - 1e-9 <= found.bounds.1);
/// assert!(found.bounds.1 - found.bounds.0 <= 1e-3);
/// ```
pub fn regret<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: RegretOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Approximation<G::Move>, Refusal> {
    let mut context = MatrixSearchContext::new(game, state, false, Meter::new(budget, observer))?;
    let mut report = Approximation::new(context.range);
    match learn(&mut context, state, options, &mut report) {
        Ok(()) => {}
        Err(Halt::Stopped(stopped)) => report.stopped = Some(stopped),
        Err(Halt::Refused(refusal)) => return Err(refusal),
    }
    report.nodes = context.meter.nodes();
    Ok(report)
}

fn learn<G: SimultaneousGame>(
    context: &mut MatrixSearchContext<G>,
    state: &G::State,
    options: RegretOptions,
    report: &mut Approximation<G::Move>,
) -> Step<()> {
    let graph = Graph::new(context, state)?;
    let Some(root) = graph.nodes.last() else {
        let payoff = graph.payoffs.first().map_or(0.0, |payoff| payoff.number);
        (report.value, report.bounds) = (Some(payoff), (payoff, payoff));
        return Ok(());
    };
    let mut regrets = StateRegrets::new(&graph, context.range);
    report.bytes = graph.bytes() + regrets.bytes();
    context.meter.memory(report.bytes)?;
    for sweep in 1..=options.sweeps.max(1) {
        let finished = regrets.sweep(&graph, f64::from(sweep), context);
        // A sweep that was cut short leaves valid results.
        let last = graph.nodes.len() - 1;
        let (low, high) = regrets.guarantees[last];
        report.bounds = (low.min(high), high.max(low));
        report.value = Some(low + (high - low) / 2.0);
        let averages = regrets.averages(last);
        report.row = mixed(graph.moves(root, Agent::FIRST), averages[0]);
        report.column = mixed(graph.moves(root, Agent::SECOND), averages[1]);
        finished?;
        if high - low <= options.tolerance {
            break;
        }
    }
    Ok(())
}

/// The regrets and strategies of each state.
struct StateRegrets {
    /// The index of the first regret of each state: row moves, then column moves.
    starts: Vec<usize>,
    rows: Vec<usize>,
    regrets: Vec<f64>,
    /// The weighted sums of strategies.
    sums: Vec<f64>,
    /// The guarantees of the average strategies: at least, at most.
    guarantees: Vec<(f64, f64)>,
    /// The current matrix: value, lower and upper guarantees.
    matrix: Vec<[f64; 3]>,
    scratch: Vec<f64>,
}

impl StateRegrets {
    fn new<G: SimultaneousGame>(graph: &Graph<G>, range: (f64, f64)) -> StateRegrets {
        let mut starts = vec![0];
        for node in &graph.nodes {
            starts.push(starts[starts.len() - 1] + (node.rows + node.columns) as usize);
        }
        let moves = starts[starts.len() - 1];
        StateRegrets {
            rows: graph.nodes.iter().map(|node| node.rows as usize).collect(),
            regrets: vec![0.0; moves],
            sums: vec![0.0; moves],
            guarantees: vec![range; graph.nodes.len()],
            matrix: Vec::new(),
            scratch: Vec::new(),
            starts,
        }
    }

    fn bytes(&self) -> usize {
        16 * (self.regrets.len() + self.starts.len() + self.guarantees.len())
    }

    fn sweep<G: SimultaneousGame>(
        &mut self,
        graph: &Graph<G>,
        weight: f64,
        context: &mut MatrixSearchContext<G>,
    ) -> Step<()> {
        for (number, node) in graph.nodes.iter().enumerate() {
            context.meter.node()?;
            self.load(graph, node);
            self.play(number, weight);
            self.guarantees[number] = self.respond(number);
        }
        Ok(())
    }

    fn load<G: SimultaneousGame>(&mut self, graph: &Graph<G>, node: &Node<G::State>) {
        self.matrix.clear();
        for &cell in graph.cells(node) {
            let (low, high) = match cell {
                Cell::Node(number) => self.guarantees[number as usize],
                Cell::Payoff(number) => {
                    let payoff = graph.payoffs[number as usize].number;
                    (payoff, payoff)
                }
            };
            self.matrix.push([low + (high - low) / 2.0, low, high]);
        }
    }

    /// Plays one round of regret matching for the rows, then for the columns against the new rows.
    fn play(&mut self, number: usize, weight: f64) {
        let rows = self.rows[number];
        let span = self.starts[number]..self.starts[number + 1];
        let columns = span.len() - rows;
        let (row_regrets, column_regrets) = self.regrets[span.clone()].split_at_mut(rows);
        let (row_sums, column_sums) = self.sums[span].split_at_mut(rows);
        let gains = &mut self.scratch;
        let matrix = &self.matrix;
        let row_gain = |row: usize, column: usize| matrix[row * columns + column][0];
        let column_gain = |column: usize, row: usize| -matrix[row * columns + column][0];
        round(row_regrets, column_regrets, gains, row_gain);
        add_strategy(row_regrets, weight, row_sums);
        round(column_regrets, row_regrets, gains, column_gain);
        add_strategy(column_regrets, weight, column_sums);
    }

    /// Returns the guarantees of the average strategies against best responses.
    fn respond(&self, number: usize) -> (f64, f64) {
        let [row, column] = self.averages(number);
        let columns = column.len();
        let (all_rows, all_columns): (f64, f64) = (row.iter().sum(), column.iter().sum());
        let low = (0..columns).map(|j| {
            let part = |(i, weight): (usize, &f64)| weight * self.matrix[i * columns + j][1];
            row.iter().enumerate().map(part).sum::<f64>() / all_rows
        });
        let high = (0..row.len()).map(|i| {
            let part = |(j, weight): (usize, &f64)| weight * self.matrix[i * columns + j][2];
            column.iter().enumerate().map(part).sum::<f64>() / all_columns
        });
        (low.fold(f64::INFINITY, f64::min), high.fold(f64::NEG_INFINITY, f64::max))
    }

    /// Returns the average strategies of a state, not normalised: rows, columns.
    fn averages(&self, number: usize) -> [&[f64]; 2] {
        let span = self.starts[number]..self.starts[number + 1];
        let (rows, columns) = self.sums[span].split_at(self.rows[number]);
        [rows, columns]
    }
}

/// Adds to an agent's regrets the gain of each move over its strategy.
fn round(own: &mut [f64], other: &[f64], gains: &mut Vec<f64>, gain: impl Fn(usize, usize) -> f64) {
    let against = Strategy::of(other);
    gains.clear();
    gains.extend((0..own.len()).map(|mv| {
        (0..other.len()).map(|reply| against.share(other, reply) * gain(mv, reply)).sum::<f64>()
    }));
    let strategy = Strategy::of(own);
    let average: f64 = (0..own.len()).map(|mv| strategy.share(own, mv) * gains[mv]).sum();
    for (regret, gain) in own.iter_mut().zip(gains) {
        *regret = (*regret + *gain - average).max(0.0);
    }
}

fn add_strategy(regrets: &[f64], weight: f64, sums: &mut [f64]) {
    let strategy = Strategy::of(regrets);
    for (mv, sum) in sums.iter_mut().enumerate() {
        *sum += weight * strategy.share(regrets, mv);
    }
}

/// Regret matching: moves in proportion to their regrets, uniformly if there are none.
#[derive(Clone, Copy)]
struct Strategy {
    sum: f64,
}

impl Strategy {
    fn of(regrets: &[f64]) -> Strategy {
        Strategy { sum: regrets.iter().sum() }
    }

    #[inline]
    fn share(self, regrets: &[f64], mv: usize) -> f64 {
        if self.sum > 0.0 { regrets[mv] / self.sum } else { 1.0 / regrets.len() as f64 }
    }
}

/// Returns moves with their shares of weights.
pub(super) fn mixed<M: Copy>(moves: &[M], weights: &[f64]) -> Mixed<M> {
    let all: f64 = weights.iter().sum();
    let played = moves.iter().zip(weights).filter(|&(_, &weight)| weight > 0.0);
    played.map(|(&mv, weight)| (mv, weight / all)).collect()
}
