//! What a search below a leaf found: a small message, whatever the scheme, so that the search can be
//! made anywhere.

use serde::{Deserialize, Serialize};

use super::checkpoint::Word;
use super::scheme::Scheme;
use super::search::BestFirst;

/// The values of a leaf and of its children after a search below it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundBelow {
    /// Every child, by its key if it has one; none if the leaf was not unfolded.
    children: Vec<FoundChild>,
    /// The values of the leaf and of all children, encoded.
    values: Vec<u8>,
    /// The number of nodes created.
    pub created: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct FoundChild {
    /// Its key in a DAG, where places differ between a state and its mirror image.
    key: Option<u64>,
    solved: bool,
}

impl<S: Scheme> BestFirst<S> {
    /// Returns what this search found about its root.
    pub fn found(&self) -> FoundBelow {
        let mut values = Vec::new();
        let mut keep = |node| self.tree.info(node).iter().for_each(|part| part.save(&mut values));
        keep(0);
        let mut children = Vec::new();
        if !self.tree.is_leaf(0) {
            for child in self.tree.children(0) {
                keep(child);
                let (key, solved) = (self.tree.key(child), self.solved(child));
                children.push(FoundChild { key, solved });
            }
        }
        FoundBelow { children, values, created: self.created }
    }
}

impl FoundBelow {
    /// Returns whether the leaf was not unfolded.
    pub(super) fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// Copies the value of the leaf.
    pub(super) fn copy_leaf<P: Word>(&self, value: &mut [P]) {
        self.copy(0, value);
    }

    /// Copies the value of the child with this place or key, if it is known; if `solved`, only of a
    /// child that is solved.
    pub(super) fn copy_child<P: Word>(
        &self,
        place: usize,
        key: u64,
        solved: bool,
        value: &mut [P],
    ) {
        let is_it = |(at, child): (usize, &FoundChild)| match child.key {
            Some(other) => other == key,
            None => at == place,
        };
        if let Some(place) = self.children.iter().enumerate().position(is_it)
            && (self.children[place].solved || !solved)
        {
            self.copy(place + 1, value);
        }
    }

    fn copy<P: Word>(&self, place: usize, value: &mut [P]) {
        let words = self.values.chunks_exact(P::BYTES).skip(place * value.len());
        for (part, word) in value.iter_mut().zip(words) {
            if let Some(word) = P::load(word) {
                *part = word;
            }
        }
    }
}
