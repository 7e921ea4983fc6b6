//! Errors in a formula or a definition, and their places.
//!
//! An error carries the text it is about, so that a program can underline the words at fault
//! whether they are in the formula, in the prelude or in a file of definitions.

use std::ops::Range;

pub use ludex_game::{Source, SourceError as LogicError};

pub(crate) type Result<T, E = LogicError> = std::result::Result<T, E>;

/// A place in a text. Unlike a range it is `Copy`, since every node of a syntax tree has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// Returns the span of the bytes from `start` to `end`. Texts are shorter than 4 GiB:
    /// [`crate::lexer`] rejects longer ones.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// Returns the span from the start of this one to the end of another one.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// Returns the span as a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the words at this place.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }
}

/// Returns a text as it is quoted in a message: cut off if it is long.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
