//! Free variables, and capture-avoiding substitution.

use crate::syntax::{Formula, Name, Term};

/// Returns the free variables in the order of their first occurrence.
pub fn free_variables(formula: &Formula) -> Vec<Name> {
    let mut free = Vec::new();
    collect(formula, &mut Vec::new(), &mut |name| {
        if !free.contains(name) {
            free.push(name.clone());
        }
    });
    free
}

/// Returns whether a variable is free in a formula.
pub(crate) fn is_free(variable: &Name, formula: &Formula) -> bool {
    let mut found = false;
    collect(formula, &mut Vec::new(), &mut |name| found |= name == variable);
    found
}

fn collect(formula: &Formula, bound: &mut Vec<Name>, found: &mut dyn FnMut(&Name)) {
    let mut one = |name: &Name, bound: &[Name]| {
        if !bound.contains(name) {
            found(name);
        }
    };
    match formula {
        Formula::True | Formula::False => {}
        Formula::Relation(_, arguments) => arguments.iter().for_each(|x| one(x, bound)),
        Formula::Equal(x, y) => [x, y].into_iter().for_each(|x| one(x, bound)),
        Formula::Compare(_, a, b) => {
            collect_term(a, bound, found);
            collect_term(b, bound, found);
        }
        Formula::Not(body) => collect(body, bound, found),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| collect(part, bound, found));
        }
        Formula::Exists(variables, body) | Formula::Forall(variables, body) => {
            let known = bound.len();
            bound.extend_from_slice(variables);
            collect(body, bound, found);
            bound.truncate(known);
        }
    }
}

fn collect_term(term: &Term, bound: &mut Vec<Name>, found: &mut dyn FnMut(&Name)) {
    match term {
        Term::Number(_) => {}
        Term::Add(parts) | Term::Times(parts) => {
            parts.iter().for_each(|part| collect_term(part, bound, found));
        }
        Term::Power(base, _) => collect_term(base, bound, found),
        Term::Truth(formula) => collect(formula, bound, found),
        Term::Sum(variables, guard, term) => {
            let known = bound.len();
            bound.extend_from_slice(variables);
            collect(guard, bound, found);
            collect_term(term, bound, found);
            bound.truncate(known);
        }
    }
}

/// Returns a name that is not taken: the given one, or the given one with a number.
pub(crate) fn fresh(name: &Name, taken: &dyn Fn(&Name) -> bool) -> Name {
    if !taken(name) {
        return name.clone();
    }
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = if stem.is_empty() { name } else { stem };
    let names = (1u64..).map(|i| Name::from(format!("{stem}{i}")));
    names.into_iter().find(|name| !taken(name)).expect("there are more names than taken ones")
}

/// Replaces free variables by others; bound ones that would capture them are renamed.
pub(crate) fn substitute(formula: &Formula, map: &[(Name, Name)]) -> Formula {
    if map.is_empty() {
        return formula.clone();
    }
    let image = |name: &Name| image(name, map);
    match formula {
        Formula::True | Formula::False => formula.clone(),
        Formula::Relation(name, arguments) => {
            Formula::Relation(name.clone(), arguments.iter().map(image).collect())
        }
        Formula::Equal(x, y) => Formula::Equal(image(x), image(y)),
        Formula::Compare(c, a, b) => {
            Formula::Compare(*c, substitute_term(a, map), substitute_term(b, map))
        }
        Formula::Not(body) => Formula::Not(Box::new(substitute(body, map))),
        Formula::And(parts) => Formula::And(parts.iter().map(|f| substitute(f, map)).collect()),
        Formula::Or(parts) => Formula::Or(parts.iter().map(|f| substitute(f, map)).collect()),
        Formula::Exists(variables, body) => {
            let (variables, map) = under(variables, map);
            Formula::Exists(variables, Box::new(substitute(body, &map)))
        }
        Formula::Forall(variables, body) => {
            let (variables, map) = under(variables, map);
            Formula::Forall(variables, Box::new(substitute(body, &map)))
        }
    }
}

fn substitute_term(term: &Term, map: &[(Name, Name)]) -> Term {
    let all = |parts: &[Term]| parts.iter().map(|t| substitute_term(t, map)).collect();
    match term {
        Term::Number(_) => term.clone(),
        Term::Add(parts) => Term::Add(all(parts)),
        Term::Times(parts) => Term::Times(all(parts)),
        Term::Power(base, n) => Term::Power(Box::new(substitute_term(base, map)), *n),
        Term::Truth(formula) => Term::Truth(Box::new(substitute(formula, map))),
        Term::Sum(variables, guard, term) => {
            let (variables, map) = under(variables, map);
            let guard = Box::new(substitute(guard, &map));
            Term::Sum(variables, guard, Box::new(substitute_term(term, &map)))
        }
    }
}

fn image(name: &Name, map: &[(Name, Name)]) -> Name {
    map.iter().find(|(from, _)| from == name).map_or_else(|| name.clone(), |(_, to)| to.clone())
}

/// Returns the renamed variables of a binder, and the substitution in its scope.
fn under(variables: &[Name], map: &[(Name, Name)]) -> (Vec<Name>, Vec<(Name, Name)>) {
    let mut inner: Vec<(Name, Name)> =
        map.iter().filter(|(from, _)| !variables.contains(from)).cloned().collect();
    let mut renamed: Vec<Name> = Vec::new();
    for variable in variables {
        let captures = inner.iter().any(|(_, to)| to == variable);
        let name = match captures {
            true => fresh(variable, &|name| {
                inner.iter().any(|(from, to)| to == name || from == name)
                    || variables.contains(name)
                    || renamed.contains(name)
            }),
            false => variable.clone(),
        };
        renamed.push(name);
    }
    let changed = variables.iter().zip(&renamed).filter(|(from, to)| from != to);
    inner.extend(changed.map(|(from, to)| (from.clone(), to.clone())));
    (renamed, inner)
}
