//! The parser of terms: names, numbers, variables, lists and arithmetic.

use ludex_game::{TextError, unquote};

use super::Term;
use super::lexer::Token;
use super::parser::Parser;
use crate::symbol::Symbol;

/// The limit on the elements of a written list: terms are nested, and functions over them are
/// recursive.
const LONGEST_LIST: usize = 10_000;
/// The largest number; numbers must fit a cell of the machine.
pub const LARGEST: i64 = (1 << 60) - 1;

impl Parser<'_> {
    /// Parses `sum = product { ("+" | "-") product }`.
    pub(super) fn term(&mut self) -> Result<Term, TextError> {
        let mut left = self.product()?;
        while let Some(symbol) = match self.cursor.peek() {
            Some(Token::Plus) => Some(Symbol::PLUS),
            Some(Token::Minus) if self.cursor.peek_nth(1) != Some(Token::CloseBracket) => {
                Some(Symbol::MINUS)
            }
            _ => None,
        } {
            self.cursor.advance();
            left = Term::Compound(symbol, vec![left, self.product()?]);
            self.count_operator()?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Term, TextError> {
        let mut left = self.primary()?;
        while let Some(symbol) = match self.cursor.peek() {
            Some(Token::Times) => Some(Symbol::TIMES),
            Some(Token::Divide) => Some(Symbol::DIVIDE),
            Some(Token::Quotient) => Some(Symbol::QUOTIENT),
            Some(Token::Name) if self.here_is("mod") => Some(Symbol::MODULO),
            _ => None,
        } {
            self.cursor.advance();
            left = Term::Compound(symbol, vec![left, self.primary()?]);
            self.count_operator()?;
        }
        Ok(left)
    }

    /// Parses a term without operators around it.
    pub(super) fn primary(&mut self) -> Result<Term, TextError> {
        match self.cursor.peek() {
            Some(Token::Number) => self.number(1),
            Some(Token::Minus) => self.negative(),
            Some(Token::Variable) => Ok(self.variable()),
            Some(Token::Name | Token::Quoted) => self.compound(),
            Some(Token::Hidden) if self.hidden => self.compound(),
            Some(Token::OpenBracket) => self.nested(Self::list),
            Some(Token::Open) => self.nested(|parser| {
                parser.cursor.advance();
                let inner = parser.term()?;
                parser.expect(Token::Close, "`)`")?;
                Ok(inner)
            }),
            _ => Err(self.expected("a term")),
        }
    }

    fn negative(&mut self) -> Result<Term, TextError> {
        self.cursor.advance();
        match self.cursor.peek() {
            Some(Token::Number) => self.number(-1),
            _ => {
                let inner = self.nested(Self::primary)?;
                Ok(Term::Compound(Symbol::MINUS, vec![inner]))
            }
        }
    }

    fn number(&mut self, sign: i64) -> Result<Term, TextError> {
        let number = self.cursor.word().parse::<i64>().ok().filter(|&n| n <= LARGEST);
        let Some(number) = number else {
            return Err(TextError::new("this number is too large", self.cursor.here())
                .help(format!("the largest number is {LARGEST}")));
        };
        self.cursor.advance();
        Ok(Term::Integer(sign * number))
    }

    fn variable(&mut self) -> Term {
        let name = self.cursor.word().to_owned();
        self.cursor.advance();
        Term::Variable(self.scope_variable(name))
    }

    fn compound(&mut self) -> Result<Term, TextError> {
        let name = match self.cursor.peek() {
            Some(Token::Quoted) => unquote(self.cursor.word()),
            Some(Token::Hidden) => format!("${}", self.cursor.word()),
            _ => self.cursor.word().to_owned(),
        };
        if self.cursor.peek() == Some(Token::Name) && matches!(name.as_str(), "is" | "mod" | "not")
        {
            return Err(self.expected("a term"));
        }
        if name.starts_with('$') && self.cursor.peek() != Some(Token::Hidden) {
            return Err(TextError::new(
                "names that start with `$` are the program's own",
                self.cursor.here(),
            ));
        }
        let symbol = self.intern(&name);
        let after = self.cursor.here().end;
        self.cursor.advance();
        if self.cursor.peek() != Some(Token::Open) || self.cursor.here().start != after {
            return Ok(Term::Constant(symbol));
        }
        let arguments = self.nested(Self::arguments)?;
        if arguments.len() > 255 {
            return Err(TextError::new("more than 255 arguments", self.cursor.before()));
        }
        Ok(Term::Compound(symbol, arguments))
    }

    fn arguments(&mut self) -> Result<Vec<Term>, TextError> {
        self.cursor.advance();
        let mut arguments = vec![self.term()?];
        while self.cursor.eat(Token::Comma) {
            arguments.push(self.term()?);
        }
        self.expect(Token::Close, "`,` or `)`")?;
        Ok(arguments)
    }

    /// Parses `[a, b | Rest]`.
    fn list(&mut self) -> Result<Term, TextError> {
        let start = self.cursor.here();
        self.cursor.advance();
        if self.cursor.eat(Token::CloseBracket) {
            return Ok(Term::Constant(Symbol::NIL));
        }
        let mut elements = vec![self.term()?];
        while self.cursor.eat(Token::Comma) {
            elements.push(self.term()?);
        }
        let rest = match self.cursor.eat(Token::Bar) {
            true => self.term()?,
            false => Term::Constant(Symbol::NIL),
        };
        self.expect(Token::CloseBracket, "`,`, `|` or `]`")?;
        if elements.len() > LONGEST_LIST {
            let message = format!("this list has more than {LONGEST_LIST} elements");
            return Err(TextError::new(message, start));
        }
        let cons = |rest, element| Term::Compound(Symbol::CONS, vec![element, rest]);
        Ok(elements.into_iter().rev().fold(rest, cons))
    }
}
