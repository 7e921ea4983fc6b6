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

    /// Returns the lowest `count` cells.
    pub fn lowest(count: usize) -> Cells<N> {
        let mut cells = Cells::EMPTY;
        (0..count).for_each(|cell| cells.insert(cell));
        cells
    }

    /// Returns the cells that are in neither of two other sets.
    #[inline(always)]
    pub fn without(&self, [one, other]: &[Cells<N>; 2]) -> Cells<N> {
        Cells(std::array::from_fn(|i| self.0[i] & !(one.0[i] | other.0[i])))
    }

    /// Returns the number of cells.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Calls a function for each cell in increasing order: quicker than [`Cells::iter`] on many
    /// words.
    #[inline(always)]
    pub fn for_each(&self, mut call: impl FnMut(usize)) {
        for (at, &word) in self.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                call(64 * at + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// Returns the cells in increasing order.
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
