//! Explorers: what a node is and how it unfolds.
//!
//! The search loop knows nodes only by their numbers. An explorer follows its descents: it has a
//! current node, can go along a path to another one, and can unfold it. It is a trait object, so
//! that the loop is compiled once for every scheme and the explorer once for every game, and not
//! both for every pair. The calls are few: one to go and two to unfold for every node unfolded.

use super::scheme::{Facts, Needs};
use crate::budget::Search;

/// The size of an explorer at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The number of nodes.
    pub nodes: usize,
    /// The number of objects that nodes share.
    pub shared: usize,
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

    /// Makes room for this number of nodes in all. The new ones are unknown until they are assigned:
    /// no path may lead to one of them. The default is for searches that are never resumed.
    fn reserve(&mut self, _nodes: usize) {}

    /// Makes a child of the last unfolding a node that there was room made for. The default is for
    /// searches that are never resumed.
    fn assign(&mut self, _node: u32, _child: u32) {}

    /// Goes to the last node of a path from the root. The path shares this number of nodes, at
    /// least the root, with that to the current node.
    fn go(&mut self, path: &[u32], shared: usize);

    /// Keeps only these nodes, renumbers them in this order, and goes back to the root. The root is
    /// the first of them.
    fn keep(&mut self, nodes: &[u32]);

    /// Returns the current size.
    fn mark(&self) -> Mark;

    /// Removes the nodes that were adopted since then. The current node is none of them.
    fn forget(&mut self, since: Mark);

    /// Returns the bytes kept for every node.
    fn bytes_per_node(&self) -> usize;

    /// Makes another explorer whose root is the current node.
    fn here(&mut self) -> Box<dyn Explorer<'g> + Send + 'g>;
}
