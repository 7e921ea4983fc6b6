//! A hash table of bounds on the values of states.
//!
//! 16 bytes per entry, four entries per cache line. An entry is a lower bound, an upper bound or an
//! exact value; its kind replaces two bits of the key. A state has up to two entries. They are in
//! the line of its key or, if that is full, in the line beside it, so that the table can be half
//! full before much is lost: most of the time of solving large games is spent waiting for this
//! memory. The table starts small and doubles as it fills, up to its limit; then new entries
//! replace old ones. In games whose keys can be steered (see `key`) the checks of the entries are
//! beside the lines.

use crate::key::{Key, StateKeys};

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
    fn is(&self, place: u64) -> bool {
        (self.tag ^ place) & !KIND == 0 && !self.is_empty()
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.tag & KIND == 0
    }

    /// Narrows bounds by this one.
    #[inline]
    fn narrow(&self, (mut low, mut high): Interval) -> Interval {
        if self.tag & LOWER != 0 && self.value > low {
            low = self.value;
        }
        if self.tag & UPPER != 0 && self.value < high {
            high = self.value;
        }
        (low, high)
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

    /// Returns the first slot without an entry.
    fn free(&self) -> Option<usize> {
        self.0.iter().position(Entry::is_empty)
    }
}

/// A hash table of bounds; see the module.
#[derive(Debug)]
pub(super) struct Memory {
    lines: Vec<Line>,
    /// The checks of the entries of each line; empty if keys have none.
    checks: Vec<[u64; 4]>,
    limit: usize,
    used: usize,
}

impl Memory {
    /// Returns a table for states with such keys that will use at most this many bytes (but at
    /// least four lines).
    pub fn new(keys: StateKeys, max_bytes: usize) -> Memory {
        let checked = keys.are_seeded();
        let line = size_of::<Line>() + if checked { size_of::<[u64; 4]>() } else { 0 };
        let limit = 1 << (max_bytes / line).max(4).ilog2();
        let lines = vec![Line::default(); limit.min(FIRST_LINES)];
        let checks = if checked { vec![[0; 4]; lines.len()] } else { Vec::new() };
        Memory { lines, checks, limit, used: 0 }
    }

    /// Returns the bytes in use.
    pub fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>() + self.checks.len() * size_of::<[u64; 4]>()
    }

    #[inline]
    fn home(&self, place: u64) -> usize {
        place as usize & (self.lines.len() - 1)
    }

    /// Returns whether an entry with the right place is about the state.
    #[inline]
    fn agrees(&self, line: usize, slot: usize, key: Key) -> bool {
        self.checks.get(line).is_none_or(|checks| checks[slot] == key.check)
    }

    /// Returns the bounds stored for a state, within bounds known otherwise.
    #[inline]
    pub fn get(&self, key: Key, known: Interval) -> Interval {
        let home = self.home(key.place);
        let mut known = self.read(home, key, known);
        if self.lines[home].is_full() {
            known = self.read(home ^ 1, key, known);
        }
        // Bounds found in different ways may cross by the last bits of rounding.
        if known.0 <= known.1 { known } else { (known.1, known.0) }
    }

    /// Narrows bounds by the entries of a line.
    #[inline]
    fn read(&self, line: usize, key: Key, known: Interval) -> Interval {
        self.lines[line].0.iter().enumerate().fold(known, |known, (slot, entry)| {
            if entry.is(key.place) && self.agrees(line, slot, key) {
                entry.narrow(known)
            } else {
                known
            }
        })
    }

    /// Returns the exact value of a state; NaN if there is none. Where keys have no checks no branch
    /// depends on where it is found.
    #[inline]
    pub fn exact(&self, key: Key) -> f64 {
        let home = self.home(key.place);
        let found = self.find_exact(home, key);
        if found.is_nan() && self.lines[home].is_full() {
            return self.find_exact(home ^ 1, key);
        }
        found
    }

    #[inline]
    fn find_exact(&self, line: usize, key: Key) -> f64 {
        let (tag, entries) = (key.place | EXACT, &self.lines[line].0);
        match self.checks.get(line) {
            None => {
                let choose =
                    |found, entry: &Entry| if entry.tag == tag { entry.value } else { found };
                entries.iter().fold(f64::NAN, choose)
            }
            Some(checks) => {
                let same = |slot: &usize| entries[*slot].tag == tag && checks[*slot] == key.check;
                (0..4).find(same).map_or(f64::NAN, |slot| entries[slot].value)
            }
        }
    }

    /// Loads the lines of several keys into the caches in parallel: one after the other, each would
    /// have to wait for the one before.
    #[inline]
    pub fn touch(&self, keys: impl Iterator<Item = Key>) {
        let read = keys.fold(0, |read, key| read ^ self.lines[self.home(key.place)].0[0].tag);
        std::hint::black_box(read);
    }

    /// Stores an exact value.
    #[inline]
    pub fn put_exact(&mut self, key: Key, value: f64) {
        self.put(key, EXACT, value);
    }

    /// Stores those bounds of an interval that are better than what is known otherwise.
    #[inline]
    pub fn put_interval(&mut self, key: Key, (low, high): Interval, anyway: Interval) {
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
    fn put(&mut self, key: Key, kind: u64, value: f64) {
        let entry = Entry { tag: key.place & !KIND | kind, value };
        let home = self.home(key.place);
        for (line, slot) in [home, home ^ 1].into_iter().flat_map(|l| (0..4).map(move |s| (l, s))) {
            let old = self.lines[line].0[slot];
            if old.is(key.place) && self.agrees(line, slot, key) {
                if old.tag & KIND == EXACT && kind != EXACT {
                    return;
                }
                if old.tag & kind != 0 {
                    self.lines[line].0[slot] = entry;
                    return;
                }
            }
        }
        self.insert(home, entry, key.check);
    }

    fn insert(&mut self, home: usize, entry: Entry, check: u64) {
        if self.push(home, entry, check) {
            self.used += 1;
            if self.used > 2 * self.lines.len() && self.lines.len() < self.limit {
                self.double();
            }
            return;
        }
        // Exact values are worth more than bounds; of equals any may go.
        let bound = self.lines[home].0.iter().position(|entry| entry.tag & KIND != EXACT);
        self.write(home, bound.unwrap_or(entry.tag as usize >> 58 & 3), entry, check);
    }

    /// Adds an entry in its line or in the one beside it; returns whether there was room.
    fn push(&mut self, home: usize, entry: Entry, check: u64) -> bool {
        let free = |line: usize| self.lines[line].free().map(|slot| (line, slot));
        let Some((line, slot)) = free(home).or_else(|| free(home ^ 1)) else { return false };
        self.write(line, slot, entry, check);
        true
    }

    fn write(&mut self, line: usize, slot: usize, entry: Entry, check: u64) {
        self.lines[line].0[slot] = entry;
        if let Some(checks) = self.checks.get_mut(line) {
            checks[slot] = check;
        }
    }

    /// Moves each entry to its line in a table of twice the length. A pair of lines becomes two, so
    /// that there is always room.
    #[cold]
    fn double(&mut self) {
        let old = self.lines.len();
        self.lines.resize(2 * old, Line::default());
        if !self.checks.is_empty() {
            self.checks.resize(2 * old, [0; 4]);
        }
        for pair in (0..old).step_by(2) {
            let lines = [pair, pair + 1].map(|line| {
                let checks = self.checks.get(line).copied().unwrap_or_default();
                (std::mem::take(&mut self.lines[line]), checks)
            });
            let entries = lines.iter().flat_map(|(line, checks)| line.0.into_iter().zip(*checks));
            for (entry, check) in entries.filter(|(entry, _)| !entry.is_empty()) {
                self.push(self.home(entry.tag), entry, check);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::mix;

    fn key(n: u64) -> Key {
        Key { place: mix(n), check: 0 }
    }

    const ALL: Interval = (-1.0, 1.0);

    #[test]
    fn bounds_of_a_state_are_kept_together() {
        let mut memory = Memory::new(StateKeys::PLAIN, 1 << 20);
        let key = key(5);
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
        let mut memory = Memory::new(StateKeys::PLAIN, 64 << 20);
        let value = |n: u64| (n % 1000) as f64 / 1000.0;
        (0..200_000).for_each(|n| memory.put_exact(key(n), value(n)));
        let kept = (0..200_000).filter(|&n| memory.get(key(n), ALL) != ALL).count();
        assert!(kept > 190_000, "{kept} of 200,000 kept");
        let right = |&n: &u64| [ALL, (value(n), value(n))].contains(&memory.get(key(n), ALL));
        assert!((0..200_000).all(|n| right(&n)));
        assert!((200_000..300_000).all(|n| memory.get(key(n), ALL) == ALL));
    }

    #[test]
    fn a_full_table_goes_on() {
        let mut memory = Memory::new(StateKeys::PLAIN, 0);
        (0..1000).for_each(|n| memory.put_exact(key(n), 0.5));
        assert_eq!(memory.bytes(), 4 * 64);
        assert_eq!(memory.get(key(999), ALL), (0.5, 0.5), "what is new is there");
    }

    #[test]
    fn states_at_one_place_are_told_apart_by_their_checks() {
        let mut memory = Memory::new(StateKeys::seeded(), 64 << 20);
        let key = |n: u64, check: u64| Key { place: mix(n), check };
        let value = |n: u64| (n % 1000) as f64 / 1000.0;
        (0..200_000).for_each(|n| memory.put_exact(key(n, n + 1), value(n)));
        let kept = (0..200_000).filter(|&n| memory.get(key(n, n + 1), ALL) != ALL).count();
        assert!(kept > 190_000, "{kept} of 200,000 kept");
        let right =
            |&n: &u64| [ALL, (value(n), value(n))].contains(&memory.get(key(n, n + 1), ALL));
        assert!((0..200_000).all(|n| right(&n)));
        assert!((0..200_000).all(|n| memory.get(key(n, n), ALL) == ALL));
        assert!((0..200_000).all(|n| memory.exact(key(n, n)).is_nan()));
        // Different states at one place are kept beside each other.
        let [one, other] = [1, 2].map(|check| key(1 << 40, check));
        memory.put_interval(one, (0.5, 1.0), ALL);
        memory.put_exact(other, 0.25);
        assert_eq!((memory.get(one, ALL), memory.get(other, ALL)), ((0.5, 1.0), (0.25, 0.25)));
        assert!(memory.exact(one).is_nan() && memory.exact(other) == 0.25);
    }
}
