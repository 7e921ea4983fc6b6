//! Path formulas: `<<A>>F w`, `AG !l`, `E(w U l)`.
//!
//! `EX`, `AG` and the like are operators only where a formula follows, and `E` and `A` only before
//! a parenthesis that holds or precedes `U`: elsewhere they are names.

use ludex_base::TextError;

use super::Parser;
use crate::coalition::Temporal;
use crate::lexer::Token;
use crate::reserved::QUANTIFIERS;
use crate::syntax::{Expression, Id, Members};

impl Parser<'_> {
    /// Parses a path formula that starts with a coalition.
    pub(super) fn coalition_path(&mut self) -> Result<Expression, TextError> {
        let coalition = self.coalition()?;
        let temporal = match self.cursor.word() {
            "X" | "F" | "G" => self.operator_and_operand()?,
            _ => self.until()?,
        };
        Ok(Expression::Path { coalition, temporal })
    }

    /// Parses `<<agent, …>>`.
    fn coalition(&mut self) -> Result<Members, TextError> {
        self.cursor.advance();
        let mut members = Vec::new();
        while !self.cursor.eat(Token::CloseCoalition) {
            members.push(self.agent()?);
            if self.cursor.peek() != Some(Token::CloseCoalition) {
                self.expect(Token::Comma, "`,` or `>>`")?;
            }
        }
        Ok(Members::Listed(members))
    }

    /// Parses a path formula that starts with a quantifier of CTL: a path chosen by all agents is
    /// any path, and one chosen by nobody stands for all paths.
    pub(super) fn quantified_path(&mut self) -> Result<Expression, TextError> {
        let word = self.cursor.word();
        let (all, joined) = (word.starts_with('E'), word.len() > 1);
        let coalition = if all { Members::All } else { Members::Listed(Vec::new()) };
        let temporal = if joined {
            self.operator_and_operand()?
        } else {
            self.cursor.advance();
            self.until()?
        };
        Ok(Expression::Path { coalition, temporal })
    }

    /// Returns whether a quantifier of CTL starts here.
    pub(super) fn at_quantifier(&self) -> bool {
        let (next, token) = (self.cursor.position() + 1, self.cursor.peek_nth(1));
        match self.cursor.word() {
            "E" | "A" => token == Some(Token::Open) && self.is_until(next),
            word if QUANTIFIERS.contains(&word) => match token {
                Some(Token::Open) => !self.inside(next).any(|(_, token)| token == Token::Comma),
                token => token.is_some_and(starts_formula),
            },
            _ => false,
        }
    }

    /// Returns whether the parentheses that open at a token hold `φ U ψ` or precede `U`.
    fn is_until(&self, open: usize) -> bool {
        let is_word_until = |at: usize| {
            let lexeme = self.cursor.tokens().get(at);
            lexeme.is_some_and(|lexeme| lexeme.span.of(self.cursor.text()) == "U")
        };
        let closing = self.partner(open);
        let mut infix = is_word_until(closing + 1);
        for (at, token) in self.inside(open) {
            if token == Token::Comma {
                return false;
            }
            infix |= is_word_until(at) && at > open + 1 && at + 1 < closing;
        }
        infix
    }

    /// Returns the tokens inside the parentheses that open at a token, but not those inside
    /// further parentheses.
    fn inside(&self, open: usize) -> impl Iterator<Item = (usize, Token)> {
        let closing = self.partner(open);
        let mut at = open + 1;
        std::iter::from_fn(move || {
            let found = (at < closing).then(|| (at, self.cursor.tokens()[at].token))?;
            at = if found.1 == Token::Open { self.partner(at) + 1 } else { at + 1 };
            Some(found)
        })
    }

    /// Parses `X φ`, `F φ` or `G φ`; the operator is the last letter of the word.
    fn operator_and_operand(&mut self) -> Result<Temporal<Id>, TextError> {
        let operator = self.cursor.here();
        let last = self.cursor.word().chars().next_back();
        let body = self.operand()?;
        Ok(match last {
            Some('X') => Temporal::Next(body),
            Some('G') => Temporal::Always(body),
            _ => Temporal::Until(self.syntax.add(Expression::True, operator), body),
        })
    }

    /// Parses `φ U ψ` or `(φ U ψ)`.
    fn until(&mut self) -> Result<Temporal<Id>, TextError> {
        let keep = if self.cursor.eat(Token::Open) {
            let keep = self.nested(|parser| parser.expression(0))?;
            if self.eat_until() {
                let goal = self.nested(|parser| parser.expression(0))?;
                self.close()?;
                return Ok(Temporal::Until(keep, goal));
            }
            self.close()?;
            keep
        } else {
            self.nested(Self::prefix)?
        };
        if !self.eat_until() {
            return Err(self.expected("`U` (or `X`, `F`, `G` before the formula)"));
        }
        Ok(Temporal::Until(keep, self.nested(Self::prefix)?))
    }

    fn eat_until(&mut self) -> bool {
        self.cursor.eat_word(Token::Word, "U")
    }
}

/// Returns whether a formula can start with a token, other than a parenthesis.
fn starts_formula(token: Token) -> bool {
    use Token::{Less, Not, OpenBracket, OpenCoalition, Quoted, Word};
    matches!(token, Word | Quoted | Not | Less | OpenBracket | OpenCoalition)
}
