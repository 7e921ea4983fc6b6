//! The transposition table of the depth-first searches.
//!
//! An entry has 16 bytes: the full 64-bit key and 64 bits of data; a bucket has four entries and
//! fills a cache line. Nearly all the time of a quick search is spent waiting for this memory, so
//! the table starts small and doubles (up to its limit) only when it has to overwrite entries that
//! took much work: easy questions stay in the processor's caches, however much memory the budget
//! allows. The index of a bucket is the low bits of a mixed key: doubling moves each entry to its
//! old index or to this index plus the old length of the table.
//!
//! In games whose keys can be steered (see `key`) the checks of the entries are beside the buckets,
//! so that only an entry that is found by its key takes a second look at the memory.
//!
//! Threads share a table through `get` and `store`; it grows only while one thread owns it.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::key::{Key, StateKeys};

/// The value of `best` if no move is known.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// The bytes of an entry of the transposition table: a key, and what is known about it. In games
/// whose keys can be steered there are 8 more.
pub const BYTES_PER_ENTRY: usize = size_of::<Bucket>() / 4;

const FIRST_BUCKETS: usize = 1 << 12;

/// The table doubles once the overwritten entries had taken this number of nodes per bucket.
const MOST_FORGOTTEN: u64 = 256;

/// What is known about a position (and a formula): bounds, the best move and the work it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// A proved lower bound.
    pub low: u16,
    /// A proved upper bound.
    pub high: u16,
    /// The index of the best move in the game's list, or [`NO_MOVE`].
    pub best: u16,
    /// The logarithm of the nodes searched for this; at least 1.
    pub work: u8,
}

impl Entry {
    /// More work than any search can have done.
    pub const MOST_WORK: u8 = 66;

    /// Returns the logarithm of a number of nodes, at least 1: 0 marks an empty slot.
    #[inline]
    pub fn work_of(nodes: u64) -> u8 {
        (65 - (nodes | 1).leading_zeros()) as u8
    }

    /// Combines this entry with an older one of the same key. Returns this one alone if they
    /// contradict each other, as they do when two states share a key.
    #[inline]
    fn with(self, old: Entry) -> Entry {
        let (low, high) = (self.low.max(old.low), self.high.min(old.high));
        let best = if self.best == NO_MOVE { old.best } else { self.best };
        let work = self.work.max(old.work);
        if low <= high { Entry { low, high, best, work } } else { self }
    }

    #[inline]
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.low)
            | u64::from(self.high) << 16
            | u64::from(self.best) << 32
            | u64::from(self.work) << 48
            | u64::from(generation) << 56
    }

    /// Unpacks the data of [`Table::entries`].
    #[inline]
    pub fn unpack(data: u64) -> Entry {
        Entry {
            low: data as u16,
            high: (data >> 16) as u16,
            best: (data >> 32) as u16,
            work: (data >> 48) as u8,
        }
    }
}

/// Spreads a key over 64 bits, one to one. Its constants are not those of [`ludex_base::mix`], with
/// which games make their keys; recorded node counts depend on them.
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let key = (key ^ key >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    key ^ key >> 32
}

/// Four pairs of words in one cache line: the data, and the mixed key xor the data. Threads read
/// and write without locks: a pair of which another thread has changed one half matches no key.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// The checks of the entries of a bucket, each xor the data of its entry: after two threads wrote
/// different states to one slot, its data matches no check.
#[derive(Default, Debug)]
struct Checks([AtomicU64; 4]);

impl Bucket {
    /// Returns the mixed key and the data of a slot; the data of an empty slot is 0.
    #[inline]
    fn load(&self, place: usize) -> (u64, u64) {
        let [lock, data] = &self.0[place];
        let data = data.load(Relaxed);
        (lock.load(Relaxed) ^ data, data)
    }

    #[inline]
    fn store(&self, place: usize, mixed: u64, data: u64) {
        let pair = &self.0[place];
        pair[0].store(mixed ^ data, Relaxed);
        pair[1].store(data, Relaxed);
    }
}

/// A hash table with replacement: see the module.
#[derive(Debug)]
pub(crate) struct Table {
    /// Makes the keys of entries.
    pub keys: StateKeys,
    buckets: Vec<Bucket>,
    /// As many as there are buckets, or none.
    checks: Vec<Checks>,
    mask: usize,
    limit: usize,
    /// The nodes that were searched for the entries overwritten since the table last grew. Threads
    /// may lose a few when they count at the same moment.
    forgotten: AtomicU64,
    generation: u8,
}

impl Table {
    /// Makes a table for states with such keys that uses at most this many bytes (but at least one
    /// bucket).
    pub fn new(keys: StateKeys, max_bytes: usize) -> Table {
        let limit = 1 << (max_bytes / bucket_bytes(keys)).max(1).ilog2();
        let first = limit.min(FIRST_BUCKETS);
        let (buckets, checks) = (Vec::new(), Vec::new());
        let forgotten = AtomicU64::new(0);
        let mut table = Table { keys, buckets, checks, mask: 0, limit, forgotten, generation: 0 };
        table.resize(first);
        table
    }

    /// Adds empty buckets.
    fn resize(&mut self, count: usize) {
        self.buckets.resize_with(count, Bucket::default);
        if self.keys.are_seeded() {
            self.checks.resize_with(count, Checks::default);
        }
        self.mask = count - 1;
    }

    /// Returns the bytes in use now.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * bucket_bytes(self.keys)
    }

    /// Starts a new generation, to be called at each new root: older entries are replaced first,
    /// and overwriting them does not make the table grow. So in a long series of roots the table
    /// stays as small as the hardest of them allows.
    pub fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        *self.forgotten.get_mut() = 0;
    }

    /// Returns the entry of a state.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Entry> {
        let index = key.place as usize & self.mask;
        let bucket = &self.buckets[index];
        for slot in 0..4 {
            let (place, data) = bucket.load(slot);
            if place == key.place && data != 0 {
                return self.agrees(index, slot, data, key).then(|| Entry::unpack(data));
            }
        }
        None
    }

    /// Returns whether the data of a slot with the right place is about the state.
    #[inline]
    fn agrees(&self, index: usize, slot: usize, data: u64, key: Key) -> bool {
        self.checks.get(index).is_none_or(|checks| checks.0[slot].load(Relaxed) ^ data == key.check)
    }

    #[inline]
    fn write(&self, index: usize, slot: usize, key: Key, data: u64) {
        self.buckets[index].store(slot, key.place, data);
        if let Some(checks) = self.checks.get(index) {
            checks.0[slot].store(key.check ^ data, Relaxed);
        }
    }

    /// Stores an entry, and doubles the table if that has become worthwhile.
    #[inline]
    pub fn put(&mut self, key: Key, entry: Entry) {
        if self.store(key, entry) {
            self.double();
        }
    }

    /// Stores an entry, from any thread: combined with that of the same state, otherwise in an
    /// empty slot, otherwise over the oldest entry that took the least work. Returns whether so much
    /// was overwritten that the table should be doubled.
    #[inline]
    pub fn store(&self, key: Key, entry: Entry) -> bool {
        let index = key.place as usize & self.mask;
        let bucket = &self.buckets[index];
        let mut victim = 0;
        let mut least = u32::MAX;
        let mut old = 0;
        for slot in 0..4 {
            let (place, data) = bucket.load(slot);
            if data == 0 || place == key.place {
                let same = data != 0 && self.agrees(index, slot, data, key);
                let entry = if same { entry.with(Entry::unpack(data)) } else { entry };
                self.write(index, slot, key, entry.pack(self.generation));
                return false;
            }
            let fresh = u32::from((data >> 56) as u8 == self.generation) << 8;
            let worth = fresh | (data >> 48 & 0xFF) as u32;
            if worth < least {
                (victim, least, old) = (slot, worth, data);
            }
        }
        self.write(index, victim, key, entry.pack(self.generation));
        (old >> 56) as u8 == self.generation && self.count_overwritten(old)
    }

    /// Counts the work of an overwritten entry of this generation. Returns whether the table should
    /// be doubled.
    #[inline]
    fn count_overwritten(&self, old: u64) -> bool {
        let forgotten = self.forgotten.load(Relaxed) + (1 << (old >> 48 & 0xFF).min(30));
        self.forgotten.store(forgotten, Relaxed);
        forgotten > MOST_FORGOTTEN * self.mask as u64 && self.mask + 1 < self.limit
    }

    /// Doubles the table in place, unless it has its largest size.
    #[cold]
    pub fn double(&mut self) {
        let old = self.buckets.len();
        *self.forgotten.get_mut() = 0;
        if old == self.limit {
            return;
        }
        self.resize(2 * old);
        for index in 0..old {
            let bucket = std::mem::take(&mut self.buckets[index]);
            let checks = self.checks.get_mut(index).map(std::mem::take);
            let mut used = [0; 2];
            for (slot, (place, data)) in (0..4).map(|slot| (slot, bucket.load(slot))) {
                if data != 0 {
                    let upper = usize::from(place & old as u64 != 0);
                    let check = checks.as_ref().map_or(0, |checks| checks.0[slot].load(Relaxed));
                    let key = Key { place, check: check ^ data };
                    self.write(index + upper * old, used[upper], key, data);
                    used[upper] += 1;
                }
            }
        }
    }

    /// Returns all entries: their keys, and the data in one word.
    pub fn entries(&self) -> impl Iterator<Item = (Key, u64)> + '_ {
        let slots = (0..self.buckets.len()).flat_map(|index| (0..4).map(move |slot| (index, slot)));
        let entries = slots.map(|(index, slot)| {
            let (place, data) = self.buckets[index].load(slot);
            let check = self.checks.get(index).map(|checks| checks.0[slot].load(Relaxed) ^ data);
            (Key { place, check: check.unwrap_or(0) }, data)
        });
        entries.filter(|&(_, data)| data != 0)
    }
}

/// Returns the bytes of a bucket for such keys.
fn bucket_bytes(keys: StateKeys) -> usize {
    size_of::<Bucket>() + if keys.are_seeded() { size_of::<Checks>() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> Key {
        Key { place: mix(n), check: 0 }
    }

    fn entry(n: u64) -> Entry {
        Entry { low: n as u16, high: 9, best: NO_MOVE, work: Entry::work_of(n) }
    }

    #[test]
    fn growing_loses_little_and_confuses_nothing() {
        let mut table = Table::new(StateKeys::PLAIN, 64 << 20);
        let before = table.bytes();
        for n in 0..200_000 {
            table.put(key(n), entry(n));
        }
        assert!(table.bytes() > before, "the table has grown");
        let found: Vec<u64> = (0..200_000).filter(|&n| table.get(key(n)).is_some()).collect();
        assert!(found.len() > 180_000, "{} of 200,000 kept", found.len());
        assert!(found.iter().all(|&n| table.get(key(n)) == Some(entry(n))));
        assert!((200_000..300_000).all(|n| table.get(key(n)).is_none()));
    }

    #[test]
    fn a_full_table_keeps_what_took_most_work() {
        let mut table = Table::new(StateKeys::PLAIN, 0);
        for n in [1 << 20, 1 << 21, 1 << 22, 3, 5, 7] {
            table.put(key(n), entry(n));
        }
        assert_eq!(table.bytes() / 64, 1, "one bucket only");
        assert!([20, 21, 22].iter().all(|&n| table.get(key(1 << n)).is_some()));
        table.next_generation();
        table.put(key(11), entry(11));
        table.put(key(12), entry(12));
        assert!(table.get(key(12)).is_some());
        assert!(table.get(key(11)).is_some(), "old entries go before new ones");
    }

    #[test]
    fn zero_is_a_key_like_any_other() {
        let mut table = Table::new(StateKeys::PLAIN, 1 << 10);
        assert_eq!(table.get(key(0)), None);
        table.put(key(0), entry(0));
        assert_eq!(table.get(key(0)), Some(entry(0)));
    }

    #[test]
    fn states_at_one_place_are_told_apart_by_their_checks() {
        let mut table = Table::new(StateKeys::seeded(), 64 << 20);
        let before = table.bytes();
        let key = |n: u64, check: u64| Key { place: mix(n), check };
        for n in 0..200_000 {
            table.put(key(n, n + 1), entry(n));
        }
        assert!(table.bytes() > before, "the table has grown");
        let found: Vec<u64> =
            (0..200_000).filter(|&n| table.get(key(n, n + 1)).is_some()).collect();
        assert!(found.len() > 180_000, "{} of 200,000 kept", found.len());
        assert!(found.iter().all(|&n| table.get(key(n, n + 1)) == Some(entry(n))));
        assert!((0..200_000).all(|n| table.get(key(n, n)).is_none()));
        let saved: Vec<(Key, u64)> = table.entries().collect();
        assert!(saved.iter().all(|&(key, data)| table.get(key) == Some(Entry::unpack(data))));
        // The later state replaces the earlier one, and nothing of that is left in it.
        let first = Entry { low: 5, high: 9, best: 3, work: 20 };
        let second = Entry { low: 0, high: 7, best: NO_MOVE, work: 1 };
        let [one, other] = [1, 2].map(|check| key(1 << 40, check));
        table.put(one, first);
        assert_eq!((table.get(one), table.get(other)), (Some(first), None));
        table.put(other, second);
        assert_eq!((table.get(one), table.get(other)), (None, Some(second)));
    }
}
