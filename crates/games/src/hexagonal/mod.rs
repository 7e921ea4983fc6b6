//! Connection games on hexagonal boards: two colours fill a board, and the first to connect its
//! sides by one chain of stones wins. Hex and Y differ in the board and in the sides only.
//!
//! Connections are updated with every stone instead of being searched for: for each colour the
//! state keeps, for all but the last of its sides, the set of its stones with a chain to that side.
//! A stone enters such a set once in a game, so that a whole game costs about as much as one flood
//! fill. The game is over when a stone of the last side is in all these sets. (Union-find would be
//! as fast, but its arrays are not small to copy.)

mod analysis;
mod currents;
mod hex;
mod hints;
mod inferior;
mod layout;
mod links;
mod notation;
mod reduction;
mod virtual_connections;
mod y;

pub use hex::Hex;
pub use y::Y;

use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::bitboard::{Bitboard, list_cells};
use crate::permutation::{Permutation, board_key};
use layout::Layout;
use reduction::Reduction;

/// A connection game on a board of at most `W::BITS` cells, where each colour has `NEAR` sides
/// and one more to connect.
#[derive(Clone, Debug)]
pub struct Connection<W, const NEAR: usize> {
    agents: Agents,
    outcomes: Outcomes,
    layout: Layout,
    /// All cells.
    full: W,
    /// The neighbours of each cell.
    neighbours: Vec<W>,
    /// The cells of each side of the board, in the order of the layout's names.
    sides: Vec<W>,
    /// For each colour, the sides it connects but for the last.
    near: [[W; NEAR]; 2],
    /// For each colour, the last side it connects.
    last: [W; 2],
    symmetries: Vec<Permutation<W>>,
    reduction: Reduction,
}

/// Stones on a board, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones<W, const NEAR: usize> {
    stones: [W; 2],
    /// The stones of each colour with a chain to each of its near sides: follows from `stones`.
    reach: [[W; NEAR]; 2],
    turn: Agent,
    /// The agent that has connected its sides: follows from `stones`.
    winner: Option<Agent>,
}

/// A cell, by its number in reading order; as a move: put a stone there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl<W: Bitboard, const NEAR: usize> Connection<W, NEAR> {
    /// Returns a game on a board. `sides` are the numbers of the sides that each colour connects.
    fn new(
        layout: Layout,
        sides: [&[usize]; 2],
        symmetries: &[Vec<usize>],
        reduction: Reduction,
    ) -> Self {
        assert!(layout.cells() <= W::BITS as usize, "the board fits into the word");
        let set =
            |cells: &Vec<usize>| cells.iter().fold(W::EMPTY, |set, &c| set | W::cell(c as u32));
        let masks: Vec<W> = layout.sides.iter().map(|(_, cells)| set(cells)).collect();
        Connection {
            agents: Agents::new(["Black", "White"]),
            outcomes: Outcomes::win_loss(),
            full: W::lowest(layout.cells() as u32),
            neighbours: layout.neighbours().iter().map(set).collect(),
            near: sides.map(|own| std::array::from_fn(|k| masks[own[k]])),
            last: sides.map(|own| masks[own[NEAR]]),
            sides: masks,
            symmetries: symmetries.iter().map(|image| Permutation::new(image)).collect(),
            reduction,
            layout,
        }
    }

    /// Returns the position with these stones. At most one colour can have connected its sides: a
    /// chain of the other could not cross it.
    fn set_up(&self, stones: [W; 2], turn: Agent) -> Stones<W, NEAR> {
        let reach = [0, 1].map(|side| {
            self.near[side].map(|edge| self.spread(W::EMPTY, edge & stones[side], stones[side]))
        });
        let mut state = Stones { stones, reach, turn, winner: None };
        state.winner = self.agents.iter().find(|&agent| self.joins(&state, agent));
        state
    }

    /// Returns whether one chain of the agent touches all its sides.
    #[inline]
    fn joins(&self, state: &Stones<W, NEAR>, agent: Agent) -> bool {
        let side = agent.index();
        let joined = state.reach[side].iter().fold(self.last[side], |all, &reach| all & reach);
        joined.any()
    }

    /// Adds to `reach` the stones that are connected to the `pending` ones.
    #[inline]
    fn spread(&self, mut reach: W, mut pending: W, stones: W) -> W {
        while pending.any() {
            let cell = pending.first();
            reach |= W::cell(cell);
            pending = pending.rest() | (self.neighbours[cell as usize] & stones & !reach);
        }
        reach
    }

    /// Returns the chains of these stones of one colour.
    fn chains(&self, stones: W) -> impl Iterator<Item = W> + '_ {
        let mut rest = stones;
        std::iter::from_fn(move || {
            let chain = rest.any().then(|| self.spread(W::EMPTY, W::cell(rest.first()), stones))?;
            rest &= !chain;
            Some(chain)
        })
    }

    /// Returns the chain of the stone on a cell: empty if there is no stone.
    fn chain(&self, state: &Stones<W, NEAR>, cell: u32) -> W {
        let own = state.stones.into_iter().find(|stones| stones.has(cell));
        own.map_or(W::EMPTY, |stones| self.spread(W::EMPTY, W::cell(cell), stones))
    }

    fn empty(&self, state: &Stones<W, NEAR>) -> W {
        self.full & !(state.stones[0] | state.stones[1])
    }

    fn cells(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the number of targets of `linked(CELL,…)`: the sides, and on boards of at most 64
    /// cells the other cells. (Larger boards would have tens of thousands of atoms.)
    fn targets(&self) -> usize {
        let others = if self.cells() <= 64 { self.cells() - 1 } else { 0 };
        self.sides.len() + others
    }

    fn linked(&self, state: &Stones<W, NEAR>, pair: usize) -> bool {
        let (cell, target) = (pair / self.targets(), pair % self.targets());
        if cell >= self.cells() {
            return false;
        }
        let chain = self.chain(state, cell as u32);
        match self.sides.get(target) {
            Some(&side) => (chain & side).any(),
            None => chain.has(other_cell(cell, target - self.sides.len()) as u32),
        }
    }
}

/// Returns the n-th cell that is not `cell`.
fn other_cell(cell: usize, n: usize) -> usize {
    n + usize::from(n >= cell)
}

impl<W: Bitboard, const NEAR: usize> Model for Connection<W, NEAR> {
    type State = Stones<W, NEAR>;
    type Move = Cell;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Self::State {
        self.set_up([W::EMPTY; 2], Agent::FIRST)
    }

    #[inline]
    fn turn(&self, state: &Self::State) -> Turn {
        if state.winner.is_some() { Turn::Final } else { Turn::Of(state.turn) }
    }

    #[inline]
    fn moves(&self, state: &Self::State, _agent: Agent, out: &mut Vec<Cell>) {
        if state.winner.is_none() {
            list_cells(self.empty(state), out, Cell);
        }
    }

    fn outcome(&self, state: &Self::State) -> Outcome {
        if state.winner == Some(Agent::FIRST) { self.outcomes.best() } else { Outcome::WORST }
    }

    /// The order of the atoms is that of `Notation::atoms`: stones of both colours, empty cells,
    /// colours, pairs.
    fn holds(&self, state: &Self::State, own_atom: u32) -> bool {
        let (atom, cells) = (own_atom as usize, self.cells());
        match atom.checked_sub(3 * cells) {
            None if atom < 2 * cells => state.stones[atom / cells].has((atom % cells) as u32),
            None => self.empty(state).has((atom % cells) as u32),
            Some(agent @ 0..=1) => state.winner == Some(Agent(agent as u8)),
            Some(pair) => self.linked(state, pair - 2),
        }
    }

    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        board_key(state.stones, state.turn)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl<W: Bitboard, const NEAR: usize> Game for Connection<W, NEAR> {
    #[inline]
    fn play(&self, state: &mut Self::State, agent: Agent, mv: Cell) {
        let (side, stone) = (agent.index(), W::cell(mv.0.into()));
        let around = self.neighbours[usize::from(mv.0)];
        state.stones[side] |= stone;
        state.turn = agent.other();
        let mut changed = false;
        for (reach, &edge) in state.reach[side].iter_mut().zip(&self.near[side]) {
            if (around & *reach | stone & edge).any() {
                *reach = self.spread(*reach, stone, state.stones[side]);
                changed = true;
            }
        }
        if changed && self.joins(state, agent) {
            state.winner = Some(agent);
        }
    }
}
