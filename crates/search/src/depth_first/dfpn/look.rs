//! Evaluating a state without exploring it: by itself, by the pinned bounds, by the table, and by
//! the path on which it may repeat.

use ludex_game::{Agent, Bounds, Hints, Outcome, Turn};

use super::effort::{Effort, Width};
use super::engine::Engine;
use super::goal::HaltReason;
use super::table::Facts;
use crate::budget::Stopped;
use crate::key::Key;
use crate::table::mix;

/// What is known about a state without exploring it; its numbers are left in [`Engine::found`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub key: Key,
    pub exact: u64,
    pub low: u16,
    pub high: u16,
    pub turn: Option<Agent>,
    pub known: bool,
}

impl<G: Hints, W: Width> Engine<'_, '_, G, W> {
    /// Evaluates a state: by itself, by the pinned bounds, by the table, by the path.
    #[inline]
    pub fn look(&mut self, state: &G::State) -> Result<Look, HaltReason> {
        let best = self.game.outcomes().best();
        let (turn, bounds) = match self.game.turn(state) {
            Turn::Final => (None, Bounds::exactly(self.game.outcome(state))),
            Turn::Together => return Err(Stopped::Together.into()),
            Turn::Chance => return Err(Stopped::Chance.into()),
            Turn::Of(agent) if self.options.hints => (Some(agent), self.game.bounds(state)),
            Turn::Of(agent) => (Some(agent), Bounds { low: Outcome::WORST, high: best }),
        };
        let (low, high) = (bounds.low.0, bounds.high.0);
        let none = Key { place: 0, check: 0 };
        let mut look = Look { key: none, exact: 0, low, high, turn, known: false };
        if self.repeats {
            look.exact = self.table.keys.identity(self.game, state);
            if let Some(bounds) = self.pinned.get(&look.exact) {
                look.low = look.low.max(bounds.low.0);
                look.high = look.high.min(bounds.high.0);
            }
        }
        if self.decided(look.low, look.high) {
            self.fill(look.low, look.high);
            return Ok(look);
        }
        let symmetry = self.options.symmetry;
        let place =
            mix(if symmetry { self.game.canonical_key(state) } else { self.game.key(state) });
        look.key = self.table.keys.key(self.game, state, place);
        let known = self.table.get(look.key, &mut self.found);
        if let Some(facts) = known {
            look.low = look.low.max(facts.low);
            look.high = look.high.min(facts.high);
        }
        look.known = known.is_some_and(|facts| self.concerns(facts));
        if !look.known {
            let effort = self.first_guess(state, look.turn);
            self.found.fill(effort);
        }
        if self.repeats && self.path.contains(&look.exact) {
            let failure = if self.question.finite_max { Effort::DISPROVED } else { Effort::PROVED };
            self.found.fill(failure);
        }
        self.fill(look.low, look.high);
        Ok(look)
    }

    /// Returns whether the numbers of an entry, now in [`Engine::found`], belong to this question.
    pub fn concerns(&mut self, facts: Facts) -> bool {
        if facts.question != self.question.number {
            return false;
        }
        if facts.round != self.question.round {
            // What was solved in an earlier round may have depended on a wrong refutation.
            let doubtful = self.found.iter_mut().filter(|effort| effort.solved());
            doubtful.for_each(|effort| *effort = Effort::UNKNOWN);
        }
        true
    }

    /// Returns the numbers of a new state: 1 and 1, or by mobility [Saf13, Section 3.7.5]. All
    /// moves are counted, though fewer may be candidates: to compute those for every child can take
    /// longer than all the rest of the search.
    fn first_guess(&mut self, state: &G::State, turn: Option<Agent>) -> Effort {
        let (Some(agent), true) = (turn, self.options.mobility) else {
            return Effort::UNKNOWN;
        };
        let base = self.moves.len();
        self.game.moves(state, agent, &mut self.moves);
        let count = (self.moves.len() - base).clamp(1, 1 << 16) as u32;
        self.moves.truncate(base);
        Effort::join(1, count, agent == Agent::FIRST)
    }

    pub fn list(&mut self, state: &G::State, agent: Agent) {
        if self.options.hints {
            self.game.candidates(state, &mut self.moves);
        } else {
            self.game.moves(state, agent, &mut self.moves);
        }
    }

    /// Returns whether the bounds answer the question.
    #[inline]
    pub fn decided(&self, low: u16, high: u16) -> bool {
        let last = self.question.first as usize + self.width.get() - 1;
        low == high || high < self.question.first || usize::from(low) >= last
    }

    /// Overwrites the numbers that the bounds decide.
    #[inline]
    pub fn fill(&mut self, low: u16, high: u16) {
        for (effort, rank) in self.found.iter_mut().zip(self.question.first..) {
            if low >= rank {
                *effort = Effort::PROVED;
            } else if high < rank {
                *effort = Effort::DISPROVED;
            }
        }
    }
}
