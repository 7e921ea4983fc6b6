//! The faults of game descriptions, with their positions in the text.

use std::fmt;
use std::ops::Range;

use ludex_base::{NoAnswer, Span, TextError};

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// The text is not a list of well-formed rules.
    Syntax,
    /// A relation depends on its own negation.
    Stratification,
    /// A variable is not bound by a positive literal.
    Safety,
    /// A relation that every game needs is missing.
    MissingKeyword,
    /// A relation is used with different numbers of arguments.
    Arity,
    /// Recursion builds ever larger terms.
    RecursionRestriction,
    /// A keyword is used where it is not allowed.
    KeywordMisuse,
    /// The description uses a feature of GDL-II, the extension by chance and hidden information.
    GdlII,
    /// A goal value is not a number from 0 to 100.
    Goal,
    /// A role has no legal move.
    Legal,
    /// The description exceeds a limit of this implementation.
    Limit,
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Category::Syntax => "syntax",
            Category::Stratification => "stratification",
            Category::Safety => "safety",
            Category::MissingKeyword => "missing keyword",
            Category::Arity => "arity",
            Category::RecursionRestriction => "recursion restriction",
            Category::KeywordMisuse => "keyword misuse",
            Category::GdlII => "GDL-II",
            Category::Goal => "goal",
            Category::Legal => "legal",
            Category::Limit => "limit",
        })
    }
}

/// A fault of a description, with its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct GdlError {
    /// The kind of fault.
    pub category: Category,
    /// The fault, as a sentence without a full stop.
    pub message: String,
    /// The bytes of the text at fault.
    pub span: Range<usize>,
    /// What was expected, or how to correct the fault.
    pub help: Option<String>,
}

pub(crate) type Result<T, E = GdlError> = std::result::Result<T, E>;

impl GdlError {
    pub(crate) fn new(category: Category, message: impl Into<String>, span: Span) -> GdlError {
        GdlError { category, message: message.into(), span: span.range(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> GdlError {
        self.help = Some(help.into());
        self
    }
}

/// Returns what is wrong with a description, where there was no limit that could have stopped.
pub(crate) fn not_stopped(error: NoAnswer<GdlError>) -> GdlError {
    match error {
        NoAnswer::Invalid(error) => error,
        NoAnswer::Stopped(stopped) => {
            GdlError::new(Category::Limit, stopped.to_string(), Span::default())
        }
    }
}

impl From<GdlError> for NoAnswer<GdlError> {
    fn from(error: GdlError) -> NoAnswer<GdlError> {
        NoAnswer::Invalid(error)
    }
}

impl From<GdlError> for TextError {
    fn from(error: GdlError) -> TextError {
        let GdlError { category, message, span, help } = error;
        TextError { message: format!("{category}: {message}"), span, help }
    }
}
