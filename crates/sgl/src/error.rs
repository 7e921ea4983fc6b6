//! What can be wrong with a file or a query, and where it says so.

use std::ops::Range;
use std::sync::Arc;

use ludex_game::TextError;

/// How messages about limits start.
pub(crate) const NO_ANSWER: &str = "no answer within";

/// Whether a message says that limits were reached, and nothing is wrong.
pub fn out_of_budget(message: &str) -> bool {
    message.starts_with(NO_ANSWER)
}

/// A text that is read, with the name it is known by: the name of a file, or `query`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name to show.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// What is wrong with a file or a query. It carries the text it is about, so that a program can
/// underline the offending words wherever they are.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct SglError {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// The offending bytes of the text of `input`. Empty at the end of the text.
    pub span: Range<usize>,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
    /// The text that the span is about.
    pub input: Arc<Source>,
}

impl SglError {
    /// The offending words.
    pub fn offending(&self) -> &str {
        self.input.text.get(self.span.clone()).unwrap_or("")
    }

    /// Whether nothing is wrong, but the limits were reached before there was an answer.
    pub fn out_of_budget(&self) -> bool {
        out_of_budget(&self.message)
    }

    /// An error found in a text that did not yet know its name.
    pub(crate) fn within(input: &Arc<Source>, error: TextError) -> SglError {
        let TextError { message, span, help } = error;
        SglError { message, span, help, input: input.clone() }
    }
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
