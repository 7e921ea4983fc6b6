//! Small sets of numbers as machine words.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Sub};

/// A set of numbers below 64·W.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// The numbers below `count`.
    pub fn below(count: usize) -> Bits<W> {
        (0..count as u32).collect()
    }

    pub fn one(number: u32) -> Bits<W> {
        let mut bits = Self::EMPTY;
        bits.insert(number);
        bits
    }

    /// The words.
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    #[inline]
    pub fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether all of `on` and none of `off` is in the set.
    #[inline]
    pub fn fits(&self, on: &Bits<W>, off: &Bits<W>) -> bool {
        (0..W).all(|i| self.0[i] & (on.0[i] | off.0[i]) == on.0[i])
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = [0; W];
        for (i, word) in words.iter_mut().enumerate() {
            *word = f(self.0[i], other.0[i]);
        }
        Bits(words)
    }

    /// The numbers in increasing order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(64 * i as u32 + bit)
            })
        })
    }
}

/// Word by word: the derived one would write bytes and a length.
impl<const W: usize> Hash for Bits<W> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.iter().for_each(|&word| hasher.write_u64(word));
    }
}

impl<const W: usize> FromIterator<u32> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut bits = Self::EMPTY;
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const W: usize> Sub for Bits<W> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let a: Bits<2> = [1, 63, 64, 100].into_iter().collect();
        let b = Bits::below(64);
        assert_eq!((a & b).iter().collect::<Vec<_>>(), [1, 63]);
        assert_eq!((a - b).iter().collect::<Vec<_>>(), [64, 100]);
        assert_eq!((a | b).len(), 66);
        assert!(a.fits(&Bits::one(64), &Bits::one(65)) && !a.fits(&Bits::one(64), &Bits::one(1)));
    }
}
