//! The parser: the functions that all parts of the language share.

use std::ops::Range;

use ludex_base::{Cursor, Span, TextError};

use super::lexer::{Token, lex};
use crate::syntax::Name;

pub(crate) type Result<T> = std::result::Result<T, TextError>;

/// Words that cannot name a relation, variable or element.
const RESERVED: [&str; 20] = [
    "PLAYERS", "REL", "RULE", "LOC", "START", "MODEL", "PLAYER", "PAYOFF", "MOVES", "emb", "with",
    "pre", "post", "ex", "all", "not", "and", "or", "true", "false",
];

/// The greatest nesting depth of formulas and terms in a text.
pub(crate) const DEEPEST: usize = 200;

/// The context of a use of a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Formula,
    Left,
    Right,
    Model,
    Exact,
}

/// A use of a relation, to be checked when all relations are known.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub name: Name,
    /// The number of arguments; `None` in a list of names.
    pub arity: Option<usize>,
    pub span: Span,
    pub place: Place,
}

/// A text being parsed.
pub(crate) struct Parser<'t> {
    pub cursor: Cursor<'t, Token>,
    /// The variables and constants in scope.
    pub scope: Vec<Name>,
    /// Whether free variables are allowed, as in the formulas of some queries.
    pub open: bool,
    pub uses: Vec<Use>,
    /// The marks in the grid of the MODEL, each with a cell that has it.
    pub marks: Vec<(Name, Range<usize>)>,
    pub place: Place,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str) -> Result<Parser<'t>> {
        let (scope, uses, marks) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Parser { cursor: lex(text)?, scope, open: false, uses, marks, place: Place::Formula })
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        self.cursor.eat_word(Token::Word, word)
    }

    pub fn expect(&mut self, token: Token, what: &str) -> Result<()> {
        if self.cursor.eat(token) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// Parses a name that is not a keyword.
    pub fn name(&mut self, what: &str) -> Result<Name> {
        let word = self.cursor.word();
        if self.cursor.peek() != Some(Token::Word) {
            return Err(self.expected(what));
        }
        if RESERVED.contains(&word) || word == "Sum" {
            return Err(self.expected(what).help(format!("`{word}` is a word of the language")));
        }
        self.cursor.advance();
        Ok(word.into())
    }

    /// Parses a whole number.
    pub fn number(&mut self, what: &str) -> Result<u32> {
        let number = match self.cursor.peek() {
            Some(Token::Number) => self.cursor.word().parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| self.expected(what))?;
        self.cursor.advance();
        Ok(number)
    }

    /// Parses items separated by a token.
    pub fn list<T>(
        &mut self,
        separator: Token,
        mut item: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.cursor.eat(separator) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Parses one nesting level deeper.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let entered = self.cursor.enter(DEEPEST, || format!("nested more than {DEEPEST} deep"));
        entered.map_err(|error| error.help("define a relation with REL"))?;
        let result = read(self);
        self.cursor.leave();
        result
    }

    pub fn expected(&self, what: &str) -> TextError {
        let found = match (self.cursor.peek(), self.cursor.word()) {
            (None, _) => "the end".to_owned(),
            (_, "\"") => {
                return TextError::new("this quotation mark is never closed", self.cursor.here());
            }
            (Some(Token::Quoted), _) => "a grid".to_owned(),
            (_, word) => format!("`{}`", word.chars().take(60).collect::<String>()),
        };
        TextError::new(format!("expected {what}, found {found}"), self.cursor.here())
    }

    /// Checks that the text ends here.
    pub fn end(&self, what: &str) -> Result<()> {
        if self.cursor.is_at_end() { Ok(()) } else { Err(self.expected(what)) }
    }
}
