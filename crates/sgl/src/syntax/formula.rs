//! The recursive-descent parser of formulas.
//!
//! ```text
//! formula   = implies { "<->" implies }
//! implies   = priority [ "->" implies ]
//! priority  = or { ( "else" | "also" ) or }
//! or        = and { "|" and }
//! and       = prefix { "&" prefix }
//! prefix    = "~" prefix | "[" action "]" prefix | "@" action ":" prefix | "{" formula "}" prefix
//!           | "next" prefix | ( "or" | "and" ) "(" bindings ")" prefix | primary
//! primary   = "(" formula ")" | "true" | "false" | "initial" | "terminal"
//!           | ( "does" | "legal" ) "(" action ")" | atom | quoted
//! ```

use super::parser::{Parser, Result};
use super::token::Token;
use super::tree::{Expr, Tree};

/// Words that are not names of atoms.
const RESERVED: &[&str] =
    &["else", "also", "in", "for", "by", "after", "choosing", "does", "legal", "or", "and", "next"];

/// Parses a formula from a text.
pub(crate) fn parse_formula(text: &str) -> Result<Tree> {
    let mut parser = Parser::new(text)?;
    let formula = parser.formula()?;
    match parser.peek() {
        Token::End => Ok(formula),
        _ => Err(parser.expected("an operator or the end of the formula")),
    }
}

impl Parser<'_> {
    /// Parses a formula.
    pub fn formula(&mut self) -> Result<Tree> {
        self.deeper(|p| {
            let mut left = p.implication()?;
            while p.eat(Token::Iff) {
                left = Tree::Iff(left.into(), p.implication()?.into());
            }
            Ok(left)
        })
    }

    fn implication(&mut self) -> Result<Tree> {
        let left = self.priority()?;
        if !self.eat(Token::Implies) {
            return Ok(left);
        }
        let right = self.deeper(Self::implication)?;
        Ok(Tree::Implies(left.into(), right.into()))
    }

    fn priority(&mut self) -> Result<Tree> {
        let mut left = self.disjunction()?;
        loop {
            if self.eat_word("else") {
                left = Tree::Else(left.into(), self.disjunction()?.into());
            } else if self.eat_word("also") {
                left = Tree::Also(left.into(), self.disjunction()?.into());
            } else {
                return Ok(left);
            }
        }
    }

    fn disjunction(&mut self) -> Result<Tree> {
        self.chain(Token::Or, Self::conjunction, Tree::Or)
    }

    fn conjunction(&mut self) -> Result<Tree> {
        self.chain(Token::And, Self::prefix, Tree::And)
    }

    fn chain(
        &mut self,
        operator: Token,
        operand: fn(&mut Self) -> Result<Tree>,
        make: fn(Vec<Tree>) -> Tree,
    ) -> Result<Tree> {
        let first = operand(self)?;
        if self.peek() != operator {
            return Ok(first);
        }
        let mut list = vec![first];
        while self.eat(operator) {
            list.push(operand(self)?);
        }
        Ok(make(list))
    }

    fn prefix(&mut self) -> Result<Tree> {
        self.deeper(|p| match p.peek() {
            Token::Not => {
                p.advance();
                Ok(Tree::Not(p.prefix()?.into()))
            }
            Token::OpenBracket => {
                p.advance();
                let action = p.expr()?;
                p.expect(Token::CloseBracket, "`]`")?;
                Ok(Tree::Exec(action, p.prefix()?.into()))
            }
            Token::At => {
                p.advance();
                let action = p.expr()?;
                p.expect(Token::Colon, "`:` (select is `@a: φ`)")?;
                Ok(Tree::Select(action, p.prefix()?.into()))
            }
            Token::OpenBrace => {
                p.advance();
                let strategy = p.formula()?;
                p.expect(Token::CloseBrace, "`}`")?;
                Ok(Tree::Strategy(strategy.into(), p.prefix()?.into()))
            }
            Token::Word => p.word_prefix(),
            _ => p.primary(),
        })
    }

    /// Parses `next φ`, `or(…) φ`, `and(…) φ`, or a primary that starts with another word.
    fn word_prefix(&mut self) -> Result<Tree> {
        if self.eat_word("next") {
            return Ok(Tree::Next(self.prefix()?.into()));
        }
        let all = self.at_word("and");
        if !all && !self.at_word("or") {
            return self.primary();
        }
        self.advance();
        self.expect(Token::Open, "`(` and the indices, as in `or(i in 1..3)`,")?;
        let bindings = self.bindings()?;
        self.expect(Token::Close, "`,` or `)`")?;
        Ok(Tree::Each { all, bindings, body: self.prefix()?.into() })
    }

    fn primary(&mut self) -> Result<Tree> {
        match self.peek() {
            Token::Open => {
                self.advance();
                let inner = self.formula()?;
                self.expect(Token::Close, "an operator or `)`")?;
                Ok(inner)
            }
            Token::Quoted => Ok(Tree::Atom(self.expr()?)),
            Token::Word => self.word_primary(),
            _ => Err(self.expected("a formula")),
        }
    }

    fn word_primary(&mut self) -> Result<Tree> {
        let constant = match self.word() {
            "true" => Some(Tree::Truth(true)),
            "false" => Some(Tree::Truth(false)),
            "initial" => Some(Tree::Initial),
            "terminal" => Some(Tree::Terminal),
            _ => None,
        };
        if let Some(constant) = constant {
            self.advance();
            return Ok(constant);
        }
        if self.eat_word("does") {
            return Ok(Tree::Does(self.in_parentheses()?));
        }
        if self.eat_word("legal") {
            return Ok(Tree::Legal(self.in_parentheses()?));
        }
        if RESERVED.contains(&self.word()) {
            return Err(self.expected("a formula"));
        }
        Ok(Tree::Atom(self.term()?))
    }

    fn in_parentheses(&mut self) -> Result<Expr> {
        self.expect(Token::Open, "`(` and an action")?;
        let action = self.expr()?;
        self.expect(Token::Close, "`)`")?;
        Ok(action)
    }
}
