//! Domineering: one agent places upright dominoes, the other flat ones; whoever cannot place one
//! loses.
//!
//! A state is the word of filled cells and the turn. Everything else (legal places, places nobody
//! can take away, how many dominoes still fit) follows from it by shifts ([`places`]).

mod duel;
mod family;
mod hints;
mod notation;
mod places;

use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::bitboard::Bitboard;
use places::Places;

/// Domineering on a rectangle that fits into the word.
#[derive(Clone, Debug)]
pub struct Domineering<W = u64> {
    agents: Agents,
    outcomes: Outcomes,
    rows: u32,
    columns: u32,
    board: W,
    /// How the dominoes of each agent lie.
    places: [Places<W>; 2],
    /// For each agent and lower cell of a domino, how much it is preferred to others that are as
    /// good otherwise.
    preference: [Vec<u8>; 2],
}

/// The filled cells, and who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Filled<W> {
    filled: W,
    turn: Agent,
}

/// Place a domino with its lower or left half on this cell, counted row by row from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Domino(u8);

impl<W: Bitboard> Domineering<W> {
    /// Returns a board of this size, with at most 26 columns, that fits into the word.
    pub fn new(rows: usize, columns: usize) -> Domineering<W> {
        assert!(rows >= 1 && (1..=26).contains(&columns) && rows * columns <= W::BITS as usize);
        let agents = Agents::new(["Vertical", "Horizontal"]);
        let (rows, columns) = (rows as u32, columns as u32);
        let places = [Places::upright(rows, columns), Places::flat(rows, columns)];
        let board = W::lowest(rows * columns);
        let outcomes = Outcomes::win_loss();
        let preference = hints::preference(rows, columns);
        Domineering { agents, outcomes, rows, columns, board, places, preference }
    }

    /// Returns the empty cells.
    #[inline]
    fn empty(&self, state: &Filled<W>) -> W {
        self.board & !state.filled
    }
}

impl<W: Bitboard> Model for Domineering<W> {
    type State = Filled<W>;
    type Move = Domino;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Filled<W> {
        Filled { filled: W::EMPTY, turn: Agent::FIRST }
    }

    #[inline]
    fn turn(&self, state: &Filled<W>) -> Turn {
        match self.places[state.turn.index()].all(self.empty(state)).any() {
            true => Turn::Of(state.turn),
            false => Turn::Final,
        }
    }

    #[inline]
    fn moves(&self, state: &Filled<W>, agent: Agent, out: &mut Vec<Domino>) {
        if agent == state.turn || self.turn(state) != Turn::Final {
            let places = self.places[agent.index()].all(self.empty(state));
            out.extend(places.cells().map(|cell| Domino(cell as u8)));
        }
    }

    fn outcome(&self, state: &Filled<W>) -> Outcome {
        // Whoever is on turn now cannot move.
        if state.turn == Agent::FIRST { Outcome::WORST } else { self.outcomes.best() }
    }

    /// There are two atoms per cell: filled, empty.
    fn holds(&self, state: &Filled<W>, own_atom: u32) -> bool {
        let (cell, filled) = (own_atom / 2, own_atom.is_multiple_of(2));
        cell < self.rows * self.columns && state.filled.has(cell) == filled
    }

    #[inline]
    fn key(&self, state: &Filled<W>) -> u64 {
        state.filled.key(state.turn)
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl<W: Bitboard> Game for Domineering<W> {
    #[inline]
    fn play(&self, state: &mut Filled<W>, agent: Agent, mv: Domino) {
        state.filled |= self.places[agent.index()].domino(mv.0.into());
        state.turn = agent.other();
    }
}
