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
use std::sync::mpsc::sync_channel;
use std::thread;

use hashbrown::HashTable;
use ludex_game::{Bounds, Outcome};

use super::explorer::{Explorer, Link};
use super::games::CheckpointSize;
use super::scheme::{Needs, Player, Scheme};
use super::search::{BestFirst, LoopOptions};
use super::stream::{Loader, Saver};
use super::tree::{Dag, NONE, Node, TableFiller, Tree};
use crate::budget::{Search, Stopped};

/// The number of blocks of keys that wait for the thread that makes the table of a DAG.
const AHEAD: usize = 64;

/// A value with a fixed-size binary encoding, the lowest byte first.
pub trait Word: Sized {
    /// The size of the encoding in bytes.
    const BYTES: usize;

    /// Appends the bytes.
    fn save(self, out: &mut Vec<u8>);

    /// Decodes a value from [`Word::BYTES`] bytes. Returns None if they encode no value.
    fn load(bytes: &[u8]) -> Option<Self>;

    /// Appends the bytes of values.
    fn save_all(words: &[Self], out: &mut Vec<u8>)
    where
        Self: Copy,
    {
        words.iter().for_each(|&word| word.save(out));
    }

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

            fn save_all(words: &[$number], out: &mut Vec<u8>) {
                let start = out.len();
                out.resize(start + size_of_val(words), 0);
                for (bytes, word) in out[start..].as_chunks_mut().0.iter_mut().zip(words) {
                    *bytes = word.to_le_bytes();
                }
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

/// Decodes a leaf.
#[inline]
fn leaf([player, kind]: [u8; 2]) -> Node {
    let player = if player == 1 { Player::Max } else { Player::Min };
    Node { first: NONE, count: 0, player, kind }
}

/// A node without its children.
impl Word for Node {
    const BYTES: usize = 2;

    fn save(self, out: &mut Vec<u8>) {
        out.extend([u8::from(self.player == Player::Max), self.kind]);
    }

    fn load(bytes: &[u8]) -> Option<Node> {
        bytes.try_into().ok().map(leaf)
    }

    fn load_all(bytes: &[u8], out: &mut Vec<Node>) -> Option<()> {
        let (words, _) = bytes.as_chunks();
        out.extend(words.iter().map(|&word| leaf(word)));
        Some(())
    }
}

impl<S: Scheme> BestFirst<S> {
    /// Writes the whole search except the current path: the next descent starts from the root and
    /// reaches the same nodes. Only the values change that come last.
    pub fn save(&self, out: &mut Saver<'_>) -> io::Result<()> {
        out.word(self.expansions)?;
        if let Some(dag) = &self.tree.dag {
            out.words(&dag.keys)?;
            out.words(&dag.edges)?;
        }
        let unfolded = &self.tree.unfolded;
        let counts = unfolded.iter().map(|&node| self.tree.nodes[node as usize].count);
        out.words(&self.tree.nodes)?;
        out.words(unfolded)?;
        out.words(&counts.collect::<Vec<u16>>())?;
        out.words(&self.tree.infos)?;
        out.checksum()
    }

    /// Returns the size of what [`BestFirst::save`] writes.
    pub fn saved_size(&self) -> CheckpointSize {
        let (keys, edges) = match &self.tree.dag {
            Some(dag) => (dag.keys.len() * u64::BYTES, dag.edges.len() * u32::BYTES),
            None => (0, 0),
        };
        let unfolded = self.tree.unfolded.len() * (u32::BYTES + u16::BYTES);
        let nodes = self.tree.nodes.len() * Node::BYTES + unfolded;
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
        let room = input.room()?;
        let (count, mut numbers) = (room.count, HashTable::new());
        numbers.try_reserve(count, |_| 0).ok()?;
        thread::scope(|scope| {
            let (send, blocks) = sync_channel::<Vec<u64>>(AHEAD);
            let table = scope.spawn(move || {
                let mut filler = TableFiller::new(numbers);
                blocks.iter().for_each(|block| filler.add(&block));
                filler.finish()
            });
            // The thread takes all blocks.
            let keys = input.words_into(room, &mut |block| _ = send.send(block.to_vec()))?;
            drop(send);
            // All are looked at, which is quicker than to ask after each whether to go on.
            let (room, mut next, mut in_order) = (input.room()?, 1, true);
            let edges = input.words_into(room, &mut |block: &[u32]| {
                for &child in block {
                    in_order &= child <= next;
                    next += u32::from(child == next);
                }
            })?;
            self.dag = Some(Dag { edges, keys, ..Dag::default() });
            self.load_nodes(input)?;
            let whole = in_order && next as usize == count.max(1) && count == self.len();
            self.dag.as_mut()?.numbers = table.join().ok()?;
            whole.then_some(())
        })
    }

    /// Reads the nodes, after which there is a checksum. Returns None unless every node has a value
    /// and every list of children is within the places where children are listed: those of the
    /// edges, or the nodes themselves. A node that is below itself is noticed when a path is longer
    /// than the tree is large.
    fn load_nodes(&mut self, input: &mut Loader<'_>) -> Option<()> {
        self.nodes = input.words()?;
        self.unfolded = input.words()?;
        let counts: Vec<u16> = input.words()?;
        self.list(&counts)?;
        self.infos = input.words()?;
        input.checksum()?;
        let count = self.len();
        (self.infos.len() == count * self.width && count < NONE as usize).then_some(())
    }
}
