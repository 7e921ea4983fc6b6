//! From text to rules: tokens, nested lists, and the rules they mean.

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

/// Reads a text as nested lists, in whichever notation it is written: a text that starts with a
/// name, or that has `:-`, is in the infix form.
pub(crate) fn read(text: &str) -> Result<Vec<Expr>> {
    if is_infix(text) { infix::read(text) } else { prefix::read(text) }
}

/// Reads KIF: a fact, a move or a list of them.
pub(crate) fn read_kif(text: &str) -> Result<Vec<Expr>> {
    prefix::read(text)
}

fn is_infix(text: &str) -> bool {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let lines = text.lines().map(|line| line.trim_start_matches(blank));
    let mut lines = lines.filter(|l| !l.is_empty() && !l.starts_with([';', '%', '#']));
    lines.next().is_some_and(|line| !line.starts_with(['(', ')']))
}
