//! Formulas made of formulas, with what is always true or false left out.

use ludex_rewrite::{Formula, Name};

pub(super) fn and(parts: Vec<Formula>) -> Formula {
    let mut all = Vec::new();
    for part in parts {
        match part {
            Formula::True => {}
            Formula::False => return Formula::False,
            Formula::And(inner) => all.extend(inner),
            part => all.push(part),
        }
    }
    match all.len() {
        0 => Formula::True,
        1 => all.remove(0),
        _ => Formula::And(all),
    }
}

pub(super) fn or(mut parts: Vec<Formula>) -> Formula {
    parts.retain(|part| *part != Formula::False);
    parts.dedup();
    match parts.len() {
        0 => Formula::False,
        1 => parts.remove(0),
        _ => Formula::Or(parts),
    }
}

pub(super) fn not(formula: Formula) -> Formula {
    match formula {
        Formula::Not(inner) => *inner,
        Formula::True => Formula::False,
        Formula::False => Formula::True,
        formula => Formula::Not(Box::new(formula)),
    }
}

pub(super) fn atom(name: &str, arguments: &[&Name]) -> Formula {
    Formula::Relation(name.into(), arguments.iter().map(|&x| x.clone()).collect())
}

/// What is there before what is not, and an order that does not depend on how it was found.
pub(super) fn reading_order(formula: &Formula) -> (bool, String) {
    (matches!(formula, Formula::Not(_)), formula.to_string())
}
