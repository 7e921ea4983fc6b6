//! The facts of all relations, with the indexes that joins need.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::symbol::Symbol;
use crate::terms::{Term, Terms};

/// The position of a part of an index key in a fact: the arguments to descend into.
pub(super) type Path = Box<[u8]>;

/// An index: the facts of a relation with the same key form a chain.
#[derive(Clone, Debug)]
struct Index {
    paths: Vec<Path>,
    heads: FxHashMap<u64, u32>,
    /// A fact and the position of the next one in its chain.
    chain: Vec<(Term, u32)>,
}

/// The end of a chain.
const END: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
struct Relation {
    facts: Vec<Term>,
    indexes: Vec<Index>,
}

/// The status of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Unknown,
    /// The fact is derived; its consequences are not.
    Waiting,
    Known,
}

/// All facts, by relation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Store {
    pub terms: Terms,
    relations: Vec<Relation>,
    /// The status of each term as a fact.
    known: Vec<Status>,
}

fn slot(symbol: Symbol) -> usize {
    symbol.0 as usize
}

/// Returns the part of a term at a path, if it has one.
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
        self.known.get(fact.0 as usize) == Some(&Status::Known)
    }

    /// Marks a fact as waiting. Returns `false` if it was waiting or known already.
    pub fn announce(&mut self, fact: Term) -> bool {
        let place = fact.0 as usize;
        if place >= self.known.len() {
            self.known.resize(self.terms.len().max(place + 1), Status::Unknown);
        }
        let new = self.known[place] == Status::Unknown;
        if new {
            self.known[place] = Status::Waiting;
        }
        new
    }

    /// Adds a fact that was announced.
    pub fn insert(&mut self, fact: Term) {
        self.known[fact.0 as usize] = Status::Known;
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

    /// Removes the facts that were announced but never added.
    pub fn forget_waiting(&mut self) {
        let waiting = self.known.iter_mut().filter(|known| **known == Status::Waiting);
        waiting.for_each(|known| *known = Status::Unknown);
    }

    /// Removes all facts of a relation.
    pub fn clear(&mut self, relation: Symbol) {
        let relation = &mut self.relations[slot(relation)];
        for fact in relation.facts.drain(..) {
            self.known[fact.0 as usize] = Status::Unknown;
        }
        for index in &mut relation.indexes {
            index.heads.clear();
            index.chain.clear();
        }
    }

    /// Returns the number of the index of a relation over these paths, which is built if there is
    /// none.
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

    /// Returns the first position of the chain of a key in an index.
    #[inline]
    pub(super) fn chain(&self, relation: Symbol, index: usize, key: u64) -> u32 {
        self.relations[slot(relation)].indexes[index].heads.get(&key).copied().unwrap_or(END)
    }

    /// Returns the fact at a position of a chain, and the next position.
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
                None => return, // it matches no pattern that this index serves
            }
        }
        let head = self.heads.entry(hasher.finish()).or_insert(END);
        self.chain.push((fact, *head));
        *head = self.chain.len() as u32 - 1;
    }
}
