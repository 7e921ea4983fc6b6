//! Which clauses of a predicate can match a call: indexing on the first argument.
//!
//! The list for a key holds just the clauses that can match it, so that a call with one candidate leaves
//! no choice behind, and nothing is compared again when the next candidate is tried.

use rustc_hash::FxHashMap;

use super::code::{CompiledClause, Entry};
use crate::terms::Cell;

/// A part of the list of clauses.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// The first place.
    pub start: u32,
    /// The place behind the last one.
    pub end: u32,
}

/// Up to so many keys are looked through one by one.
const FEW: usize = 8;

/// Clauses that match any first argument stand in the list of every key. Where those lists together
/// would get longer than this, there is no index.
const LONGEST: usize = 1 << 20;

/// The clauses of a predicate.
#[derive(Debug, Default)]
pub struct Index {
    all: Range,
    /// Those whose first argument can be anything.
    open: Range,
    few: Vec<(Cell, Range)>,
    /// All keys, if they are many.
    many: FxHashMap<Cell, Range>,
}

impl Index {
    /// Lists the clauses by their first arguments.
    pub fn new(clauses: &[u32], compiled: &[CompiledClause], lists: &mut Vec<Entry>) -> Index {
        let key = |clause: &u32| compiled[*clause as usize].key;
        let entry = |clause: &u32| compiled[*clause as usize].entry;
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
        match few.len() > FEW {
            true => Index { all, open, few: Vec::new(), many: few.into_iter().collect() },
            false => Index { all, open, few, many: FxHashMap::default() },
        }
    }

    /// The clauses that can match a first argument.
    #[inline]
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

    /// Whether there is no clause at all.
    pub fn is_empty(&self) -> bool {
        self.all.start == self.all.end
    }
}

fn append(lists: &mut Vec<Entry>, clauses: impl Iterator<Item = Entry>) -> Range {
    let start = lists.len() as u32;
    lists.extend(clauses);
    Range { start, end: lists.len() as u32 }
}
