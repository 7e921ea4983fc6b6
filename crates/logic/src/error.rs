//! What can be wrong with a formula or a definition, and where it says so.
//!
//! An error carries the text it is about, so that a program can underline the offending words
//! whether they are in the formula that was typed, in the prelude or in a file of definitions.

use std::ops::Range;
use std::sync::Arc;

use ludex_game::TextError;

/// A text that formulas are read from, with the name it is known by: `formula`, `prelude`, or the
/// name of a file of definitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name to show.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// What is wrong with a formula or a definition.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct LogicError {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// The offending bytes of the text of `input`. Empty at the end of the text.
    pub span: Range<usize>,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
    /// The text that the span is about.
    pub input: Arc<Source>,
}

impl LogicError {
    /// The offending words.
    pub fn offending(&self) -> &str {
        self.input.text.get(self.span.clone()).unwrap_or("")
    }

    /// An error found in a text that did not yet know its name.
    pub(crate) fn within(input: &Arc<Source>, error: TextError) -> LogicError {
        let TextError { message, span, help } = error;
        LogicError { message, span, help, input: input.clone() }
    }
}

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
