//! Machine words as sets of cells: the operations that bitboards of one word need of `u64` and
//! `u128`.
//!
//! Small boards are stored in a `u64`, larger ones in a `u128`; a game is written once over
//! [`Bitboard`] and its family chooses the narrow word if the board fits, so that small boards stay
//! fast.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, ShlAssign, Shr,
    ShrAssign,
};

use ludex_base::mix;
use ludex_game::Agent;

/// A machine word whose bits are cells.
pub trait Bitboard:
    Copy
    + Eq
    + Ord
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
    + BitXorAssign
    + ShlAssign<u32>
    + ShrAssign<u32>
{
    /// The number of cells that fit.
    const BITS: u32;
    /// No cell.
    const EMPTY: Self;

    /// Returns the lowest `count` cells.
    fn lowest(count: u32) -> Self;

    /// Returns the set of one cell.
    fn cell(index: u32) -> Self;

    /// Returns the number of cells.
    fn count(self) -> u32;

    /// Returns the lowest cell, or `BITS` if there is none.
    fn first(self) -> u32;

    /// Returns the cells below 64.
    fn low(self) -> u64;

    /// Returns the sum of two words as numbers.
    fn plus(self, other: Self) -> Self;

    /// Returns the difference of two words as numbers.
    fn minus(self, other: Self) -> Self;

    /// Returns the word and a few extra bits mixed into a key; a bijection for words of 64 bits.
    fn mixed(self, extra: u64) -> u64;

    /// Returns the word with its bits in the opposite order.
    fn reversed(self) -> Self;

    /// Returns a key of the word and who is on turn. The turn flips the highest bit among others:
    /// if a board leaves that bit of a `u64` free, no two states share a key. The empty board has a
    /// key that is not 0.
    #[inline(always)]
    fn key(self, turn: Agent) -> u64 {
        let turn = u64::from(turn.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.mixed(turn ^ 0x2545_f491_4f6c_dd1d)
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns whether the set has a cell.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Returns whether the cell is in the set.
    #[inline(always)]
    fn has(self, index: u32) -> bool {
        (self & Self::cell(index)).any()
    }

    /// Returns all cells but the lowest.
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.minus(Self::lowest(1))
    }

    /// Returns the cells from the lowest to the highest.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// For each byte, the positions of its ones: one position per byte, the lowest first.
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

/// For each byte, the number of its ones.
const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        ones[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    ones
};

/// Appends the cells of a word from the lowest to the highest. Eight cells at a time by table: in
/// games with many moves, listing them is most of the work of a random play, and this is two to three
/// times as fast as one cell at a time.
#[inline]
pub(crate) fn list_cells<W: Bitboard, T>(set: W, out: &mut Vec<T>, make: impl Fn(u8) -> T) {
    // All eight bytes are written, which is one step, and those past the count are overwritten by the
    // next ones or removed.
    if size_of::<T>() == 1 {
        each_byte(set, |places, ones| {
            let all = out.len() + ones;
            out.extend(places.map(&make));
            out.truncate(all);
        });
    } else {
        let (mut cells, mut count) = ([0; 128 + 16], 0);
        each_byte(set, |places, ones| {
            cells[count..count + 8].copy_from_slice(&places);
            count += ones;
        });
        // In blocks of a fixed size moves are made side by side.
        let all = out.len() + count;
        for block in &cells.as_chunks::<16>().0[..count.div_ceil(16)] {
            out.extend(block.map(&make));
        }
        out.truncate(all);
    }
}

/// Calls a function with the cells in each byte of a word, followed by other numbers, and with how
/// many cells they are.
#[inline]
fn each_byte<W: Bitboard>(set: W, mut see: impl FnMut([u8; 8], usize)) {
    // Two shifts, since a narrow word cannot be shifted by all of its bits.
    let high = (set >> 32 >> 32).low();
    for (half, start) in [(set.low(), 0), (high, 64)] {
        let (mut rest, mut base) = (half, start);
        while rest != 0 {
            let byte = (rest & 0xff) as usize;
            let places = PLACES[byte] + base * 0x0101_0101_0101_0101;
            see(places.to_le_bytes(), usize::from(ONES[byte]));
            rest >>= 8;
            base += 8;
        }
    }
}

/// The cells of a word, from the lowest to the highest.
#[derive(Clone, Copy, Debug)]
pub struct Cells<W>(W);

impl<W: Bitboard> Iterator for Cells<W> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.rest();
        Some(cell)
    }
}

macro_rules! word {
    ($type:ty, |$word:ident, $extra:ident| $mixed:expr) => {
        impl Bitboard for $type {
            const BITS: u32 = <$type>::BITS;
            const EMPTY: $type = 0;

            fn lowest(count: u32) -> $type {
                if count == 0 { 0 } else { <$type>::MAX >> (<$type>::BITS - count) }
            }

            #[inline(always)]
            fn cell(index: u32) -> $type {
                1 << index
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            #[allow(clippy::unnecessary_cast)] // of the narrow word
            fn low(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            fn reversed(self) -> $type {
                self.reverse_bits()
            }

            #[inline(always)]
            fn plus(self, other: $type) -> $type {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: $type) -> $type {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn mixed(self, $extra: u64) -> u64 {
                let $word = self;
                $mixed
            }
        }
    };
}

word!(u64, |word, extra| mix(word ^ extra));
word!(u128, |word, extra| mix(word as u64 ^ mix((word >> 64) as u64 ^ extra)));
