//! What is wrong with a text, and where.

use std::ops::Range;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct TextError {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// The offending bytes of the text. Empty at the end of the text.
    pub span: Range<usize>,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
}

impl TextError {
    /// Makes an error at a place in a text, a [`Span`](crate::Span) or a range of bytes.
    pub fn new(message: impl Into<String>, span: impl Into<Range<usize>>) -> TextError {
        TextError { message: message.into(), span: span.into(), help: None }
    }

    /// Adds advice to the error.
    pub fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }
}
