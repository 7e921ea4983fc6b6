//! What can be wrong with a game description, and where.

use std::fmt;
use std::ops::Range;

use ludex_base::{Span, TextError};

/// The kinds of fault a description can have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// The text is not a list of well-formed rules.
    Syntax,
    /// A relation depends on its own negation.
    Stratification,
    /// A variable is not bound by a positive literal.
    Safety,
    /// The game lacks something every game needs.
    MissingKeyword,
    /// A relation is used with different numbers of arguments.
    Arity,
    /// Recursion through growing terms, which never ends.
    RecursionRestriction,
    /// A keyword stands where it has no meaning.
    KeywordMisuse,
    /// A goal value that is no number from 0 to 100.
    Goal,
    /// A role that cannot move.
    Legal,
    /// The description is beyond what this implementation handles.
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
            Category::Goal => "goal",
            Category::Legal => "legal",
            Category::Limit => "limit",
        })
    }
}

/// What is wrong with a description, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct GdlError {
    /// The kind of fault.
    pub category: Category,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// The offending bytes of the text.
    pub span: Range<usize>,
    /// What was expected, or how to mend it.
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

impl From<GdlError> for TextError {
    fn from(error: GdlError) -> TextError {
        let GdlError { category, message, span, help } = error;
        TextError { message: format!("{category}: {message}"), span, help }
    }
}
