//! Indexing on one argument: the clauses of a predicate that can match a call, for every machine.
//!
//! The list of a key holds exactly the clauses that can match it, so that a call with one candidate
//! leaves no choice point, and nothing is compared again when the next candidate is tried.

use rustc_hash::FxHashMap;

use super::Cell;

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

/// The index of the clauses of a predicate.
#[derive(Clone, Debug, Default)]
pub struct Index {
    all: Range,
    /// The clauses that can match anything.
    open: Range,
    few: Vec<(Cell, Range)>,
    /// All keys, if there are many.
    many: FxHashMap<Cell, Range>,
}

impl Index {
    /// Indexes clauses by their keys, in the order of the program; `Cell::NONE` matches any key. What
    /// clauses are started by is added to the lists.
    pub fn new<E: Copy>(clauses: &[(Cell, E)], lists: &mut Vec<E>) -> Index {
        let all = append(lists, clauses.iter().map(|(_, entry)| *entry));
        let opens: Vec<usize> =
            (0..clauses.len()).filter(|place| clauses[*place].0 == Cell::NONE).collect();
        let mut by_key: FxHashMap<Cell, Vec<usize>> = FxHashMap::default();
        let mut keys = Vec::new();
        for (place, &(key, _)) in clauses.iter().enumerate().filter(|(_, c)| c.0 != Cell::NONE) {
            let list = by_key.entry(key).or_default();
            if list.is_empty() {
                keys.push(key);
            }
            list.push(place);
        }
        if keys.is_empty() || keys.len() * opens.len() > LONGEST {
            return Index { all, open: all, ..Index::default() };
        }
        let open = append(lists, opens.iter().map(|place| clauses[*place].1));
        let mut few = Vec::new();
        for key in keys {
            let mut list = by_key.remove(&key).unwrap_or_default();
            list.extend(&opens);
            list.sort_unstable();
            few.push((key, append(lists, list.iter().map(|place| clauses[*place].1))));
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

fn append<E>(lists: &mut Vec<E>, clauses: impl Iterator<Item = E>) -> Range {
    let start = lists.len() as u32;
    lists.extend(clauses);
    Range { start, end: lists.len() as u32 }
}
