//! What sets of numbers have in common whose largest size is known when compiling or not.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Bits;

/// A set of numbers, for code that is compiled for small sets and for large ones. What takes a set
/// by value changes it in place.
///
/// ```
/// use ludex_base::{Bits, LongBits, Set};
/// fn even<S: Set>(below: u32) -> S {
///     (0..below).filter(|number| number % 2 == 0).collect()
/// }
/// assert_eq!(even::<Bits<1>>(64).len(), 32);
/// assert_eq!(even::<LongBits>(1000).minus(&LongBits::below(900)).len(), 50);
/// ```
pub trait Set: Clone + Eq + Hash + Debug + FromIterator<u32> + Send + Sync {
    /// The set without numbers.
    const EMPTY: Self;

    /// Returns the number of words that hold a set of numbers below `count`.
    fn words_for(count: usize) -> usize;

    /// Returns the bytes on the heap of a set of numbers below `count`.
    fn heap_bytes(count: usize) -> usize;

    /// Returns the numbers below `count`.
    fn below(count: usize) -> Self;

    /// Returns the set in these words.
    fn from_words(words: &[u64]) -> Self;

    /// Returns the words; those after the last one are 0.
    fn words(&self) -> &[u64];

    /// Adds a number.
    fn insert(&mut self, number: u32);

    /// Takes a number out.
    fn remove(&mut self, number: u32);

    /// Takes the numbers out that are not in the other set.
    fn intersect(&mut self, other: &Self);

    /// Adds the numbers of the other set.
    fn unite(&mut self, other: &Self);

    /// Takes the numbers of the other set out.
    fn subtract(&mut self, other: &Self);

    /// Returns whether all of `on` and none of `off` is in the set.
    fn fits(&self, on: &Self, off: &Self) -> bool;

    /// Returns the numbers that are in both sets.
    #[inline]
    fn and(mut self, other: &Self) -> Self {
        self.intersect(other);
        self
    }

    /// Returns the numbers that are in one of the sets.
    #[inline]
    fn or(mut self, other: &Self) -> Self {
        self.unite(other);
        self
    }

    /// Returns the numbers that are not in the other set.
    #[inline]
    fn minus(mut self, other: &Self) -> Self {
        self.subtract(other);
        self
    }

    /// Returns whether the set is the one in these words.
    #[inline]
    fn is(&self, words: &[u64]) -> bool {
        same(self.words(), words)
    }

    /// Returns the set of one number.
    #[inline]
    fn one(number: u32) -> Self {
        let mut set = Self::EMPTY;
        set.insert(number);
        set
    }

    /// Returns whether a number is in the set.
    #[inline]
    fn contains(&self, number: u32) -> bool {
        word(self.words(), number as usize / 64) >> (number % 64) & 1 == 1
    }

    /// Returns whether there is no number.
    #[inline]
    fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// Returns how many numbers there are.
    #[inline]
    fn len(&self) -> usize {
        self.words().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the sets have a number in common.
    #[inline]
    fn meets(&self, other: &Self) -> bool {
        self.words().iter().zip(other.words()).any(|(a, b)| a & b != 0)
    }

    /// Returns the numbers in increasing order.
    #[inline]
    fn iter(&self) -> impl Iterator<Item = u32> {
        self.words().iter().enumerate().flat_map(|(i, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(64 * i as u32 + bit)
            })
        })
    }
}

/// Returns a word, 0 after the last one.
#[inline]
pub(crate) fn word(words: &[u64], i: usize) -> u64 {
    words.get(i).copied().unwrap_or(0)
}

/// Returns whether two lists of words are the same set.
#[inline]
pub(crate) fn same(a: &[u64], b: &[u64]) -> bool {
    (0..a.len().max(b.len())).all(|i| word(a, i) == word(b, i))
}

impl<const W: usize> Set for Bits<W> {
    const EMPTY: Self = Bits::EMPTY;

    #[inline]
    fn words_for(_count: usize) -> usize {
        W
    }

    fn heap_bytes(_count: usize) -> usize {
        0
    }

    fn below(count: usize) -> Self {
        Bits::below(count)
    }

    #[inline]
    fn from_words(words: &[u64]) -> Self {
        Bits(std::array::from_fn(|i| word(words, i)))
    }

    #[inline]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn insert(&mut self, number: u32) {
        Bits::insert(self, number);
    }

    #[inline]
    fn remove(&mut self, number: u32) {
        Bits::remove(self, number);
    }

    #[inline]
    fn intersect(&mut self, other: &Self) {
        *self &= *other;
    }

    #[inline]
    fn unite(&mut self, other: &Self) {
        *self |= *other;
    }

    #[inline]
    fn subtract(&mut self, other: &Self) {
        *self = *self - *other;
    }

    #[inline]
    fn fits(&self, on: &Self, off: &Self) -> bool {
        Bits::fits(self, on, off)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::hash::Hasher;

    use rustc_hash::FxHasher;

    use super::*;
    use crate::{LongBits, Random};

    fn random(random: &mut Random, all: usize) -> BTreeSet<u32> {
        let below = 1 + random.below(all);
        (0..random.below(60)).map(|_| random.below(below) as u32).collect()
    }

    fn set<S: Set>(numbers: &BTreeSet<u32>) -> S {
        numbers.iter().copied().collect()
    }

    fn list(set: &impl Set) -> BTreeSet<u32> {
        set.iter().collect()
    }

    fn hash(value: &impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    /// Compares with sets of the standard library, for numbers below `all`.
    fn compare<S: Set>(all: usize) {
        let mut generator = Random::new(1);
        for _ in 0..2000 {
            let (a, b) = (random(&mut generator, all), random(&mut generator, all));
            let (x, y): (S, S) = (set(&a), set(&b));
            assert_eq!(list(&x.clone().and(&y)), &a & &b);
            assert_eq!(list(&x.clone().or(&y)), &a | &b);
            assert_eq!(list(&x.clone().minus(&y)), &a - &b);
            assert_eq!((x == y, x.is(y.words())), (a == b, a == b));
            assert_eq!(x.meets(&y), !a.is_disjoint(&b));
            assert_eq!((x.len(), x.is_empty()), (a.len(), a.is_empty()));
            let c = random(&mut generator, all);
            let (on, off) = (y.clone().minus(&set(&c)), set(&c));
            assert_eq!(x.fits(&y, &S::EMPTY), b.is_subset(&a));
            assert_eq!(x.fits(&on, &off), (&b - &c).is_subset(&a) && a.is_disjoint(&c));
            assert!(x.fits(&x.clone().and(&y), &y.clone().minus(&x)));
            // Words at the end that are 0 make no difference.
            let same = x.clone().or(&y).minus(&y).or(&x.clone().and(&y));
            assert_eq!((&same, hash(&same)), (&x, hash(&x)));
            let mut words = vec![0; S::words_for(all)];
            words.iter_mut().zip(x.words()).for_each(|(to, from)| *to = *from);
            let same = S::from_words(&words);
            assert_eq!((&same, hash(&same)), (&x, hash(&x)));
            let number = generator.below(all) as u32;
            assert_eq!(x.contains(number), a.contains(&number));
            let (mut more, mut less) = (x.clone(), x);
            more.insert(number);
            less.remove(number);
            assert_eq!(list(&more), &a | &BTreeSet::from([number]));
            assert_eq!(list(&less), &a - &BTreeSet::from([number]));
            assert_eq!(list(&S::below(number as usize)), (0..number).collect());
            assert_eq!(list(&S::one(number)), BTreeSet::from([number]));
        }
    }

    #[test]
    fn operations_are_those_of_sets() {
        compare::<Bits<1>>(64);
        compare::<Bits<3>>(192);
        compare::<LongBits>(64);
        compare::<LongBits>(256);
        compare::<LongBits>(257);
        compare::<LongBits>(1000);
    }
}
