//! Bitboards: sets of cells in one machine word, `u64` for small boards and `u128` for large ones.
//!
//! Games on boards are generic over the word, so that a small board pays for a small word only.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use ludex_game::Agent;

use crate::board::mix;

/// A set of cells, numbered from 0.
///
/// ```
/// use ludex_games::Word;
/// let set = u128::bit(3) | u128::bit(100);
/// assert_eq!(set.cells().collect::<Vec<_>>(), [3, 100]);
/// ```
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// The empty set.
    const EMPTY: Self;
    /// How many cells fit.
    const CELLS: usize;

    /// The set of one cell.
    fn bit(cell: usize) -> Self;

    /// The cell with the smallest number; the set must not be empty.
    fn lowest(self) -> usize;

    /// The set without the cell with the smallest number.
    fn without_lowest(self) -> Self;

    /// How many cells are in the set.
    fn count(self) -> usize;

    /// The cells below 64, and those from 64 on.
    fn halves(self) -> [u64; 2];

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a cell is in the set.
    #[inline]
    fn has(self, cell: usize) -> bool {
        !(self & Self::bit(cell)).is_empty()
    }

    /// The cells in increasing order.
    #[inline]
    fn cells(self) -> Cells {
        Cells { halves: self.halves() }
    }

    /// The set of the cells below `count`.
    fn below(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, |set, cell| set | Self::bit(cell))
    }
}

macro_rules! word {
    ($type:ty, $halves:expr) => {
        impl Word for $type {
            const EMPTY: Self = 0;
            const CELLS: usize = <$type>::BITS as usize;

            #[inline]
            fn bit(cell: usize) -> Self {
                1 << cell
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn halves(self) -> [u64; 2] {
                let halves: fn($type) -> [u64; 2] = $halves;
                halves(self)
            }
        }
    };
}

word!(u64, |set| [set, 0]);
word!(u128, |set| [set as u64, (set >> 64) as u64]);

/// The cells of a set in increasing order: see [`Word::cells`].
#[derive(Clone, Debug)]
pub struct Cells {
    halves: [u64; 2],
}

impl Iterator for Cells {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        for (half, start) in self.halves.iter_mut().zip([0, 64]) {
            if *half != 0 {
                let cell = half.lowest();
                *half = half.without_lowest();
                return Some(start + cell);
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.halves[0].count() + self.halves[1].count();
        (count, Some(count))
    }

    /// One loop a half: twice as fast as asking for the next cell again and again.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (half, start) in self.halves.into_iter().zip([0, 64]) {
            let mut rest = half;
            while rest != 0 {
                folded = f(folded, start + rest.lowest());
                rest = rest.without_lowest();
            }
        }
        folded
    }
}

impl ExactSizeIterator for Cells {}

/// For each byte, the places of its ones: one place a byte, the lowest first.
const PLACES: [u64; 256] = {
    let mut places = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut ones) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                places[byte] |= place << (8 * ones);
                ones += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    places
};

/// For each byte, how many ones it has.
const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        ones[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    ones
};

/// Appends the cells of a set in increasing order. Eight cells at a time by table: listing the
/// moves is most of the work of a random play, and this is twice as fast as cell by cell.
#[inline]
pub(crate) fn list_cells<W: Word, T>(set: W, out: &mut Vec<T>, make: impl Fn(u8) -> T) {
    let mut cells = [0; 128 + 8];
    let mut count = 0;
    for (half, start) in set.halves().into_iter().zip([0, 64]) {
        let (mut rest, mut base) = (half, start);
        while rest != 0 {
            let byte = (rest & 0xff) as usize;
            // All eight bytes are written; the next ones overwrite those past the count.
            let places = PLACES[byte] + base * 0x0101_0101_0101_0101;
            cells[count..count + 8].copy_from_slice(&places.to_le_bytes());
            count += usize::from(ONES[byte]);
            rest >>= 8;
            base += 8;
        }
    }
    out.extend(cells[..count].iter().map(|&cell| make(cell)));
}

/// A key for two sets of cells and whose turn it is.
#[inline]
pub(crate) fn board_key<W: Word>(sets: [W; 2], turn: Agent) -> u64 {
    // Far apart for different turns: the sum with a set of few cells must tell which it was.
    let mut key = (u64::from(turn.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for set in sets {
        let [low, high] = set.halves();
        key = mix(key.wrapping_add(low));
        if W::CELLS > 64 {
            key = mix(key.wrapping_add(high));
        }
    }
    key
}

/// A symmetry of a board, ready to be applied to sets: four cells at a time by table.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry<W> {
    tables: Vec<[W; 16]>,
}

impl<W: Word> Symmetry<W> {
    /// The symmetry that takes each cell to the one the list says.
    pub(crate) fn new(image: &[usize]) -> Symmetry<W> {
        let table = |group: &[usize]| {
            std::array::from_fn(|nibble| {
                let chosen = group.iter().enumerate().filter(|(i, _)| nibble >> i & 1 == 1);
                chosen.fold(W::EMPTY, |set, (_, &cell)| set | W::bit(cell))
            })
        };
        Symmetry { tables: image.chunks(4).map(table).collect() }
    }

    /// The image of a set.
    #[inline]
    pub(crate) fn apply(&self, set: W) -> W {
        let halves = set.halves();
        let groups = self.tables.iter().enumerate();
        groups.fold(W::EMPTY, |image, (i, table)| {
            image | table[(halves[i / 16] >> (4 * (i % 16)) & 15) as usize]
        })
    }
}

/// The smallest key over the symmetries of the board.
pub(crate) fn canonical_board_key<W: Word>(
    sets: [W; 2],
    turn: Agent,
    symmetries: &[Symmetry<W>],
) -> u64 {
    let images = symmetries.iter().map(|s| board_key(sets.map(|set| s.apply(set)), turn));
    images.fold(board_key(sets, turn), u64::min)
}
