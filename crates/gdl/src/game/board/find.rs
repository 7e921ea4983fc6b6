//! The facts that can be true and the moves that can be legal, by relation, as words.

use std::collections::BTreeMap;

use super::axis::numbered;
use crate::program::Program;
use crate::symbol::{BASE, INPUT, LEGAL, Symbol};
use crate::terms::Term;

/// Tuples of words.
pub(in crate::game) type Tuples<'p> = Vec<Vec<&'p str>>;

/// What is known of a game before it is played.
pub(in crate::game) struct Facts<'p> {
    /// The arguments of all facts that can be true, by relation and number of arguments, if they
    /// are constants.
    pub possible: BTreeMap<(&'p str, usize), Tuples<'p>>,
    /// The arguments of the facts of the initial state, by relation.
    pub initial: BTreeMap<(&'p str, usize), Tuples<'p>>,
    /// The arguments of the moves that have some.
    pub moves: Tuples<'p>,
    /// The static relations with four arguments: some say what places are adjacent.
    pub pairs: Vec<Tuples<'p>>,
}

/// The most facts of a static relation that are looked at.
const MOST_PAIRS: usize = 20_000;

impl<'p> Facts<'p> {
    pub fn new(program: &'p Program, possible: &[Term]) -> Facts<'p> {
        let declared = second(program, BASE, 0);
        let possible = possible.iter().copied().chain(declared);
        let moves = second(program, LEGAL, 1).into_iter().chain(second(program, INPUT, 1));
        let moves = moves.filter_map(|mv| words(program, mv)).map(|w| w.1);
        Facts {
            possible: by_relation(program, possible),
            initial: by_relation(program, program.initial.iter().copied()),
            moves: moves.filter(|arguments| !arguments.is_empty()).collect(),
            pairs: pairs(program),
        }
    }

    /// Returns the name of the relation that gives numbers to heaps.
    pub fn heaps(&self) -> Option<&'p str> {
        let named = |name: &str| ["heap", "pile"].iter().any(|word| name.contains(word));
        let numbers = |tuples: &Tuples| {
            tuples.iter().all(|t| numbered(t[1]).is_some_and(|(prefix, _)| prefix.is_empty()))
        };
        let found = self.possible.iter();
        let mut found = found.filter(|(key, tuples)| key.1 == 2 && named(key.0) && numbers(tuples));
        found.next().map(|(key, _)| key.0)
    }
}

/// Returns an argument of all facts of a relation that the program has evaluated.
fn second(program: &Program, relation: Symbol, place: usize) -> Vec<Term> {
    let store = &program.store;
    let facts = store.facts(relation).iter();
    facts.filter_map(|&fact| store.terms.arguments(fact).get(place).copied()).collect()
}

/// Returns the name and the arguments of a term, if these are constants.
fn words(program: &Program, term: Term) -> Option<(&str, Vec<&str>)> {
    let (terms, symbols) = (&program.store.terms, &program.description.symbols);
    let constant =
        |&term: &Term| terms.arguments(term).is_empty().then(|| symbols.name(terms.symbol(term)));
    let arguments: Option<Vec<&str>> = terms.arguments(term).iter().map(constant).collect();
    Some((symbols.name(terms.symbol(term)), arguments?))
}

fn by_relation(
    program: &Program,
    facts: impl Iterator<Item = Term>,
) -> BTreeMap<(&str, usize), Tuples<'_>> {
    let mut found: BTreeMap<(&str, usize), Tuples> = BTreeMap::new();
    for (name, arguments) in facts.filter_map(|fact| words(program, fact)) {
        found.entry((name, arguments.len())).or_default().push(arguments);
    }
    for tuples in found.values_mut() {
        ludex_base::sort(tuples);
        tuples.dedup();
    }
    found
}

fn pairs(program: &Program) -> Vec<Tuples<'_>> {
    let relations = program.description.strata.components.iter().flat_map(|c| &c.relations);
    let fixed = relations.filter(|&&relation| !program.is_dynamic(relation));
    let tuples = fixed.map(|&relation| program.store.facts(relation));
    let tuples = tuples.filter(|facts| facts.len() <= MOST_PAIRS).map(|facts| -> Tuples {
        let words = facts.iter().filter_map(|&fact| words(program, fact));
        words.map(|w| w.1).filter(|arguments| arguments.len() == 4).collect()
    });
    tuples.filter(|tuples| !tuples.is_empty()).collect()
}
