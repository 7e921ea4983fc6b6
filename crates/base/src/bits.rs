//! Small sets of numbers as machine words.

use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// A set of numbers below 64·W. Methods take numbers of 8, 16 or 32 bits.
///
/// ```
/// use ludex_base::Bits;
/// let mut set: Bits<2> = [1, 63, 64].into_iter().collect();
/// set.remove(1u16);
/// assert_eq!(set.iter().collect::<Vec<u32>>(), [63, 64]);
/// assert_eq!((set - Bits::below(64)).len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// The set without numbers.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// Returns the numbers below `count`.
    pub fn below(count: usize) -> Bits<W> {
        Bits(std::array::from_fn(|i| match count.saturating_sub(64 * i) {
            64.. => !0,
            left => (1 << left) - 1,
        }))
    }

    /// Returns the set of one number.
    #[inline]
    pub fn one(number: impl Into<u32>) -> Bits<W> {
        let mut bits = Self::EMPTY;
        bits.insert(number);
        bits
    }

    /// Returns the set in the first of these words, of which there must be W.
    #[inline]
    pub fn read(words: &[u64]) -> Bits<W> {
        Bits(words[..W].try_into().expect("W words were taken"))
    }

    /// Returns the words.
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }

    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, number: impl Into<u32>) {
        let number = number.into();
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    #[inline]
    pub fn remove(&mut self, number: impl Into<u32>) {
        let number = number.into();
        self.0[number as usize / 64] &= !(1 << (number % 64));
    }

    /// Returns whether a number is in the set.
    #[inline]
    pub fn contains(&self, number: impl Into<u32>) -> bool {
        let number = number.into();
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Returns whether there is no number.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns how many numbers there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether all of `on` and none of `off` is in the set.
    #[inline]
    pub fn fits(&self, on: &Bits<W>, off: &Bits<W>) -> bool {
        (0..W).all(|i| self.0[i] & (on.0[i] | off.0[i]) == on.0[i])
    }

    /// Takes the least number out.
    #[inline]
    pub fn pop(&mut self) -> Option<u32> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(64 * i as u32 + bit);
            }
        }
        None
    }

    /// Returns the numbers in increasing order.
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

    /// Subtracts a distance from all numbers; those that get below 0 are lost.
    #[inline]
    pub fn lowered(&self, by: usize) -> Bits<W> {
        let (words, bits) = (by / 64, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        // Shifting by 64 in two steps, as one would be too far.
        Bits(std::array::from_fn(|i| {
            word(i + words) >> bits | word(i + words + 1) << (63 - bits) << 1
        }))
    }

    /// Adds a distance to all numbers; those that leave the words are lost.
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

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Bits(std::array::from_fn(|i| f(self.0[i], other.0[i])))
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

impl<const W: usize> BitAndAssign for Bits<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= b);
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
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

impl<const W: usize> Not for Bits<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bits(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Random;

    type Set = Bits<3>;
    const ALL: u32 = 192;

    fn random(random: &mut Random) -> BTreeSet<u32> {
        (0..random.below(60)).map(|_| random.below(ALL as usize) as u32).collect()
    }

    fn bits(set: &BTreeSet<u32>) -> Set {
        set.iter().copied().collect()
    }

    fn list(set: Set) -> BTreeSet<u32> {
        set.iter().collect()
    }

    #[test]
    fn operators_are_those_of_sets() {
        let mut generator = Random::new(1);
        for _ in 0..1000 {
            let (a, b) = (random(&mut generator), random(&mut generator));
            let (x, y) = (bits(&a), bits(&b));
            assert_eq!(list(x & y), &a & &b);
            assert_eq!(list(x | y), &a | &b);
            assert_eq!(list(x ^ y), &a ^ &b);
            assert_eq!(list(x - y), &a - &b);
            assert_eq!(list(!x), &(0..ALL).collect() - &a);
            let (mut and, mut or) = (x, x);
            and &= y;
            or |= y;
            assert_eq!((and, or), (x & y, x | y));
            let fits = b.is_subset(&a);
            assert_eq!((x.fits(&y, &Set::EMPTY), (!x).fits(&Set::EMPTY, &y)), (fits, fits));
        }
    }

    #[test]
    fn members_are_those_of_sets() {
        let mut generator = Random::new(2);
        for _ in 0..1000 {
            let mut set = random(&mut generator);
            let mut bits = bits(&set);
            assert_eq!((bits.len(), bits.is_empty()), (set.len(), set.is_empty()));
            let number = generator.below(ALL as usize) as u32;
            assert_eq!(bits.contains(number), set.contains(&number));
            bits.remove(number);
            set.remove(&number);
            assert_eq!(list(bits), set);
            assert_eq!(Set::read(bits.words()), bits);
            assert_eq!(list(Set::below(number as usize)), (0..number).collect());
            assert_eq!(list(Set::one(number)), BTreeSet::from([number]));
            assert_eq!((bits.pop(), bits.len()), (set.pop_first(), set.len()));
        }
        assert_eq!((Set::below(192), Set::below(500)), (!Set::EMPTY, !Set::EMPTY));
    }

    #[test]
    fn moving_is_adding() {
        let mut generator = Random::new(3);
        for by in -200isize..=200 {
            let set = random(&mut generator);
            let sums = set.iter().map(|&number| number as isize + by);
            let expected: Set =
                sums.filter(|sum| (0..ALL as isize).contains(sum)).map(|sum| sum as u32).collect();
            assert_eq!(bits(&set).moved(by), expected, "{by}");
            if by <= 0 {
                assert_eq!(bits(&set).lowered(by.unsigned_abs()), expected, "{by}");
            }
        }
    }
}
