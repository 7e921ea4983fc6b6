//! What is known about states: a hash table of bounds.
//!
//! 16 bytes an entry, four to a cache line. An entry is a lower bound, an upper bound or an exact
//! value; a state has up to two entries, in the same line. The kind takes the place of two bits of
//! the key that the line's number implies. The table starts small and doubles as it fills, up to its
//! limit; then new entries replace old ones.

/// What is known of a state's value.
pub(super) type Interval = (f64, f64);

const LOWER: u64 = 1;
const UPPER: u64 = 2;
const EXACT: u64 = LOWER | UPPER;
/// The bits of a key that hold the kind.
const KIND: u64 = 3;

const FIRST_LINES: usize = 1 << 10;

/// An entry; empty if its kind is 0.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    tag: u64,
    value: f64,
}

#[derive(Clone, Copy, Default, Debug)]
#[repr(align(64))]
struct Line([Entry; 4]);

/// See the module.
#[derive(Debug)]
pub(super) struct Memory {
    lines: Vec<Line>,
    limit: usize,
    used: usize,
}

impl Memory {
    /// A table that will use at most this many bytes (but at least four lines).
    pub fn new(max_bytes: usize) -> Memory {
        let limit = 1 << (max_bytes / size_of::<Line>()).max(4).ilog2();
        Memory { lines: vec![Line::default(); limit.min(FIRST_LINES)], limit, used: 0 }
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.lines.len() * size_of::<Line>()
    }

    /// What is known under a mixed key, within what is known anyway.
    #[inline]
    pub fn get(&self, key: u64, (mut low, mut high): Interval) -> Interval {
        let line = &self.lines[key as usize & (self.lines.len() - 1)];
        for entry in &line.0 {
            if entry.tag & !KIND == key & !KIND {
                if entry.tag & LOWER != 0 && entry.value > low {
                    low = entry.value;
                }
                if entry.tag & UPPER != 0 && entry.value < high {
                    high = entry.value;
                }
            }
        }
        // Bounds that were found on different ways may cross by the last bits of rounding.
        if low <= high { (low, high) } else { (high, low) }
    }

    /// Notes an exact value.
    #[inline]
    pub fn put_exact(&mut self, key: u64, value: f64) {
        self.put(key, EXACT, value);
    }

    /// Notes those of the bounds that say more than what is known anyway.
    #[inline]
    pub fn put(&mut self, key: u64, kind: u64, value: f64) {
        let place = key as usize & (self.lines.len() - 1);
        let line = &mut self.lines[place].0;
        let mut free = None;
        for (at, entry) in line.iter_mut().enumerate() {
            let same = entry.tag & !KIND == key & !KIND && entry.tag & KIND != 0;
            if same && entry.tag & kind != 0 {
                if entry.tag & KIND == EXACT && kind != EXACT {
                    return;
                }
                entry.tag = if free.is_some() { 0 } else { key & !KIND | kind };
                entry.value = value;
                self.used -= usize::from(free.is_some());
                free = free.or(Some(at));
            }
        }
        if free.is_none() {
            self.insert(place, Entry { tag: key & !KIND | kind, value });
        }
    }

    /// Notes both bounds of an interval within what is known anyway.
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

    fn insert(&mut self, place: usize, entry: Entry) {
        let line = &mut self.lines[place].0;
        let empty = line.iter().position(|entry| entry.tag & KIND == 0);
        // Exact values are dearer than bounds; of equals any is as good.
        let bound = || line.iter().position(|entry| entry.tag & KIND != EXACT);
        let victim = empty.or_else(bound).unwrap_or(entry.tag as usize >> 60 & 3);
        line[victim] = entry;
        self.used += usize::from(empty.is_some());
        if 4 * self.used > 5 * self.lines.len() && self.lines.len() < self.limit {
            self.double();
        }
    }

    /// Sends each entry to its old place or to the one a table's length further.
    #[cold]
    fn double(&mut self) {
        let old = self.lines.len();
        self.lines.resize(2 * old, Line::default());
        let (lower, upper) = self.lines.split_at_mut(old);
        for (low, high) in lower.iter_mut().zip(upper) {
            for at in 0..4 {
                if low.0[at].tag & old as u64 != 0 && low.0[at].tag & KIND != 0 {
                    high.0[at] = std::mem::take(&mut low.0[at]);
                }
            }
        }
    }
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
        memory.put_exact(key, 0.5);
        assert_eq!(memory.get(key, ALL), (0.5, 0.5));
        memory.put_interval(key, (0.0, 1.0), ALL);
        assert_eq!(memory.get(key, ALL), (0.5, 0.5), "an exact value stays");
        assert_eq!(memory.used, 1, "one entry is left of three");
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
