//! Splits a text into tokens, each with its position.

use logos::Logos;
use ludex_base::{Cursor, TextError};

/// The kinds of tokens. Keywords are words: where one is expected, the text is compared.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"\s+")]
#[logos(skip(r"#[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("|")]
    Bar,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("->")]
    Arrow,
    #[token("<-")]
    BackArrow,
    #[token("=")]
    Equals,
    #[token("!=")]
    Unequal,
    #[token("<")]
    Less,
    #[token("<=")]
    AtMost,
    #[token(">")]
    Greater,
    #[token(">=")]
    AtLeast,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("^")]
    Power,
    #[regex(r"[0-9]+(/[0-9]+)?")]
    Number,
    #[regex(r"[\p{L}_][\p{L}\p{N}_']*")]
    Word,
    #[regex(r#""[^"]*""#)]
    Quoted,
    #[regex(r".", priority = 0)]
    Other,
}

/// The greatest length of a text, in bytes.
const LONGEST: usize = 16 << 20;

/// Splits a text into tokens.
pub(crate) fn lex(text: &str) -> Result<Cursor<'_, Token>, TextError> {
    if text.len() > LONGEST {
        return Err(TextError::new("the text is longer than 16 MiB", 0..0));
    }
    let tokens = Token::lexer(text).spanned();
    Ok(Cursor::new(text, tokens.map(|(token, range)| (token.unwrap_or(Token::Other), range))))
}
