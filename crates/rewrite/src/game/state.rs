//! Positions and moves.

use crate::engine::model::Words;

/// A position: a location and a structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RewriteState {
    pub(crate) key: u64,
    /// Which closed parts of preconditions are true: they are asked for at every move.
    pub(crate) facts: u64,
    pub(crate) location: u16,
    pub(crate) over: bool,
    pub(crate) words: Words,
}

/// The most elements of a left-hand side.
pub(crate) const MOST_MATCHED: usize = 11;

/// A move: an edge of the game graph and a match of its rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RewriteMove {
    pub(crate) edge: u16,
    pub(crate) matched: [u16; MOST_MATCHED],
}
