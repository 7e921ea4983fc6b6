//! Memory that is accounted for before it is allocated.

use crate::budget::{Search, Stopped};

/// The memory allowed, in use, and in use at most.
pub(super) struct Ledger {
    max: usize,
    used: usize,
    pub peak: usize,
}

impl Ledger {
    pub fn new(max: usize) -> Ledger {
        Ledger { max, used: 0, peak: 0 }
    }

    /// Claims this many bytes, or fails if the budget has fewer.
    pub fn claim(&mut self, bytes: usize) -> Search<()> {
        let used = self.used.checked_add(bytes).filter(|&used| used <= self.max);
        self.used = used.ok_or(Stopped::Memory)?;
        self.peak = self.peak.max(self.used);
        Ok(())
    }

    pub fn release(&mut self, bytes: usize) {
        self.used -= bytes;
    }

    /// Returns a list of this many equal items.
    pub fn list<T: Clone>(&mut self, item: T, count: usize) -> Search<Vec<T>> {
        self.claim(count * size_of::<T>())?;
        Ok(vec![item; count])
    }

    /// Releases a list.
    pub fn drop<T>(&mut self, list: Vec<T>) {
        self.release(list.capacity() * size_of::<T>());
    }
}

/// The number of items in a piece.
const PIECE: usize = 1 << 12;

/// A list that grows piece by piece: nothing is moved, and at most one piece is not full.
pub(super) struct Pieces<T> {
    pieces: Vec<Vec<T>>,
    len: usize,
}

impl<T> Pieces<T> {
    pub fn new() -> Pieces<T> {
        Pieces { pieces: Vec::new(), len: 0 }
    }

    pub fn push(&mut self, item: T, ledger: &mut Ledger) -> Search<()> {
        if self.len == self.pieces.len() * PIECE {
            ledger.claim(PIECE * size_of::<T>())?;
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        self.pieces[self.len / PIECE].push(item);
        self.len += 1;
        Ok(())
    }

    #[inline]
    pub fn get(&self, place: usize) -> &T {
        &self.pieces[place / PIECE][place % PIECE]
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pieces.iter().flatten()
    }

    pub fn drop(self, ledger: &mut Ledger) {
        ledger.release(self.pieces.len() * PIECE * size_of::<T>());
    }
}
