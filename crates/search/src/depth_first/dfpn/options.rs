//! The options of depth-first proof number searches.

use super::effort::INFINITE;
use crate::depth_first::BestMoves;

/// Options of depth-first proof number searches. They do not change the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DfPnOptions {
    /// Use the hints of the game: bounds, candidate moves.
    pub hints: bool,
    /// Treat mirror images as one state.
    pub symmetry: bool,
    /// Report every optimal move at the root, not just one.
    pub best: BestMoves,
    /// Mobility initialisation [Saf13, Section 3.7.5]: the effort to refute all moves of a new
    /// state is their number, not 1.
    pub mobility: bool,
    /// The 1+ε trick \[PL07\], ε in per cent: a child is left only when its number is greater than
    /// that of its best sibling by this. 0 leaves it as soon as it is greater.
    pub epsilon: u32,
}

impl Default for DfPnOptions {
    fn default() -> DfPnOptions {
        DfPnOptions {
            hints: true,
            symmetry: true,
            best: BestMoves::One,
            mobility: true,
            epsilon: 25,
        }
    }
}

impl DfPnOptions {
    /// Returns the least number at which a child is left whose best sibling has this number.
    #[inline]
    pub(super) fn beyond(&self, sibling: u32) -> u32 {
        if sibling == INFINITE {
            return INFINITE;
        }
        let more = u64::from(sibling) * u64::from(self.epsilon) / 100;
        (u64::from(sibling) + more + 1).min(u64::from(INFINITE)) as u32
    }
}
