//! Evidence that answers came with, kept for a while so that it can be verified and fetched.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};

use ludex::{Evidence, InputError};

/// The most pieces of evidence that are kept.
const MOST: usize = 32;
/// The most nodes of all of them together.
const MOST_NODES: usize = 2_000_000;

/// What is said of evidence that others took the place of.
pub(crate) const NOT_KEPT: &str = "this evidence is no longer kept";

/// The evidence that was made most recently, each piece with its number.
#[derive(Default)]
pub(crate) struct KeptEvidence(Mutex<Kept>);

struct Kept {
    next: u64,
    /// The latest last.
    pieces: Vec<(u64, Arc<Evidence>)>,
}

impl Default for Kept {
    /// Begins with a number of at most 40 bits that another server will hardly have: a link to a
    /// proof of that one finds nothing here, rather than another proof.
    fn default() -> Kept {
        Kept { next: RandomState::new().build_hasher().finish() >> 24, pieces: Vec::new() }
    }
}

impl KeptEvidence {
    /// Keeps a piece and returns its number, by which it is found until others take its place.
    pub fn keep(&self, evidence: Evidence) -> u64 {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.next += 1;
        let id = kept.next;
        kept.pieces.push((id, Arc::new(evidence)));
        let nodes = |kept: &Kept| kept.pieces.iter().map(|(_, e)| e.size()).sum::<usize>();
        while kept.pieces.len() > MOST || kept.pieces.len() > 1 && nodes(&kept) > MOST_NODES {
            kept.pieces.remove(0);
        }
        id
    }

    /// Returns a piece by its number.
    pub fn get(&self, id: u64) -> Result<Arc<Evidence>, InputError> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let piece = kept.pieces.iter().find(|piece| piece.0 == id);
        piece.map(|piece| piece.1.clone()).ok_or_else(|| InputError::new(NOT_KEPT))
    }
}
