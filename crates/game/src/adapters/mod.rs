//! Adapters: a game made of another game, for any game and any search.
//!
//! - [`TwoOutcomes`] asks only whether an outcome is reached;
//! - [`Swapped`] makes the second agent Max;
//! - [`Coalition`] sets one agent against all others together;
//! - [`WithPass`] lets agents that are not on turn pass;
//! - [`OnTurnOnly`] says which agents were asked for moves while they were not on turn;
//! - [`AsSimultaneous`] presents a sequential game as one where all agents choose simultaneously.
//!
//! An adapter owns its game; since a reference to a game is a game too, it can borrow one as well.

mod as_simultaneous;
mod coalition;
mod on_turn_only;
mod reference;
mod swapped;
mod two_outcomes;
mod with_pass;

pub use as_simultaneous::AsSimultaneous;
pub use coalition::Coalition;
pub use on_turn_only::OnTurnOnly;
pub use swapped::Swapped;
pub use two_outcomes::TwoOutcomes;
pub use with_pass::WithPass;

/// The methods of `Model` about states alone, delegated to the game inside.
macro_rules! same_states {
    () => {
        fn initial(&self) -> G::State {
            self.game.initial()
        }

        fn holds(&self, state: &G::State, own_atom: u32) -> bool {
            self.game.holds(state, own_atom)
        }

        fn key(&self, state: &G::State) -> u64 {
            self.game.key(state)
        }

        fn seeded_key(&self, state: &G::State, seed: $crate::HashSeed) -> Option<u64> {
            self.game.seeded_key(state, seed)
        }

        fn has_chance(&self) -> bool {
            self.game.has_chance()
        }

        fn probabilities(&self, state: &G::State, out: &mut Vec<$crate::Fraction>) {
            self.game.probabilities(state, out);
        }

        fn uncounted_key(&self, state: &G::State) -> Option<u64> {
            self.game.uncounted_key(state)
        }
    };
}

/// The methods of `Model` about what is true and what agents get, delegated to the game inside.
macro_rules! same_payoffs {
    () => {
        fn outcome(&self, state: &G::State) -> $crate::Outcome {
            self.game.outcome(state)
        }

        fn fault(&self) -> Option<String> {
            self.game.fault()
        }

        fn sampler(&self, seed: u64) -> Option<Box<dyn $crate::Sampler<G::State> + '_>> {
            self.game.sampler(seed)
        }

        fn payoff(&self, state: &G::State, agent: $crate::Agent) -> f64 {
            self.game.payoff(state, agent)
        }

        fn fraction(&self, state: &G::State, agent: $crate::Agent) -> Option<$crate::Fraction> {
            self.game.fraction(state, agent)
        }

        fn zero_sum(&self) -> bool {
            self.game.zero_sum()
        }

        fn zero_sum_within(
            &self,
            budget: &ludex_base::Budget,
        ) -> Result<bool, ludex_base::Stopped> {
            self.game.zero_sum_within(budget)
        }

        fn wins(&self, state: &G::State, agent: $crate::Agent) -> bool {
            self.game.wins(state, agent)
        }

        fn satisfies(&self, state: &G::State, atom: $crate::Atom) -> bool {
            self.game.satisfies(state, atom)
        }
    };
}

/// The methods of `Notation` about states alone, delegated to the game inside.
macro_rules! same_positions {
    () => {
        fn write_position(&self, state: &G::State) -> String {
            self.game.write_position(state)
        }

        fn read_position(&self, text: &str) -> Result<G::State, $crate::TextError> {
            self.game.read_position(text)
        }

        fn atoms(&self) -> Vec<String> {
            self.game.atoms()
        }

        fn picture(&self, state: &G::State) -> $crate::Picture {
            self.game.picture(state)
        }

        fn facts(&self, state: &G::State) -> Vec<String> {
            self.game.facts(state)
        }
    };
}

/// The methods of `Hints` about moves, symmetry and names of evaluations, delegated to the game
/// inside.
macro_rules! same_hints {
    () => {
        fn candidates(&self, state: &G::State, out: &mut Vec<G::Move>) {
            self.game.candidates(state, out);
        }

        fn canonical_key(&self, state: &G::State) -> u64 {
            self.game.canonical_key(state)
        }

        fn history_size(&self) -> usize {
            self.game.history_size()
        }

        fn history_index(&self, mv: G::Move) -> usize {
            self.game.history_index(mv)
        }

        fn evaluations(&self) -> &'static [&'static str] {
            self.game.evaluations()
        }

        fn evaluations_within(
            &self,
            budget: &ludex_base::Budget,
        ) -> Result<&'static [&'static str], ludex_base::Stopped> {
            self.game.evaluations_within(budget)
        }
    };
}

pub(crate) use {same_hints, same_payoffs, same_positions, same_states};
