//! Bad input, shown: one message, the place underlined, and what was expected.

use std::fmt;
use std::ops::Range;

use ludex_game::TextError;
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

/// Something wrong with what the user gave. Exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    message: String,
    source_text: Option<Box<NamedSource<String>>>,
    span: Range<usize>,
    help: Option<String>,
}

impl Problem {
    /// A problem that has no place in a text.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem { message: message.into(), source_text: None, span: 0..0, help: None }
    }

    /// A problem at a place in a text: `name` says what the text is.
    pub fn at(name: &str, text: &str, span: Range<usize>, message: impl Into<String>) -> Problem {
        let source_text = Some(Box::new(NamedSource::new(name, text.to_string())));
        Problem { source_text, span: within(text, span), ..Problem::new(message) }
    }

    /// An error of a reader of texts.
    pub fn in_text(name: &str, text: &str, error: TextError) -> Problem {
        Problem { help: error.help, ..Problem::at(name, text, error.span, error.message) }
    }

    /// The same problem with advice.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// The same problem with advice, if there is any.
    pub fn maybe_help(mut self, help: Option<impl Into<String>>) -> Problem {
        self.help = help.map(Into::into).or(self.help);
        self
    }
}

/// A span that lies within the text on character boundaries, whatever was computed.
fn within(text: &str, span: Range<usize>) -> Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.start);
    start..floor(span.end).max(start)
}

impl Diagnostic for Problem {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source_text.as_deref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new(Some("here".into()), self.span.start, self.span.len());
        self.source_text.as_ref().map(|_| Box::new(std::iter::once(label)) as _)
    }
}
