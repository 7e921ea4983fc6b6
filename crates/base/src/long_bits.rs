//! Sets of numbers without a limit.

use std::hash::{Hash, Hasher};

use crate::set::{same, word};
use crate::{Bits, Set, mix};

/// A set of numbers without a limit; those below 256 take no memory on the heap.
#[derive(Clone, Debug)]
pub struct LongBits(Words);

#[derive(Clone, Debug)]
enum Words {
    Few(Bits<4>),
    Many(Vec<u64>),
}

impl LongBits {
    /// Returns the words, at least `count` of them.
    #[inline]
    fn grown(&mut self, count: usize) -> &mut [u64] {
        if count > self.words().len() {
            self.grow(count);
        }
        match &mut self.0 {
            Words::Few(bits) => &mut bits.0,
            Words::Many(words) => words,
        }
    }

    // The operations with sets of many words are not inlined, so that those with few can be.

    #[inline(never)]
    fn intersect_many(&mut self, others: &[u64]) {
        self.grown(0).iter_mut().enumerate().for_each(|(i, a)| *a &= word(others, i));
    }

    #[inline(never)]
    fn unite_many(&mut self, others: &[u64]) {
        self.grown(others.len()).iter_mut().zip(others).for_each(|(a, b)| *a |= b);
    }

    #[inline(never)]
    fn subtract_many(&mut self, others: &[u64]) {
        self.grown(0).iter_mut().zip(others).for_each(|(a, b)| *a &= !b);
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        match &mut self.0 {
            Words::Few(bits) => {
                let mut words = vec![0; count];
                words[..4].copy_from_slice(&bits.0);
                self.0 = Words::Many(words);
            }
            Words::Many(words) => words.resize(count, 0),
        }
    }
}

impl Set for LongBits {
    const EMPTY: Self = LongBits(Words::Few(Bits::EMPTY));

    #[inline]
    fn words_for(count: usize) -> usize {
        count.div_ceil(64)
    }

    fn heap_bytes(count: usize) -> usize {
        if count <= 256 { 0 } else { 8 * Self::words_for(count) }
    }

    fn below(count: usize) -> Self {
        let mut set = Self::EMPTY;
        for (i, word) in set.grown(count.div_ceil(64)).iter_mut().enumerate() {
            *word = match count.saturating_sub(64 * i) {
                64.. => !0,
                left => (1 << left) - 1,
            };
        }
        set
    }

    #[inline]
    fn from_words(words: &[u64]) -> Self {
        match words.len() {
            0..=4 => LongBits(Words::Few(Bits::from_words(words))),
            _ => LongBits(Words::Many(words.to_vec())),
        }
    }

    #[inline]
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Few(bits) => &bits.0,
            Words::Many(words) => words,
        }
    }

    #[inline]
    fn insert(&mut self, number: u32) {
        let i = number as usize / 64;
        self.grown(i + 1)[i] |= 1 << (number % 64);
    }

    #[inline]
    fn remove(&mut self, number: u32) {
        if let Some(word) = self.grown(0).get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    #[inline]
    fn intersect(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Words::Few(a), Words::Few(b)) => *a &= *b,
            _ => self.intersect_many(other.words()),
        }
    }

    #[inline]
    fn unite(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Words::Few(a), Words::Few(b)) => *a |= *b,
            _ => self.unite_many(other.words()),
        }
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Words::Few(a), Words::Few(b)) => *a = *a - *b,
            _ => self.subtract_many(other.words()),
        }
    }

    #[inline]
    fn fits(&self, on: &Self, off: &Self) -> bool {
        match (&self.0, &on.0, &off.0) {
            (Words::Few(bits), Words::Few(on), Words::Few(off)) => bits.fits(on, off),
            _ => fits_many(self.words(), on.words(), off.words()),
        }
    }
}

#[inline]
fn fits_many(bits: &[u64], on: &[u64], off: &[u64]) -> bool {
    let common = bits.len().min(on.len());
    on.iter().zip(bits).all(|(on, bits)| on & !bits == 0)
        && on[common..].iter().all(|&word| word == 0)
        && off.iter().zip(bits).all(|(off, bits)| off & bits == 0)
}

impl PartialEq for LongBits {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        if let (Words::Few(a), Words::Few(b)) = (&self.0, &other.0) {
            return a == b;
        }
        same(self.words(), other.words())
    }
}

impl Eq for LongBits {}

/// From the last word to the first: words at the end that are 0 make no difference, as `mix(0)` is
/// 0. Hashers for single words would mix the last one too little.
impl Hash for LongBits {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.words().iter().rev().fold(0, |hash, word| mix(hash ^ word)));
    }
}

impl FromIterator<u32> for LongBits {
    #[inline]
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut set = Self::EMPTY;
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_large_sets_are_on_the_heap() {
        assert!(matches!(LongBits::below(256).0, Words::Few(_)));
        assert!(matches!(LongBits::below(257).0, Words::Many(words) if words.len() == 5));
        assert_eq!(size_of::<LongBits>(), 40);
    }
}
