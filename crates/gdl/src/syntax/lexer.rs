//! Splits a description into tokens. There is one enumeration for each notation: KIF allows nearly
//! every character in a name, the infix form gives meaning to many of them. A byte order mark
//! counts as a blank.

use std::ops::Range;

use logos::Logos;
use ludex_base::Span;

use crate::error::{Category, GdlError, Result};

/// The tokens of KIF. Strings of any other characters are names; `?x` is a variable.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[\s\u{feff}]+")]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
pub(super) enum Prefix {
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[regex(r"[^\s\u{feff}();]+")]
    Word,
}

/// The tokens of the infix form.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[\s\u{feff}]+")]
#[logos(skip(r"[;%#][^\n]*", allow_greedy = true))]
pub(super) enum Infix {
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token(",")]
    Comma,
    #[token(".")]
    Stop,
    #[token(":-")]
    #[token("<=")]
    If,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("~")]
    Not,
    #[regex(r"\??[^\s\u{feff}();%#,.:<&|~?]+")]
    Word,
}

/// The greatest length of a text, in bytes.
const LONGEST: usize = 64 << 20;

/// Splits a text into tokens with their positions.
pub(super) fn lex<'t, T: Logos<'t, Source = str, Extras = ()>>(
    text: &'t str,
) -> Result<Vec<(T, Range<usize>)>> {
    if text.len() > LONGEST {
        let message = "the description is longer than 64 MiB";
        return Err(GdlError::new(Category::Limit, message, Span::default()));
    }
    let tokens = T::lexer(text).spanned();
    let read = tokens.map(|(token, range)| match token {
        Ok(token) => Ok((token, range)),
        Err(_) => Err(GdlError::new(
            Category::Syntax,
            format!("`{}` is not a name, variable, parenthesis or operator", &text[range.clone()]),
            Span::from(range),
        )),
    });
    read.collect()
}
