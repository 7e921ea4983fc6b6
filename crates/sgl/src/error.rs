//! What can be wrong with a file or a query, and where it says so.

use std::ops::Range;

use ludex_game::TextError;
pub use ludex_game::{Source, SourceError as SglError};

/// How messages about limits start.
pub(crate) const NO_ANSWER: &str = "no answer within";

/// Whether a message says that limits were reached, and nothing is wrong.
pub fn out_of_budget(message: &str) -> bool {
    message.starts_with(NO_ANSWER)
}

/// A place in a text. Unlike a range it can be copied, as every node of a syntax tree has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// From the start of this span to the end of another one.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }

    /// The place as a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// An error at this place.
    pub fn error(self, message: impl Into<String>) -> TextError {
        TextError::new(message, self.range())
    }
}
