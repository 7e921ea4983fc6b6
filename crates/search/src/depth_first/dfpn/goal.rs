//! What a search is asked, how far it is to go, and why it may come back without an answer.

use super::effort::INFINITE;
use crate::budget::Stopped;

/// Why a search came back without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The budget is used up, or the game cannot be searched.
    Stopped(Stopped),
    /// The table should grow now.
    Grow,
    /// The question is harder than was hoped.
    Patience,
    /// Another thread has found the answer.
    Done,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}

/// What is asked, and what a state that repeats on the path counts as.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// The rank the first pair of numbers is about; the next is about the next better rank.
    pub first: u16,
    /// Who has to reach its aim in finite play: a repetition is a failure of this side.
    pub finite_max: bool,
    /// Numbers the table's entries by what they were found for.
    pub number: u16,
    /// Results that rest on repetitions hold within a round only.
    pub round: u8,
}

/// The numbers to reach, as places in the list of pairs, and their thresholds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub greater: usize,
    pub smaller: usize,
    pub greater_limit: u32,
    pub smaller_limit: u32,
}

impl Goal {
    /// One pair of numbers, until it is solved.
    pub fn solve(pair: usize) -> Goal {
        let (greater, smaller) = (pair, pair);
        Goal { greater, smaller, greater_limit: INFINITE, smaller_limit: INFINITE }
    }

    /// Where one of two goals is decided already, only the other is left.
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
