//! Formulas and terms by definition: every assignment is tried.

use crate::Rational;
use crate::structure::{Structure, tuples};
use crate::syntax::{Comparison, Description, Formula, Name, Term};

/// The values of variables; later ones shadow earlier ones.
pub type Assignment = Vec<(Name, usize)>;

/// Returns whether a formula is true in a structure, with its free variables assigned.
pub fn holds(
    description: &Description,
    structure: &Structure,
    formula: &Formula,
    assignment: &Assignment,
) -> bool {
    let again = |f: &Formula| holds(description, structure, f, assignment);
    let number = |t: &Term| value(description, structure, t, assignment);
    match formula {
        Formula::True => true,
        Formula::False => false,
        Formula::Relation(name, arguments) => {
            let tuple: Vec<usize> = arguments.iter().map(|x| lookup(assignment, x)).collect();
            match description.definition(name) {
                None => structure.has(name, &tuple),
                Some(definition) => {
                    let inner = definition.parameters.iter().cloned().zip(tuple).collect();
                    holds(description, structure, &definition.body, &inner)
                }
            }
        }
        Formula::Equal(x, y) => lookup(assignment, x) == lookup(assignment, y),
        Formula::Compare(Comparison::Less, a, b) => number(a) < number(b),
        Formula::Compare(Comparison::AtMost, a, b) => number(a) <= number(b),
        Formula::Compare(Comparison::Same, a, b) => number(a) == number(b),
        Formula::Not(body) => !again(body),
        Formula::And(parts) => parts.iter().all(again),
        Formula::Or(parts) => parts.iter().any(again),
        Formula::Exists(variables, body) => extensions(structure, assignment, variables)
            .any(|inner| holds(description, structure, body, &inner)),
        Formula::Forall(variables, body) => extensions(structure, assignment, variables)
            .all(|inner| holds(description, structure, body, &inner)),
    }
}

/// Returns the value of a term in a structure, with its free variables assigned.
pub fn value(
    description: &Description,
    structure: &Structure,
    term: &Term,
    assignment: &Assignment,
) -> Rational {
    let again = |t: &Term| value(description, structure, t, assignment);
    match term {
        Term::Number(number) => number.clone(),
        Term::Add(parts) => parts.iter().map(again).fold(Rational::ZERO, |a, b| &a + &b),
        Term::Times(parts) => parts.iter().map(again).fold(Rational::ONE, |a, b| &a * &b),
        Term::Power(base, exponent) => {
            (0..*exponent).fold(Rational::ONE, |power, _| &power * &again(base))
        }
        Term::Truth(formula) => match holds(description, structure, formula, assignment) {
            true => Rational::ONE,
            false => Rational::ZERO,
        },
        Term::Sum(variables, guard, term) => extensions(structure, assignment, variables)
            .filter(|inner| holds(description, structure, guard, inner))
            .map(|inner| value(description, structure, term, &inner))
            .fold(Rational::ZERO, |a, b| &a + &b),
    }
}

fn lookup(assignment: &Assignment, name: &Name) -> usize {
    let found = assignment.iter().rev().find(|(variable, _)| variable == name);
    found.map(|&(_, element)| element).expect("free variables are assigned")
}

/// Returns all extensions of an assignment by more variables.
fn extensions(
    structure: &Structure,
    assignment: &Assignment,
    variables: &[Name],
) -> impl Iterator<Item = Assignment> {
    tuples(structure.size(), variables.len()).map(|tuple| {
        let new = variables.iter().cloned().zip(tuple);
        assignment.iter().cloned().chain(new).collect()
    })
}
