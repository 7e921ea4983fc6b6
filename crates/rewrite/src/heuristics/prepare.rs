//! Prepares goals: expands definitions, and describes stable universal parts existentially.

use ludex_base::Budget;

use crate::logic::{Fluents, and, describe, exists, expand, nnf, or};
use crate::syntax::{Description, Formula};

/// The largest number of literals of an existential description.
pub(crate) const MOST_LITERALS: usize = 10;

/// Returns a goal in negation normal form, with its fluent and quantifier-free definitions
/// expanded, and its stable universal parts replaced by existential descriptions if there are some.
pub(crate) fn prepared(goal: &Formula, description: &Description, fluents: &Fluents) -> Formula {
    let goal = expand(goal, description, fluents, &Budget::default());
    let goal = nnf(&goal.expect("there is no limit"));
    existential(&goal, description, fluents)
}

fn existential(formula: &Formula, description: &Description, fluents: &Fluents) -> Formula {
    let again = |f: &Formula| existential(f, description, fluents);
    match formula {
        Formula::And(parts) => and(parts.iter().map(again)),
        Formula::Or(parts) => or(parts.iter().map(again)),
        Formula::Exists(variables, body) => exists(variables.clone(), again(body)),
        formula if is_universal(formula, description) && !fluents.changes(formula) => {
            match describe(formula, description, fluents, MOST_LITERALS) {
                Some(described) => described.formula,
                None => formula.clone(),
            }
        }
        formula => formula.clone(),
    }
}

/// Returns whether a part of a goal is universal: by its quantifier, or by that of its definition.
fn is_universal(formula: &Formula, description: &Description) -> bool {
    match formula {
        Formula::Forall(..) => true,
        Formula::Relation(name, _) => {
            let definition = description.definition(name).filter(|d| !d.is_recursive());
            definition.is_some_and(|d| has_universal(&nnf(&d.body), description))
        }
        Formula::Not(body) => match &**body {
            Formula::Relation(name, _) => description.definition(name).is_some_and(|d| {
                let opposite = nnf(&Formula::Not(Box::new(d.body.clone())));
                !d.is_recursive() && has_universal(&opposite, description)
            }),
            _ => false,
        },
        _ => false,
    }
}

/// Returns whether a formula in negation normal form has a universal part.
fn has_universal(formula: &Formula, description: &Description) -> bool {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().any(|part| has_universal(part, description))
        }
        Formula::Exists(_, body) => has_universal(body, description),
        formula => is_universal(formula, description),
    }
}
