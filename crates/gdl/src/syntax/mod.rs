//! Parses texts to rules: tokens, nested lists, rules.

mod expr;
mod infix;
mod lexer;
mod lower;
mod prefix;
mod rule;
mod unify;

pub(crate) use expr::{DEEPEST, Expr, Kind};
pub(crate) use lower::lower;
pub(crate) use rule::{Literal, Pattern, Rule};
pub(crate) use unify::Substitution;

use crate::error::Result;

/// Parses a text as nested lists in either notation: a text that starts with a name, or that
/// contains `:-`, is in infix form.
pub(crate) fn parse(text: &str) -> Result<Vec<Expr>> {
    if is_infix(text) { infix::parse(text) } else { prefix::parse(text) }
}

/// Parses KIF: a fact, a move or a list of them.
pub(crate) fn parse_kif(text: &str) -> Result<Vec<Expr>> {
    prefix::parse(text)
}

fn is_infix(text: &str) -> bool {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let lines = text.lines().map(|line| line.trim_start_matches(blank));
    let mut lines = lines.filter(|l| !l.is_empty() && !l.starts_with([';', '%', '#']));
    lines.next().is_some_and(|line| !line.starts_with(['(', ')']))
}
