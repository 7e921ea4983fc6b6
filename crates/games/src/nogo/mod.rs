//! NoGo: Go where nothing may be captured; whoever cannot move loses.
//!
//! A move that captures, or takes the last liberty of one's own chain, is illegal. To know the
//! legal cells it is enough to know which chains have more than one liberty; the state keeps that,
//! and a stone changes it only for the chains it touches.

mod chains;
mod family;
mod hints;
mod notation;
mod rows;

use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::bitboard::Bitboard;
use crate::symmetry::{Symmetries, turn_number};
use chains::Grid;

/// NoGo on a rectangle that fits into the word.
#[derive(Clone, Debug)]
pub struct NoGo<W = u64> {
    agents: Agents,
    outcomes: Outcomes,
    rows: u32,
    columns: u32,
    grid: Grid<W>,
    symmetries: Symmetries,
}

/// The stones of both agents, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W> {
    stones: [W; 2],
    /// The stones of chains with two liberties or more.
    roomy: [W; 2],
    key: u64,
    turn: Agent,
}

/// Place a stone on this cell, counted row by row from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stone(u8);

impl<W: Bitboard> NoGo<W> {
    /// Returns a board of this size, with at most 26 columns, that fits into the word.
    pub fn new(rows: usize, columns: usize) -> NoGo<W> {
        assert!(rows >= 1 && (1..=26).contains(&columns) && rows * columns <= W::BITS as usize);
        let symmetries = Symmetries::new(columns, rows);
        let (rows, columns) = (rows as u32, columns as u32);
        let agents = Agents::new(["Black", "White"]);
        let grid = Grid::new(rows, columns);
        NoGo { agents, outcomes: Outcomes::win_loss(), rows, columns, grid, symmetries }
    }

    /// Returns the state with these stones, all of them in chains with a liberty.
    fn set_up(&self, stones: [W; 2], turn: Agent) -> Position<W> {
        let numbers = self.agents.iter().flat_map(|agent| {
            let cells = stones[agent.index()].cells();
            cells.map(move |cell| self.symmetries.number(agent, cell as usize))
        });
        let key = numbers.fold(0, |key, number| key ^ number);
        Position { stones, roomy: self.grid.roomy(stones), key, turn }
    }

    /// Returns the cells where the agent may place a stone. They only become fewer during a play: a
    /// chain gains a liberty only by a stone on its last one.
    #[inline]
    fn legal(&self, state: &Position<W>, agent: Agent) -> W {
        self.grid.legal(state.stones, state.roomy, agent.index())
    }
}

impl<W: Bitboard> Model for NoGo<W> {
    type State = Position<W>;
    type Move = Stone;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Position<W> {
        self.set_up([W::EMPTY; 2], Agent::FIRST)
    }

    #[inline]
    fn turn(&self, state: &Position<W>) -> Turn {
        match self.legal(state, state.turn).any() {
            true => Turn::Of(state.turn),
            false => Turn::Final,
        }
    }

    #[inline]
    fn moves(&self, state: &Position<W>, agent: Agent, out: &mut Vec<Stone>) {
        if agent == state.turn || self.turn(state) != Turn::Final {
            out.extend(self.legal(state, agent).cells().map(|cell| Stone(cell as u8)));
        }
    }

    fn outcome(&self, state: &Position<W>) -> Outcome {
        // Whoever is on turn now cannot move.
        if state.turn == Agent::FIRST { Outcome::WORST } else { self.outcomes.best() }
    }

    /// There are five atoms per cell: a stone of either agent, empty, legal for either agent.
    fn holds(&self, state: &Position<W>, own_atom: u32) -> bool {
        let (cell, kind) = (own_atom / 5, own_atom as usize % 5);
        if cell >= self.rows * self.columns {
            return false;
        }
        match kind {
            0 | 1 => state.stones[kind].has(cell),
            2 => !(state.stones[0] | state.stones[1]).has(cell),
            _ => self.legal(state, Agent(kind as u8 - 3)).has(cell),
        }
    }

    #[inline]
    fn key(&self, state: &Position<W>) -> u64 {
        state.key ^ turn_number(state.turn)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl<W: Bitboard> Game for NoGo<W> {
    #[inline]
    fn play(&self, state: &mut Position<W>, agent: Agent, mv: Stone) {
        let stone = W::cell(mv.0.into());
        state.stones[agent.index()] |= stone;
        state.key ^= self.symmetries.number(agent, mv.0.into());
        self.grid.update(state.stones, &mut state.roomy, agent.index(), stone);
        state.turn = agent.other();
    }
}
