//! States and moves of GDL games.

use smallvec::SmallVec;

/// A state of a GDL game. What the words mean is the engine's affair: bits of a network, or the
/// numbers of terms. Small states are held in place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct GdlState(pub(crate) SmallVec<[u64; 4]>);

/// A move of a GDL game, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GdlMove(pub(crate) u32);

impl GdlState {
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    /// A hash of all words, each mixed well: states differ in few bits.
    pub(crate) fn key(&self) -> u64 {
        self.0.iter().fold(0x9e37_79b9_7f4a_7c15, |key, &word| {
            let mixed = (key ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            mixed ^ (mixed >> 29)
        })
    }
}
