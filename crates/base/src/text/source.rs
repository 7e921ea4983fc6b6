//! Texts that have names, and errors that know which text they are about.
//!
//! A language reads from several texts at once: what was typed, files, a prelude. An error carries
//! the text it is about, so that a program can underline the offending words wherever they are.

use std::ops::Range;
use std::sync::Arc;

use crate::TextError;

/// A text that is read, with the name it is known by: `formula`, `prelude`, the name of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name to show.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// What is wrong with a text that has a name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct SourceError {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// The offending bytes of the text of `input`. Empty at the end of the text.
    pub span: Range<usize>,
    /// What was expected, or how to mend it.
    pub help: Option<String>,
    /// The text that the span is about.
    pub input: Arc<Source>,
}

impl SourceError {
    /// Returns the offending words.
    pub fn offending(&self) -> &str {
        self.input.text.get(self.span.clone()).unwrap_or("")
    }

    /// Adds the text to an error that was found in it.
    pub fn within(input: &Arc<Source>, error: TextError) -> SourceError {
        let TextError { message, span, help } = error;
        SourceError { message, span, help, input: input.clone() }
    }
}
