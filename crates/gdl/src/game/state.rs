//! States and moves of GDL games.

use smallvec::SmallVec;

/// A state of a GDL game. The engine defines the meaning of the words: bits of a network, or
/// numbers of terms. Small states are stored inline.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct GdlState(pub(crate) SmallVec<[u64; 4]>);

/// A move of a GDL game, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GdlMove(pub(crate) u32);

impl GdlState {
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Returns a hash of all words, each well mixed, as states differ in few bits.
    pub(crate) fn key(&self) -> u64 {
        self.0.iter().fold(0x9e37_79b9_7f4a_7c15, |key, &word| {
            let mixed = (key ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            mixed ^ (mixed >> 29)
        })
    }
}
