//! Checkpoints of a search: its arrays, written out and read in again.
//!
//! The moves and states of an explorer are not saved. Its nodes are *unknown* until the first
//! descent that passes through one: then the move that leads to it is played, and no other. So
//! resuming takes one pass over the arrays, and then only what the search needs. That is sound
//! because unfolding is deterministic: a node always has the same children in the same order. If
//! the checkpoint belongs to another search, the numbers of children or their keys differ, and the
//! search stops with [`Stopped::Checkpoint`].
//!
//! In a DAG a node can have several parents, and with symmetry it matters which of them it was
//! created from: the image of its state that another parent leads to has children in another order,
//! and where the game recognises images in a part of the play only, even other children. So a node
//! becomes known along the way on which it was created.

use std::io;
use std::thread;

use ludex_game::{Bounds, Outcome};

use super::explorer::{Explorer, Link};
use super::games::CheckpointSize;
use super::scheme::{Needs, Player, Scheme};
use super::search::{BestFirst, LoopOptions};
use super::stream::{Loader, Saver};
use super::tree::{Dag, NONE, Node, Tree};
use crate::budget::{Search, Stopped};

/// A value with a fixed-size binary encoding, the lowest byte first.
pub trait Word: Sized {
    /// The size of the encoding in bytes.
    const BYTES: usize;

    /// Appends the bytes.
    fn save(self, out: &mut Vec<u8>);

    /// Decodes a value from [`Word::BYTES`] bytes. Returns None if they encode no value.
    fn load(bytes: &[u8]) -> Option<Self>;

    /// Decodes values and appends them. Returns None if some bytes encode no value.
    fn load_all(bytes: &[u8], out: &mut Vec<Self>) -> Option<()> {
        for word in bytes.chunks_exact(Self::BYTES) {
            out.push(Self::load(word)?);
        }
        Some(())
    }
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

            fn load_all(bytes: &[u8], out: &mut Vec<$number>) -> Option<()> {
                let (words, _) = bytes.as_chunks();
                out.extend(words.iter().map(|&word| <$number>::from_le_bytes(word)));
                Some(())
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

/// Decodes a node.
#[inline]
fn node([a, b, c, d, e, f, player, kind]: [u8; 8]) -> Node {
    let player = if player == 1 { Player::Max } else { Player::Min };
    let (first, count) = (u32::from_le_bytes([a, b, c, d]), u16::from_le_bytes([e, f]));
    Node { first, count, player, kind }
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
        bytes.try_into().ok().map(node)
    }

    fn load_all(bytes: &[u8], out: &mut Vec<Node>) -> Option<()> {
        let (words, _) = bytes.as_chunks();
        out.extend(words.iter().map(|&word| node(word)));
        Some(())
    }
}

impl<S: Scheme> BestFirst<S> {
    /// Writes the whole search except the current path: the next descent starts from the root and
    /// reaches the same nodes. Keys and edges come first, as they never change.
    pub fn save(&self, out: &mut Saver<'_>) -> io::Result<()> {
        out.word(self.expansions)?;
        if let Some(dag) = &self.tree.dag {
            out.words(&dag.keys)?;
            out.words(&dag.edges)?;
        }
        out.words(&self.tree.nodes)?;
        out.words(&self.tree.infos)?;
        out.checksum()
    }

    /// Returns the size of what [`BestFirst::save`] writes.
    pub fn saved_size(&self) -> CheckpointSize {
        let (keys, edges) = match &self.tree.dag {
            Some(dag) => (dag.keys.len() * u64::BYTES, dag.edges.len() * u32::BYTES),
            None => (0, 0),
        };
        let nodes = self.tree.nodes.len() * Node::BYTES;
        let infos = self.tree.infos.len() * S::Part::BYTES;
        CheckpointSize { bytes: (keys + edges + nodes + infos) as u64, anew: self.renumbered }
    }

    /// Reads what [`BestFirst::save`] wrote. Call [`BestFirst::reopen_root`] before continuing.
    pub fn load(scheme: S, options: LoopOptions, input: &mut Loader<'_>) -> Option<BestFirst<S>> {
        let mut search = BestFirst::new(scheme, options);
        search.expansions = input.word()?;
        match options.dag {
            true => search.tree.load_dag(input)?,
            false => search.tree.load_nodes(input)?,
        }
        search.restored = search.tree.len();
        if !search.tree.is_sound() {
            return None;
        }
        if options.images {
            search.creators = search.tree.creators();
        }
        Some(search)
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

    /// Lets the explorer follow the path to the current node. Nodes of a checkpoint that it does not
    /// know yet are made known on the way.
    #[inline]
    pub fn follow<'g>(&mut self, explorer: &mut dyn Explorer<'g>) -> Search<()> {
        while let Some((parent, child)) = self.path.follow(explorer) {
            self.reach(explorer, parent, child)?;
        }
        Ok(())
    }

    /// Makes a child of the node at which the explorer is known to it.
    #[cold]
    fn reach<'g>(&self, explorer: &mut dyn Explorer<'g>, parent: u32, child: u32) -> Search<()> {
        if (child as usize) < self.creators.len() {
            return self.reach_as_created(explorer, child);
        }
        let link = self.link(parent, child)?;
        if explorer.reach(child, link) { Ok(()) } else { Err(Stopped::Checkpoint) }
    }

    /// Makes a node known to the explorer along the way on which it was created.
    fn reach_as_created<'g>(&self, explorer: &mut dyn Explorer<'g>, node: u32) -> Search<()> {
        let mut way = vec![node];
        while way[way.len() - 1] != 0 {
            let creator = self.creators.get(way[way.len() - 1] as usize).copied();
            // A forged tree can have nodes without a parent, or below themselves.
            let creator = creator.filter(|_| way.len() < self.tree.len());
            way.push(creator.filter(|&node| node != NONE).ok_or(Stopped::Checkpoint)?);
        }
        way.reverse();
        loop {
            let known = explorer.go(&way, 1);
            let Some(&next) = way.get(known) else { return Ok(()) };
            if !explorer.reach(next, self.link(way[known - 1], next)?) {
                return Err(Stopped::Checkpoint);
            }
        }
    }

    /// Describes a child of a node.
    fn link(&self, parent: u32, child: u32) -> Search<Link> {
        let place = self.tree.children(parent).position(|node| node == child);
        Ok(Link {
            place: place.ok_or(Stopped::Checkpoint)?,
            count: self.tree.count(parent),
            key: self.tree.key(child),
            player: self.tree.player(child),
        })
    }

    /// Describes the way along a path from the root.
    pub fn links(&self, path: &[u32]) -> Search<Vec<Link>> {
        path.windows(2).map(|step| self.link(step[0], step[1])).collect()
    }
}

impl<P: Copy + PartialEq + Word> Tree<P> {
    /// Reads a DAG. Its table is made by another thread meanwhile.
    fn load_dag(&mut self, input: &mut Loader<'_>) -> Option<()> {
        let keys = input.words()?;
        thread::scope(|scope| {
            let table = scope.spawn(|| Dag::with_keys(keys));
            let edges = input.words()?;
            self.load_nodes(input)?;
            let dag = self.dag.insert(table.join().ok()?);
            dag.edges = edges;
            Some(())
        })
    }

    /// Reads the nodes, after which there is a checksum.
    fn load_nodes(&mut self, input: &mut Loader<'_>) -> Option<()> {
        self.nodes = input.words()?;
        self.infos = input.words()?;
        input.checksum()
    }

    /// Returns the node from which each node of a DAG was created; [`NONE`] for the root. Edges are
    /// numbered in the order of unfolding, so it is the parent whose edges have the least numbers.
    pub fn creators(&self) -> Vec<u32> {
        let mut creators = vec![NONE; self.len()];
        for (parent, node) in (0..).zip(&self.nodes).filter(|(_, node)| node.first != NONE) {
            for child in self.children(parent) {
                let creator = &mut creators[child as usize];
                if *creator == NONE || self.nodes[*creator as usize].first > node.first {
                    *creator = parent;
                }
            }
        }
        creators
    }

    /// Returns whether the arrays fit together: every node has a value and every child is a node. A
    /// node that is below itself is noticed when a path is longer than the tree is large.
    fn is_sound(&self) -> bool {
        let count = self.len();
        let (keys, places, known) = match &self.dag {
            None => (count, count, true),
            Some(Dag { keys, edges, .. }) => {
                let greatest = edges.iter().fold(0, |most, &child| most.max(child));
                (keys.len(), edges.len(), edges.is_empty() || (greatest as usize) < count)
            }
        };
        // All are looked at, which is quicker than to ask after each whether to go on.
        let fits = |node: &Node| {
            let end = node.first as usize + usize::from(node.count);
            (node.first == NONE) | ((node.count > 0) & (end <= places))
        };
        keys == count
            && known
            && count < NONE as usize
            && self.infos.len() == count * self.width
            && self.nodes.iter().fold(true, |all, node| all & fits(node))
    }
}
