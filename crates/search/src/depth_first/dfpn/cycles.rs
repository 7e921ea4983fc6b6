//! Games with cycles.
//!
//! "Max can force at least a rank" and "Max can be held below it" are both about finite play (they
//! are attractors, least fixpoints), and in a game with cycles neither may be true. So each is
//! asked by itself: once with Max as the side that has to win in finite play (the *finite side*),
//! once with Min.
//!
//! In such a question a state that repeats on the path counts as a failure of the finite side. A
//! *proof* that it succeeds has only finished games at its leaves, never a repetition, and a proof
//! composed of proofs is one too: proofs are right on every path and are kept as bounds for ever. A
//! *refutation* may depend on repetitions and thus on the path (the graph-history interaction). As
//! in \[KM05\] the search uses it on other paths, and simulates it afterwards:
//!
//! 1. Within a *round* every refutation is used wherever its state occurs. At worst some proof is
//!    missed; nothing false can be proved, since refutations are no part of proofs.
//! 2. When the root is refuted the play of the other side is simulated: one refuted successor where
//!    it moves itself, all successors where its opponent moves, each state once. A successor that
//!    is not known to be refuted is searched by itself.
//! 3. If the simulation ends, its states form a trap: the other side can stay in it for ever, or
//!    leaves it to a state where it has won. The finite side cannot win any state in it, whatever
//!    the path. The refutation is right.
//! 4. If the simulation meets a state that is in truth proved, that proof is pinned, all
//!    refutations are discarded, and a new round starts. Each round pins one more state, so the
//!    rounds end.

use ludex_game::{Agent, Bounds, Hints, Outcome, Turn};
use rustc_hash::FxHashSet;

use super::goal::{Goal, Question};
use super::solver::Solver;
use super::threads::Found;
use crate::budget::{Meter, Search};

impl<G: Hints> Solver<'_, G> {
    /// Decides whether a side can force its goal in finite play: at least the rank, or less than
    /// it.
    pub fn can_force_finitely(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        max: bool,
        rank: u16,
    ) -> Search<bool> {
        loop {
            let (question, pair) = self.question(max, rank);
            let found = self.ask(meter, state, question, Goal::solve(pair))?;
            if let Some(proved) = proved(&found, rank) {
                return Ok(proved == max);
            }
            if self.is_trap(meter, state, max, rank)? {
                return Ok(false);
            }
        }
    }

    /// Simulates the play that refutes that a side can force its goal. Returns whether it is a
    /// trap; if not, a proof is pinned and a new round starts.
    pub fn is_trap(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        max: bool,
        rank: u16,
    ) -> Search<bool> {
        let mut walk = Walk { seen: FxHashSet::default(), open: vec![state.clone()] };
        walk.seen.insert(self.identity(state));
        while let Some(state) = walk.open.pop() {
            meter.node()?;
            meter.memory(self.bytes() + walk.bytes())?;
            let Turn::Of(agent) = self.game.turn(&state) else { continue };
            let moves = self.moves_that_matter(&state, agent);
            let held = if (agent == Agent::FIRST) == max {
                self.all_refuted(meter, &state, (agent, &moves), (max, rank), &mut walk)?
            } else {
                self.one_refuted(meter, &state, (agent, &moves), (max, rank), &mut walk)?
            };
            if !held {
                self.pin(&state, max, rank);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn moves_that_matter(&self, state: &G::State, agent: Agent) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.options.hints {
            self.game.candidates(state, &mut moves);
        } else {
            self.game.moves(state, agent, &mut moves);
        }
        moves
    }

    /// Handles a state where the finite side moves: every successor must be refuted.
    fn all_refuted(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        (agent, moves): (Agent, &[G::Move]),
        (max, rank): (bool, u16),
        walk: &mut Walk<G::State>,
    ) -> Search<bool> {
        for &mv in moves {
            let next = self.game.after(state, agent, mv);
            let key = self.identity(&next);
            if walk.seen.contains(&key) {
                continue;
            }
            let (question, pair) = self.question(max, rank);
            let found = self.ask(meter, &next, question, Goal::solve(pair))?;
            match proved(&found, rank) {
                Some(winner) if winner == max => return Ok(false),
                Some(_) => {}
                None => walk.enter(key, next),
            }
        }
        Ok(true)
    }

    /// Handles a state where the other side moves: one refuted successor suffices, preferably one
    /// that needs no simulation.
    fn one_refuted(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        (agent, moves): (Agent, &[G::Move]),
        (max, rank): (bool, u16),
        walk: &mut Walk<G::State>,
    ) -> Search<bool> {
        let (question, pair) = self.question(max, rank);
        let mut likely = None;
        for &mv in moves {
            let next = self.game.after(state, agent, mv);
            let found = self.peek(meter, &next, question)?;
            let closed = proved(&found, rank) == Some(!max);
            if closed || walk.seen.contains(&self.identity(&next)) {
                return Ok(true);
            }
            if likely.is_none() && refuted(&found, question, pair) {
                likely = Some(next);
            }
        }
        let Some(next) = likely else {
            return self.search_refuted(meter, state, (agent, moves), (max, rank), walk);
        };
        walk.enter(self.identity(&next), next);
        Ok(true)
    }

    /// Searches the successors until one is refuted.
    fn search_refuted(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        (agent, moves): (Agent, &[G::Move]),
        (max, rank): (bool, u16),
        walk: &mut Walk<G::State>,
    ) -> Search<bool> {
        for &mv in moves {
            let next = self.game.after(state, agent, mv);
            let (question, pair) = self.question(max, rank);
            let found = self.ask(meter, &next, question, Goal::solve(pair))?;
            match proved(&found, rank) {
                Some(winner) if winner == max => {}
                Some(_) => return Ok(true),
                None => {
                    walk.enter(self.identity(&next), next);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn identity(&self, state: &G::State) -> u64 {
        self.table.keys.identity(self.game, state)
    }

    /// Pins the proof that a side can force its goal, and starts a new round.
    fn pin(&mut self, state: &G::State, max: bool, rank: u16) {
        let free = Bounds { low: Outcome::WORST, high: Outcome(self.best) };
        let state = self.identity(state);
        let bounds = self.pinned.entry(state).or_insert(free);
        if max {
            bounds.low = bounds.low.max(Outcome(rank));
        } else {
            bounds.high = bounds.high.min(Outcome(rank - 1));
        }
        if self.round == u8::MAX {
            // No entry of a round with the same number may survive.
            self.table.clear();
        }
        self.round = self.round.wrapping_add(1);
    }
}

/// The states of a possible trap, and those whose moves are not examined yet.
struct Walk<S> {
    seen: FxHashSet<u64>,
    open: Vec<S>,
}

impl<S> Walk<S> {
    fn enter(&mut self, key: u64, state: S) {
        if self.seen.insert(key) {
            self.open.push(state);
        }
    }

    fn bytes(&self) -> usize {
        2 * self.seen.capacity() * size_of::<u64>() + self.open.capacity() * size_of::<S>()
    }
}

/// Returns whether Max gets at least the rank by proved bounds, on every path; None if they leave
/// it open.
fn proved(found: &Found, rank: u16) -> Option<bool> {
    if found.low >= rank {
        Some(true)
    } else if found.high < rank {
        Some(false)
    } else {
        None
    }
}

/// Returns whether the numbers say that the finite side fails.
fn refuted(found: &Found, question: Question, pair: usize) -> bool {
    let effort = found.numbers[pair];
    if question.finite_max { effort.smaller == 0 } else { effort.greater == 0 }
}
