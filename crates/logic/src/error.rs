//! What can be wrong with a formula or a definition, and where it says so.
//!
//! An error carries the text it is about, so that a program can underline the offending words
//! whether they are in the formula that was typed, in the prelude or in a file of definitions.

use std::ops::Range;

pub use ludex_game::{Source, SourceError as LogicError};

pub(crate) type Result<T, E = LogicError> = std::result::Result<T, E>;

/// A place in a text. Unlike a range it can be copied, as every node of a syntax tree has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The bytes from `start` to `end`. Texts are shorter than 4 GiB: [`crate::lexer`] sees to it.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// From the start of this span to the end of another one.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// The place as a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The words at this place.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }
}

/// A text as it is quoted in a message: cut off where it gets long.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
