//! Bad input: one message, its place in a text, and what was expected.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use ludex_base::{NoAnswer, OutOfBudget};
use ludex_game::{SourceError, TextError};
use serde::{Deserialize, Serialize};

/// Something is wrong with what was given: a game, a position, a formula, an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct InputError {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// The text it is about, if it has a place in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Box<InputText>>,
    /// The offending bytes of the text, on character boundaries. Empty at the end of the text.
    pub span: Range<usize>,
    /// What was expected, or how to mend it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Whether nothing is wrong with the input but that it takes more than the limits allow.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out_of_budget: bool,
}

/// The most bytes of a line, or of a part of a text, that are shown on a terminal.
const LONG: usize = 1000;

/// A text that something is wrong with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputText {
    /// What the text is: `formula`, `moves`, the name of a file.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A part of a file of many parts, so that a message can say which one is wrong.
#[derive(Clone, Debug)]
pub struct Place {
    name: Arc<str>,
    text: Arc<str>,
    start: usize,
}

impl Place {
    /// Splits a text into the parts that `parts` finds, each with its place.
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

    /// Returns the place this many bytes further on.
    pub fn after(self, bytes: usize) -> Place {
        Place { start: self.start + bytes, ..self }
    }

    /// Returns the number of the line, counted from 1.
    fn line(&self) -> usize {
        self.text[..self.start].matches('\n').count() + 1
    }
}

impl InputError {
    /// Makes an error that has no place in a text.
    pub fn new(message: impl Into<String>) -> InputError {
        let message = message.into();
        InputError { message, input: None, span: 0..0, help: None, out_of_budget: false }
    }

    /// Makes an error at a place in a text: `name` says what the text is.
    pub fn at(
        name: &str,
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> InputError {
        let input = InputText { name: name.to_string(), text: text.to_string() };
        let span = within(text, span);
        InputError { input: Some(Box::new(input)), span, ..InputError::new(message) }
    }

    /// Makes an error about a text as a whole.
    pub fn about(name: &str, text: &str, message: impl Into<String>) -> InputError {
        InputError::at(name, text, 0..text.len(), message)
    }

    /// Converts the error of a reader of texts.
    pub fn in_text(name: &str, text: &str, error: TextError) -> InputError {
        InputError { help: error.help, ..InputError::at(name, text, error.span, error.message) }
    }

    /// Converts an error that knows the text it is about.
    pub fn in_source(error: SourceError) -> InputError {
        let SourceError { message, span, help, input } = error;
        InputError::at(&input.name, &input.text, span, message).maybe_help(help)
    }

    /// Moves an error in a part of a file to its place in the file, with the number of the line.
    pub fn within(self, place: &Place) -> InputError {
        let span = self.span.start + place.start..self.span.end + place.start;
        let message = format!("line {}: {}", place.line(), self.message);
        InputError { help: self.help, ..InputError::at(&place.name, &place.text, span, message) }
    }

    /// Names the file that the text of an error is from.
    pub fn named(mut self, path: &Path) -> InputError {
        if let Some(input) = &mut self.input {
            input.name = path.display().to_string();
        }
        self
    }

    /// Returns this error as it is shown on a terminal: of a very long line, or of a very long part of the
    /// text, only what is about the place, with its line and its column in the message.
    pub fn shortened(mut self) -> InputError {
        let Some(input) = &mut self.input else { return self };
        let (text, place) = (&input.text, self.span.start);
        let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
        let end = text[place..].find('\n').map_or(text.len(), |end| place + end);
        if end - start <= LONG && self.span.len() <= LONG {
            return self;
        }
        let before = text.floor_char_boundary(place.saturating_sub(LONG / 4)).max(start);
        let after = text.floor_char_boundary(place + LONG / 4).min(end);
        let mark = |cut: bool| if cut { "…" } else { "" };
        let (first, last) = (mark(before > start), mark(after < end));
        let line = text[..place].matches('\n').count() + 1;
        let column = text[start..place].chars().count() + 1;
        let part = format!("{first}{}{last}", &text[before..after]);
        let at = |place: usize| place.clamp(before, after) - before + first.len();
        self.message = format!("{} (line {line}, column {column})", self.message);
        self.span = at(place)..at(self.span.end);
        **input = InputText { name: format!("part of {}", input.name), text: part };
        self
    }

    /// Says that limits ended before there was an answer.
    pub fn stopped(stopped: &OutOfBudget) -> InputError {
        InputError { out_of_budget: true, ..InputError::new(stopped.to_string()) }
    }

    /// Says that nothing about a game can be relied on: its rules cannot be evaluated, or two engines
    /// differ.
    pub(crate) fn unplayable(fault: &str) -> InputError {
        InputError::new(format!("the game cannot be played any further: {fault}"))
    }

    /// Says that the limits ended before a game was opened.
    pub(crate) fn not_opened(name: &str, stopped: &OutOfBudget) -> InputError {
        let message = format!("{stopped}: {name} is not even opened by then");
        InputError { out_of_budget: true, ..InputError::new(message) }
    }

    /// Converts why a file could not be opened; `invalid` converts what is wrong with it.
    pub(crate) fn opening<E>(
        name: &str,
        why: NoAnswer<E>,
        invalid: impl FnOnce(E) -> InputError,
    ) -> InputError {
        match why {
            NoAnswer::Invalid(error) => invalid(error),
            NoAnswer::Stopped(stopped) => InputError::not_opened(name, &stopped),
        }
    }

    /// Adds advice.
    pub fn help(mut self, help: impl Into<String>) -> InputError {
        self.help = Some(help.into());
        self
    }

    /// Adds advice, if there is any.
    pub fn maybe_help(mut self, help: Option<impl Into<String>>) -> InputError {
        self.help = help.map(Into::into).or(self.help);
        self
    }

    /// Adds the known name that an unknown one is most like, or else other advice.
    pub fn suggest<'a>(
        self,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
        otherwise: &str,
    ) -> InputError {
        let near = ludex_base::suggest(name, known);
        self.help(near.map_or(otherwise.into(), |near| format!("did you mean `{near}`?")))
    }

    /// Makes the error for a file that cannot be written.
    pub fn cannot_write(path: &Path, error: impl std::fmt::Display) -> InputError {
        InputError::new(format!("cannot write {}: {error}", path.display()))
    }
}

/// Returns the span cut to the text, on character boundaries, whatever was computed.
fn within(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    start..text.floor_char_boundary(span.end).max(start)
}

impl From<InputError> for NoAnswer<InputError> {
    fn from(error: InputError) -> NoAnswer<InputError> {
        NoAnswer::Invalid(error)
    }
}
