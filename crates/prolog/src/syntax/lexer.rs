//! Splits text into tokens, each with its place.

use std::ops::Range;

use logos::Logos;
use ludex_base::{Cursor, TextError};

/// The kinds of token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"\s+")]
#[logos(skip(r"%[^\n]*", allow_greedy = true))]
pub enum Token {
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
    #[token(",")]
    Comma,
    #[token(".")]
    End,
    #[token("...")]
    Everywhere,
    #[token("|")]
    Bar,
    #[token(":")]
    Owns,
    #[token(";")]
    Semicolon,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token("/")]
    Divide,
    #[token("//")]
    Quotient,
    #[token("<>")]
    Different,
    #[token("=")]
    Unify,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("=<")]
    AtMost,
    #[token(">=")]
    AtLeast,
    #[token("=:=")]
    Equal,
    #[token("=\\=")]
    Unequal,
    #[token("\\+")]
    Not,
    #[token(":-")]
    If,
    #[token("?-")]
    Ask,
    #[regex(r"[0-9]+")]
    Number,
    #[regex(r"[\p{Lu}_][\p{L}\p{N}_]*")]
    Variable,
    #[regex(r"[\p{Ll}\p{Lo}][\p{L}\p{N}_]*")]
    Name,
    #[regex(r"'([^'\\\n]|\\[^\n])*'")]
    Quoted,
    /// A predicate generated for a composition or a converse; it occurs in positions only.
    #[regex(r"[\p{Ll}\p{Lo}][\p{L}\p{N}_]*~[0-9]+")]
    Hidden,
}

/// The limit on the length of a text, in bytes.
const LONGEST: usize = 64 << 20;

/// Splits a text into tokens; comments run from `%` to the end of the line.
pub fn lex(text: &str) -> Result<Cursor<'_, Token>, TextError> {
    if text.len() > LONGEST {
        return Err(TextError::new("the text is longer than 64 MiB", 0..0));
    }
    let tokens = Token::lexer(text).spanned().map(|(token, range)| match token {
        Ok(token) => Ok((token, range)),
        Err(()) => Err(stray(text, range)),
    });
    Ok(Cursor::try_new(text, tokens)?.without_last_blanks())
}

/// Returns the error about a character that belongs to no token.
fn stray(text: &str, span: Range<usize>) -> TextError {
    let start = span.start;
    let letter = text[start..].chars().next().unwrap_or(' ');
    let place = start..start + letter.len_utf8();
    match letter {
        '\'' => TextError::new("this quotation mark is never closed", place)
            .help("a quoted name ends with `'` on the same line"),
        '"' => {
            TextError::new("strings in double quotation marks are no part of Game Prolog", place)
                .help("write a name in single quotation marks: 'like this'")
        }
        _ => TextError::new(format!("`{letter}` has no meaning here"), place),
    }
}

/// Returns whether a name can be written without quotation marks.
pub fn is_plain(name: &str) -> bool {
    let mut tokens = Token::lexer(name);
    let plain = matches!(tokens.next(), Some(Ok(Token::Name))) && tokens.span() == (0..name.len());
    plain && !matches!(name, "is" | "mod" | "not")
}
