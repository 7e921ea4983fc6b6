//! Facts, by relation, with the indexes that joins need.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::symbol::Symbol;
use crate::terms::{Term, Terms};

/// Where in a fact a part of the key of an index stands: the arguments to go down into.
pub(super) type Path = Box<[u8]>;

/// The facts of one relation that have the same key are a chain.
#[derive(Clone, Debug)]
struct Index {
    paths: Vec<Path>,
    heads: FxHashMap<u64, u32>,
    /// A fact and the place of the next one of its chain.
    chain: Vec<(Term, u32)>,
}

/// The end of a chain.
const END: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
struct Relation {
    facts: Vec<Term>,
    indexes: Vec<Index>,
}

/// How far a fact has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    No,
    /// It is derived and waits for its consequences.
    Waiting,
    Yes,
}

/// All facts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub terms: Terms,
    relations: Vec<Relation>,
    /// By term.
    known: Vec<Known>,
}

fn slot(symbol: Symbol) -> usize {
    symbol.0 as usize
}

/// The part of a term at a path, if it has one.
fn part(terms: &Terms, fact: Term, path: &[u8]) -> Option<Term> {
    path.iter().try_fold(fact, |term, &step| terms.arguments(term).get(usize::from(step)).copied())
}

pub(super) fn key_hash(parts: impl Iterator<Item = Term>) -> u64 {
    let mut hasher = FxHasher::default();
    parts.for_each(|p| p.hash(&mut hasher));
    hasher.finish()
}

impl Store {
    pub fn new(terms: Terms, symbols: usize) -> Store {
        Store { terms, relations: vec![Relation::default(); symbols], known: Vec::new() }
    }

    pub fn facts(&self, relation: Symbol) -> &[Term] {
        &self.relations[slot(relation)].facts
    }

    #[inline]
    pub fn contains(&self, fact: Term) -> bool {
        self.known.get(fact.0 as usize) == Some(&Known::Yes)
    }

    /// Marks a new fact as waiting; `false` if it is not new.
    pub fn announce(&mut self, fact: Term) -> bool {
        let place = fact.0 as usize;
        if place >= self.known.len() {
            self.known.resize(self.terms.len().max(place + 1), Known::No);
        }
        let new = self.known[place] == Known::No;
        if new {
            self.known[place] = Known::Waiting;
        }
        new
    }

    /// Adds a fact that was announced.
    pub fn insert(&mut self, fact: Term) {
        self.known[fact.0 as usize] = Known::Yes;
        let relation = &mut self.relations[slot(self.terms.symbol(fact))];
        relation.facts.push(fact);
        for index in &mut relation.indexes {
            index.insert(&self.terms, fact);
        }
    }

    /// Announces and adds a fact.
    pub fn add(&mut self, fact: Term) {
        if self.announce(fact) {
            self.insert(fact);
        }
    }

    /// Forgets the facts that were announced and never added.
    pub fn forget_waiting(&mut self) {
        let waiting = self.known.iter_mut().filter(|known| **known == Known::Waiting);
        waiting.for_each(|known| *known = Known::No);
    }

    /// Forgets all facts of a relation.
    pub fn clear(&mut self, relation: Symbol) {
        let relation = &mut self.relations[slot(relation)];
        for fact in relation.facts.drain(..) {
            self.known[fact.0 as usize] = Known::No;
        }
        for index in &mut relation.indexes {
            index.heads.clear();
            index.chain.clear();
        }
    }

    /// The number of the index of a relation over these paths; made if there is none.
    pub fn index(&mut self, relation: Symbol, paths: &[Path]) -> usize {
        let relation = &mut self.relations[slot(relation)];
        if let Some(found) = relation.indexes.iter().position(|i| i.paths == paths) {
            return found;
        }
        let mut index =
            Index { paths: paths.to_vec(), heads: FxHashMap::default(), chain: Vec::new() };
        relation.facts.iter().for_each(|&fact| index.insert(&self.terms, fact));
        relation.indexes.push(index);
        relation.indexes.len() - 1
    }

    /// The first place of the chain of a key in an index.
    #[inline]
    pub(super) fn chain(&self, relation: Symbol, index: usize, key: u64) -> u32 {
        self.relations[slot(relation)].indexes[index].heads.get(&key).copied().unwrap_or(END)
    }

    /// The fact at a place of a chain, and the next place.
    #[inline]
    pub(super) fn link(&self, relation: Symbol, index: usize, place: u32) -> Option<(Term, u32)> {
        self.relations[slot(relation)].indexes[index].chain.get(place as usize).copied()
    }
}

impl Index {
    fn insert(&mut self, terms: &Terms, fact: Term) {
        let mut hasher = FxHasher::default();
        for path in &self.paths {
            match part(terms, fact, path) {
                Some(part) => part.hash(&mut hasher),
                None => return, // it fits no pattern that this index is for
            }
        }
        let head = self.heads.entry(hasher.finish()).or_insert(END);
        self.chain.push((fact, *head));
        *head = self.chain.len() as u32 - 1;
    }
}
