//! The transposition table: values with their depth and the best move.

/// How a value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The identity of the state.
    pub key: u64,
    pub value: i32,
    pub best: u32,
    pub depth: u8,
    pub kind: Kind,
    /// Whether the depth limit was never reached, so that a deeper search finds the same value.
    pub whole: bool,
    /// The number of the search that stored it; 0 for none.
    age: u8,
}

const EMPTY: Entry =
    Entry { key: 0, value: 0, best: 0, depth: 0, kind: Kind::Exact, whole: false, age: 0 };

/// The greatest number of entries: more would not be filled in the time of a move.
const MOST: usize = 1 << 18;

#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    size: usize,
    age: u8,
}

impl Table {
    pub fn new(max_bytes: usize) -> Table {
        let most = (max_bytes / size_of::<Entry>()).clamp(1, MOST);
        Table { entries: Vec::new(), size: 1 << most.ilog2(), age: 0 }
    }

    /// Begins another search, which ignores the entries of earlier ones.
    pub fn forget(&mut self) {
        self.entries.resize(self.size, EMPTY);
        self.age = self.age.checked_add(1).unwrap_or_else(|| {
            self.entries.fill(EMPTY);
            1
        });
    }

    fn place(&self, plain: u64) -> usize {
        (plain.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (self.size - 1)
    }

    /// Returns the entry of a state with this plain key and this identity.
    pub fn get(&self, (plain, key): (u64, u64)) -> Option<&Entry> {
        self.entries
            .get(self.place(plain))
            .filter(|entry| entry.age == self.age && entry.key == key)
    }

    /// Stores an entry unless there is one of a deeper search of the same state.
    pub fn put(
        &mut self,
        (plain, key): (u64, u64),
        value: i32,
        (kind, whole): (Kind, bool),
        best: u32,
        depth: u32,
    ) {
        let place = self.place(plain);
        if let Some(entry) = self.entries.get_mut(place) {
            let depth = depth.min(255) as u8;
            if entry.age != self.age || entry.key != key || entry.depth <= depth {
                *entry = Entry { key, value, best, depth, kind, whole, age: self.age };
            }
        }
    }
}
