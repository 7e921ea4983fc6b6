//! Which clauses of a predicate can match a call: indexing on the first argument.

use rustc_hash::FxHashMap;

use super::code::CompiledClause;
use crate::terms::Cell;

/// A part of the list of clause numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// The first place.
    pub start: u32,
    /// The place behind the last one.
    pub end: u32,
}

/// Up to so many clauses are looked through one by one.
const FEW: usize = 8;

/// The clauses of a predicate.
#[derive(Debug, Default)]
pub struct Index {
    all: Range,
    /// Those whose first argument can be anything.
    open: Range,
    keyed: Option<FxHashMap<Cell, Range>>,
}

impl Index {
    /// Lists the clauses, by their first arguments if there are many.
    pub fn new(clauses: &[u32], compiled: &[CompiledClause], lists: &mut Vec<u32>) -> Index {
        let all = append(lists, clauses.iter().copied());
        if clauses.len() <= FEW {
            return Index { all, open: all, keyed: None };
        }
        let key = |clause: &u32| compiled[*clause as usize].key;
        let open = append(lists, clauses.iter().copied().filter(|c| key(c) == Cell::NONE));
        // One list for each key; the clauses that can be anything belong to every one of them.
        let mut by_key: FxHashMap<Cell, Vec<u32>> = FxHashMap::default();
        for clause in clauses.iter().filter(|c| key(c) != Cell::NONE) {
            by_key.entry(key(clause)).or_default().push(*clause);
        }
        let opens: Vec<u32> = lists[open.start as usize..open.end as usize].to_vec();
        let keyed = by_key.into_iter().map(|(key, mut list)| {
            list.extend(&opens);
            list.sort_unstable();
            (key, append(lists, list.into_iter()))
        });
        let keyed = Some(keyed.collect());
        Index { all, open, keyed }
    }

    /// The clauses to look through for a first argument.
    #[inline]
    pub fn candidates(&self, key: Cell) -> Range {
        match &self.keyed {
            Some(keyed) if key != Cell::NONE => keyed.get(&key).copied().unwrap_or(self.open),
            _ => self.all,
        }
    }

    /// Whether there is no clause at all.
    pub fn is_empty(&self) -> bool {
        self.all.start == self.all.end
    }
}

fn append(lists: &mut Vec<u32>, clauses: impl Iterator<Item = u32>) -> Range {
    let start = lists.len() as u32;
    lists.extend(clauses);
    Range { start, end: lists.len() as u32 }
}
