//! Chinese Checkers: 2, 3, 4 or 6 players race across a star. The game with many agents.
//!
//! A chain of hops is one move, identified by its first and last cell: the position after it does
//! not depend on the way. Boards are words with one bit per cell; the key is updated with every
//! move.

mod family;
mod hints;
mod notation;
mod star;

use ludex_base::mix;
use ludex_game::{Agent, Agents, Game, Model, Outcome, Outcomes, Turn};

use crate::bitboard::Bitboard;
use star::Star;

/// The most players.
const MOST: usize = 6;
/// The largest star: 121 cells fit into a `u128`.
const LARGEST: usize = 4;
/// The largest star that fits into a `u64`, with 37 cells.
const NARROW: usize = 2;

const NAMES: [&str; MOST] = ["Red", "Green", "Blue", "Yellow", "Purple", "Orange"];
/// Their colours in drawings, dark enough to be read.
const COLOURS: [&str; MOST] = ["#c62828", "#2e7d32", "#1565c0", "#b28704", "#6a1b9a", "#d9660a"];

/// Chinese Checkers on a star whose cells fit into a word `W`.
#[derive(Clone, Debug)]
pub struct ChineseCheckers<W> {
    agents: Agents,
    outcomes: Outcomes,
    star: Star<W>,
    /// The arm each agent starts from; it goes to the opposite one.
    homes: &'static [usize],
}

/// The pieces of each agent, who is on turn and who has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheckersState<W> {
    pieces: [W; MOST],
    /// The Zobrist key of the pieces.
    key: u64,
    turn: Agent,
    winner: Option<Agent>,
}

/// A move of a piece from one cell to another; a pass goes from nowhere to nowhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Race {
    from: u8,
    to: u8,
}

const PASS: Race = Race { from: u8::MAX, to: u8::MAX };

/// Returns the Zobrist number of a piece of an agent on a cell.
fn number(agent: Agent, cell: u8) -> u64 {
    mix(u64::from(agent.0) << 8 | u64::from(cell) | 1 << 32)
}

impl<W: Bitboard> CheckersState<W> {
    fn occupied(&self) -> W {
        self.pieces.into_iter().fold(W::EMPTY, |all, pieces| all | pieces)
    }

    fn put(&mut self, agent: Agent, cell: u8) {
        self.pieces[agent.index()] ^= W::cell(cell.into());
        self.key ^= number(agent, cell);
    }
}

impl<W: Bitboard> ChineseCheckers<W> {
    /// Returns the game for 2, 3, 4 or 6 players on a star whose arms have this side (1 to 4). The
    /// star must fit into the word: side 1 or 2 for a `u64`.
    pub fn new(players: usize, size: usize) -> ChineseCheckers<W> {
        let homes: &[usize] = match players {
            2 => &[0, 3],
            3 => &[0, 2, 4],
            4 => &[0, 1, 3, 4],
            6 => &[0, 1, 2, 3, 4, 5],
            _ => panic!("2, 3, 4 or 6 play"),
        };
        assert!(size >= 1 && size * size * 6 + size * 6 < W::BITS as usize, "the star fits");
        let agents = Agents::new(NAMES[..players].iter().copied());
        ChineseCheckers { agents, outcomes: Outcomes::win_loss(), star: Star::new(size), homes }
    }

    /// Returns the cells that an agent has to fill.
    fn goal(&self, agent: Agent) -> W {
        self.star.arms[(self.homes[agent.index()] + 3) % 6]
    }

    /// Returns whether the agent's goal is full, with a piece of its own in it. Pieces of others
    /// count, so that a piece that stays at home cannot keep anybody from winning.
    fn is_home(&self, state: &CheckersState<W>, agent: Agent) -> bool {
        let goal = self.goal(agent);
        (goal & !state.occupied()).is_empty() && (goal & state.pieces[agent.index()]).any()
    }

    /// Returns the first agent in playing order that is home.
    fn find_winner(&self, state: &CheckersState<W>) -> Option<Agent> {
        self.agents.iter().find(|&agent| self.is_home(state, agent))
    }
}

impl<W: Bitboard> Model for ChineseCheckers<W> {
    type State = CheckersState<W>;
    type Move = Race;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> CheckersState<W> {
        let pieces = [W::EMPTY; MOST];
        let mut state = CheckersState { pieces, key: 0, turn: Agent::FIRST, winner: None };
        for agent in self.agents.iter() {
            let home = self.star.arms[self.homes[agent.index()]];
            home.cells().for_each(|cell| state.put(agent, cell as u8));
        }
        state
    }

    fn turn(&self, state: &CheckersState<W>) -> Turn {
        match state.winner {
            None => Turn::Of(state.turn),
            Some(_) => Turn::Final,
        }
    }

    fn moves(&self, state: &CheckersState<W>, agent: Agent, out: &mut Vec<Race>) {
        if state.winner.is_some() {
            return;
        }
        let (start, occupied) = (out.len(), state.occupied());
        for from in state.pieces[agent.index()].cells() {
            let targets = self.star.targets(from, occupied).cells();
            out.extend(targets.map(|to| Race { from: from as u8, to: to as u8 }));
        }
        if out.len() == start {
            out.push(PASS);
        }
    }

    fn outcome(&self, state: &CheckersState<W>) -> Outcome {
        match state.winner {
            Some(Agent::FIRST) => self.outcomes.best(),
            _ => Outcome::WORST,
        }
    }

    fn holds(&self, state: &CheckersState<W>, own_atom: u32) -> bool {
        self.atom_holds(state, own_atom)
    }

    fn key(&self, state: &CheckersState<W>) -> u64 {
        state.key ^ mix(u64::from(state.turn.0))
    }

    /// The winner gets 1, everybody else -1.
    fn payoff(&self, state: &CheckersState<W>, agent: Agent) -> f64 {
        if state.winner == Some(agent) { 1.0 } else { -1.0 }
    }
}

impl<W: Bitboard> Game for ChineseCheckers<W> {
    fn play(&self, state: &mut CheckersState<W>, agent: Agent, mv: Race) {
        if mv != PASS {
            state.put(agent, mv.from);
            state.put(agent, mv.to);
            // Only the agent whose goal the piece enters can be home now that was not before.
            let entered = |other: &Agent| self.goal(*other).has(mv.to.into());
            let entered = self.agents.iter().find(entered);
            state.winner = entered.filter(|&other| self.is_home(state, other));
        }
        state.turn = self.agents.after(agent);
    }
}
