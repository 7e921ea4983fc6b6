//! What is known of states met before.

use rustc_hash::FxHashMap;

use super::Span;

/// Bounds of states, as long as there is room.
pub(super) struct Table<S> {
    known: FxHashMap<S, Span>,
    entry_bytes: usize,
    /// The bytes of numbers that take memory of their own.
    number_bytes: usize,
    max_bytes: usize,
}

impl<S: Eq + std::hash::Hash + Clone> Table<S> {
    /// Makes a table for states with this many bytes on the heap. With 0 bytes it keeps nothing.
    pub fn new(max_bytes: usize, heap_bytes: usize) -> Table<S> {
        // Hash tables are between half and fully used.
        let entry_bytes = 2 * (size_of::<S>() + size_of::<Span>()) + heap_bytes;
        Table { known: FxHashMap::default(), entry_bytes, number_bytes: 0, max_bytes }
    }

    pub fn bytes(&self) -> usize {
        self.known.len() * self.entry_bytes + self.number_bytes
    }

    pub fn get(&self, state: &S) -> Option<&Span> {
        self.known.get(state)
    }

    /// Keeps bounds that are at least as close as those that were known.
    pub fn keep(&mut self, state: &S, span: &Span) {
        if let Some(known) = self.known.get_mut(state) {
            *known = span.clone();
        } else if self.bytes() + self.entry_bytes <= self.max_bytes {
            self.number_bytes += span.low.heap_bytes() + span.high.heap_bytes();
            self.known.insert(state.clone(), span.clone());
        }
    }
}
