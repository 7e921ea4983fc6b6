//! Parsing and printing. Names are not resolved here: [`crate::expand`] does that.

mod formula;
mod item;
mod parser;
mod print;
mod proof;
mod query;
mod token;
mod tree;

pub(crate) use formula::parse_formula;
pub(crate) use item::parse_file;
pub(crate) use proof::ProofLine;
pub use query::QUERIES;
pub(crate) use query::{QueryTree, parse_query};
pub(crate) use tree::*;
