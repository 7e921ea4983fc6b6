//! The transposition table: what was found about states, the latest finding of a slot.

use crate::RewriteMove;

/// What a value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What was found about a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub key: u64,
    pub value: f64,
    pub mv: Option<RewriteMove>,
    pub depth: u8,
    pub bound: Bound,
}

/// A table of a fixed size.
pub(super) struct Table {
    slots: Vec<Option<Entry>>,
}

impl Table {
    /// A table of `2^bits` slots.
    pub fn new(bits: u32) -> Table {
        Table { slots: vec![None; 1 << bits] }
    }

    fn slot(&self, key: u64) -> usize {
        (key % self.slots.len() as u64) as usize
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        self.slots[self.slot(key)].filter(|entry| entry.key == key)
    }

    /// Keeps a finding, unless the slot holds a deeper one about the same state.
    pub fn put(&mut self, entry: Entry) {
        let slot = self.slot(entry.key);
        match self.slots[slot] {
            Some(old) if old.key == entry.key && old.depth > entry.depth => {}
            _ => self.slots[slot] = Some(entry),
        }
    }
}
