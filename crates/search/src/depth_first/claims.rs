//! Evidence in parts: what a search on two levels leaves to be shown, so that others show it.
//!
//! A search that has found a value exports what it has proved. Its evidence is made by a walk from
//! the root (`solution`), and where the walk comes to a state below which nothing is known, it
//! would have to search again. Those states are listed here with what is claimed of each. Whoever
//! shows a claim sends the keys of all states of its proof: of each the same is true. With these
//! in the table the walk finds its way without searching, and whatever was wrong or lost only costs
//! time: the evidence is complete or there is none.

use ludex_evidence::Holder;
use ludex_game::{Agent, Hints, Outcome, Turn};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::alpha_beta::AlphaBeta;
use super::solution::{Builder, BySearch};
use crate::budget::{Budget, Meter, Observer, Search, Stopped, deep};
use crate::key::Key;
use crate::table::{Entry, NO_MOVE};

/// What is claimed of the value of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Claim {
    /// It is at least the outcome of this rank.
    AtLeast(u16),
    /// It is worse than the outcome of this rank.
    Below(u16),
}

impl Claim {
    /// Returns the side that can force it, and the outcome.
    pub(crate) fn parts(self) -> (Holder, Outcome) {
        match self {
            Claim::AtLeast(rank) => (Holder::Max, Outcome(rank)),
            Claim::Below(rank) => (Holder::Min, Outcome(rank)),
        }
    }

    /// Returns whether bounds from `low` to `high` show it.
    fn follows(self, low: u16, high: u16) -> bool {
        match self {
            Claim::AtLeast(rank) => low >= rank,
            Claim::Below(rank) => high < rank,
        }
    }
}

/// What is left to be shown so that there is evidence for a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenClaims<S> {
    /// The seed of the keys by which proofs name states, in games that have keys with seeds.
    pub key_seed: Option<u64>,
    /// The states, with what is to be shown of each.
    pub claims: Vec<(Claim, S)>,
}

/// The states of the proof of a claim, by their keys.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ProvedStates {
    /// A word for each, or two where keys have a seed.
    keys: Vec<u64>,
}

impl<G: Hints> AlphaBeta<'_, G> {
    /// Returns the states that a walk from the root comes to which makes evidence for the value,
    /// and below which the table knows nothing. What the game knows by itself is not listed.
    pub fn open_claims(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<OpenClaims<G::State>, Stopped> {
        self.in_parts = true;
        let mut claims = Vec::new();
        let mut meter = Meter::new(budget, observer);
        let above = value.better().0;
        let sides = [
            (value > Outcome::WORST, Claim::AtLeast(value.0)),
            (value < self.game.outcomes().best(), Claim::Below(above)),
        ];
        for (_, claim) in sides.into_iter().filter(|(needed, _)| *needed) {
            let (open, seen) = (Vec::new(), FxHashSet::default());
            let mut frontier = Frontier { search: self, claim, meter: &mut meter, seen, open };
            frontier.visit(state, 0)?;
            claims.extend(frontier.open.into_iter().map(|state| (claim, state)));
        }
        Ok(OpenClaims { key_seed: self.key_seed(), claims })
    }

    /// Makes the proof of a claim, and returns its states. Fast if the table knows much about it.
    pub fn prove_claim(
        &mut self,
        state: &G::State,
        claim: Claim,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<ProvedStates, Stopped> {
        self.in_parts = true;
        let (game, mut meter) = (self.game, Meter::new(budget, observer));
        let mut builder = Builder::new(game, claim.parts(), BySearch(self), &mut meter);
        // If there is no proof the claim was wrong, or two states have one key.
        let proved = builder.extend(state)?.then(|| builder.states()).ok_or(Stopped::KeyClash)?;
        let open = proved.iter().filter(|state| game.turn(state) != Turn::Final);
        let mut keys: Vec<Key> = open.map(|state| self.key(state)).collect();
        keys.sort_unstable_by_key(|key| (key.place, key.check));
        let words = 1 + usize::from(self.key_seed().is_some());
        let keys = keys.into_iter().flat_map(|key| [key.place, key.check].into_iter().take(words));
        Ok(ProvedStates { keys: keys.collect() })
    }

    /// Learns the states of which a claim was shown.
    pub fn import_proved(&mut self, claim: Claim, proved: &ProvedStates) {
        let best = self.game.outcomes().best().0;
        let (low, high) = match claim {
            Claim::AtLeast(rank) => (rank, best),
            Claim::Below(rank) => (0, rank.saturating_sub(1)),
        };
        let words = 1 + usize::from(self.key_seed().is_some());
        if low > high {
            return;
        }
        for key in proved.keys.chunks_exact(words) {
            let key = Key { place: key[0], check: key.get(1).copied().unwrap_or(0) };
            self.put(key, Entry { low, high, best: NO_MOVE, work: Entry::MOST_WORK });
        }
    }

    /// Returns whether the table or the rules show a claim about a state.
    pub(super) fn is_known(&self, state: &G::State, claim: Claim) -> bool {
        if self.game.turn(state) == Turn::Final {
            let rank = self.game.outcome(state).0;
            return claim.follows(rank, rank);
        }
        self.entry(state).is_some_and(|Entry { low, high, .. }| claim.follows(low, high))
    }

    /// Returns whether what the game knows by itself shows a claim about a state.
    pub(super) fn is_evident(&self, state: &G::State, claim: Claim) -> bool {
        let bounds = self.first_bounds(state);
        claim.follows(bounds.low.0, bounds.high.0)
    }
}

/// A walk to the states below which the table knows nothing.
struct Frontier<'s, 'b, 'g, G: Hints> {
    search: &'s AlphaBeta<'g, G>,
    claim: Claim,
    meter: &'s mut Meter<'b>,
    seen: FxHashSet<G::State>,
    open: Vec<G::State>,
}

impl<G: Hints> Frontier<'_, '_, '_, G> {
    fn visit(&mut self, state: &G::State, depth: u32) -> Search<()> {
        if !self.seen.insert(state.clone()) {
            return Ok(());
        }
        self.meter.node()?;
        let per_state = 2 * size_of::<G::State>() + self.search.game.heap_bytes();
        self.meter.memory(self.seen.len() * per_state)?;
        match self.search.game.turn(state) {
            Turn::Final => Ok(()),
            Turn::Together => Err(Stopped::Together),
            Turn::Chance => Err(Stopped::Chance),
            Turn::Of(agent) => deep::<G::State, _>(depth, || {
                if (agent == Agent::FIRST) == matches!(self.claim, Claim::AtLeast(_)) {
                    self.choose(state, agent, depth)
                } else {
                    self.replies(state, agent, depth)
                }
            }),
        }
    }

    /// Follows the move that the walk for evidence will choose.
    fn choose(&mut self, state: &G::State, agent: Agent, depth: u32) -> Search<()> {
        let (search, claim) = (self.search, self.claim);
        let after = |mv| search.game.after(state, agent, mv);
        let moves = search.likely_moves(state, agent);
        match moves.iter().map(|&mv| after(mv)).find(|next| search.is_known(next, claim)) {
            Some(next) => self.visit(&next, depth + 1)?,
            None if moves.iter().any(|&mv| search.is_evident(&after(mv), claim)) => {}
            None => self.open.push(state.clone()),
        }
        Ok(())
    }

    /// Follows all moves of the other agent, unless nothing is known after any of them.
    fn replies(&mut self, state: &G::State, agent: Agent, depth: u32) -> Search<()> {
        let (search, claim, mut moves) = (self.search, self.claim, Vec::new());
        search.game.moves(state, agent, &mut moves);
        let after = moves.into_iter().map(|mv| search.game.after(state, agent, mv));
        let next: Vec<G::State> = after.filter(|next| !search.is_evident(next, claim)).collect();
        if !next.is_empty() && !next.iter().any(|next| search.is_known(next, claim)) {
            self.open.push(state.clone());
            return Ok(());
        }
        next.iter().try_for_each(|next| self.visit(next, depth + 1))
    }
}
