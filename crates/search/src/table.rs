//! The transposition table all depth-first searches share.
//!
//! 16 bytes an entry: the full 64-bit key and 64 bits of data, four entries to a bucket, a bucket
//! to a cache line. Nearly all the time of a quick search is spent waiting for this memory, so the
//! table starts small and doubles (up to its limit) only when it has to forget what took much work:
//! easy questions stay in the processor's caches, however much memory the budget allows. A bucket's
//! place is the low bits of a mixed key: doubling sends each entry to its old place or to the one
//! exactly a table's length further.

/// Stands for "no move known".
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// The bytes of an entry of the transposition table: a key, and what is known about it.
pub const BYTES_PER_ENTRY: usize = size_of::<Bucket>() / 4;

const FIRST_BUCKETS: usize = 1 << 12;

/// The table doubles once the entries it has overwritten had taken so many nodes per bucket.
const MOST_FORGOTTEN: u64 = 256;

/// What is known about a position (and a formula): bounds, the best move and the work it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// A proved lower bound.
    pub low: u16,
    /// A proved upper bound.
    pub high: u16,
    /// The place of the best move in the game's list, or [`NO_MOVE`].
    pub best: u16,
    /// The logarithm of the nodes searched for this; at least 1.
    pub work: u8,
}

impl Entry {
    /// The logarithm of a number of nodes, at least 1: 0 marks an empty place.
    #[inline]
    pub fn work_of(nodes: u64) -> u8 {
        (65 - (nodes | 1).leading_zeros()) as u8
    }

    #[inline]
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.low)
            | u64::from(self.high) << 16
            | u64::from(self.best) << 32
            | u64::from(self.work) << 48
            | u64::from(generation) << 56
    }

    #[inline]
    fn unpack(data: u64) -> Entry {
        Entry {
            low: data as u16,
            high: (data >> 16) as u16,
            best: (data >> 32) as u16,
            work: (data >> 48) as u8,
        }
    }
}

/// Spreads a key over 64 bits, one to one.
#[inline]
pub(crate) fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let key = (key ^ key >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    key ^ key >> 32
}

/// Four pairs of a mixed key and its data, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([[u64; 2]; 4]);

const EMPTY: Bucket = Bucket([[0; 2]; 4]);

/// A fixed-size hash table with replacement: see the module.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    mask: usize,
    limit: usize,
    /// The nodes that were searched for the entries overwritten since the table last grew.
    forgotten: u64,
    generation: u8,
}

impl Table {
    /// A table that will use at most this many bytes (but at least one bucket).
    pub fn new(max_bytes: usize) -> Table {
        let most = (max_bytes / size_of::<Bucket>()).max(1);
        let limit = 1 << most.ilog2();
        let buckets = vec![EMPTY; limit.min(FIRST_BUCKETS)];
        Table { mask: buckets.len() - 1, buckets, limit, forgotten: 0, generation: 0 }
    }

    /// The bytes in use now.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Older entries are replaced first from now on, without regret: so in a long series of roots
    /// the table stays as small as the hardest of them allows. Call at each new root.
    pub fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.forgotten = 0;
    }

    /// What is known under a key spread by [`mix`].
    #[inline]
    pub fn get(&self, mixed: u64) -> Option<Entry> {
        let bucket = &self.buckets[mixed as usize & self.mask].0;
        let [_, data] = bucket.iter().find(|&&[key, data]| key == mixed && data != 0)?;
        Some(Entry::unpack(*data))
    }

    /// Stores what is known: over the same key, else in an empty place, else over the oldest entry
    /// that took the least work.
    #[inline]
    pub fn put(&mut self, mixed: u64, entry: Entry) {
        let generation = self.generation;
        let bucket = &mut self.buckets[mixed as usize & self.mask].0;
        let mut victim = 0;
        let mut least = u32::MAX;
        for (i, &[key, data]) in bucket.iter().enumerate() {
            if data == 0 || key == mixed {
                victim = i;
                break;
            }
            let fresh = u32::from((data >> 56) as u8 == generation) << 8;
            let worth = 1 + (fresh | (data >> 48 & 0xFF) as u32);
            if worth < least {
                (victim, least) = (i, worth);
            }
        }
        let [old_key, old] =
            std::mem::replace(&mut bucket[victim], [mixed, entry.pack(generation)]);
        if old != 0 && old_key != mixed && (old >> 56) as u8 == generation {
            self.forgotten += 1 << (old >> 48 & 0xFF).min(30);
            if self.forgotten > MOST_FORGOTTEN * self.mask as u64 && self.mask + 1 < self.limit {
                self.double();
            }
        }
    }

    /// Doubles the table in place.
    #[cold]
    fn double(&mut self) {
        let old = self.buckets.len();
        self.forgotten = 0;
        self.buckets.resize(2 * old, EMPTY);
        self.mask = 2 * old - 1;
        let (lower, upper) = self.buckets.split_at_mut(old);
        for (low, high) in lower.iter_mut().zip(upper) {
            split(low, high, old as u64);
        }
    }
}

/// Moves the entries whose key has this bit from one bucket to the other, empty one.
fn split(low: &mut Bucket, high: &mut Bucket, bit: u64) {
    let (mut kept, mut moved) = (0, 0);
    for pair in std::mem::replace(low, EMPTY).0 {
        let (bucket, next) =
            if pair[0] & bit == 0 { (&mut *low, &mut kept) } else { (&mut *high, &mut moved) };
        if pair[1] != 0 {
            bucket.0[*next] = pair;
            *next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(n: u64) -> Entry {
        Entry { low: n as u16, high: 9, best: NO_MOVE, work: Entry::work_of(n) }
    }

    #[test]
    fn growing_loses_little_and_confuses_nothing() {
        let mut table = Table::new(64 << 20);
        let before = table.bytes();
        for n in 0..200_000 {
            table.put(mix(n), entry(n));
        }
        assert!(table.bytes() > before, "the table has grown");
        let found: Vec<u64> = (0..200_000).filter(|&n| table.get(mix(n)).is_some()).collect();
        assert!(found.len() > 180_000, "{} of 200,000 kept", found.len());
        assert!(found.iter().all(|&n| table.get(mix(n)) == Some(entry(n))));
        assert!((200_000..300_000).all(|n| table.get(mix(n)).is_none()));
    }

    #[test]
    fn a_full_table_keeps_what_took_most_work() {
        let mut table = Table::new(0);
        for n in [1 << 20, 1 << 21, 1 << 22, 3, 5, 7] {
            table.put(mix(n), entry(n));
        }
        assert_eq!(table.bytes() / 64, 1, "one bucket only");
        assert!([20, 21, 22].iter().all(|&n| table.get(mix(1 << n)).is_some()));
        table.next_generation();
        table.put(mix(11), entry(11));
        table.put(mix(12), entry(12));
        assert!(table.get(mix(12)).is_some());
        assert!(table.get(mix(11)).is_some(), "old entries go before new ones");
    }

    #[test]
    fn zero_is_a_key_like_any_other() {
        let mut table = Table::new(1 << 10);
        assert_eq!(table.get(mix(0)), None);
        table.put(mix(0), entry(0));
        assert_eq!(table.get(mix(0)), Some(entry(0)));
    }
}
