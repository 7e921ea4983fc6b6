//! Where the parser is in the text: looking ahead, stepping on, complaining.

use std::ops::Range;

use ludex_game::TextError;

use super::lexer::{Lexeme, Token, lex};
use crate::syntax::Name;

pub(crate) type Result<T> = std::result::Result<T, TextError>;

/// Words that name no relation, variable or element.
const RESERVED: [&str; 20] = [
    "PLAYERS", "REL", "RULE", "LOC", "START", "MODEL", "PLAYER", "PAYOFF", "MOVES", "emb", "with",
    "pre", "post", "ex", "all", "not", "and", "or", "true", "false",
];

/// How deep formulas and terms may be nested in a text.
pub(crate) const DEEPEST: usize = 200;

/// Where a relation was mentioned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Formula,
    Left,
    Right,
    Model,
    Exact,
}

/// A mention of a relation, to be checked when all of them are known.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub name: Name,
    /// How many arguments it had; nothing in a list of names.
    pub arity: Option<usize>,
    pub span: Range<usize>,
    pub place: Place,
}

/// A text being read.
pub(crate) struct Parser<'t> {
    pub text: &'t str,
    pub tokens: Vec<Lexeme>,
    pub at: usize,
    /// The variables and constants that are known here.
    pub scope: Vec<Name>,
    /// Whether variables need not be known: in the formulas of some queries.
    pub open: bool,
    pub uses: Vec<Use>,
    pub place: Place,
    depth: usize,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str) -> Result<Parser<'t>> {
        let tokens = lex(text)?;
        let (scope, uses) = (Vec::new(), Vec::new());
        let place = Place::Formula;
        Ok(Parser { text, tokens, at: 0, scope, open: false, uses, place, depth: 0 })
    }

    pub fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|lexeme| lexeme.token)
    }

    /// The place of the next token; at the end, the empty place after the last one.
    pub fn here(&self) -> Range<usize> {
        match self.tokens.get(self.at) {
            Some(lexeme) => lexeme.span.clone(),
            None => self.text.len()..self.text.len(),
        }
    }

    /// The text of the next token, empty at the end.
    pub fn word(&self) -> &'t str {
        &self.text[self.here()]
    }

    pub fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(Token::Word) && self.word() == word;
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, token: Token, what: &str) -> Result<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// A name that is no key word.
    pub fn name(&mut self, what: &str) -> Result<Name> {
        let word = self.word();
        if self.peek() != Some(Token::Word) {
            return Err(self.expected(what));
        }
        if RESERVED.contains(&word) || word == "Sum" {
            return Err(self.expected(what).help(format!("`{word}` is a word of the language")));
        }
        self.at += 1;
        Ok(word.into())
    }

    /// A whole number.
    pub fn number(&mut self, what: &str) -> Result<u32> {
        let number = match self.peek() {
            Some(Token::Number) => self.word().parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(number)
    }

    /// Items separated by a token.
    pub fn list<T>(
        &mut self,
        separator: Token,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(separator) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Goes one level deeper.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == DEEPEST {
            let message = format!("nested more than {DEEPEST} deep");
            return Err(TextError::new(message, self.here()).help("define a relation with REL"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    pub fn expected(&self, what: &str) -> TextError {
        let found = match (self.peek(), self.word()) {
            (None, _) => "the end".to_owned(),
            (_, "\"") => return TextError::new("this quotation mark is never closed", self.here()),
            (Some(Token::Quoted), _) => "a grid".to_owned(),
            (_, word) => format!("`{}`", word.chars().take(60).collect::<String>()),
        };
        TextError::new(format!("expected {what}, found {found}"), self.here())
    }

    /// The end of the text.
    pub fn end(&self, what: &str) -> Result<()> {
        if self.at == self.tokens.len() { Ok(()) } else { Err(self.expected(what)) }
    }
}
