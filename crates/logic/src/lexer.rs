//! Splits text into tokens, each with its place.
//!
//! The only text rejected here is one that is too long: a character that belongs to no formula
//! becomes [`Token::Other`], because the arguments of atoms are raw text (`outcome(1/2)`) and may
//! hold anything but parentheses, commas, quotation marks and `#`.

use logos::Logos;
use ludex_base::{Span, TextError};

/// The kinds of token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"\s+")]
pub(crate) enum Token {
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("<<")]
    OpenCoalition,
    #[token(">>")]
    CloseCoalition,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("^")]
    Caret,
    #[token("!")]
    #[token("~")]
    Not,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("->")]
    Implies,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Times,
    #[token(",")]
    Comma,
    #[token("=")]
    Equals,
    #[token(";")]
    Semicolon,
    #[regex(r"[0-9]+", priority = 4)]
    Number,
    #[regex(r"[\p{L}\p{N}_][\p{L}\p{N}_']*", priority = 3)]
    Word,
    #[regex(r#""([^"\\]|\\.)*""#)]
    Quoted,
    #[regex(r"#[^\n]*", allow_greedy = true)]
    Comment,
    #[regex(r".", priority = 0)]
    Other,
}

/// A token at its place.
pub(crate) type Lexeme = ludex_base::Lexeme<Token>;

/// A text split into tokens, with the comments in a list of their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lexed {
    pub tokens: Vec<Lexeme>,
    /// By token, whether it is the first of its line: clauses start there.
    pub starts_line: Vec<bool>,
    pub comments: Vec<Span>,
}

/// The longest text that is read, in bytes.
const LONGEST: usize = 64 << 20;

/// Splits a text into tokens.
pub(crate) fn lex(text: &str) -> Result<Lexed, TextError> {
    if text.len() > LONGEST {
        return Err(TextError::new("the text is longer than 64 MiB", 0..0));
    }
    let mut lexed = Lexed::default();
    let mut end_of_last = 0;
    for (token, range) in Token::lexer(text).spanned() {
        let span = Span::from(range.clone());
        let starts_line = end_of_last == 0 || text[end_of_last..range.start].contains('\n');
        end_of_last = range.end;
        match token.unwrap_or(Token::Other) {
            Token::Comment => lexed.comments.push(span),
            token => {
                lexed.tokens.push(Lexeme { token, span });
                lexed.starts_line.push(starts_line);
            }
        }
    }
    Ok(lexed)
}

/// Returns whether a text is a single word or number.
pub(crate) fn is_word(text: &str) -> bool {
    let mut tokens = Token::lexer(text);
    let word = matches!(tokens.next(), Some(Ok(Token::Word | Token::Number)));
    word && tokens.span() == (0..text.len())
}

#[cfg(test)]
mod tests {
    use ludex_base::{quote, unquote};

    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        lex(text).expect("the text is short").tokens.iter().map(|t| t.token).collect()
    }

    #[test]
    fn words_numbers_and_everything_else() {
        use Token::*;
        assert_eq!(tokens("foo_bar' 12 1a e4 -1"), [Word, Number, Word, Word, Minus, Number]);
        assert_eq!(tokens("a->b - >"), [Word, Implies, Word, Minus, Greater]);
        assert_eq!(tokens("<<A>>~w"), [OpenCoalition, Word, CloseCoalition, Not, Word]);
        assert_eq!(tokens("1/2 §"), [Number, Other, Number, Other]);
        assert_eq!(tokens("\"a \\\" b\" \""), [Quoted, Other]);
        assert_eq!(tokens("# note\nw # more"), [Word]);
    }

    #[test]
    fn quoting_is_undone_by_unquoting() {
        for text in ["", "a", "a\"b", "a\\", "\\\"", "é\n\t"] {
            assert_eq!(unquote(&quote(text)), text);
            assert_eq!(tokens(&quote(text)), [Token::Quoted], "{text:?}");
        }
    }
}
