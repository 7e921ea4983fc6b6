//! All reachable states, each once, with their matrices: for searches that visit the whole game
//! repeatedly, or in exact numbers.

use ludex_game::{Agent, Fraction, SimultaneousGame};
use rustc_hash::FxHashMap;

use super::context::{Halt, MatrixSearchContext, Step};
use crate::budget::deep;

/// A cell of a matrix: a state by its number, or a payoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Node(u32),
    Payoff(u32),
}

/// The payoff of a final state to the first agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Payoff {
    pub number: f64,
    /// The exact payoff, if the number is only an approximation.
    pub exact: Option<Fraction>,
}

/// A state that is not final.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    pub state: S,
    pub rows: u32,
    pub columns: u32,
    /// The index of its first cell and of its first move.
    cells: usize,
    moves: usize,
}

/// The reachable states. Successors come before a state; the last one is the root.
#[derive(Debug)]
pub(super) struct Graph<G: SimultaneousGame> {
    pub nodes: Vec<Node<G::State>>,
    pub payoffs: Vec<Payoff>,
    cells: Vec<Cell>,
    /// The rows' moves, then the columns', of each state.
    moves: Vec<G::Move>,
}

impl<G: SimultaneousGame> Graph<G> {
    /// Returns the graph of a state. If that is final there are no nodes, and its payoff is the
    /// first.
    pub fn new(context: &mut MatrixSearchContext<G>, state: &G::State) -> Step<Graph<G>> {
        let graph = Graph { nodes: vec![], payoffs: vec![], cells: vec![], moves: vec![] };
        let (numbers, worths) = (FxHashMap::default(), FxHashMap::default());
        let mut growth = Growth { context, graph, numbers, worths };
        growth.visit(state, 0)?;
        Ok(growth.graph)
    }

    /// Returns the cells of a node, row by row.
    pub fn cells(&self, node: &Node<G::State>) -> &[Cell] {
        &self.cells[node.cells..node.cells + node.rows as usize * node.columns as usize]
    }

    /// Returns the moves of an agent.
    pub fn moves(&self, node: &Node<G::State>, agent: Agent) -> &[G::Move] {
        let (rows, columns) = (node.rows as usize, node.columns as usize);
        let start = if agent == Agent::FIRST { node.moves } else { node.moves + rows };
        &self.moves[start..start + if agent == Agent::FIRST { rows } else { columns }]
    }

    /// Returns the number of bytes it takes, including the table that finds states while it grows.
    pub fn bytes(&self) -> usize {
        let state = size_of::<Node<G::State>>() + size_of::<G::State>() + 12;
        self.nodes.len() * state
            + self.cells.len() * size_of::<Cell>()
            + self.moves.len() * size_of::<G::Move>()
    }
}

struct Growth<'r, 'a, G: SimultaneousGame> {
    context: &'r mut MatrixSearchContext<'a, G>,
    graph: Graph<G>,
    numbers: FxHashMap<G::State, u32>,
    worths: FxHashMap<(u64, Option<Fraction>), u32>,
}

impl<G: SimultaneousGame> Growth<'_, '_, G> {
    fn visit(&mut self, state: &G::State, depth: u32) -> Step<Cell> {
        if let Some(number) = self.context.payoff(state)? {
            return Ok(self.payoff(state, number));
        }
        if let Some(&number) = self.numbers.get(state) {
            return Ok(Cell::Node(number));
        }
        self.context.enter(state)?;
        self.context.meter.memory(2 * self.graph.bytes())?;
        let sides = self.context.list(state)?;
        let (rows, columns) = (sides.rows, sides.columns);
        let mut cells = Vec::with_capacity(rows * columns);
        for cell in 0..rows * columns {
            let child = self.context.child(state, sides, cell / columns, cell % columns);
            cells.push(deep::<G::State, _>(depth, || self.visit(&child, depth + 1))?);
        }
        self.context.release(sides);
        self.context.leave(state);
        self.add(state, rows, columns, &cells)
    }

    fn add(&mut self, state: &G::State, rows: usize, columns: usize, cells: &[Cell]) -> Step<Cell> {
        let number = u32::try_from(self.graph.nodes.len());
        let number = number.map_err(|_| Halt::Stopped(crate::Stopped::Memory))?;
        self.numbers.insert(state.clone(), number);
        self.graph.nodes.push(Node {
            state: state.clone(),
            rows: rows as u32,
            columns: columns as u32,
            cells: self.graph.cells.len(),
            moves: self.graph.moves.len(),
        });
        self.graph.cells.extend_from_slice(cells);
        self.context.game.moves(state, Agent::FIRST, &mut self.graph.moves);
        self.context.game.moves(state, Agent::SECOND, &mut self.graph.moves);
        Ok(Cell::Node(number))
    }

    /// Returns the number of a payoff; equal ones share it.
    fn payoff(&mut self, state: &G::State, number: f64) -> Cell {
        let exact = self.context.game.fraction(state, Agent::FIRST);
        let next = self.graph.payoffs.len() as u32;
        let place = *self.worths.entry((number.to_bits(), exact)).or_insert(next);
        if place == next {
            self.graph.payoffs.push(Payoff { number, exact });
        }
        Cell::Payoff(place)
    }
}
