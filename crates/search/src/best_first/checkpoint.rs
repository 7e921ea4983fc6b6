//! Checkpoints of a search: its arrays, written out and read in again.
//!
//! The moves and states of an explorer are not saved. They are computed again by walking through
//! the tree and unfolding its nodes in the order in which they were first unfolded. That is sound
//! because unfolding is deterministic: a node always has the same children in the same order. If
//! the checkpoint belongs to another search, the numbers of children or their keys differ and the
//! checkpoint is rejected.
//!
//! In a DAG a node may now be given the mirror image of the state it had. Its children then come in
//! another order, so edges are found by their keys.

use std::io::{self, Read, Write};

use ludex_game::{Bounds, Outcome};

use super::explorer::Explorer;
use super::scheme::{Needs, Player, Scheme};
use super::search::{BestFirst, LoopOptions};
use super::tree::{NONE, Node, Tree};
use crate::budget::{Meter, Search};

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

/// The number of words that are written or read at a time.
const BATCH: usize = 4096;

/// Writes one word.
pub(super) fn save_one<W: Word>(word: W, out: &mut dyn Write) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(W::BYTES);
    word.save(&mut bytes);
    out.write_all(&bytes)
}

/// Writes many words, after their number.
pub(super) fn save_all<W: Word + Copy>(words: &[W], out: &mut dyn Write) -> io::Result<()> {
    save_one(words.len() as u64, out)?;
    let mut bytes = Vec::with_capacity(BATCH * W::BYTES);
    for batch in words.chunks(BATCH) {
        bytes.clear();
        batch.iter().for_each(|&word| word.save(&mut bytes));
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// Reads one word.
pub(super) fn load_one<W: Word>(input: &mut dyn Read) -> Option<W> {
    let mut bytes = vec![0; W::BYTES];
    input.read_exact(&mut bytes).ok()?;
    W::load(&bytes)
}

/// Reads many words. A length that is too large is harmless: reading fails at the end of the input.
pub(super) fn load_all<W: Word>(input: &mut dyn Read) -> Option<Vec<W>> {
    let mut left = load_one::<u64>(input)?;
    let (mut words, mut bytes) = (Vec::new(), vec![0; BATCH * W::BYTES]);
    while left > 0 {
        let batch = left.min(BATCH as u64) as usize;
        let bytes = &mut bytes[..batch * W::BYTES];
        input.read_exact(bytes).ok()?;
        for word in bytes.chunks_exact(W::BYTES) {
            words.push(W::load(word)?);
        }
        left -= batch as u64;
    }
    Some(words)
}

impl<S: Scheme> BestFirst<S> {
    /// Writes the whole search except the current path: the next descent starts from the root and
    /// reaches the same nodes.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        save_one(self.expansions, out)?;
        save_one(self.created, out)?;
        save_all(&self.tree.nodes, out)?;
        save_all(&self.tree.infos, out)?;
        if let Some(dag) = &self.tree.dag {
            save_all(&dag.edges, out)?;
            save_all(&dag.keys, out)?;
        }
        Ok(())
    }

    /// Reads what [`BestFirst::save`] wrote. Call [`BestFirst::unfold_again`] before continuing.
    pub fn load(scheme: S, options: LoopOptions, input: &mut dyn Read) -> Option<BestFirst<S>> {
        let mut search = BestFirst::new(scheme, options);
        search.expansions = load_one(input)?;
        search.created = load_one(input)?;
        let tree: &mut Tree<S::Part> = &mut search.tree;
        tree.nodes = load_all(input)?;
        tree.infos = load_all(input)?;
        let nodes = tree.nodes.len();
        let mut right = tree.infos.len() == nodes * tree.width && nodes < NONE as usize;
        if let Some(dag) = &mut tree.dag {
            dag.edges = load_all(input)?;
            for key in load_all(input)? {
                dag.enter(key);
            }
            right &= dag.keys.len() == nodes;
        }
        right.then_some(search)
    }

    /// Unfolds every inner node of the tree again with a new explorer, so that the explorer knows
    /// all nodes. Returns false if the tree does not belong to what the explorer explores; neither
    /// can be used afterwards.
    pub fn unfold_again<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<bool> {
        if self.tree.is_empty() {
            return Ok(true);
        }
        let root = explorer.start(Needs::default())?;
        self.path.restart();
        if self.tree.dag.is_some() && self.tree.find(root.key) != Some(0) {
            return Ok(false);
        }
        let mut inner: Vec<u32> =
            (0..self.tree.len() as u32).filter(|&node| !self.tree.is_leaf(node)).collect();
        inner.sort_unstable_by_key(|&node| self.tree.nodes[node as usize].first);
        // The parents of the nodes unfolded again so far, and the number of their edges.
        let (mut parents, mut edges) = (vec![0], 0);
        for (step, &node) in inner.iter().enumerate() {
            if step.is_multiple_of(BATCH) {
                meter.look()?;
            }
            let first = if self.tree.dag.is_some() { edges } else { parents.len() };
            if node as usize >= parents.len()
                || self.tree.nodes[node as usize].first as usize != first
                || !self.children_again(explorer, node, &mut parents)?
            {
                return Ok(false);
            }
            edges += self.tree.count(node);
        }
        self.go(explorer, &[0]);
        Ok(parents.len() == self.tree.len()
            && self.tree.dag.as_ref().is_none_or(|dag| dag.edges.len() == edges))
    }

    /// Unfolds a node again. Returns false if its children are not what they were.
    fn children_again<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        node: u32,
        parents: &mut Vec<u32>,
    ) -> Search<bool> {
        let mut path = vec![node];
        while path[path.len() - 1] != 0 {
            path.push(parents[path[path.len() - 1] as usize]);
        }
        path.reverse();
        self.go(explorer, &path);
        let mut facts = Vec::new();
        explorer.unfold(Needs::default(), &mut facts)?;
        let Node { first, count, .. } = self.tree.nodes[node as usize];
        let end = first as usize + usize::from(count);
        let room = self.tree.dag.as_ref().map_or(self.tree.len(), |dag| dag.edges.len());
        if facts.len() != usize::from(count) || end > room {
            return Ok(false);
        }
        // The children not met before, with their places, in the order of their numbers.
        let mut fresh = Vec::new();
        for (place, facts) in facts.iter().enumerate() {
            let at = first as usize + place;
            let child = match self.tree.dag {
                None => Some(at as u32),
                Some(_) => self.tree.find(facts.key),
            };
            let Some(child) = child else { return Ok(false) };
            if let Some(dag) = &mut self.tree.dag {
                dag.edges[at] = child;
            }
            if self.tree.player(child) != facts.player {
                return Ok(false);
            }
            if child as usize >= parents.len() {
                fresh.push((child, place as u32));
            }
        }
        fresh.sort_unstable();
        fresh.dedup_by_key(|&mut (child, _)| child);
        for (child, place) in fresh {
            if child as usize != parents.len() {
                return Ok(false);
            }
            parents.push(node);
            explorer.adopt(&[place]);
        }
        Ok(true)
    }
}
