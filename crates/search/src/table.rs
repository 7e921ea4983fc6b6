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
pub const BYTES_PER_ENTRY: usize = 2 * size_of::<u64>();

const BUCKET_WORDS: usize = 8;
const BUCKET_BYTES: usize = 64;
const FIRST_BUCKETS: usize = 1 << 12;

/// The table doubles once the entries it has overwritten had taken so many nodes per bucket.
const MOST_FORGOTTEN: u64 = 64;

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

/// A fixed-size hash table with replacement: see the module.
#[derive(Debug)]
pub(crate) struct Table {
    /// Pairs of a mixed key and its data, after `start` words that align buckets to cache lines.
    words: Vec<u64>,
    start: usize,
    mask: usize,
    limit: usize,
    /// The nodes that were searched for the entries overwritten since the table last grew.
    forgotten: u64,
    generation: u8,
}

impl Table {
    /// A table that will use at most this many bytes (but at least one bucket).
    pub fn new(max_bytes: usize) -> Table {
        let most = (max_bytes / BUCKET_BYTES).max(1);
        let limit = 1 << most.ilog2();
        let buckets = limit.min(FIRST_BUCKETS);
        let words = vec![0; (buckets + 1) * BUCKET_WORDS - 1];
        let start = words.as_ptr().align_offset(BUCKET_BYTES).min(BUCKET_WORDS - 1);
        Table { words, start, mask: buckets - 1, limit, forgotten: 0, generation: 0 }
    }

    /// The bytes in use now.
    pub fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>()
    }

    /// Older entries are replaced first from now on, without regret: so in a long series of roots
    /// the table stays as small as the hardest of them allows. Call at each new root.
    pub fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        self.forgotten = 0;
    }

    /// The first word of the bucket of a mixed key.
    #[inline]
    fn place(&self, mixed: u64) -> usize {
        self.start + (mixed as usize & self.mask) * BUCKET_WORDS
    }

    #[inline]
    fn bucket(&mut self, place: usize) -> &mut [u64; BUCKET_WORDS] {
        let words = &mut self.words[place..place + BUCKET_WORDS];
        words.try_into().expect("a bucket has eight words")
    }

    /// What is known under a key spread by [`mix`].
    #[inline]
    pub fn get(&self, mixed: u64) -> Option<Entry> {
        let place = self.place(mixed);
        let bucket = &self.words[place..place + BUCKET_WORDS];
        let pair = bucket.chunks_exact(2).find(|pair| pair[0] == mixed && pair[1] != 0)?;
        Some(Entry::unpack(pair[1]))
    }

    /// Stores what is known: over the same key, else in an empty place, else over the oldest entry
    /// that took the least work.
    #[inline]
    pub fn put(&mut self, mixed: u64, entry: Entry) {
        let generation = self.generation;
        let place = self.place(mixed);
        let bucket = self.bucket(place);
        let mut victim = 0;
        let mut least = u32::MAX;
        for (i, pair) in bucket.chunks_exact(2).enumerate() {
            if pair[1] == 0 || pair[0] == mixed {
                victim = i;
                break;
            }
            let fresh = u32::from((pair[1] >> 56) as u8 == generation) << 8;
            let worth = 1 + (fresh | (pair[1] >> 48 & 0xFF) as u32);
            if worth < least {
                (victim, least) = (i, worth);
            }
        }
        let (old_key, old) = (bucket[2 * victim], bucket[2 * victim + 1]);
        bucket[2 * victim] = mixed;
        bucket[2 * victim + 1] = entry.pack(generation);
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
        let old = self.mask + 1;
        self.forgotten = 0;
        self.words.resize(self.words.len() + old * BUCKET_WORDS, 0);
        self.mask = 2 * old - 1;
        let (lower, upper) = self.words[self.start..].split_at_mut(old * BUCKET_WORDS);
        for (low, high) in
            lower.chunks_exact_mut(BUCKET_WORDS).zip(upper.chunks_exact_mut(BUCKET_WORDS))
        {
            split(low, high, old as u64);
        }
    }
}

/// Moves the entries whose key has this bit from one bucket to the other, empty one.
fn split(low: &mut [u64], high: &mut [u64], bit: u64) {
    let (mut kept, mut moved) = (0, 0);
    for i in (0..BUCKET_WORDS).step_by(2) {
        let pair = [low[i], low[i + 1]];
        low[i + 1] = 0;
        if pair[1] == 0 {
            continue;
        }
        let (bucket, next) =
            if pair[0] & bit == 0 { (&mut *low, &mut kept) } else { (&mut *high, &mut moved) };
        bucket[*next..*next + 2].copy_from_slice(&pair);
        *next += 2;
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
