//! The order of the parts of formulas.

use ludex_rewrite::{Formula, Name};

pub(super) use ludex_rewrite::{and, not, or};

pub(super) fn atom(name: &str, arguments: &[&Name]) -> Formula {
    Formula::Relation(name.into(), arguments.iter().map(|&x| x.clone()).collect())
}

/// Returns a key that orders positive parts before negative ones, independently of how they were
/// found.
pub(super) fn reading_order(formula: &Formula) -> (bool, String) {
    (matches!(formula, Formula::Not(_)), formula.to_string())
}
