//! Builds formulas without trivial parts: no conjunction in a conjunction, no `true` in it.

use rustc_hash::FxHashSet;

use crate::syntax::{Formula, Name};

/// Returns the conjunction of formulas, each part once.
///
/// ```
/// use ludex_rewrite::{Formula, and, not, or};
/// let p = Formula::Relation("P".into(), vec!["x".into()]);
/// assert_eq!(and([Formula::True, p.clone(), p.clone()]), p);
/// assert_eq!(or([p.clone(), not(Formula::False)]), Formula::True);
/// ```
pub fn and(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::True => {}
            Formula::False => return Formula::False,
            Formula::And(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    let mut flat = distinct(flat);
    match flat.len() {
        0 => Formula::True,
        1 => flat.remove(0),
        _ => Formula::And(flat),
    }
}

/// Returns the disjunction of formulas, each part once.
pub fn or(parts: impl IntoIterator<Item = Formula>) -> Formula {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Formula::False => {}
            Formula::True => return Formula::True,
            Formula::Or(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    let mut flat = distinct(flat);
    match flat.len() {
        0 => Formula::False,
        1 => flat.remove(0),
        _ => Formula::Or(flat),
    }
}

/// Removes duplicates, and keeps the order of first occurrences.
fn distinct(parts: Vec<Formula>) -> Vec<Formula> {
    let mut seen = FxHashSet::default();
    let new: Vec<bool> = parts.iter().map(|part| seen.insert(part)).collect();
    parts.into_iter().zip(new).filter_map(|(part, new)| new.then_some(part)).collect()
}

/// Returns the negation; that of a negation is its operand.
pub fn not(formula: Formula) -> Formula {
    match formula {
        Formula::True => Formula::False,
        Formula::False => Formula::True,
        Formula::Not(inner) => *inner,
        formula => Formula::Not(Box::new(formula)),
    }
}

/// Returns `ex x̄ (body)`, or the body if there is no variable.
pub(crate) fn exists(variables: Vec<Name>, body: Formula) -> Formula {
    if variables.is_empty() { body } else { Formula::Exists(variables, Box::new(body)) }
}

/// Returns `all x̄ (body)`, or the body if there is no variable.
pub(crate) fn forall(variables: Vec<Name>, body: Formula) -> Formula {
    if variables.is_empty() { body } else { Formula::Forall(variables, Box::new(body)) }
}
