//! The parser of Hilbert-style proofs: numbered lines `n. φ by RULE refs;`.

use super::parser::{Parser, Result};
use super::token::Token;
use super::tree::Tree;
use ludex_base::Span;

/// A parsed line of a proof.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ProofLine {
    pub number: u32,
    pub formula: Tree,
    pub rule: String,
    pub refs: Vec<u32>,
    /// The place of the rule and its references.
    pub rule_span: Span,
    /// The place of the formula.
    pub span: Span,
}

impl Parser<'_> {
    /// Parses the lines up to the end of the text.
    pub fn proof_lines(&mut self) -> Result<Vec<ProofLine>> {
        let mut lines = Vec::new();
        while self.peek() != Token::End {
            lines.push(self.proof_line()?);
        }
        if lines.is_empty() {
            return Err(self.expected("a numbered line `1. φ by RULE;`"));
        }
        Ok(lines)
    }

    fn proof_line(&mut self) -> Result<ProofLine> {
        let number = self.line_number()?;
        self.expect(Token::Dot, "`.`")?;
        let start = self.span();
        let formula = self.formula()?;
        let span = start.to(self.last_span());
        self.expect_word("by")?;
        let (rule, rule_start) = self.name("the name of a rule")?;
        let refs = match self.peek() {
            Token::Number => self.list(Self::line_number)?,
            _ => Vec::new(),
        };
        let rule_span = rule_start.to(self.last_span());
        if self.peek() != Token::End {
            self.expect(Token::Semicolon, "`,` or `;`")?;
        }
        Ok(ProofLine { number, formula, rule, refs, rule_span, span })
    }

    fn line_number(&mut self) -> Result<u32> {
        let number = self.word().parse().ok().filter(|_| self.peek() == Token::Number);
        let number = number.ok_or_else(|| self.expected("the number of a line"))?;
        self.advance();
        Ok(number)
    }
}
