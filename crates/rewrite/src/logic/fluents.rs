//! Fluents: the relations that moves can change. All others are stable.

use std::collections::{BTreeMap, BTreeSet};

use ludex_base::{ordered_map, ordered_set};

use crate::structure::{Structure, Tuple};
use crate::syntax::{Description, Formula, Name, Rule, Term};

/// The fluents of a game, including defined ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fluents {
    base: BTreeSet<Name>,
    defined: BTreeSet<Name>,
}

impl Fluents {
    /// Computes the fluents of a game from the rules that its locations use.
    pub fn of(description: &Description) -> Fluents {
        let mut fluents = Fluents::default();
        let rules: Vec<&Rule> =
            description.used_rules().into_iter().map(|i| &description.rules[i]).collect();
        for name in description.model.relations.keys() {
            if rules.iter().any(|rule| can_change(rule, name)) {
                fluents.base.insert(name.clone());
            }
        }
        // A definition may use later ones: repeat until nothing changes.
        loop {
            let new: Vec<Name> = description
                .definitions
                .iter()
                .filter(|d| !fluents.contains(&d.name) && fluents.changes(&d.body))
                .map(|d| d.name.clone())
                .collect();
            if new.is_empty() {
                return fluents;
            }
            fluents.defined.extend(new);
        }
    }

    /// Adds a fluent.
    pub(crate) fn add(&mut self, name: Name) {
        self.defined.insert(name);
    }

    /// Returns whether a relation is fluent.
    pub fn contains(&self, name: &str) -> bool {
        self.base.contains(name) || self.defined.contains(name)
    }

    /// Returns the names of the fluents that are not defined relations.
    pub fn base(&self) -> impl Iterator<Item = &Name> {
        self.base.iter()
    }

    /// Returns whether a formula mentions a fluent.
    pub fn changes(&self, formula: &Formula) -> bool {
        mentions(formula, &|name| self.contains(name))
    }

    /// Returns whether a term mentions a fluent.
    pub fn changes_term(&self, term: &Term) -> bool {
        mentions_in_term(term, &|name| self.contains(name))
    }
}

fn mentions(formula: &Formula, which: &dyn Fn(&str) -> bool) -> bool {
    match formula {
        Formula::True | Formula::False | Formula::Equal(..) => false,
        Formula::Relation(name, _) => which(name),
        Formula::Compare(_, a, b) => mentions_in_term(a, which) || mentions_in_term(b, which),
        Formula::Not(body) | Formula::Exists(_, body) | Formula::Forall(_, body) => {
            mentions(body, which)
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|part| mentions(part, which)),
    }
}

fn mentions_in_term(term: &Term, which: &dyn Fn(&str) -> bool) -> bool {
    match term {
        Term::Number(_) => false,
        Term::Add(parts) | Term::Times(parts) => {
            parts.iter().any(|part| mentions_in_term(part, which))
        }
        Term::Power(base, _) => mentions_in_term(base, which),
        Term::Truth(formula) => mentions(formula, which),
        Term::Sum(_, guard, term) => mentions(guard, which) || mentions_in_term(term, which),
    }
}

/// Returns whether a rule can change a relation.
fn can_change(rule: &Rule, name: &Name) -> bool {
    if !rule.keeps_universe() {
        return true;
    }
    let (added, removed) = changed_tuples(rule, name);
    !added.is_empty() || !removed.is_empty()
}

/// Returns the tuples that a rule with a fixed universe adds to a relation and removes from it, as
/// tuples of elements of the left-hand side. Tuples of relations that are not embedded exactly are
/// never removed.
pub(crate) fn changed_tuples(rule: &Rule, name: &Name) -> (Vec<Tuple>, Vec<Tuple>) {
    let tuples = |structure: &Structure| -> BTreeSet<Tuple> {
        structure.relations.get(name).map(|r| r.tuples.clone()).unwrap_or_default()
    };
    let origin = |tuple: &Tuple| -> Tuple {
        tuple.iter().map(|&r| rule.origin[r].expect("the rule keeps the universe")).collect()
    };
    let (left, right) = (tuples(&rule.left), tuples(&rule.right));
    let right: BTreeSet<Tuple> = ordered_set(right.iter().map(origin));
    let added = right.difference(&left).cloned().collect();
    let exact = rule.exact.contains(name);
    let removed = if exact { left.difference(&right).cloned().collect() } else { Vec::new() };
    (added, removed)
}

/// Returns for each relation that a rule changes the tuples that it adds and removes.
pub(crate) fn changes_of(rule: &Rule) -> BTreeMap<Name, (Vec<Tuple>, Vec<Tuple>)> {
    let names = rule.left.relations.keys().chain(rule.right.relations.keys());
    let changes = names.map(|name| (name.clone(), changed_tuples(rule, name)));
    ordered_map(changes.filter(|(_, (added, removed))| !added.is_empty() || !removed.is_empty()))
}
