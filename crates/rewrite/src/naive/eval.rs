//! Formulas and terms by definition: every assignment is tried. The parts of a conjunction under an
//! existential quantifier are tested as soon as their variables are assigned, so that lines of five on
//! a large board can be decided at all.

use ludex_base::ordered_set;

use crate::Rational;
use crate::logic::is_free;
use crate::structure::{Relation, Structure, Tuple, tuples};
use crate::syntax::{Comparison, Definition, Description, Formula, Name, Term};

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
                Some(definition) if definition.is_recursive() => {
                    least(description, structure, definition, &tuple)
                }
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
        Formula::Exists(variables, body) => {
            let parts: Vec<&Formula> = match &**body {
                Formula::And(parts) => parts.iter().collect(),
                other => vec![other],
            };
            exists(description, structure, variables, &parts, assignment)
        }
        Formula::Forall(variables, body) => extensions(structure, assignment, variables)
            .all(|inner| holds(description, structure, body, &inner)),
    }
}

/// Returns whether a tuple is in a relation that is defined by itself: elements are added as long
/// as the definition is true of new ones.
fn least(
    description: &Description,
    structure: &Structure,
    definition: &Definition,
    tuple: &[usize],
) -> bool {
    let Ok(place) = definition.recursive_place() else { return false };
    let current: Name = "$now".into();
    let body = definition.body_over(place, &current);
    let mut structure = structure.clone();
    structure.relations.insert(current.clone(), Relation { arity: 1, tuples: Default::default() });
    loop {
        let fits = |element: &usize| {
            let values = tuple.iter().enumerate();
            let values = values.map(|(at, &e)| if at == place { *element } else { e });
            let inner = definition.parameters.iter().cloned().zip(values).collect();
            holds(description, &structure, &body, &inner)
        };
        let next = (0..structure.size()).filter(fits);
        let next = ordered_set::<Tuple>(next.map(|element| [element].into_iter().collect()));
        let known = structure.relations.get_mut(&current).expect("it was inserted");
        if known.tuples == next {
            return structure.has(&current, &tuple[place..=place]);
        }
        known.tuples = next;
    }
}

/// Returns whether an assignment can be extended by more variables so that all parts are true.
fn exists(
    description: &Description,
    structure: &Structure,
    variables: &[Name],
    parts: &[&Formula],
    assignment: &Assignment,
) -> bool {
    let waits = |part: &&Formula| variables.iter().any(|variable| is_free(variable, part));
    let (open, closed): (Vec<&Formula>, Vec<&Formula>) = parts.iter().copied().partition(waits);
    if !closed.iter().all(|part| holds(description, structure, part, assignment)) {
        return false;
    }
    let Some((first, others)) = variables.split_first() else { return true };
    (0..structure.size()).any(|element| {
        let mut inner = assignment.clone();
        inner.push((first.clone(), element));
        exists(description, structure, others, &open, &inner)
    })
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
