//! A position among the tokens of a text.

use std::borrow::Cow;
use std::ops::Range;

use crate::{Span, TextError};

/// A token and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lexeme<T> {
    /// The kind of token.
    pub token: T,
    /// Its place in the text.
    pub span: Span,
}

/// A position among the tokens of a text: what every parser by recursive descent is built on. The
/// messages of a language are its own; the cursor says what is found and where.
///
/// ```
/// use ludex_base::Cursor;
/// // The tokens of this language are its characters.
/// let tokens = "1+2".char_indices().map(|(at, c)| (c, at..at + 1));
/// let mut cursor = Cursor::new("1+2", tokens);
/// assert!(cursor.eat('1') && !cursor.eat('2'));
/// assert_eq!((cursor.peek(), cursor.word()), (Some('+'), "+"));
/// cursor.advance();
/// assert_eq!(cursor.before().range(), 1..2);
/// ```
#[derive(Clone, Debug)]
pub struct Cursor<'t, T: Clone> {
    text: &'t str,
    tokens: Cow<'t, [Lexeme<T>]>,
    at: usize,
    depth: usize,
    /// The place after the last token.
    end: Span,
}

impl<'t, T: Copy + PartialEq> Cursor<'t, T> {
    /// Starts at the first of the tokens of a text.
    pub fn new(text: &'t str, tokens: impl IntoIterator<Item = (T, Range<usize>)>) -> Self {
        let lexeme = |(token, range)| Lexeme { token, span: Span::from(range) };
        let tokens: Vec<Lexeme<T>> = tokens.into_iter().map(lexeme).collect();
        Cursor { text, tokens: tokens.into(), at: 0, depth: 0, end: Span::at(text.len()) }
    }

    /// Starts at the first of some tokens of a text, which somebody else keeps.
    pub fn over(text: &'t str, tokens: &'t [Lexeme<T>]) -> Self {
        Cursor { text, tokens: tokens.into(), at: 0, depth: 0, end: Span::at(text.len()) }
    }

    /// Puts the end of the text right after the last token, before the blanks that follow it.
    pub fn without_last_blanks(mut self) -> Self {
        self.end = self.tokens.last().map_or(Span::default(), |last| last.span.after());
        self
    }

    /// Starts at the first of the tokens of a text, which a lexer makes that can fail.
    pub fn try_new<E>(
        text: &'t str,
        tokens: impl IntoIterator<Item = Result<(T, Range<usize>), E>>,
    ) -> Result<Self, E> {
        let tokens: Vec<_> = tokens.into_iter().collect::<Result<_, E>>()?;
        Ok(Cursor::new(text, tokens))
    }

    /// Returns the whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns all tokens.
    pub fn tokens(&self) -> &[Lexeme<T>] {
        &self.tokens
    }

    /// Returns how many tokens were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Goes back or on to where this many tokens were read.
    pub fn go_to(&mut self, position: usize) {
        self.at = position;
    }

    /// Returns whether all tokens were read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Returns the next token, or `None` at the end.
    pub fn peek(&self) -> Option<T> {
        self.peek_nth(0)
    }

    /// Returns the token `n` places after the next one.
    pub fn peek_nth(&self, n: usize) -> Option<T> {
        self.tokens.get(self.at + n).map(|lexeme| lexeme.token)
    }

    /// Returns the place of the next token; at the end, the empty place at the end of the text.
    pub fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |lexeme| lexeme.span)
    }

    /// Returns the place of the last token read; before the first one, the start of the text.
    pub fn before(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(Span::default(), |lexeme| lexeme.span)
    }

    /// Returns the text of the next token, empty at the end.
    pub fn word(&self) -> &'t str {
        &self.text[self.here().range()]
    }

    /// Reads the next token, if there is one, and returns its place.
    pub fn advance(&mut self) -> Span {
        let span = self.here();
        self.at = (self.at + 1).min(self.tokens.len());
        span
    }

    /// Reads the next token if it is this one; returns whether it was.
    pub fn eat(&mut self, token: T) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    /// Reads the next token if it is of this kind and has this text; returns whether it was.
    pub fn eat_word(&mut self, token: T, word: &str) -> bool {
        let found = self.peek() == Some(token) && self.word() == word;
        self.at += usize::from(found);
        found
    }

    /// Counts one more level of nesting; fails with this message where there are `deepest`.
    pub fn enter(
        &mut self,
        deepest: usize,
        message: impl FnOnce() -> String,
    ) -> Result<(), TextError> {
        if self.depth == deepest {
            return Err(self.here().error(message()));
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves the level that [`Cursor::enter`] entered.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cursor(text: &str) -> Cursor<'_, char> {
        Cursor::new(text, text.char_indices().map(|(at, c)| (c, at..at + c.len_utf8())))
    }

    #[test]
    fn places_at_both_ends() {
        let mut cursor = cursor("ab");
        assert_eq!((cursor.before().range(), cursor.here().range()), (0..0, 0..1));
        assert!(cursor.eat('a') && cursor.eat_word('b', "b") && cursor.is_at_end());
        assert_eq!((cursor.before().range(), cursor.here().range()), (1..2, 2..2));
        assert_eq!((cursor.peek(), cursor.word(), cursor.eat('a')), (None, "", false));
        assert_eq!((cursor.advance().range(), cursor.position()), (2..2, 2));
    }

    #[test]
    fn blanks_at_the_end_can_be_left_out() {
        let tokens = || [('a', 0..1)];
        let (with, without) = (Cursor::new("a  ", tokens()), Cursor::new("a  ", tokens()));
        let (mut with, mut without) = (with, without.without_last_blanks());
        assert!(with.eat('a') && without.eat('a'));
        assert_eq!((with.here().range(), without.here().range()), (3..3, 1..1));
    }

    #[test]
    fn nesting_is_bounded() {
        let mut cursor = cursor("x");
        let deep = || "too deep".to_string();
        cursor.enter(1, deep).expect("the first level");
        assert_eq!(cursor.enter(1, deep), Err(TextError::new("too deep", 0..1)));
        cursor.leave();
        cursor.enter(1, deep).expect("it was left");
    }
}
