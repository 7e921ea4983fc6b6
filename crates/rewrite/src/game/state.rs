//! Positions and moves.

use crate::engine::model::Words;

/// A position: a location and a structure.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct RewriteState {
    pub(crate) key: u64,
    /// The closed parts of preconditions that are true, as bits.
    pub(crate) facts: u64,
    pub(crate) location: u16,
    pub(crate) over: bool,
    pub(crate) words: Words,
}

/// The words are copied as a slice, which is faster than one by one.
impl Clone for RewriteState {
    #[inline]
    fn clone(&self) -> RewriteState {
        RewriteState { words: Words::from_slice(&self.words), ..*self }
    }
}

/// The largest number of elements of a left-hand side.
pub(crate) const MOST_MATCHED: usize = 11;

/// A move: an edge of the game graph and a match of its rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RewriteMove {
    pub(crate) edge: u16,
    pub(crate) matched: [u16; MOST_MATCHED],
}

impl RewriteMove {
    /// Returns a number of a move that is independent of the state, and different for most moves.
    pub(crate) fn small_number(&self) -> usize {
        let mut hash = usize::from(self.edge);
        for &element in &self.matched[..3] {
            hash = hash.wrapping_mul(0x9e37_79b1).wrapping_add(usize::from(element) + 1);
        }
        hash ^ hash >> 15
    }
}
