//! Sets of elements as words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of up to `64 * W` elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The elements `0..count`.
    pub fn lowest(count: usize) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for (i, word) in set.0.iter_mut().enumerate() {
            let left = count.saturating_sub(64 * i);
            *word = if left >= 64 { !0 } else { (1 << left) - 1 };
        }
        set
    }

    #[inline]
    pub fn single(element: u16) -> Bits<W> {
        let mut set = Bits::EMPTY;
        set.0[usize::from(element) / 64] = 1 << (element % 64);
        set
    }

    /// The set in these words.
    #[inline]
    pub fn read(words: &[u64]) -> Bits<W> {
        Bits(words[..W].try_into().expect("as many words as the set has"))
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub fn has(&self, element: u16) -> bool {
        self.0[usize::from(element) / 64] >> (element % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, element: u16) {
        self.0[usize::from(element) / 64] |= 1 << (element % 64);
    }

    #[inline]
    pub fn remove(&mut self, element: u16) {
        self.0[usize::from(element) / 64] &= !(1 << (element % 64));
    }

    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// All elements moved down by a distance; those that leave the words are lost.
    #[inline]
    pub fn lowered(&self, by: usize) -> Bits<W> {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        // Shifting by 64 in two steps, as one would be too far.
        Bits(std::array::from_fn(|i| {
            word(i + words) >> bits | word(i + words + 1) << (63 - bits) << 1
        }))
    }

    /// All elements moved by a distance; those that leave the words are lost.
    #[inline]
    pub fn moved(&self, by: isize) -> Bits<W> {
        let (words, bits) = (by.unsigned_abs() / 64, by.unsigned_abs() % 64);
        let mut moved = Bits::EMPTY;
        for i in words..W {
            // Upwards a word gets bits of lower ones, downwards of higher ones.
            let (to, from) = if by >= 0 { (i, i - words) } else { (i - words, i) };
            let (word, next) = match by >= 0 {
                true => (self.0[from] << bits, from.checked_sub(1).map_or(0, |f| self.0[f])),
                false => (self.0[from] >> bits, self.0.get(from + 1).copied().unwrap_or(0)),
            };
            let carried = match (bits, by >= 0) {
                (0, _) => 0,
                (_, true) => next >> (64 - bits),
                (_, false) => next << (64 - bits),
            };
            moved.0[to] = word | carried;
        }
        moved
    }

    /// Takes out the lowest element.
    #[inline]
    pub fn pop(&mut self) -> Option<u16> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((64 * i) as u16 + bit as u16);
            }
        }
        None
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|word| *word = !*word);
        self
    }
}

/// Runs an expression with `W` as the number of words that hold so many elements.
macro_rules! with_width {
    ($width:expr, $W:ident => $run:expr) => {
        match $width {
            1 => {
                const $W: usize = 1;
                $run
            }
            2 => {
                const $W: usize = 2;
                $run
            }
            4 => {
                const $W: usize = 4;
                $run
            }
            8 => {
                const $W: usize = 8;
                $run
            }
            _ => {
                const $W: usize = 64;
                $run
            }
        }
    };
}
pub(crate) use with_width;

/// The number of words of a set of so many elements: one of those [`with_width`] knows.
pub(crate) fn width(size: usize) -> usize {
    match size {
        0..=64 => 1,
        65..=128 => 2,
        129..=256 => 4,
        257..=512 => 8,
        _ => 64,
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn moving_is_adding() {
        let elements = [0u16, 1, 5, 63, 64, 100, 127, 128, 190, 255];
        for by in -260isize..=260 {
            let (mut set, mut expected) = (Bits::<4>::EMPTY, Bits::<4>::EMPTY);
            for element in elements {
                set.insert(element);
                if let Ok(to @ 0..256) = u16::try_from(element as isize + by) {
                    expected.insert(to);
                }
            }
            assert_eq!(set.moved(by), expected, "{by}");
            if by <= 0 {
                assert_eq!(set.lowered(by.unsigned_abs()), expected, "{by}");
            }
        }
    }
}
