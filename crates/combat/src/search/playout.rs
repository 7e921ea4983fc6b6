//! Playouts: both sides follow scripts, each unit its own, for a while.

use super::clock::{Clock, OutOfTime};
use super::opening::Openings;
use crate::model::{Joint, MAX_UNITS, Rules, Side, State};
use crate::scripts::Script;

/// A script for every unit of a side.
pub(crate) type Assignment = [Script; MAX_UNITS];

/// Rounds between two readings of the time.
const PATIENCE: u32 = 32;

/// Memory for playouts, which is reused.
pub(crate) struct Playout {
    pub state: State,
    moves: [Joint; 2],
}

impl Playout {
    pub fn new(state: &State) -> Playout {
        Playout { state: *state, moves: [Joint::NONE; 2] }
    }

    /// Follows the scripts from a state for at most this many rounds.
    pub fn run(
        &mut self,
        rules: &Rules,
        from: &State,
        policy: &[Assignment; 2],
        rounds: u32,
        clock: &mut Clock,
    ) -> Result<&State, OutOfTime> {
        self.state.copy_from(from);
        self.go_on(rules, policy, rounds, clock)
    }

    /// Follows the scripts from the present state of the playout.
    pub fn go_on(
        &mut self,
        rules: &Rules,
        policy: &[Assignment; 2],
        rounds: u32,
        clock: &mut Clock,
    ) -> Result<&State, OutOfTime> {
        clock.playout()?;
        for round in 1..=rounds {
            if self.state.is_over(rules) {
                break;
            }
            if round % PATIENCE == 0 {
                clock.look()?;
            }
            self.round(rules, policy);
        }
        Ok(&self.state)
    }

    /// Follows the scripts as [`Playout::run`] does, where units have openings before.
    pub fn run_openings(
        &mut self,
        rules: &Rules,
        from: &State,
        mut openings: [Openings; 2],
        armies: [Script; 2],
        rounds: u32,
        clock: &mut Clock,
    ) -> Result<&State, OutOfTime> {
        clock.playout()?;
        self.state.copy_from(from);
        for round in 1..=rounds {
            if self.state.is_over(rules) {
                break;
            }
            if round % PATIENCE == 0 {
                clock.look()?;
            }
            for side in Side::BOTH.into_iter().filter(|side| self.state.can_act(*side)) {
                let (at, joint) = (side.index(), &mut self.moves[side.index()]);
                openings[at].decide(armies[at], rules, &self.state, side, joint);
            }
            self.state.play(rules, [&self.moves[0], &self.moves[1]]);
        }
        Ok(&self.state)
    }

    #[inline]
    fn round(&mut self, rules: &Rules, policy: &[Assignment; 2]) {
        for side in Side::BOTH {
            if self.state.can_act(side) {
                let (policy, joint) = (&policy[side.index()], &mut self.moves[side.index()]);
                Script::decide_assigned(policy, rules, &self.state, side, joint);
            }
        }
        // Units that are not free have old actions in these joint moves; only the free act.
        self.state.play(rules, [&self.moves[0], &self.moves[1]]);
    }
}
