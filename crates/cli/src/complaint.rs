//! Bad input, shown: one message, the place underlined, and what was expected.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use ludex_game::{SourceError, TextError};
use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

/// Something wrong with what the user gave. Exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Complaint {
    message: String,
    // In a box, as results carry problems around and are mostly none.
    source_text: Option<Box<NamedSource<String>>>,
    span: Range<usize>,
    help: Option<String>,
}

/// A part of a file of many parts, so that a message can say which one is wrong.
#[derive(Clone, Debug)]
pub struct Place {
    name: Arc<str>,
    text: Arc<str>,
    start: usize,
}

impl Place {
    /// The parts that `parts` finds in a file, each with its place.
    pub fn split<'t, P: Iterator<Item = &'t str>>(
        path: &Path,
        text: &'t str,
        parts: impl FnOnce(&'t str) -> P,
    ) -> impl Iterator<Item = (&'t str, Place)> {
        let name = if path == Path::new("-") { "standard input" } else { &path.to_string_lossy() };
        let (name, whole): (Arc<str>, Arc<str>) = (name.into(), text.into());
        parts(text).map(move |part| {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            (part, Place { name: name.clone(), text: whole.clone(), start })
        })
    }

    /// The place so many bytes further on.
    pub fn after(self, bytes: usize) -> Place {
        Place { start: self.start + bytes, ..self }
    }

    /// The number of the line, counted from 1.
    fn line(&self) -> usize {
        self.text[..self.start].matches('\n').count() + 1
    }
}

impl Complaint {
    /// A problem that has no place in a text.
    pub fn new(message: impl Into<String>) -> Complaint {
        Complaint { message: message.into(), source_text: None, span: 0..0, help: None }
    }

    /// A problem at a place in a text: `name` says what the text is.
    pub fn at(name: &str, text: &str, span: Range<usize>, message: impl Into<String>) -> Complaint {
        let span = within(text, span);
        // A mark at the very end is shown only if something stands there.
        let end = if span.start == text.len() { " " } else { "" };
        let source_text = Some(Box::new(NamedSource::new(name, format!("{text}{end}"))));
        Complaint { source_text, span, ..Complaint::new(message) }
    }

    /// An error of a reader of texts.
    pub fn in_text(name: &str, text: &str, error: TextError) -> Complaint {
        Complaint { help: error.help, ..Complaint::at(name, text, error.span, error.message) }
    }

    /// An error that knows the text it is about.
    pub fn in_source(error: SourceError) -> Complaint {
        let SourceError { message, span, help, input } = error;
        Complaint::at(&input.name, &input.text, span, message).maybe_help(help)
    }

    /// The same problem, found in a part of a file: shown there, with the number of the line.
    pub fn within(self, place: &Place) -> Complaint {
        let span = self.span.start + place.start..self.span.end + place.start;
        let message = format!("line {}: {}", place.line(), self.message);
        Complaint { help: self.help, ..Complaint::at(&place.name, &place.text, span, message) }
    }

    /// The same problem with advice.
    pub fn help(mut self, help: impl Into<String>) -> Complaint {
        self.help = Some(help.into());
        self
    }

    /// The same problem with advice, if there is any.
    pub fn maybe_help(mut self, help: Option<impl Into<String>>) -> Complaint {
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

impl Diagnostic for Complaint {
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
