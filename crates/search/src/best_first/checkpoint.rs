//! Checkpoints of a search: its arrays, written out and read in again.
//!
//! The moves and states of an explorer are not saved. The inner nodes of a tree that was read are
//! *closed*: the first descent that passes through one unfolds it again, so that the explorer knows
//! its children. So resuming takes one pass over the arrays, and then only what the search needs.
//! That is sound because unfolding is deterministic: a node always has the same children in the
//! same order. If the checkpoint belongs to another search, the numbers of children or their keys
//! differ, and the search stops with [`Stopped::Checkpoint`].
//!
//! In a DAG a node may now be given the mirror image of the state it had. Its children then come in
//! another order, so they are found by their keys.

use ludex_game::{Bounds, Outcome};

use super::explorer::Explorer;
use super::scheme::{Needs, Player, Scheme};
use super::search::{BestFirst, LoopOptions};
use super::tree::{NONE, Node, Tree};
use crate::budget::{Search, Stopped};

/// A value with a fixed-size binary encoding, the lowest byte first.
pub trait Word: Sized {
    /// The size of the encoding in bytes.
    const BYTES: usize;

    /// Appends the bytes.
    fn save(self, out: &mut Vec<u8>);

    /// Decodes a value from [`Word::BYTES`] bytes. Returns None if they encode no value.
    fn load(bytes: &[u8]) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Word for $number {
            const BYTES: usize = size_of::<$number>();

            fn save(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn load(bytes: &[u8]) -> Option<$number> {
                Some(<$number>::from_le_bytes(bytes.try_into().ok()?))
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64, f64);

impl Word for Bounds {
    const BYTES: usize = 4;

    fn save(self, out: &mut Vec<u8>) {
        self.low.0.save(out);
        self.high.0.save(out);
    }

    fn load(bytes: &[u8]) -> Option<Bounds> {
        let (low, high) = bytes.split_at_checked(2)?;
        Some(Bounds { low: Outcome(u16::load(low)?), high: Outcome(u16::load(high)?) })
    }
}

impl Word for Node {
    const BYTES: usize = 8;

    fn save(self, out: &mut Vec<u8>) {
        self.first.save(out);
        self.count.save(out);
        out.push(u8::from(self.player == Player::Max));
        out.push(self.kind);
    }

    fn load(bytes: &[u8]) -> Option<Node> {
        let (first, rest) = bytes.split_at_checked(4)?;
        let (count, rest) = rest.split_at_checked(2)?;
        let &[player, kind] = rest else { return None };
        let player = if player == 1 { Player::Max } else { Player::Min };
        Some(Node { first: u32::load(first)?, count: u16::load(count)?, player, kind })
    }
}

/// Writes many words, after their number.
pub(super) fn save_all<W: Word + Copy>(words: &[W], out: &mut Vec<u8>) {
    (words.len() as u64).save(out);
    out.reserve(words.len() * W::BYTES);
    words.iter().for_each(|&word| word.save(out));
}

/// Reads one word.
pub(super) fn load_one<W: Word>(input: &mut &[u8]) -> Option<W> {
    let (word, rest) = input.split_at_checked(W::BYTES)?;
    *input = rest;
    W::load(word)
}

/// Reads many words.
pub(super) fn load_all<W: Word>(input: &mut &[u8]) -> Option<Vec<W>> {
    let count = usize::try_from(load_one::<u64>(input)?).ok()?;
    let (words, rest) = input.split_at_checked(count.checked_mul(W::BYTES)?)?;
    *input = rest;
    words.chunks_exact(W::BYTES).map(W::load).collect()
}

impl<S: Scheme> BestFirst<S> {
    /// Writes the whole search except the current path: the next descent starts from the root and
    /// reaches the same nodes.
    pub fn save(&self, out: &mut Vec<u8>) {
        self.expansions.save(out);
        save_all(&self.tree.nodes, out);
        save_all(&self.tree.infos, out);
        if let Some(dag) = &self.tree.dag {
            save_all(&dag.edges, out);
            save_all(&dag.keys, out);
        }
    }

    /// Reads what [`BestFirst::save`] wrote. Call [`BestFirst::reopen_root`] before continuing.
    pub fn load(scheme: S, options: LoopOptions, mut input: &[u8]) -> Option<BestFirst<S>> {
        let mut search = BestFirst::new(scheme, options);
        search.expansions = load_one(&mut input)?;
        search.tree.nodes = load_all(&mut input)?;
        search.tree.infos = load_all(&mut input)?;
        if let Some(dag) = &mut search.tree.dag {
            dag.edges = load_all(&mut input)?;
            dag.enter_all(load_all(&mut input)?);
        }
        let tree = &search.tree;
        search.closed = (0..tree.len() as u32).map(|node| !tree.is_leaf(node)).collect();
        search.tree.is_sound().then_some(search)
    }

    /// Gives a tree that was read to a new explorer. Returns false if its root is not the one that
    /// the explorer explores; neither can be used afterwards.
    pub fn reopen_root<'g>(&mut self, explorer: &mut dyn Explorer<'g>) -> Search<bool> {
        if self.tree.is_empty() {
            return Ok(true);
        }
        let root = explorer.start(Needs::default())?;
        self.path.restart();
        explorer.reserve(self.tree.len());
        let found = self.tree.dag.is_none() || self.tree.find(root.key) == Some(0);
        Ok(found && self.tree.player(0) == root.player)
    }

    /// Lets the explorer follow the path to the current node. Closed nodes on the way are unfolded
    /// again.
    #[inline]
    pub fn follow<'g>(&mut self, explorer: &mut dyn Explorer<'g>) -> Search<()> {
        if !self.closed.is_empty() {
            self.reopen_path(explorer)?;
        }
        self.path.follow(explorer);
        Ok(())
    }

    fn reopen_path<'g>(&mut self, explorer: &mut dyn Explorer<'g>) -> Search<()> {
        for length in 1..self.path.nodes().len() {
            let node = self.path.nodes()[length - 1];
            if let Some(closed) = self.closed.get_mut(node as usize)
                && std::mem::take(closed)
            {
                self.path.follow_first(length, explorer);
                self.reopen(explorer, node)?;
            }
        }
        Ok(())
    }

    /// Unfolds the node at which the explorer is once more, so that it knows the children.
    fn reopen<'g>(&mut self, explorer: &mut dyn Explorer<'g>, node: u32) -> Search<()> {
        let mut facts = std::mem::take(&mut self.children);
        facts.clear();
        explorer.unfold(Needs::default(), &mut facts)?;
        let mut listed: Vec<u32> = self.tree.children(node).collect();
        let mut found = Vec::with_capacity(facts.len());
        for (place, facts) in facts.iter().enumerate() {
            let child = match self.tree.dag {
                None => listed.get(place).copied(),
                Some(_) => self.tree.find(facts.key),
            };
            let same = child.filter(|&child| self.tree.player(child) == facts.player);
            let child = same.ok_or(Stopped::Checkpoint)?;
            explorer.assign(child, place as u32);
            found.push(child);
        }
        self.children = facts;
        found.sort_unstable();
        listed.sort_unstable();
        if found == listed { Ok(()) } else { Err(Stopped::Checkpoint) }
    }

    /// Renumbers the closed nodes after a garbage collection that kept these.
    pub fn renumber_closed(&mut self, kept: &[u32]) {
        if self.closed.is_empty() {
            return;
        }
        let closed = |(new, &old): (usize, &u32)| {
            self.closed.get(old as usize) == Some(&true) && !self.tree.is_leaf(new as u32)
        };
        self.closed = kept.iter().enumerate().map(closed).collect();
    }
}

impl<P: Copy + PartialEq> Tree<P> {
    /// Returns whether the arrays fit together: every node has a value and every child is a node. A
    /// node that is below itself is noticed when a descent meets it for the second time.
    fn is_sound(&self) -> bool {
        let count = self.len();
        let (keys, places, edges) = match &self.dag {
            None => (count, count, true),
            Some(dag) => {
                let known = dag.edges.iter().all(|&child| (child as usize) < count);
                (dag.keys.len(), dag.edges.len(), known)
            }
        };
        let fits = |node: &Node| {
            node.first == NONE
                || node.count > 0 && node.first as usize + usize::from(node.count) <= places
        };
        keys == count
            && edges
            && count < NONE as usize
            && self.infos.len() == count * self.width
            && self.nodes.iter().all(fits)
    }
}
