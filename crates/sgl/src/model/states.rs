//! Different states of a model, by number.

use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use ludex_base::Set;
use rustc_hash::FxHasher;

/// States, numbered in the order they were added. Each takes as many words as the model needs.
pub(crate) struct States<S> {
    /// The number of bits of a state.
    bits: usize,
    words: Vec<u64>,
    index: HashTable<u32>,
    kind: PhantomData<S>,
}

fn hash(state: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

impl<S: Set> States<S> {
    /// Makes an empty set of states of `bits` bits each.
    pub fn new(bits: usize) -> Self {
        States { bits, words: Vec::new(), index: HashTable::new(), kind: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Returns the memory in use, in bytes: the words of a state and its place in the index.
    pub fn bytes(&self) -> usize {
        self.len() * (8 * S::words_for(self.bits) + 10)
    }

    /// Returns the words of a state.
    #[inline]
    pub fn words(&self, number: usize) -> &[u64] {
        Self::slice(&self.words, self.bits, number)
    }

    #[inline]
    pub fn get(&self, number: usize) -> S {
        S::from_words(self.words(number))
    }

    /// Returns the number of a state, and whether it was added just now.
    #[inline]
    pub fn number(&mut self, state: &S) -> (u32, bool) {
        let (words, bits) = (&mut self.words, self.bits);
        let next = self.index.len() as u32;
        let entry = self.index.entry(
            hash(state),
            |&other| state.is(Self::slice(words, bits, other as usize)),
            |&other| hash(&S::from_words(Self::slice(words, bits, other as usize))),
        );
        match entry {
            Entry::Occupied(entry) => (*entry.get(), false),
            Entry::Vacant(entry) => {
                entry.insert(next);
                let from = state.words();
                let word = |i: usize| from.get(i).copied().unwrap_or(0);
                words.extend((0..S::words_for(bits)).map(word));
                (next, true)
            }
        }
    }

    #[inline]
    fn slice(words: &[u64], bits: usize, number: usize) -> &[u64] {
        let width = S::words_for(bits);
        &words[width * number..][..width]
    }
}
