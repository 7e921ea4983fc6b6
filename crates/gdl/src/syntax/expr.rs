//! Nested lists of words, which both notations are parsed into.

use ludex_base::Span;

use crate::error::{Category, GdlError, Result};

/// A word or a list.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Expr {
    pub kind: Kind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Kind {
    /// A name or a variable, in lower case.
    Word(String),
    List(Vec<Expr>),
}

/// The greatest nesting depth of lists, which also bounds the nesting of terms in the text of a
/// game.
pub(crate) const DEEPEST: usize = 128;

impl Expr {
    pub fn word(word: impl Into<String>, span: Span) -> Expr {
        Expr { kind: Kind::Word(word.into()), span }
    }

    pub fn list(parts: Vec<Expr>, span: Span) -> Expr {
        Expr { kind: Kind::List(parts), span }
    }

    pub fn as_word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            Kind::List(_) => None,
        }
    }

    /// Returns the parts of a list; a word is a list of itself.
    pub fn parts(&self) -> &[Expr] {
        match &self.kind {
            Kind::Word(_) => std::slice::from_ref(self),
            Kind::List(parts) => parts,
        }
    }

    /// Returns the first word of a list, or the word itself.
    pub fn head(&self) -> Option<&str> {
        self.parts().first().and_then(Expr::as_word)
    }
}

pub(super) fn too_deep(span: Span) -> GdlError {
    let message = format!("more than {DEEPEST} parentheses are open here");
    GdlError::new(Category::Limit, message, span)
        .help("terms can be nested that deep and no deeper")
}

pub(super) fn check_depth(depth: usize, span: Span) -> Result<()> {
    if depth > DEEPEST { Err(too_deep(span)) } else { Ok(()) }
}
