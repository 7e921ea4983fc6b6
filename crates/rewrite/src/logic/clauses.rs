//! Disjunctive and conjunctive normal form of positive Boolean combinations: quantified formulas and
//! literals are the atoms.

use super::build::not;
use crate::syntax::Formula;

/// A formula whose normal form would be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the normal form of the formula is too large")]
pub struct TooLarge;

/// The most clauses of a normal form.
const MOST: usize = 4096;

/// The disjunctive normal form: each inner list is a conjunction. Contradictions and subsumed
/// conjunctions are left out.
pub(crate) fn dnf(formula: &Formula) -> Result<Vec<Vec<Formula>>, TooLarge> {
    clauses(formula, true)
}

/// The conjunctive normal form, dually: each inner list is a disjunction.
pub(crate) fn cnf(formula: &Formula) -> Result<Vec<Vec<Formula>>, TooLarge> {
    clauses(formula, false)
}

/// The normal form whose outer operator is `or` (if `disjunctive`) or `and`.
fn clauses(formula: &Formula, disjunctive: bool) -> Result<Vec<Vec<Formula>>, TooLarge> {
    match (formula, disjunctive) {
        (Formula::True, true) | (Formula::False, false) => Ok(vec![Vec::new()]),
        (Formula::False, true) | (Formula::True, false) => Ok(Vec::new()),
        (Formula::Or(parts), true) | (Formula::And(parts), false) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(clauses(part, disjunctive)?);
            }
            simplified(all)
        }
        (Formula::And(parts), true) | (Formula::Or(parts), false) => {
            let mut product = vec![Vec::new()];
            for part in parts {
                product = times(&product, &clauses(part, disjunctive)?)?;
            }
            Ok(product)
        }
        (atom, _) => Ok(vec![vec![atom.clone()]]),
    }
}

/// Every clause of one joined with every clause of the other.
fn times(a: &[Vec<Formula>], b: &[Vec<Formula>]) -> Result<Vec<Vec<Formula>>, TooLarge> {
    if a.len().saturating_mul(b.len()) > MOST {
        return Err(TooLarge);
    }
    let mut product = Vec::new();
    for left in a {
        for right in b {
            let mut clause = left.clone();
            clause.extend(right.iter().filter(|f| !left.contains(f)).cloned());
            product.push(clause);
        }
    }
    simplified(product)
}

/// Without clauses that have an atom and its negation, and without those that hold all of another.
fn simplified(clauses: Vec<Vec<Formula>>) -> Result<Vec<Vec<Formula>>, TooLarge> {
    if clauses.len() > MOST {
        return Err(TooLarge);
    }
    let opposed = |c: &Vec<Formula>| {
        c.iter().any(|f| matches!(f, Formula::Not(_)) && c.contains(&not(f.clone())))
    };
    let clauses: Vec<Vec<Formula>> = clauses.into_iter().filter(|c| !opposed(c)).collect();
    let subsumed = |i: usize| {
        clauses.iter().enumerate().any(|(j, other)| {
            let smaller =
                other.len() < clauses[i].len() || (other.len() == clauses[i].len() && j < i);
            i != j && smaller && other.iter().all(|f| clauses[i].contains(f))
        })
    };
    let keep: Vec<bool> = (0..clauses.len()).map(|i| !subsumed(i)).collect();
    Ok(clauses.into_iter().zip(keep).filter_map(|(c, keep)| keep.then_some(c)).collect())
}
