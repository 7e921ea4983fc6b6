//! Type normal form [KS11, Def. 5, Thm. 6]: quantifiers pushed inside as far as possible.

use ludex_base::Budget;

use super::build::{and, or};
use super::clauses::{TooLarge, normal_form};
use super::fluents::Fluents;
use super::variables::{free_variables, is_free};
use crate::syntax::{Formula, Name, Term};

/// Returns the type normal form of a formula in negation normal form. The fluents determine the
/// order in which variables are resolved. It is equivalent in every structure that has elements.
pub fn tnf(formula: &Formula, fluents: &Fluents) -> Result<Formula, TooLarge> {
    tnf_within(formula, fluents, &Budget::default())
}

/// Returns the type normal form as [`tnf`] does. It counts as too large if the budget is used up
/// before: whoever set the budget polls it to tell these apart.
pub(crate) fn tnf_within(
    formula: &Formula,
    fluents: &Fluents,
    budget: &Budget,
) -> Result<Formula, TooLarge> {
    let inner = |f: &Formula| tnf_within(f, fluents, budget);
    let all = |parts: &[Formula]| parts.iter().map(inner).collect::<Result<Vec<_>, _>>();
    match formula {
        Formula::And(parts) => Ok(and(all(parts)?)),
        Formula::Or(parts) => Ok(or(all(parts)?)),
        Formula::Exists(..) | Formula::Forall(..) => {
            let existential = matches!(formula, Formula::Exists(..));
            let (variables, body) = block(formula, existential);
            let clauses = normal_form(&inner(body)?, existential, budget)?;
            let wrap = |clause| {
                budget.poll().map_err(|_| TooLarge)?;
                Ok(wrapped(clause, &variables, existential, fluents))
            };
            let clauses = clauses.into_iter().map(wrap).collect::<Result<Vec<_>, _>>()?;
            Ok(if existential { or(clauses) } else { and(clauses) })
        }
        literal => Ok(literal.clone()),
    }
}

/// Returns the variables of a maximal block of equal quantifiers, and its body. A variable that is
/// bound again further inside does not occur in between, and counts once.
fn block(formula: &Formula, existential: bool) -> (Vec<Name>, &Formula) {
    let (mut variables, mut body): (Vec<Name>, &Formula) = (Vec::new(), formula);
    loop {
        match (body, existential) {
            (Formula::Exists(more, inner), true) | (Formula::Forall(more, inner), false) => {
                variables.retain(|v| !more.contains(v));
                for variable in more {
                    if !variables.contains(variable) {
                        variables.push(variable.clone());
                    }
                }
                body = inner;
            }
            _ => return (variables, body),
        }
    }
}

/// Quantifies a clause, from the innermost variable outwards, each around the parts that contain
/// it.
fn wrapped(
    mut clause: Vec<Formula>,
    variables: &[Name],
    existential: bool,
    fluents: &Fluents,
) -> Formula {
    for variable in outermost_first(&clause, variables, fluents).into_iter().rev() {
        let (inside, mut outside): (Vec<_>, Vec<_>) =
            clause.into_iter().partition(|part| is_free(&variable, part));
        if !inside.is_empty() {
            outside.push(match existential {
                true => Formula::Exists(vec![variable], Box::new(and(inside))),
                false => Formula::Forall(vec![variable], Box::new(or(inside))),
            });
        }
        clause = outside;
    }
    if existential { and(clause) } else { or(clause) }
}

/// Returns the variables in order, outermost first: those in a fluent literal, then those that
/// share most literals with variables that are placed or free, then in the order of the text.
fn outermost_first(clause: &[Formula], variables: &[Name], fluents: &Fluents) -> Vec<Name> {
    let free: Vec<Vec<Name>> = clause.iter().map(free_variables).collect();
    let in_fluent: Vec<bool> = variables
        .iter()
        .map(|v| clause.iter().any(|part| in_fluent_literal(v, part, fluents)))
        .collect();
    let mut left: Vec<usize> = (0..variables.len()).collect();
    let mut placed: Vec<Name> = Vec::new();
    while !left.is_empty() {
        let shared = |i: usize| {
            let near =
                |x: &Name| *x != variables[i] && (placed.contains(x) || !variables.contains(x));
            let shares = |f: &&Vec<Name>| f.contains(&variables[i]) && f.iter().any(near);
            free.iter().filter(shares).count()
        };
        let best = (0..left.len())
            .min_by_key(|&at| (!in_fluent[left[at]], usize::MAX - shared(left[at])))
            .expect("some are left");
        let next = left.remove(best);
        placed.push(variables[next].clone());
    }
    placed
}

/// Returns whether a variable is free in a literal that mentions a fluent.
fn in_fluent_literal(variable: &Name, formula: &Formula, fluents: &Fluents) -> bool {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().any(|part| in_fluent_literal(variable, part, fluents))
        }
        Formula::Exists(bound, body) | Formula::Forall(bound, body) => {
            !bound.contains(variable) && in_fluent_literal(variable, body, fluents)
        }
        literal => fluents.changes(literal) && is_free(variable, literal),
    }
}

/// Applies a function to every characteristic function of a term, including those under sums.
pub(crate) fn map_truths<E>(
    term: &Term,
    map: &mut dyn FnMut(&Formula) -> Result<Term, E>,
) -> Result<Term, E> {
    let mut all = |parts: &[Term]| -> Result<Vec<Term>, E> {
        parts.iter().map(|part| map_truths(part, map)).collect()
    };
    Ok(match term {
        Term::Number(_) => term.clone(),
        Term::Add(parts) => Term::Add(all(parts)?),
        Term::Times(parts) => Term::Times(all(parts)?),
        Term::Power(base, n) => Term::Power(Box::new(map_truths(base, map)?), *n),
        Term::Truth(formula) => map(formula)?,
        Term::Sum(variables, guard, term) => {
            let term = Box::new(map_truths(term, map)?);
            Term::Sum(variables.clone(), guard.clone(), term)
        }
    })
}
