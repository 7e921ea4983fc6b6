//! Formulas as they are written: their parts, and the order they are read in.

use ludex_rewrite::{Formula, Name};

pub(super) use ludex_rewrite::{and, not, or};

pub(super) fn atom(name: &str, arguments: &[&Name]) -> Formula {
    Formula::Relation(name.into(), arguments.iter().map(|&x| x.clone()).collect())
}

/// What is there before what is not, and an order that does not depend on how it was found.
pub(super) fn reading_order(formula: &Formula) -> (bool, String) {
    (matches!(formula, Formula::Not(_)), formula.to_string())
}
