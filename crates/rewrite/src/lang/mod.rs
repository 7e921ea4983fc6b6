//! The language of `.toss` files: parsing with errors that point at the position, and printing.

mod check;
mod cursor;
mod description;
mod formulas;
mod lexer;
mod print;
mod structures;

pub(crate) use check::{Expansions, Signature};
pub(crate) use cursor::{Parser, Result};
pub(crate) use description::did_you_mean;
pub(crate) use lexer::Token;
pub(crate) use print::{grid_text, relations_text};
pub(crate) use structures::{MOST_ELEMENTS, parse_grid};

use crate::syntax::{Formula, Term};

/// Parses a formula that may have free variables and mention any relation.
///
/// ```
/// let formula = ludex_rewrite::parse_formula("ex x (P(x) and x != y)").unwrap();
/// assert_eq!(ludex_rewrite::free_variables(&formula), ["y".into()]);
/// ```
pub fn parse_formula(text: &str) -> Result<Formula> {
    let mut parser = Parser::new(text)?;
    parser.open = true;
    let formula = parser.formula()?;
    parser.end("`and`, `or`, `->` or the end")?;
    Ok(formula)
}

/// Parses a term that may have free variables and mention any relation.
pub fn parse_term(text: &str) -> Result<Term> {
    let mut parser = Parser::new(text)?;
    parser.open = true;
    let term = parser.term()?;
    parser.end("an operator or the end")?;
    Ok(term)
}
