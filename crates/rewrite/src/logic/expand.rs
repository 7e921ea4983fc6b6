//! Expands defined relations.

use super::fluents::Fluents;
use super::variables::substitute;
use crate::syntax::{Definition, Description, Formula, Name, Term};

/// Expands the defined relations that are fluent or quantifier-free; stable ones with quantifiers
/// remain as atoms, and so do those that are defined by themselves.
pub(crate) fn expand(formula: &Formula, description: &Description, fluents: &Fluents) -> Formula {
    let unfolds = |d: &Definition| fluents.contains(&d.name) || !quantified(&d.body);
    rewrite(formula, description, &unfolds)
}

/// Expands all defined relations but those that are defined by themselves.
pub(crate) fn expand_all(formula: &Formula, description: &Description) -> Formula {
    rewrite(formula, description, &|_| true)
}

/// Returns whether a formula has quantifiers before expansion.
fn quantified(formula: &Formula) -> bool {
    match formula {
        Formula::Exists(..) | Formula::Forall(..) | Formula::Compare(..) => true,
        Formula::Not(body) => quantified(body),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(quantified),
        _ => false,
    }
}

fn rewrite(
    formula: &Formula,
    description: &Description,
    unfolds: &dyn Fn(&Definition) -> bool,
) -> Formula {
    let again = |f: &Formula| rewrite(f, description, unfolds);
    match formula {
        Formula::Relation(name, arguments) => match description.definition(name) {
            Some(definition) if !definition.is_recursive() && unfolds(definition) => {
                again(&instance(definition, arguments))
            }
            _ => formula.clone(),
        },
        Formula::Not(body) => Formula::Not(Box::new(again(body))),
        Formula::And(parts) => Formula::And(parts.iter().map(again).collect()),
        Formula::Or(parts) => Formula::Or(parts.iter().map(again).collect()),
        Formula::Exists(x, body) => Formula::Exists(x.clone(), Box::new(again(body))),
        Formula::Forall(x, body) => Formula::Forall(x.clone(), Box::new(again(body))),
        Formula::Compare(c, a, b) => {
            let term = |t| rewrite_term(t, description, unfolds);
            Formula::Compare(*c, term(a), term(b))
        }
        _ => formula.clone(),
    }
}

fn rewrite_term(
    term: &Term,
    description: &Description,
    unfolds: &dyn Fn(&Definition) -> bool,
) -> Term {
    let again = |t: &Term| rewrite_term(t, description, unfolds);
    match term {
        Term::Number(_) => term.clone(),
        Term::Add(parts) => Term::Add(parts.iter().map(again).collect()),
        Term::Times(parts) => Term::Times(parts.iter().map(again).collect()),
        Term::Power(base, n) => Term::Power(Box::new(again(base)), *n),
        Term::Truth(f) => Term::Truth(Box::new(rewrite(f, description, unfolds))),
        Term::Sum(x, guard, t) => {
            let guard = Box::new(rewrite(guard, description, unfolds));
            Term::Sum(x.clone(), guard, Box::new(again(t)))
        }
    }
}

/// Returns the body of a definition for these arguments.
pub(crate) fn instance(definition: &Definition, arguments: &[Name]) -> Formula {
    let map: Vec<(Name, Name)> =
        definition.parameters.iter().cloned().zip(arguments.iter().cloned()).collect();
    substitute(&definition.body, &map)
}
