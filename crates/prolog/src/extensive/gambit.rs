//! The tokens that Gambit's formats `.efg` and `.nfg` are made of.

use std::ops::Range;

use ludex_base::{Cursor, Fraction, TextError};
use rustc_hash::FxHashSet;

use super::game::without_blanks;
use super::payoff::parse_payoff;

/// A token of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Quoted,
    Word,
    Open,
    Close,
}

/// Returns the tokens of a text with their places. Commas are white space.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = (Piece, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].find(|c: char| !c.is_whitespace() && c != ',')?;
        let (start, (piece, length)) = (at, first_piece(&text[at..])?);
        at += length;
        Some((piece, start..at))
    })
}

/// Returns the token that a text starts with, and its length.
fn first_piece(text: &str) -> Option<(Piece, usize)> {
    Some(match text.chars().next()? {
        '{' => (Piece::Open, 1),
        '}' => (Piece::Close, 1),
        '"' => (Piece::Quoted, (end_of_quotation(text) + 1).min(text.len())),
        _ => {
            let end = |c: char| c.is_whitespace() || [',', '{', '}', '"'].contains(&c);
            (Piece::Word, text.find(end).unwrap_or(text.len()))
        }
    })
}

/// Returns the position of the second quotation mark of a text; its end if there is none.
fn end_of_quotation(text: &str) -> usize {
    let mut escaped = false;
    let end = text[1..].find(|c| {
        let end = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        end
    });
    end.map_or(text.len(), |end| end + 1)
}

/// A text as tokens, and what is read of it.
pub(super) struct Tokens<'t> {
    pub cursor: Cursor<'t, Piece>,
}

impl<'t> Tokens<'t> {
    /// Splits a text.
    pub fn new(text: &'t str) -> Tokens<'t> {
        Tokens { cursor: Cursor::new(text, pieces(text)) }
    }

    /// Makes the error for something else than was expected.
    pub fn expected(&self, what: &str) -> TextError {
        let found = match self.cursor.word() {
            "" => "the end".to_owned(),
            words => format!("`{words}`"),
        };
        self.cursor.here().error(format!("expected {what}, found {found}"))
    }

    /// Reads a word.
    pub fn word(&mut self, what: &str) -> Result<String, TextError> {
        let word = self.cursor.word();
        match self.cursor.eat(Piece::Word) {
            true => Ok(word.to_owned()),
            false => Err(self.expected(what)),
        }
    }

    /// Reads a text in quotation marks.
    pub fn quoted(&mut self, what: &str) -> Result<String, TextError> {
        let word = self.cursor.word();
        match self.cursor.eat(Piece::Quoted) {
            true => {
                let inner = &word[1..end_of_quotation(word)];
                Ok(inner.replace("\\\"", "\"").replace("\\\\", "\\"))
            }
            false => Err(self.expected(what)),
        }
    }

    /// Reads items between braces.
    pub fn braced<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, TextError>,
    ) -> Result<Vec<T>, TextError> {
        if !self.cursor.eat(Piece::Open) {
            return Err(self.expected("`{`"));
        }
        let mut items = Vec::new();
        while !self.cursor.eat(Piece::Close) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Reads the head of a file: its kind and version, the title and the players.
    pub fn header(
        &mut self,
        kind: &str,
        version: &str,
    ) -> Result<(String, Vec<String>), TextError> {
        for word in [kind, version] {
            if !self.cursor.eat_word(Piece::Word, word) {
                let help = format!("such a file starts with `{kind} {version} R`");
                return Err(self.expected(&format!("`{word}`")).help(help));
            }
        }
        self.word("`R` or `D`")?;
        let title = self.quoted("the title in quotation marks")?;
        let mut known = FxHashSet::default();
        let players = self.braced(|tokens| {
            let place = tokens.cursor.here();
            let name = tokens.quoted("the name of a player")?;
            match known.insert(without_blanks(&name).to_ascii_lowercase()) {
                true => Ok(name),
                false => Err(place
                    .error(format!("\"{name}\" is the name of a player already"))
                    .help("expected different names; upper and lower case count as the same")),
            }
        })?;
        match players.len() {
            1..=64 => Ok((title, players)),
            _ => Err(self.expected("between 1 and 64 players before")),
        }
    }

    /// Reads a number: `3`, `-1.25` or `2/3`.
    pub fn number(&mut self, what: &str) -> Result<Fraction, TextError> {
        let word = self.cursor.peek() == Some(Piece::Word);
        let number = parse_payoff(self.cursor.word()).filter(|_| word);
        let number = number.ok_or_else(|| self.expected(what))?;
        self.cursor.advance();
        Ok(number)
    }
}
