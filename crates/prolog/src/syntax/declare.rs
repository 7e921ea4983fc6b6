//! Declarations: what stays true, what may be empty, and what actions end.

use ludex_base::TextError;

use super::lexer::Token;
use super::parser::{MOST_VARIABLES, Parser};
use super::{Act, Term};
use crate::symbol::Symbol;

/// A predicate that a directive names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: Symbol,
    /// The number of its arguments.
    pub arity: usize,
    /// The place of the name in the text.
    pub span: std::ops::Range<usize>,
}

impl Parser<'_> {
    /// Parses `NOT q` after the action of a head; returns `$ends(action,q)`.
    pub(super) fn ended(&mut self, prefix: &mut Vec<Act>) -> Result<Term, TextError> {
        let place = self.cursor.here();
        let (Some(Act::One(action)), true) = (prefix.pop(), prefix.is_empty()) else {
            return Err(TextError::new("an action ends something by itself", place)
                .help("write one action before NOT: `[1:drop] NOT holding(X) :- holding(X).`"));
        };
        self.cursor.advance();
        Ok(Term::Compound(Symbol::ENDS, vec![action, self.atom()?]))
    }

    /// Returns whether a directive `:-` starts here.
    pub fn at_directive(&self) -> bool {
        self.cursor.peek() == Some(Token::If)
    }

    /// Parses `:- inertial p/1, q/2.` or `:- dynamic p/1.`: returns whether it is the former, and
    /// the predicates with their places.
    pub fn directive(&mut self) -> Result<(bool, Vec<Declared>), TextError> {
        self.cursor.advance();
        let inertial = self.eat_word("inertial");
        if !inertial && !self.eat_word("dynamic") {
            return Err(self
                .expected("`inertial` or `dynamic`")
                .help("games declare `:- inertial p/1.` and `:- dynamic p/1.`"));
        }
        let mut declared = vec![self.declared()?];
        while self.cursor.eat(Token::Comma) {
            declared.push(self.declared()?);
        }
        self.expect(Token::End, "`,` or a full stop")?;
        Ok((inertial, declared))
    }

    /// Parses `name/arity`.
    fn declared(&mut self) -> Result<Declared, TextError> {
        let start = self.cursor.here();
        let atom = self.atom()?;
        let Term::Constant(name) = atom else {
            return Err(TextError::new("this is no name", start.to(self.cursor.before()))
                .help("a predicate is written with its number of arguments: `at/2`"));
        };
        self.expect(Token::Divide, "`/` and the number of arguments")?;
        let arity = self.count()?;
        let span = start.to(self.cursor.before());
        match arity > MOST_VARIABLES {
            true => Err(TextError::new("more arguments than a clause may have variables", span)),
            false => Ok(Declared { name, arity, span: span.range() }),
        }
    }
}
