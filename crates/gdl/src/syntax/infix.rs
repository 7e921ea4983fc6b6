//! Parses the infix form: `next(pile(K)) :- does(P, take(N)) & ~frozen(P)`.
//!
//! The result has the form of parsed KIF. Names that start with a capital letter are variables,
//! unless the text has variables with a question mark: then only those are.

use ludex_base::{Cursor, Span};

use super::expr::{Expr, check_depth};
use super::lexer::{Infix, lex};
use crate::error::{Category, GdlError, Result};

/// Parses all statements of a text.
pub(super) fn parse(text: &str) -> Result<Vec<Expr>> {
    let cursor = Cursor::new(text, lex::<Infix>(text)?);
    let marked = cursor.tokens().iter().any(|lexeme| lexeme.span.of(text).starts_with('?'));
    let mut parser = Parser { cursor, capitals: !marked };
    let mut statements = Vec::new();
    while !parser.cursor.is_at_end() {
        statements.push(parser.statement()?);
    }
    Ok(statements)
}

struct Parser<'t> {
    cursor: Cursor<'t, Infix>,
    /// Whether names that start with a capital letter are variables.
    capitals: bool,
}

impl Parser<'_> {
    fn expected(&self, what: &str) -> GdlError {
        let here = self.cursor.here();
        let found = match self.cursor.word() {
            "" => "the text ends".to_owned(),
            found => format!("there is `{found}`"),
        };
        GdlError::new(Category::Syntax, format!("{what} is expected, but {found}"), here)
    }

    /// Parses `head`, or `head :- body`, with or without a full stop.
    fn statement(&mut self) -> Result<Expr> {
        let start = self.cursor.here();
        let head = self.literal(0)?;
        let mut statement = head;
        if self.cursor.eat(Infix::If) {
            let mut parts = vec![Expr::word("<=", start), statement];
            parts.push(self.literal(0)?);
            while self.cursor.eat(Infix::And) {
                parts.push(self.literal(0)?);
            }
            let end = parts.last().map_or(start, |p| p.span);
            statement = Expr::list(parts, start.to(end));
        }
        self.cursor.eat(Infix::Stop);
        Ok(statement)
    }

    /// Parses a term, a negated literal or alternatives in parentheses.
    fn literal(&mut self, depth: usize) -> Result<Expr> {
        let start = self.cursor.here();
        check_depth(depth, start)?;
        if self.cursor.eat(Infix::Not) {
            let inner = self.literal(depth + 1)?;
            let span = start.to(inner.span);
            return Ok(Expr::list(vec![Expr::word("not", start), inner], span));
        }
        if self.cursor.eat(Infix::Open) {
            let inner = self.alternatives(start, depth + 1)?;
            return if self.cursor.eat(Infix::Close) {
                Ok(inner)
            } else {
                Err(self.expected("`)`"))
            };
        }
        self.term(depth)
    }

    /// Parses `a | b & c`.
    fn alternatives(&mut self, start: Span, depth: usize) -> Result<Expr> {
        let mut alternatives = vec![Expr::word("or", start)];
        loop {
            let mut all = vec![Expr::word("and", start), self.literal(depth)?];
            while self.cursor.eat(Infix::And) {
                all.push(self.literal(depth)?);
            }
            let span = start.to(all.last().map_or(start, |e| e.span));
            alternatives.push(if all.len() == 2 {
                all.swap_remove(1)
            } else {
                Expr::list(all, span)
            });
            if !self.cursor.eat(Infix::Or) {
                let span = start.to(span);
                let single = alternatives.len() == 2;
                return Ok(if single {
                    alternatives.swap_remove(1)
                } else {
                    Expr::list(alternatives, span)
                });
            }
        }
    }

    /// Parses `name` or `name(term, …)`.
    fn term(&mut self, depth: usize) -> Result<Expr> {
        check_depth(depth, self.cursor.here())?;
        let span = self.cursor.here();
        if !self.cursor.eat(Infix::Word) {
            return Err(self.expected("a name"));
        }
        let word = self.word(span);
        if !self.cursor.eat(Infix::Open) {
            return Ok(word);
        }
        let mut parts = vec![word];
        while self.cursor.peek() != Some(Infix::Close) {
            parts.push(self.literal(depth + 1)?);
            if !self.cursor.eat(Infix::Comma) {
                break;
            }
        }
        let end = self.cursor.here();
        if self.cursor.eat(Infix::Close) {
            return Ok(Expr::list(parts, span.to(end)));
        }
        let message =
            format!("the parenthesis after `{}` is never closed", span.of(self.cursor.text()));
        Err(GdlError::new(Category::Syntax, message, span).help("`,` or `)` is expected"))
    }

    fn word(&self, span: Span) -> Expr {
        let text = span.of(self.cursor.text());
        let variable = self.capitals && text.starts_with(|c: char| c.is_uppercase() || c == '_');
        let mark = if variable { "?" } else { "" };
        Expr::word(format!("{mark}{}", text.to_lowercase()), span)
    }
}
