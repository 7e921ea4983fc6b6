//! Splits text into tokens, each with its place.

use logos::Logos;
use ludex_base::{Cursor, TextError};

/// The kinds of token. Keywords are words: which words are special depends on the context.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"\s+")]
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
    #[token("~")]
    Not,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("->")]
    Implies,
    #[token("<->")]
    Iff,
    #[token("@")]
    At,
    #[token(":=")]
    Becomes,
    #[token(":")]
    Colon,
    #[token("=")]
    Equals,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Divide,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token("..")]
    Range,
    #[token(".")]
    Dot,
    #[regex(r"[0-9]+")]
    Number,
    #[regex(r"[\p{L}_][\p{L}\p{N}_']*", priority = 3)]
    Word,
    #[regex(r#""([^"\\]|\\.)*""#)]
    Quoted,
    #[regex(r"#[^\n]*", logos::skip, allow_greedy = true)]
    Comment,
    #[regex(r".", priority = 0)]
    Other,
    /// After the last token.
    End,
}

/// The limit on the length of a text, in bytes.
const LONGEST: usize = 64 << 20;

/// Splits a text into tokens.
pub(crate) fn lex(text: &str) -> Result<Cursor<'_, Token>, TextError> {
    if text.len() > LONGEST {
        return Err(TextError::new("the text is longer than 64 MiB", 0..0));
    }
    let tokens = Token::lexer(text).spanned();
    Ok(Cursor::new(text, tokens.map(|(token, range)| (token.unwrap_or(Token::Other), range))))
}
