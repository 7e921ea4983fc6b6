//! Dynamic predicates: clauses that a program adds and removes while it runs.
//!
//! A call sees the clauses that were there when it began. So a clause that is removed stays for a
//! while; calls refer to clauses by rank, so that it can go at any time.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::terms::Cell;

/// A clause: its head and body as one flat term `:-(Head, Body)`.
#[derive(Clone, Debug)]
pub struct Stored {
    pub flat: Arc<[Cell]>,
    /// The key of the first argument; [`Cell::NONE`] if it can match any.
    pub key: Cell,
    /// Whether its body is `true`.
    pub is_fact: bool,
    /// Its place in the order of the clauses.
    pub rank: i64,
    /// When it was added and when it was removed.
    pub born: u64,
    pub died: u64,
}

/// The clauses of a dynamic predicate in order, those included that were removed of late.
#[derive(Clone, Debug, Default)]
pub struct Dynamic {
    clauses: VecDeque<Stored>,
    dead: usize,
    /// The ranks of the clauses by key, if there are many clauses.
    index: Option<FxHashMap<Cell, VecDeque<i64>>>,
    /// The ranks of the clauses that can match any key.
    open: VecDeque<i64>,
}

/// The number of clauses from which there is an index.
const INDEXED: usize = 16;

impl Dynamic {
    /// Returns the first clause after a rank that was there at a moment and can match the key.
    pub fn next(&mut self, after: i64, key: Cell, moment: u64) -> Option<&Stored> {
        let fits = |clause: &&Stored| {
            clause.born <= moment
                && clause.died > moment
                && (key == Cell::NONE || clause.key == Cell::NONE || clause.key == key)
        };
        if key != Cell::NONE && self.clauses.len() >= INDEXED {
            self.make_index();
            let list = self.index.as_ref().and_then(|index| index.get(&key)).unwrap_or(&self.open);
            let start = list.partition_point(|&rank| rank <= after);
            return list.range(start..).filter_map(|&rank| self.get(rank)).find(fits);
        }
        let start = self.clauses.partition_point(|clause| clause.rank <= after);
        self.clauses.range(start..).find(fits)
    }

    /// Returns the clause with a rank.
    pub fn get(&self, rank: i64) -> Option<&Stored> {
        let place = self.clauses.binary_search_by_key(&rank, |clause| clause.rank).ok()?;
        self.clauses.get(place)
    }

    fn make_index(&mut self) {
        if self.index.is_some() {
            return;
        }
        self.index = Some(FxHashMap::default());
        self.open.clear();
        let keys: Vec<(i64, Cell)> =
            self.clauses.iter().map(|clause| (clause.rank, clause.key)).collect();
        keys.into_iter().for_each(|(rank, key)| self.index_clause(rank, key, true));
    }

    fn index_clause(&mut self, rank: i64, key: Cell, at_end: bool) {
        let add = |list: &mut VecDeque<i64>| match at_end {
            true => list.push_back(rank),
            false => list.push_front(rank),
        };
        let Some(index) = &mut self.index else { return };
        if key == Cell::NONE {
            index.values_mut().for_each(add);
            add(&mut self.open);
        } else {
            add(index.entry(key).or_insert_with(|| self.open.clone()));
        }
    }

    /// Adds a clause at the end, or at the start.
    pub fn add(&mut self, flat: Arc<[Cell]>, key: Cell, is_fact: bool, now: u64, at_end: bool) {
        let rank = match at_end {
            true => self.clauses.back().map_or(0, |clause| clause.rank + 1),
            false => self.clauses.front().map_or(0, |clause| clause.rank - 1),
        };
        let clause = Stored { flat, key, is_fact, rank, born: now, died: u64::MAX };
        match at_end {
            true => self.clauses.push_back(clause),
            false => self.clauses.push_front(clause),
        }
        self.index_clause(rank, key, at_end);
    }

    /// Removes the clause with a rank; returns its size, or `None` if it is not there any more.
    pub fn remove(&mut self, rank: i64, now: u64) -> Option<usize> {
        let place = self.clauses.binary_search_by_key(&rank, |clause| clause.rank).ok()?;
        let clause = &mut self.clauses[place];
        if clause.died != u64::MAX {
            return None;
        }
        clause.died = now;
        let size = clause.flat.len();
        self.dead += 1;
        Some(size)
    }

    /// Returns whether most clauses are removed ones.
    pub fn is_sparse(&self) -> bool {
        self.dead > 32 && 2 * self.dead > self.clauses.len()
    }

    /// Forgets the clauses that were removed before a moment, which no call sees any more.
    pub fn forget(&mut self, moment: u64) {
        self.clauses.retain(|clause| clause.died > moment);
        self.dead = self.clauses.iter().filter(|clause| clause.died != u64::MAX).count();
        self.index = None;
    }

    /// Returns the clauses that are there now.
    pub fn iter(&self) -> impl Iterator<Item = &Stored> {
        self.clauses.iter().filter(|clause| clause.died == u64::MAX)
    }
}
