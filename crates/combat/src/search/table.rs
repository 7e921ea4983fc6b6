//! The transposition table: results of states searched before [Saf13, Section 5.4.4].

use super::evaluation::Score;
use crate::model::{Action, Joint, bits};

/// The number of units whose actions a best move stores.
const REMEMBERED: usize = 16;

/// The relation of a score to the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
pub(crate) struct Entry {
    key: u64,
    pub score: Score,
    pub depth: u8,
    pub bound: Bound,
    /// The actions of the free units, in order.
    best: [Action; REMEMBERED],
}

/// A table with a fixed number of slots; two neighbours are examined, and the shallower one is
/// replaced.
pub(crate) struct Table {
    slots: Vec<Option<Entry>>,
}

impl Table {
    /// Returns a table of 2^bits slots, at most 2^22 (200 MB).
    pub fn new(bits: u32) -> Table {
        Table { slots: vec![None; 1 << bits.min(22)] }
    }

    fn pair(&self, key: u64) -> [usize; 2] {
        let slot = (key >> 3) as usize & (self.slots.len() - 1);
        [slot, slot ^ 1]
    }

    pub fn get(&self, key: u64) -> Option<&Entry> {
        let found = |slot: usize| self.slots.get(slot)?.as_ref().filter(|entry| entry.key == key);
        self.pair(key).into_iter().find_map(found)
    }

    pub fn put(
        &mut self,
        key: u64,
        depth: u8,
        score: Score,
        bound: Bound,
        movers: u64,
        best: &Joint,
    ) {
        let mut actions = [Action::NONE; REMEMBERED];
        if movers.count_ones() as usize <= REMEMBERED {
            for (action, unit) in actions.iter_mut().zip(bits(movers)) {
                *action = best.get(unit);
            }
        }
        let worth = |slot: usize| match self.slots.get(slot) {
            Some(Some(entry)) if entry.key == key => -1,
            Some(Some(entry)) => i32::from(entry.depth),
            _ => -2,
        };
        let slot = self.pair(key).into_iter().min_by_key(|slot| worth(*slot)).unwrap_or(0);
        if let Some(place) = self.slots.get_mut(slot) {
            *place = Some(Entry { key, score, depth, bound, best: actions });
        }
    }
}

impl Entry {
    /// Returns the best move, if it is stored.
    pub fn best(&self, movers: u64) -> Option<Joint> {
        let mut joint = Joint::NONE;
        for (action, unit) in self.best.iter().zip(bits(movers)) {
            joint.set(unit, *action);
        }
        let known = self.best[0] != Action::NONE && movers.count_ones() as usize <= REMEMBERED;
        known.then_some(joint)
    }

    /// Returns whether the entry answers a search with this window.
    pub fn answers(&self, depth: u32, score: Score, alpha: Score, beta: Score) -> bool {
        u32::from(self.depth) == depth
            && match self.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            }
    }
}
