//! Calls and their answers.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::symbol::Symbol;
use crate::terms::Term;

/// A call: a relation with the arguments that are bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Call {
    pub relation: Symbol,
    pub arguments: SmallVec<[Option<Term>; 8]>,
}

/// The progress of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// The call is being evaluated; its number among the active calls.
    Active(usize),
    /// The call was evaluated in a round of an active call that it depends on: the lowest one, and
    /// the round.
    Open {
        low: usize,
        round: u64,
    },
    Complete,
}

/// A call with its answers.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub answers: Vec<Term>,
    known: FxHashSet<Term>,
    pub progress: Progress,
}

impl Entry {
    /// Adds an answer. Returns `false` if it is known.
    pub fn add(&mut self, answer: Term) -> bool {
        let new = self.known.insert(answer);
        if new {
            self.answers.push(answer);
        }
        new
    }
}

/// All calls of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    places: FxHashMap<Call, usize>,
    pub entries: Vec<Entry>,
}

impl Table {
    pub fn find(&self, call: &Call) -> Option<usize> {
        self.places.get(call).copied()
    }

    pub fn insert(&mut self, call: Call, progress: Progress) -> usize {
        let entry = Entry { answers: Vec::new(), known: FxHashSet::default(), progress };
        self.entries.push(entry);
        self.places.insert(call, self.entries.len() - 1);
        self.entries.len() - 1
    }

    pub fn clear(&mut self) {
        self.places.clear();
        self.entries.clear();
    }
}
