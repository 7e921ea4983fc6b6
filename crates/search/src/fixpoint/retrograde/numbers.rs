//! States by number, and numbers by state.

use std::hash::Hash;

use rustc_hash::FxBuildHasher;

use super::memory::{Ledger, Pieces};
use crate::budget::{Search, Stopped};

const NONE: u32 = u32::MAX;
const FEWEST_SLOTS: usize = 64;

/// A set of states, numbered from 0 in the order of their insertion. The index holds numbers only
/// and compares the states themselves, so that no collision of keys can identify two states.
pub(super) struct Numbers<S> {
    states: Pieces<S>,
    /// The bytes of a state beyond its own size.
    heap: usize,
    /// The slots of the index, with open addressing: a power of two, at most three quarters of them
    /// used.
    slots: Vec<u32>,
}

impl<S: Eq + Hash> Numbers<S> {
    /// Makes an empty set; each state takes `heap` bytes beyond its own size.
    pub fn new(heap: usize, ledger: &mut Ledger) -> Search<Numbers<S>> {
        Ok(Numbers { states: Pieces::new(), heap, slots: ledger.list(NONE, FEWEST_SLOTS)? })
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn state(&self, number: u32) -> &S {
        self.states.get(number as usize)
    }

    pub fn states(&self) -> impl Iterator<Item = &S> {
        self.states.iter()
    }

    pub fn find(&self, state: &S) -> Option<u32> {
        let number = self.slots[self.slot(state)];
        (number != NONE).then_some(number)
    }

    /// Returns the number of a state, which is added if it is new.
    pub fn add(&mut self, state: S, ledger: &mut Ledger) -> Search<u32> {
        let mut slot = self.slot(&state);
        if self.slots[slot] != NONE {
            return Ok(self.slots[slot]);
        }
        if (self.len() + 1) * 4 > self.slots.len() * 3 {
            self.grow(ledger)?;
            slot = self.slot(&state);
        }
        let number = u32::try_from(self.len()).ok().filter(|&n| n != NONE);
        let number = number.ok_or(Stopped::Memory)?;
        ledger.claim(self.heap)?;
        self.states.push(state, ledger)?;
        self.slots[slot] = number;
        Ok(number)
    }

    /// Returns the slot of a state, or the free slot where it belongs.
    fn slot(&self, state: &S) -> usize {
        let mut slot = self.home(state);
        while self.slots[slot] != NONE && self.state(self.slots[slot]) != state {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }

    /// Returns the top bits of the hash, mixed once more: states are often small numbers.
    fn home(&self, state: &S) -> usize {
        use std::hash::BuildHasher;
        let hash = FxBuildHasher.hash_one(state).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> (u64::BITS - self.slots.len().trailing_zeros())) as usize
    }

    /// Doubles the index. The old one can be released first, since the states are listed elsewhere.
    fn grow(&mut self, ledger: &mut Ledger) -> Search<()> {
        let count = self.slots.len() * 2;
        ledger.drop(std::mem::take(&mut self.slots));
        self.slots = ledger.list(NONE, count)?;
        for (number, state) in (0..).zip(self.states.iter()) {
            let mut slot = self.home(state);
            while self.slots[slot] != NONE {
                slot = (slot + 1) & (count - 1);
            }
            self.slots[slot] = number;
        }
        Ok(())
    }
}
