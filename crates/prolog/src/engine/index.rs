//! Indexing on one argument: the clauses of a predicate that can match a call.
//!
//! The index uses the first argument, unless some clauses have a variable there and another
//! argument distinguishes more clauses. The list of a key holds exactly the clauses that can match
//! it, so that a call with one candidate leaves no choice point, and nothing is compared again when
//! the next candidate is tried.

use rustc_hash::FxHashMap;

use super::code::Entry;
use super::compile::key_of;
use crate::program::CoreRule;
use crate::terms::Cell;

/// A range of the list of clauses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// The first index.
    pub start: u32,
    /// The index after the last one.
    pub end: u32,
}

/// The number of keys up to which they are searched linearly.
const MAX_LINEAR_KEYS: usize = 8;

/// Clauses that match any key are in the list of every key. If the total length of the lists would
/// exceed this, there is no index.
const LONGEST: usize = 1 << 20;

/// Clauses and their compiled entries.
#[derive(Clone, Copy)]
pub struct Compiled<'c> {
    /// The clauses.
    pub rules: &'c [CoreRule],
    /// The compiled clauses.
    pub entries: &'c [Entry],
}

/// Returns the argument on which the clauses of a predicate are indexed.
pub fn index_argument(clauses: &[u32], rules: &[CoreRule]) -> u8 {
    let heads = || clauses.iter().map(|clause| rules[*clause as usize].head.arguments());
    let keyed = |i: usize| heads().filter(|head| key_of(head.get(i)) != Cell::NONE).count();
    let arity = heads().next().map_or(0, <[_]>::len);
    let (mut best, mut most) = (0, if arity > 0 { keyed(0) } else { 0 });
    for i in 1..arity.min(CONSIDERED) {
        let own = keyed(i);
        if most < clauses.len() && own > most {
            (best, most) = (i as u8, own);
        }
    }
    best
}

/// The number of arguments that are considered for the index.
const CONSIDERED: usize = 6;

/// The index of the clauses of a predicate.
#[derive(Debug, Default)]
pub struct Index {
    all: Range,
    /// The clauses that can match anything.
    open: Range,
    few: Vec<(Cell, Range)>,
    /// All keys, if there are many.
    many: FxHashMap<Cell, Range>,
}

impl Index {
    /// Indexes the clauses by one of their arguments.
    pub fn new(clauses: &[u32], on: u8, program: Compiled, lists: &mut Vec<Entry>) -> Index {
        let Compiled { rules, entries } = program;
        let key = |c: &u32| key_of(rules[*c as usize].head.arguments().get(on as usize));
        let entry = |clause: &u32| entries[*clause as usize];
        let all = append(lists, clauses.iter().map(entry));
        let opens: Vec<u32> =
            clauses.iter().copied().filter(|clause| key(clause) == Cell::NONE).collect();
        let mut by_key: FxHashMap<Cell, Vec<u32>> = FxHashMap::default();
        let mut keys = Vec::new();
        for clause in clauses.iter().filter(|clause| key(clause) != Cell::NONE) {
            let list = by_key.entry(key(clause)).or_default();
            if list.is_empty() {
                keys.push(key(clause));
            }
            list.push(*clause);
        }
        if keys.is_empty() || keys.len() * opens.len() > LONGEST {
            return Index { all, open: all, ..Index::default() };
        }
        let open = append(lists, opens.iter().map(entry));
        let mut few = Vec::new();
        for key in keys {
            let mut list = by_key.remove(&key).unwrap_or_default();
            list.extend(&opens);
            list.sort_unstable();
            few.push((key, append(lists, list.iter().map(entry))));
        }
        match few.len() > MAX_LINEAR_KEYS {
            true => Index { all, open, few: Vec::new(), many: few.into_iter().collect() },
            false => Index { all, open, few, many: FxHashMap::default() },
        }
    }

    /// Returns the clauses that can match an argument with this key.
    #[inline(always)]
    pub fn candidates(&self, key: Cell) -> Range {
        if key == Cell::NONE {
            return self.all;
        }
        if let Some(&(_, range)) = self.few.iter().find(|(other, _)| *other == key) {
            return range;
        }
        if self.many.is_empty() {
            return self.open;
        }
        self.many.get(&key).copied().unwrap_or(self.open)
    }

    /// Returns whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.all.start == self.all.end
    }
}

fn append(lists: &mut Vec<Entry>, clauses: impl Iterator<Item = Entry>) -> Range {
    let start = lists.len() as u32;
    lists.extend(clauses);
    Range { start, end: lists.len() as u32 }
}
