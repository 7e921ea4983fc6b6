//! The question of a search, its goal, and why it may return without an answer.

use super::effort::INFINITE;
use crate::budget::Stopped;

/// Why a search returned without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HaltReason {
    /// The budget is used up, or the game cannot be searched.
    Stopped(Stopped),
    /// The table should grow now.
    Grow,
    /// The question took more nodes than expected.
    NodeLimit,
    /// Another thread has found the answer.
    Done,
}

impl From<Stopped> for HaltReason {
    fn from(stopped: Stopped) -> HaltReason {
        HaltReason::Stopped(stopped)
    }
}

/// The question, and the value of a state that repeats on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The rank that the first pair of numbers is about; the next is about the next better rank.
    pub first: u16,
    /// Which side has to reach its goal in finite play: a repetition is a failure of this side.
    pub finite_max: bool,
    /// Identifies the question in the entries of the table.
    pub number: u16,
    /// Results that depend on repetitions hold within a round only.
    pub round: u8,
}

/// The numbers to reach, as indices in the list of pairs, and their thresholds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub greater: usize,
    pub smaller: usize,
    pub greater_limit: u32,
    pub smaller_limit: u32,
}

impl Goal {
    /// Returns the goal to solve one pair of numbers.
    pub fn solve(pair: usize) -> Goal {
        let (greater, smaller) = (pair, pair);
        Goal { greater, smaller, greater_limit: INFINITE, smaller_limit: INFINITE }
    }

    /// Keeps only one of two goals if the other is decided already.
    pub fn narrowed(self, greater: bool, smaller: bool) -> Goal {
        if self.greater == self.smaller {
            self
        } else if greater {
            Goal { greater: self.smaller, greater_limit: INFINITE, ..self }
        } else if smaller {
            Goal { smaller: self.greater, smaller_limit: INFINITE, ..self }
        } else {
            self
        }
    }
}
