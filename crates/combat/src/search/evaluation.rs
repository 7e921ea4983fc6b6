//! The evaluation of leaves [Saf13, Section 5.4.3].

use super::clock::{Clock, OutOfTime};
use super::playout::{Assignment, Playout};
use crate::model::{Rules, Side, State};
use crate::scripts::Script;

/// The evaluation of leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// LTD [Saf13, Equation 5.7].
    Ltd,
    /// LTD2 [Saf13, Equation 5.8].
    Ltd2,
    /// LTD2 after both sides have followed a script for a while.
    Playout(Script),
}

/// A value, and the number of steps it took: of equal values, the one with fewer steps is larger.
///
/// The value is counted in units of 2^20, less one for each step of the searching side.
pub type Score = i64;

/// The bonus for a beaten enemy, on top of what is left.
pub(crate) const VICTORY: i32 = 100_000;
/// The rounds of a playout of the authors' program.
pub(crate) const PLAYOUT_ROUNDS: u32 = 200;
/// More than any score.
pub(crate) const INFINITE: Score = 1 << 50;

pub(crate) fn score(value: i32, steps: u32) -> Score {
    (Score::from(value) << 20) - Score::from(steps)
}

/// Returns the value part of a score.
pub(crate) fn value_of(score: Score) -> i32 {
    ((score + (1 << 20) - 1) >> 20) as i32
}

impl Evaluation {
    /// Returns the value of a leaf for a side, where playouts follow the given scripts for this
    /// many rounds.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn value(
        self,
        rules: &Rules,
        state: &State,
        side: Side,
        playout: &mut Playout,
        policy: &[Assignment; 2],
        rounds: u32,
        clock: &mut Clock,
    ) -> Result<Score, OutOfTime> {
        let steps = |state: &State| state.steps()[side.index()];
        if state.is_over(rules) {
            let lives = |side: Side| i32::from(!state.is_beaten(side));
            let bonus = VICTORY * (lives(side) - lives(side.other()));
            return Ok(score(self.of_state(rules, state, side) + bonus, steps(state)));
        }
        match self {
            Evaluation::Playout(_) => {
                let end = playout.run(rules, state, policy, rounds, clock)?;
                Ok(score(end.ltd2(rules, side), steps(end)))
            }
            _ => Ok(score(self.of_state(rules, state, side), steps(state))),
        }
    }

    fn of_state(self, rules: &Rules, state: &State, side: Side) -> i32 {
        match self {
            Evaluation::Ltd => state.ltd(rules, side),
            Evaluation::Ltd2 | Evaluation::Playout(_) => state.ltd2(rules, side),
        }
    }

    /// Returns the default script of playouts.
    pub(crate) fn script(self) -> Script {
        match self {
            Evaluation::Playout(script) => script,
            _ => Script::NokAv,
        }
    }
}
