//! Sets of cells in a few words, for boards of up to 64, 128 or 384 cells.

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Cells<const N: usize>(pub [u64; N]);

impl<const N: usize> Cells<N> {
    pub const EMPTY: Cells<N> = Cells([0; N]);

    #[inline(always)]
    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline(always)]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// The cells below `count` that are in neither set.
    #[inline(always)]
    pub fn neither(&self, other: &Cells<N>, count: usize) -> Cells<N> {
        Cells(std::array::from_fn(|i| {
            let within = match count.saturating_sub(64 * i) {
                0 => 0,
                cells => u64::MAX >> (64 - cells.min(64)),
            };
            within & !(self.0[i] | other.0[i])
        }))
    }

    /// The cells in increasing order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<N> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            while at < N && words[at] == 0 {
                at += 1;
            }
            let word = words.get_mut(at)?;
            let cell = 64 * at + word.trailing_zeros() as usize;
            *word &= *word - 1;
            Some(cell)
        })
    }
}
