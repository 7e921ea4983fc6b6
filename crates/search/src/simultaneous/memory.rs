//! A hash table of bounds on the values of states.
//!
//! 16 bytes per entry, four entries per cache line. An entry is a lower bound, an upper bound or an
//! exact value; its kind replaces two bits of the key. A state has up to two entries. They are in
//! the line of its key or, if that is full, in the line beside it, so that the table can be half
//! full before much is lost: most of the time of solving large games is spent waiting for this
//! memory. The table starts small and doubles as it fills, up to its limit; then new entries
//! replace old ones.

/// Bounds on a state's value.
pub(super) type Interval = (f64, f64);

/// The bits of a key that hold the kind.
const KIND: u64 = 3 << 62;
const LOWER: u64 = 1 << 62;
const UPPER: u64 = 2 << 62;
const EXACT: u64 = LOWER | UPPER;

const FIRST_LINES: usize = 1 << 8;

/// An entry; empty if its kind is 0.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    tag: u64,
    value: f64,
}

impl Entry {
    #[inline]
    fn is(&self, key: u64) -> bool {
        (self.tag ^ key) & !KIND == 0 && !self.is_empty()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.tag & KIND == 0
    }
}

#[derive(Clone, Copy, Default, Debug)]
#[repr(align(64))]
struct Line([Entry; 4]);

impl Line {
    /// Returns whether the line is full: entries fill it from the front.
    #[inline]
    fn is_full(&self) -> bool {
        !self.0[3].is_empty()
    }

    /// Adds an entry if there is room; returns whether there was.
    fn push(&mut self, entry: Entry) -> bool {
        let free = self.0.iter_mut().find(|entry| entry.is_empty());
        free.map(|free| *free = entry).is_some()
    }
}

/// A hash table of bounds; see the module.
#[derive(Debug)]
pub(super) struct Memory {
    lines: Vec<Line>,
    limit: usize,
    used: usize,
}

impl Memory {
    /// Returns a table that will use at most this many bytes (but at least four lines).
    pub fn new(max_bytes: usize) -> Memory {
        let limit = 1 << (max_bytes / size_of::<Line>()).max(4).ilog2();
        Memory { lines: vec![Line::default(); limit.min(FIRST_LINES)], limit, used: 0 }
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>()
    }

    #[inline]
    fn home(&self, key: u64) -> usize {
        key as usize & (self.lines.len() - 1)
    }

    /// Returns the bounds stored under a mixed key, within bounds known otherwise.
    #[inline]
    pub fn get(&self, key: u64, mut known: Interval) -> Interval {
        let home = self.home(key);
        self.lines[home].0.iter().for_each(|entry| known = read(entry, key, known));
        if self.lines[home].is_full() {
            self.lines[home ^ 1].0.iter().for_each(|entry| known = read(entry, key, known));
        }
        // Bounds found in different ways may cross by the last bits of rounding.
        if known.0 <= known.1 { known } else { (known.1, known.0) }
    }

    /// Returns the exact value under a mixed key; NaN if there is none. No branch depends on where
    /// it is found.
    #[inline]
    pub fn exact(&self, key: u64) -> f64 {
        let (home, tag) = (self.home(key), key | EXACT);
        let find = |line: &Line| {
            let choose = |found, entry: &Entry| if entry.tag == tag { entry.value } else { found };
            line.0.iter().fold(f64::NAN, choose)
        };
        let found = find(&self.lines[home]);
        if found.is_nan() && self.lines[home].is_full() {
            return find(&self.lines[home ^ 1]);
        }
        found
    }

    /// Loads the lines of several keys into the caches in parallel: one after the other, each would
    /// have to wait for the one before.
    #[inline]
    pub fn touch(&self, keys: impl Iterator<Item = u64>) {
        let read = keys.fold(0, |read, key| read ^ self.lines[self.home(key)].0[0].tag);
        std::hint::black_box(read);
    }

    /// Stores an exact value.
    #[inline]
    pub fn put_exact(&mut self, key: u64, value: f64) {
        self.put(key, EXACT, value);
    }

    /// Stores those bounds of an interval that are better than what is known otherwise.
    #[inline]
    pub fn put_interval(&mut self, key: u64, (low, high): Interval, anyway: Interval) {
        if low == high {
            return self.put_exact(key, low);
        }
        if low > anyway.0 {
            self.put(key, LOWER, low);
        }
        if high < anyway.1 {
            self.put(key, UPPER, high);
        }
    }

    /// Replaces what the entry supersedes: there is then at most one entry of the kind.
    fn put(&mut self, key: u64, kind: u64, value: f64) {
        let entry = Entry { tag: key & !KIND | kind, value };
        let home = self.home(key);
        for line in [home, home ^ 1] {
            for old in self.lines[line].0.iter_mut().filter(|old| old.is(key)) {
                if old.tag & KIND == EXACT && kind != EXACT {
                    return;
                }
                if old.tag & kind != 0 {
                    *old = entry;
                    return;
                }
            }
        }
        self.insert(home, entry);
    }

    fn insert(&mut self, home: usize, entry: Entry) {
        if self.lines[home].push(entry) || self.lines[home ^ 1].push(entry) {
            self.used += 1;
            if self.used > 2 * self.lines.len() && self.lines.len() < self.limit {
                self.double();
            }
            return;
        }
        // Exact values are worth more than bounds; of equals any may go.
        let line = &mut self.lines[home].0;
        let bound = line.iter().position(|entry| entry.tag & KIND != EXACT);
        line[bound.unwrap_or(entry.tag as usize >> 58 & 3)] = entry;
    }

    /// Moves each entry to its line in a table of twice the length. A pair of lines becomes two, so
    /// that there is always room.
    #[cold]
    fn double(&mut self) {
        let old = self.lines.len();
        self.lines.resize(2 * old, Line::default());
        for pair in (0..old).step_by(2) {
            let lines = [pair, pair + 1].map(|line| std::mem::take(&mut self.lines[line]));
            for entry in lines.iter().flat_map(|line| line.0).filter(|entry| !entry.is_empty()) {
                let home = self.home(entry.tag);
                let _ = self.lines[home].push(entry) || self.lines[home ^ 1].push(entry);
            }
        }
    }
}

/// Narrows bounds by an entry, if it has the key.
#[inline]
fn read(entry: &Entry, key: u64, (mut low, mut high): Interval) -> Interval {
    if entry.is(key) {
        if entry.tag & LOWER != 0 && entry.value > low {
            low = entry.value;
        }
        if entry.tag & UPPER != 0 && entry.value < high {
            high = entry.value;
        }
    }
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::mix;

    const ALL: Interval = (-1.0, 1.0);

    #[test]
    fn bounds_of_a_state_are_kept_together() {
        let mut memory = Memory::new(1 << 20);
        let key = mix(5);
        assert_eq!(memory.get(key, ALL), ALL);
        memory.put_interval(key, (-0.5, 1.0), ALL);
        assert_eq!(memory.get(key, ALL), (-0.5, 1.0));
        memory.put_interval(key, (-0.25, 0.75), ALL);
        assert_eq!(memory.get(key, ALL), (-0.25, 0.75));
        assert_eq!(memory.used, 2, "one entry for each bound");
        memory.put_exact(key, 0.5);
        assert_eq!(memory.get(key, ALL), (0.5, 0.5));
        memory.put_interval(key, (0.0, 1.0), ALL);
        assert_eq!(memory.get(key, ALL), (0.5, 0.5), "an exact value stays");
    }

    #[test]
    fn growing_loses_little_and_confuses_nothing() {
        let mut memory = Memory::new(64 << 20);
        let value = |n: u64| (n % 1000) as f64 / 1000.0;
        (0..200_000).for_each(|n| memory.put_exact(mix(n), value(n)));
        let kept = (0..200_000).filter(|&n| memory.get(mix(n), ALL) != ALL).count();
        assert!(kept > 190_000, "{kept} of 200,000 kept");
        let right = |&n: &u64| [ALL, (value(n), value(n))].contains(&memory.get(mix(n), ALL));
        assert!((0..200_000).all(|n| right(&n)));
        assert!((200_000..300_000).all(|n| memory.get(mix(n), ALL) == ALL));
    }

    #[test]
    fn a_full_table_goes_on() {
        let mut memory = Memory::new(0);
        (0..1000).for_each(|n| memory.put_exact(mix(n), 0.5));
        assert_eq!(memory.bytes(), 4 * 64);
        assert_eq!(memory.get(mix(999), ALL), (0.5, 0.5), "what is new is there");
    }
}
