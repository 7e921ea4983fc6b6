//! Specialises relations that are stratified only if atoms with different constants are
//! distinguished.
//!
//! `(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))` makes `goal` depend on its own negation, though
//! no atom does. If all rules of a relation have a constant at some argument position, each of
//! these constants gets a relation of its own, and the relation itself is their union.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::symbol::{Symbol, Symbols};
use crate::syntax::{Literal, Pattern, Rule};

/// Returns the rules with a relation for each constant, for the relations where a negation
/// distinguishes them.
pub(crate) fn specialise(rules: &[Rule], symbols: &mut Symbols) -> Vec<Rule> {
    let places = places(rules);
    let mut parts: FxHashSet<(Symbol, Pattern)> = FxHashSet::default();
    let mut done = Vec::new();
    for rule in rules {
        let mut rule = rule.clone();
        if let Some((relation, constant)) = at_place(&rule.head, &places)
            && parts.insert((relation, constant))
        {
            done.push(union(&rule, symbols, &places));
        }
        rename(&mut rule.head, symbols, &places);
        for literal in &mut rule.body {
            if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
                rename(atom, symbols, &places);
            }
        }
        done.push(rule);
    }
    done
}

/// Returns for each relation that is negated with a constant at an argument position where all its
/// rules have one: that position.
fn places(rules: &[Rule]) -> FxHashMap<Symbol, usize> {
    let constant = |atom: &Pattern, place: usize| matches!(atom.arguments().get(place), Some(Pattern::Apply(_, inner)) if inner.is_empty());
    let mut places = FxHashMap::default();
    for literal in rules.iter().flat_map(|rule| &rule.body) {
        let Literal::Fails(atom @ Pattern::Apply(relation, arguments)) = literal else { continue };
        let heads = || rules.iter().map(|r| &r.head).filter(|h| h.symbol() == Some(*relation));
        let places_of = (0..arguments.len())
            .filter(|&place| constant(atom, place) && heads().all(|head| constant(head, place)));
        let parts = |&place: &usize| {
            heads().map(|head| &head.arguments()[place]).collect::<FxHashSet<_>>().len()
        };
        // Relations without rules are given, or always empty.
        if let Some(place) = places_of.filter(|place| parts(place) > 1).max_by_key(parts) {
            places.entry(*relation).or_insert(place);
        }
    }
    places
}

/// Returns the relation of an atom and the constant at its distinguished position, if it has one.
fn at_place(atom: &Pattern, places: &FxHashMap<Symbol, usize>) -> Option<(Symbol, Pattern)> {
    let relation = atom.symbol()?;
    let argument = atom.arguments().get(*places.get(&relation)?)?;
    argument.is_ground().then(|| (relation, argument.clone()))
}

/// Replaces the relation of an atom by the specialised relation of its constant.
fn rename(atom: &mut Pattern, symbols: &mut Symbols, places: &FxHashMap<Symbol, usize>) {
    let Some((relation, Pattern::Apply(constant, _))) = at_place(atom, places) else { return };
    let name = format!("({} {})", symbols.name(relation), symbols.name(constant));
    if let Pattern::Apply(symbol, _) = atom {
        *symbol = symbols.intern(&name);
    }
}

/// Returns the rule that includes the specialised relation of a rule's head in the whole relation.
fn union(rule: &Rule, symbols: &mut Symbols, places: &FxHashMap<Symbol, usize>) -> Rule {
    let (relation, constant) = at_place(&rule.head, places).expect("the head has a part");
    let place = places[&relation];
    let count = rule.head.arguments().len();
    let argument =
        |i: usize| if i == place { constant.clone() } else { Pattern::Variable(i as u16) };
    let head = Pattern::Apply(relation, (0..count).map(argument).collect());
    let mut part = head.clone();
    rename(&mut part, symbols, places);
    Rule {
        head,
        body: vec![Literal::Holds(part)],
        places: vec![rule.head_span],
        variables: (0..count).map(|i| format!("?{i}")).collect(),
        span: rule.span,
        head_span: rule.head_span,
    }
}
