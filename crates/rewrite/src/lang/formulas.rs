//! Formulas and terms.
//!
//! ```text
//! formula = or [ "->" formula ]       or = and { "or" and }       and = unary { "and" unary }
//! unary   = "not" unary | ("ex" | "all") x { "," x } unary | R "(" … ")" | x ("=" | "!=") x
//!         | term comparison term | "(" formula ")" | "true" | "false"
//! term    = product { ("+" | "-") product }   product = power { "*" power }
//! power   = "-" power | factor [ "^" n ]
//! factor  = number | ":" "(" formula ")" | "Sum" "(" x { "," x } "|" formula ":" term ")"
//!         | "(" term ")"
//! ```
//!
//! A parenthesis opens a term if and only if the token after its partner continues a term.

use ludex_base::{Span, TextError};

use super::cursor::{Parser, Result, Use};
use super::lexer::Token;
use crate::Rational;
use crate::syntax::{Comparison, Formula, Name, Term};

/// The largest exponent: `t^4` is usual, and numbers must stay printable.
const LARGEST_POWER: u32 = 64;

impl Parser<'_> {
    /// Parses a formula.
    pub fn formula(&mut self) -> Result<Formula> {
        let mut parts = vec![self.conjunction()?];
        while self.eat_word("or") {
            parts.push(self.conjunction()?);
        }
        let left = if parts.len() == 1 { parts.remove(0) } else { Formula::Or(parts) };
        if !self.cursor.eat(Token::Arrow) {
            return Ok(left);
        }
        let right = self.nested(Self::formula)?;
        Ok(Formula::Or(vec![Formula::Not(Box::new(left)), right]))
    }

    fn conjunction(&mut self) -> Result<Formula> {
        let mut parts = vec![self.unary()?];
        while self.eat_word("and") {
            parts.push(self.unary()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) })
    }

    fn unary(&mut self) -> Result<Formula> {
        match (self.cursor.peek(), self.cursor.word()) {
            (Some(Token::Word), "not") => {
                self.cursor.advance();
                Ok(Formula::Not(Box::new(self.nested(Self::unary)?)))
            }
            (Some(Token::Word), "ex") => {
                let (variables, body) = self.quantified()?;
                Ok(Formula::Exists(variables, Box::new(body)))
            }
            (Some(Token::Word), "all") => {
                let (variables, body) = self.quantified()?;
                Ok(Formula::Forall(variables, Box::new(body)))
            }
            (Some(Token::Word), "true") => self.step(Formula::True),
            (Some(Token::Word), "false") => self.step(Formula::False),
            (Some(Token::Word), "Sum") => self.comparison(),
            (Some(Token::Word), _) => self.atom(),
            (Some(Token::Number | Token::Colon | Token::Minus), _) => self.comparison(),
            (Some(Token::Open), _) if self.opens_term() => self.comparison(),
            (Some(Token::Open), _) => {
                self.cursor.advance();
                let inner = self.nested(Self::formula)?;
                self.expect(Token::Close, "`and`, `or`, `->` or `)`")?;
                Ok(inner)
            }
            _ => Err(self.expected("a formula")),
        }
    }

    fn step(&mut self, formula: Formula) -> Result<Formula> {
        self.cursor.advance();
        Ok(formula)
    }

    fn quantified(&mut self) -> Result<(Vec<Name>, Formula)> {
        self.cursor.advance();
        let variables = self.variables()?;
        let body = self.within(&variables, |parser| parser.nested(Self::unary))?;
        Ok((variables, body))
    }

    /// Parses a list of new variables.
    fn variables(&mut self) -> Result<Vec<Name>> {
        self.list(Token::Comma, |parser| parser.name("a variable"))
    }

    /// Parses with more variables in scope.
    pub fn within<T>(
        &mut self,
        names: &[Name],
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let known = self.scope.len();
        self.scope.extend_from_slice(names);
        let result = read(self);
        self.scope.truncate(known);
        result
    }

    /// Parses `R(x, y)`, `x = y` or `x != y`.
    fn atom(&mut self) -> Result<Formula> {
        let span = self.cursor.here();
        if self.cursor.peek_nth(1) == Some(Token::Open) {
            let name = self.name("a relation")?;
            self.cursor.advance();
            let arguments = match self.cursor.peek() {
                Some(Token::Close) => Vec::new(),
                _ => self.list(Token::Comma, Self::variable)?,
            };
            self.expect(Token::Close, "`,` or `)`")?;
            let (arity, place) = (Some(arguments.len()), self.place);
            self.uses.push(Use { name: name.clone(), arity, span, place });
            return Ok(Formula::Relation(name, arguments));
        }
        let known = self.uses.len();
        let left = self.name("a formula")?;
        let equal = match self.cursor.peek() {
            Some(Token::Equals) => true,
            Some(Token::Unequal) => false,
            _ => {
                self.uses.truncate(known);
                let help = "relations have parentheses, also without arguments: `WinP()`";
                return Err(self.expected("`(`, `=` or `!=`").help(help));
            }
        };
        self.known(&left, span)?;
        self.cursor.advance();
        let right = self.variable()?;
        let formula = Formula::Equal(left, right);
        Ok(if equal { formula } else { Formula::Not(Box::new(formula)) })
    }

    /// Parses a variable or constant in scope.
    fn variable(&mut self) -> Result<Name> {
        let span = self.cursor.here();
        // Elements may be named by numbers, and so may the constants that stand for them.
        let name = match self.cursor.peek() {
            Some(Token::Number) if self.scope.iter().any(|n| &**n == self.cursor.word()) => {
                let name = self.cursor.word().into();
                self.cursor.advance();
                name
            }
            _ => self.name("a variable")?,
        };
        self.known(&name, span)?;
        Ok(name)
    }

    fn known(&self, name: &Name, span: Span) -> Result<()> {
        if self.open || self.scope.contains(name) {
            return Ok(());
        }
        let error = TextError::new(format!("the variable `{name}` is not bound"), span);
        Err(match self.scope.is_empty() {
            true => error.help("bind it with `ex` or `all`"),
            false => error.help(format!("known here: {}", self.scope.join(", "))),
        })
    }

    /// Returns whether the parenthesis here opens a term, by the token after its partner.
    fn opens_term(&self) -> bool {
        let mut open = 0;
        for (i, lexeme) in self.cursor.tokens()[self.cursor.position()..].iter().enumerate() {
            match lexeme.token {
                Token::Open => open += 1,
                Token::Close => open -= 1,
                _ => {}
            }
            if open == 0 {
                let next = self.cursor.peek_nth(i + 1);
                use Token::*;
                let operators = [
                    Plus, Minus, Times, Power, Less, BackArrow, AtMost, Greater, AtLeast, Equals,
                    Unequal,
                ];
                return next.is_some_and(|t| operators.contains(&t));
            }
        }
        false
    }

    fn comparison(&mut self) -> Result<Formula> {
        let left = self.term()?;
        let operator = self.cursor.peek();
        let comparison = match operator {
            Some(Token::Less | Token::Greater | Token::BackArrow) => Comparison::Less,
            Some(Token::AtMost | Token::AtLeast) => Comparison::AtMost,
            Some(Token::Equals | Token::Unequal) => Comparison::Same,
            _ => return Err(self.expected("a comparison (`<`, `<=`, `=`, `!=`, `>`, `>=`)")),
        };
        self.cursor.advance();
        let mut right = self.term()?;
        if operator == Some(Token::BackArrow) {
            right = negative(right); // `a <-1` is `a < -1`
        }
        Ok(match operator {
            Some(Token::Greater | Token::AtLeast) => Formula::Compare(comparison, right, left),
            Some(Token::Unequal) => {
                Formula::Not(Box::new(Formula::Compare(comparison, left, right)))
            }
            _ => Formula::Compare(comparison, left, right),
        })
    }

    /// Parses a term.
    pub fn term(&mut self) -> Result<Term> {
        // `(a + b) + c` is flattened to `a + b + c`.
        let mut parts = match self.product()? {
            Term::Add(parts) => parts,
            part => vec![part],
        };
        loop {
            if self.cursor.eat(Token::Plus) {
                parts.push(self.product()?);
            } else if self.cursor.eat(Token::Minus) {
                let next = self.product()?;
                parts.push(negative(next));
            } else {
                return Ok(if parts.len() == 1 { parts.remove(0) } else { Term::Add(parts) });
            }
        }
    }

    fn product(&mut self) -> Result<Term> {
        let mut parts = vec![self.power()?];
        while self.cursor.eat(Token::Times) {
            parts.push(self.power()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Term::Times(parts) })
    }

    fn power(&mut self) -> Result<Term> {
        if self.cursor.eat(Token::Minus) {
            return Ok(negative(self.nested(Self::power)?));
        }
        let base = self.factor()?;
        if !self.cursor.eat(Token::Power) {
            return Ok(base);
        }
        let span = self.cursor.here();
        match self.number("a whole number")? {
            exponent if exponent <= LARGEST_POWER => Ok(Term::Power(Box::new(base), exponent)),
            _ => Err(TextError::new(format!("exponents go up to {LARGEST_POWER}"), span)),
        }
    }

    fn factor(&mut self) -> Result<Term> {
        match (self.cursor.peek(), self.cursor.word()) {
            (Some(Token::Number), word) => {
                let number = Rational::parse(word)
                    .ok_or_else(|| TextError::new("the denominator is 0", self.cursor.here()))?;
                self.cursor.advance();
                Ok(Term::Number(number))
            }
            (Some(Token::Colon), _) => {
                self.cursor.advance();
                self.expect(Token::Open, "`(` after `:`")?;
                let formula = self.nested(Self::formula)?;
                self.expect(Token::Close, "`and`, `or`, `->` or `)`")?;
                Ok(Term::Truth(Box::new(formula)))
            }
            (Some(Token::Word), "Sum") => self.sum(),
            (Some(Token::Open), _) => {
                self.cursor.advance();
                let inner = self.nested(Self::term)?;
                self.expect(Token::Close, "an operator or `)`")?;
                Ok(inner)
            }
            _ => Err(self
                .expected("a term")
                .help("for instance `1/4`, `:(WinP())`, `Sum (x | P(x) : 1)`")),
        }
    }

    fn sum(&mut self) -> Result<Term> {
        self.cursor.advance();
        self.expect(Token::Open, "`(` after `Sum`")?;
        let variables = self.variables()?;
        self.expect(Token::Bar, "`,` or `|`")?;
        let (guard, term) = self.within(&variables, |parser| {
            let guard = parser.nested(Self::formula)?;
            parser.expect(Token::Colon, "`and`, `or`, `->` or `:`")?;
            Ok((guard, parser.nested(Self::term)?))
        })?;
        self.expect(Token::Close, "an operator or `)`")?;
        Ok(Term::Sum(variables, Box::new(guard), Box::new(term)))
    }
}

/// Returns `-1 * t`, or the negative number.
pub(crate) fn negative(term: Term) -> Term {
    match term {
        Term::Number(number) => Term::Number(-&number),
        term => Term::Times(vec![Term::Number(Rational::from(-1)), term]),
    }
}
