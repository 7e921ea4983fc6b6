//! Explorers: what a node is and how it unfolds.
//!
//! The search loop knows nodes only by their numbers. An explorer follows its descents: it has a
//! current node, can go along a path to another one, and can unfold it. It is a trait object, so
//! that the loop is compiled once for every scheme and the explorer once for every game, and not
//! both for every pair. The calls are few: one to go and two to unfold for every node unfolded.

use serde::{Deserialize, Serialize};

use super::scheme::{Facts, Needs, Player};
use crate::budget::Search;

/// The size of an explorer at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of objects that nodes share.
    pub shared: usize,
}

/// What a checkpoint or a job says about a child of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Link {
    /// Its place among the children; in a DAG that of the same move in a mirror image can differ.
    pub place: usize,
    /// The number of children.
    pub count: usize,
    /// Its key in a DAG.
    pub key: Option<u64>,
    /// The player who chooses there.
    pub player: Player,
}

/// Unfolds nodes. The nodes of a search are numbered from 0, the root, without gaps.
pub trait Explorer<'g> {
    /// Goes to the root and returns what is known about it; the root becomes node 0.
    fn start(&mut self, needs: Needs) -> Search<Facts>;

    /// Unfolds the current node: appends what is known about each child.
    fn unfold(&mut self, needs: Needs, children: &mut Vec<Facts>) -> Search<()>;

    /// Lets a worker unfold the current node; returns which, if one is idle. [`Explorer::unfold`]
    /// of this node then waits for the worker and uses its result.
    fn send_ahead(&mut self, _needs: Needs) -> Option<usize> {
        None
    }

    /// Returns whether a worker is done.
    fn is_back(&self, _worker: usize) -> bool {
        true
    }

    /// Discards the task of a worker.
    fn call_back(&mut self, _worker: usize) {}

    /// Makes these children of the last unfolding the next nodes.
    fn adopt(&mut self, children: &[u32]);

    /// Makes room for this number of nodes in all. The new ones are unknown until they are assigned
    /// or reached. The default is for searches that are never resumed.
    fn reserve(&mut self, _nodes: usize) {}

    /// Makes a node known that is a child of the last unfolding, if it is unknown. The default is
    /// for searches that are never resumed.
    fn assign(&mut self, _node: u32, _child: u32) {}

    /// Makes a node known that is a child of the current node. Returns false if there is no such
    /// child. The default is for searches that are never resumed.
    fn reach(&mut self, _node: u32, _link: Link) -> bool {
        false
    }

    /// Goes to the last node of a path from the root, or to the last one before those that are
    /// unknown. The path shares this number of nodes, at least the root, with that to the current
    /// node. Returns the number of nodes from the root to the new current node.
    fn go(&mut self, path: &[u32], shared: usize) -> usize;

    /// Keeps only these nodes, renumbers them in this order, and goes back to the root. The root is
    /// the first of them.
    fn keep(&mut self, nodes: &[u32]);

    /// Returns the current size.
    fn mark(&self) -> Mark;

    /// Removes the nodes that were adopted since then. The current node is none of them.
    fn forget(&mut self, since: Mark);

    /// Returns the bytes kept for every node.
    fn bytes_per_node(&self) -> usize;

    /// Returns the state of the current node as text, if that is all that matters there and somebody
    /// wants to read it.
    fn text(&self) -> Option<String> {
        None
    }

    /// Makes another explorer whose root is the current node.
    fn here(&mut self) -> Box<dyn Explorer<'g> + Send + 'g>;
}
