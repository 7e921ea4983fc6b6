//! The transposition table of the depth-first proof number searches, minimal ones included.
//!
//! An entry is a checked key, a word of facts and one word for each [`Number`] (a pair of effort
//! numbers, or a cost): 24 bytes for df-pn. Threads share the table without locks: the key is
//! stored mixed with a checksum of the other words, so that an entry torn by two writers matches no
//! key. In games whose keys can be steered (see `key`) an entry has one word more, the check.
//!
//! The table starts small and doubles in place up to its limit, while no search uses it. At its
//! limit small-tree garbage collection \[Nag02\] makes room: entries whose subtrees took the least
//! work are removed first, since they are the fastest to compute again.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::key::{Key, StateKeys};

/// A number of an entry, encoded as a word.
pub(in crate::depth_first) trait Number: Copy {
    fn to_bits(self) -> u64;
    fn from_bits(bits: u64) -> Self;
}

/// What is proved about a state, and what its numbers are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::depth_first) struct Facts {
    /// Proved bounds of the value, whatever the question was.
    pub low: u16,
    pub high: u16,
    /// The question the numbers belong to.
    pub question: u16,
    /// The round in which the numbers were found (games with cycles).
    pub round: u8,
    /// The logarithm of the nodes searched for this; at least 1.
    pub work: u8,
}

impl Facts {
    /// The value of `question` for numbers that belong to none.
    pub const NO_QUESTION: u16 = u16::MAX;

    #[inline]
    pub fn to_bits(self) -> u64 {
        u64::from(self.low)
            | u64::from(self.high) << 16
            | u64::from(self.question) << 32
            | u64::from(self.round) << 48
            | u64::from(self.work) << 56
    }

    #[inline]
    pub fn from_bits(bits: u64) -> Facts {
        Facts {
            low: bits as u16,
            high: (bits >> 16) as u16,
            question: (bits >> 32) as u16,
            round: (bits >> 48) as u8,
            work: (bits >> 56) as u8,
        }
    }
}

/// The number of entries of a bucket.
const BUCKET: usize = 4;
const FIRST_BUCKETS: usize = 1 << 12;
/// Smaller tables are never swept: replacing within the bucket is as good.
const LEAST_SWEPT: usize = 256;

#[derive(Debug)]
pub(in crate::depth_first) struct Table {
    /// Makes the keys of entries.
    pub keys: StateKeys,
    words: Vec<AtomicU64>,
    /// The words of an entry.
    stride: usize,
    /// The entries of a bucket: fewer than [`BUCKET`] only in a table that is one bucket.
    bucket: usize,
    buckets: usize,
    limit: usize,
    used: AtomicUsize,
    sweeping: AtomicBool,
}

impl Table {
    /// Makes a table for states with such keys, with this number of pairs of numbers an entry, that
    /// uses at most this many bytes.
    pub fn new(keys: StateKeys, width: usize, max_bytes: usize) -> Table {
        let stride = 2 + width + usize::from(keys.are_seeded());
        let slots = max_bytes / (stride * size_of::<u64>());
        let bucket = slots.min(BUCKET);
        let mut buckets = slots.checked_div(bucket).unwrap_or(0);
        let mut doublings = 0;
        while buckets > FIRST_BUCKETS {
            buckets /= 2;
            doublings += 1;
        }
        let mut words = Vec::new();
        words.resize_with(buckets * bucket * stride, AtomicU64::default);
        let (used, sweeping) = (AtomicUsize::new(0), AtomicBool::new(false));
        Table { keys, words, stride, bucket, buckets, limit: buckets << doublings, used, sweeping }
    }

    /// Returns the bytes in use now.
    pub fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    #[inline]
    fn slots(&self) -> usize {
        self.buckets * self.bucket
    }

    /// Returns whether the table is nearly full and may grow.
    #[inline]
    pub fn wants_to_grow(&self) -> bool {
        self.buckets < self.limit && self.used.load(Relaxed) > self.slots() / 2
    }

    /// Returns the words of an entry.
    pub fn entry_words(&self) -> usize {
        self.stride
    }

    /// Returns the entries of the bucket at a place.
    #[inline]
    fn bucket(&self, place: u64) -> impl Iterator<Item = &[AtomicU64]> {
        let place = ((u128::from(place) * self.buckets as u128) >> 64) as usize;
        let words = self.bucket * self.stride;
        self.words[place * words..][..words].chunks_exact(self.stride)
    }

    /// Returns the facts of a state; its numbers are read into `numbers`, of which there are as many
    /// as the table has.
    #[inline]
    pub fn get<N: Number>(&self, key: Key, numbers: &mut [N]) -> Option<Facts> {
        if self.buckets == 0 {
            return None;
        }
        for entry in self.bucket(key.place) {
            let facts = entry[1].load(Relaxed);
            if facts == 0 {
                continue;
            }
            let mut check = fold(entry[0].load(Relaxed), facts);
            let words = &entry[2..];
            for (number, word) in numbers.iter_mut().zip(words) {
                let bits = word.load(Relaxed);
                check = fold(check, bits);
                *number = N::from_bits(bits);
            }
            let mut same = true;
            if let Some(word) = words.get(numbers.len()) {
                let bits = word.load(Relaxed);
                check = fold(check, bits);
                same = bits == key.check;
            }
            if check == key.place && same {
                return Some(Facts::from_bits(facts));
            }
        }
        None
    }

    /// Stores an entry: over the same place, otherwise in an empty slot, otherwise over the entry
    /// that took the least work.
    pub fn put<N: Number>(&self, key: Key, facts: Facts, numbers: &[N]) {
        if self.buckets == 0 {
            return;
        }
        let mut victim: &[AtomicU64] = &[];
        let mut least = u64::MAX;
        for entry in self.bucket(key.place) {
            let old = entry[1].load(Relaxed);
            let worth = if old == 0 { 1 } else { 2 + (old >> 56) };
            let same = old != 0 && place_of(entry) == key.place;
            if same || worth < least {
                (victim, least) = (entry, worth);
            }
            if same {
                break;
            }
        }
        let fresh = least == 1;
        let words = numbers.len() + usize::from(self.keys.are_seeded());
        let word = |at: usize| numbers.get(at).map_or(key.check, |number| number.to_bits());
        write(victim, key.place, facts.to_bits(), (0..words).map(word));
        if fresh {
            let used = 1 + self.used.fetch_add(1, Relaxed);
            let slots = self.slots();
            if self.buckets == self.limit && slots >= LEAST_SWEPT && used > slots - slots / 8 {
                self.sweep();
            }
        }
    }

    /// Removes the third of the entries that took the least work: small-tree garbage collection
    /// \[Nag02\].
    #[cold]
    fn sweep(&self) {
        if self.sweeping.swap(true, Relaxed) {
            return;
        }
        let entries = || self.words.chunks_exact(self.stride).map(|entry| &entry[1]);
        let work = |facts: &AtomicU64| (facts.load(Relaxed) >> 56) as usize;
        let mut counts = [0usize; 256];
        entries().for_each(|facts| counts[work(facts)] += 1);
        let occupied = self.slots() - counts[0];
        // All entries below the limit are removed, and as many at the limit as necessary.
        let (mut limit, mut doomed) = (1, self.slots() / 3);
        while limit < 255 && counts[limit] <= doomed {
            doomed -= counts[limit];
            limit += 1;
        }
        let mut kept = occupied;
        for facts in entries().filter(|&facts| work(facts) > 0) {
            let at_limit = work(facts) == limit && doomed > 0;
            if work(facts) < limit || at_limit {
                facts.store(0, Relaxed);
                doomed -= usize::from(at_limit);
                kept -= 1;
            }
        }
        self.used.store(kept, Relaxed);
        self.sweeping.store(false, Relaxed);
    }

    /// Doubles the table in place. The first bits of a key give its bucket, so entries move to
    /// twice their index or one further: nothing is overwritten if they are moved from the end.
    #[cold]
    pub fn grow(&mut self) {
        let words = self.bucket * self.stride;
        let old = self.buckets;
        self.words.resize_with(2 * old * words, AtomicU64::default);
        self.buckets = 2 * old;
        let mut moved: Vec<u64> = vec![0; words];
        for place in (0..old).rev() {
            for (i, word) in moved.iter_mut().enumerate() {
                *word = std::mem::take(self.words[place * words + i].get_mut());
            }
            for entry in moved.chunks_exact(self.stride).filter(|entry| entry[1] != 0) {
                let place = entry[1..].iter().fold(entry[0], |check, &word| fold(check, word));
                let free = self.bucket(place).find(|free| free[1].load(Relaxed) == 0);
                if let Some(free) = free {
                    write(free, place, entry[1], entry[2..].iter().copied());
                }
            }
        }
    }

    /// Returns all entries: the place, the facts, the numbers, and the check if keys have one.
    pub fn entries(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let entries = self.words.chunks_exact(self.stride.max(1));
        let known = entries.filter(|entry| entry[1].load(Relaxed) != 0);
        known.map(|entry| {
            let words = entry[1..].iter().map(|word| word.load(Relaxed));
            std::iter::once(place_of(entry)).chain(words).collect()
        })
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        *self.used.get_mut() = 0;
    }
}

const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Mixes a word into a key. [`unfold`] inverts it.
#[inline]
fn fold(check: u64, word: u64) -> u64 {
    (check ^ word.wrapping_mul(SPREAD)).rotate_left(29)
}

#[inline]
fn unfold(check: u64, word: u64) -> u64 {
    check.rotate_right(29) ^ word.wrapping_mul(SPREAD)
}

#[inline]
fn place_of(entry: &[AtomicU64]) -> u64 {
    entry[1..].iter().fold(entry[0].load(Relaxed), |check, word| fold(check, word.load(Relaxed)))
}

#[inline]
fn write(
    entry: &[AtomicU64],
    place: u64,
    facts: u64,
    numbers: impl DoubleEndedIterator<Item = u64> + Clone,
) {
    let check = numbers.clone().rev().fold(place, unfold);
    entry[0].store(unfold(check, facts), Relaxed);
    entry[1].store(facts, Relaxed);
    for (word, bits) in entry[2..].iter().zip(numbers) {
        word.store(bits, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::super::effort::Effort;
    use super::*;
    use crate::table::mix;

    fn key(n: u64) -> Key {
        Key { place: mix(n), check: mix(mix(n)) }
    }

    fn facts(n: u64) -> Facts {
        let work = (65 - (n | 1).leading_zeros()) as u8;
        Facts { low: n as u16, high: (n >> 16) as u16, question: 7, round: 3, work }
    }

    fn numbers(n: u64) -> [Effort; 2] {
        [Effort::from_bits(mix(n)), Effort::from_bits(mix(mix(n)))]
    }

    fn fill(table: &mut Table, count: u64) {
        for n in 0..count {
            table.put(key(n), facts(n), &numbers(n));
            if table.wants_to_grow() {
                table.grow();
            }
        }
    }

    fn found(table: &Table, n: u64) -> bool {
        let mut read = [Effort::UNKNOWN; 2];
        let known = table.get(key(n), &mut read);
        assert!(known.is_none_or(|known| known == facts(n) && read == numbers(n)));
        known.is_some()
    }

    #[test]
    fn growing_loses_little_and_confuses_nothing() {
        let mut table = Table::new(StateKeys::PLAIN, 2, 64 << 20);
        fill(&mut table, 100_000);
        let kept = (0..100_000).filter(|&n| found(&table, n)).count();
        assert!(kept > 90_000, "{kept} of 100,000 kept");
        assert!(!(100_000..200_000).any(|n| found(&table, n)));
        assert!(table.bytes() <= 16 << 20);
    }

    #[test]
    fn a_full_table_forgets_small_trees_first() {
        let mut table = Table::new(StateKeys::PLAIN, 2, 1 << 16);
        fill(&mut table, 20_000);
        assert!(table.bytes() <= 1 << 16);
        let kept = |range: std::ops::Range<u64>| range.filter(|&n| found(&table, n)).count();
        assert!(kept(19_000..20_000) > kept(1_000..2_000));
        assert!(table.used.load(Relaxed) <= table.slots());
    }

    #[test]
    fn tiny_tables_work() {
        for bytes in [0, 31, 32, 64, 100, 200] {
            let mut table = Table::new(StateKeys::PLAIN, 2, bytes);
            assert!(table.bytes() <= bytes);
            fill(&mut table, 100);
            let kept = (0..100).filter(|&n| found(&table, n)).count();
            assert_eq!(kept > 0, bytes >= 32);
        }
    }

    #[test]
    fn states_at_one_place_are_told_apart_by_their_checks() {
        let mut table = Table::new(StateKeys::seeded(), 2, 64 << 20);
        fill(&mut table, 100_000);
        let kept = (0..100_000).filter(|&n| found(&table, n)).count();
        assert!(kept > 90_000, "{kept} of 100,000 kept");
        let mut read = [Effort::UNKNOWN; 2];
        for n in 0..100_000 {
            let other = Key { check: 7, ..key(n) };
            assert_eq!(table.get(other, &mut read), None);
        }
        let words = table.entry_words();
        assert!(table.entries().all(|entry| entry.len() == words && entry[words - 1] != 7));
        let n = (0..100_000).find(|&n| found(&table, n)).expect("one is kept");
        let other = Key { check: 7, ..key(n) };
        table.put(other, facts(n), &numbers(n));
        assert!(table.get(other, &mut read) == Some(facts(n)) && !found(&table, n));
    }
}
