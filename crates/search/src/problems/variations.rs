//! Play after a key: defences, and the refutations of other first moves.

use ludex_game::Hints;

use super::{Battle, Key, Rule};
use crate::budget::{Budget, Meter, Observer, Search, Stopped};

/// A first move that only one defence refutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Try<M> {
    /// The move.
    pub mv: M,
    /// The one defence against it.
    pub refutation: M,
}

/// The tries that were found.
#[derive(Clone, PartialEq, Debug)]
pub struct Tries<M> {
    /// The tries, in the game's order.
    pub tries: Vec<Try<M>>,
    /// Moves played by the search.
    pub nodes: u64,
    /// Why there may be more, if the search did not end.
    pub stopped: Option<Stopped>,
}

impl<G: Hints> Battle<'_, G> {
    /// Returns the tries in a state: first moves other than keys that only one defence refutes.
    pub fn tries(
        &mut self,
        state: &G::State,
        n: u32,
        keys: &[Key<G::Move>],
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Tries<G::Move> {
        let mut meter = Meter::new(budget, observer);
        let mut tries = Vec::new();
        let attacker = self.contest.attacker;
        let ended = self.list(state, attacker).into_iter().try_for_each(|mv| {
            if keys.iter().any(|key| key.mv == mv) {
                return Ok(());
            }
            let next = self.game.after(state, attacker, mv);
            if let &[refutation] = &self.refutations(&mut meter, &next, n - 1)?[..] {
                tries.push(Try { mv, refutation });
            }
            Ok(())
        });
        Tries { tries, nodes: meter.nodes(), stopped: ended.err() }
    }

    /// Returns the defences after which the goal is not reached with n more moves; at most two.
    fn refutations(&mut self, meter: &mut Meter, state: &G::State, n: u32) -> Search<Vec<G::Move>> {
        let mut refutations = Vec::new();
        for mv in self.list(state, self.contest.attacker.other()) {
            meter.node()?;
            let next = self.game.after(state, self.contest.attacker.other(), mv);
            let counts = n == 0 || !self.contest.exact;
            let reached = counts && self.reached_by_defence(&next);
            if !reached && !self.attack(meter, &next, n)? {
                refutations.push(mv);
            }
            if refutations.len() == 2 {
                break;
            }
        }
        Ok(refutations)
    }

    /// Returns whether the defender has just reached the goal itself, as it must if it is forced
    /// to.
    pub fn reached_by_defence(&self, state: &G::State) -> bool {
        self.contest.rule != Rule::Direct && self.game.holds(state, self.contest.goal)
    }

    /// Returns the defender's moves in a state: all of them, or those by which it must reach the
    /// goal.
    pub fn defences(&self, state: &G::State) -> Vec<G::Move> {
        let defender = self.contest.attacker.other();
        let all = self.list(state, defender);
        if !matches!(self.contest.rule, Rule::Reflex { .. }) {
            return all;
        }
        let reaches = |mv: &&G::Move| {
            self.game.holds(&self.game.after(state, defender, **mv), self.contest.goal)
        };
        let bound: Vec<G::Move> = all.iter().filter(reaches).copied().collect();
        if bound.is_empty() { all } else { bound }
    }
}
