//! Explorers: what a node is and how it unfolds.
//!
//! The loop of the search knows nodes by their numbers only. An explorer walks along with it: it
//! stands at a node, can go to a child of it and back, and can unfold it. It is a trait object, so
//! that the loop is compiled once for every scheme and the explorer once for every game, and not
//! both for every pair.

use super::scheme::{Facts, Needs};
use crate::budget::Search;

/// How much an explorer keeps at some time: so many nodes, and so many things that nodes share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The nodes.
    pub nodes: usize,
    /// What they share.
    pub shared: usize,
}

/// Unfolds nodes. The nodes of a search are numbered from 0, the root, without gaps.
pub trait Explorer<'g> {
    /// Goes to the root and tells about it; node 0 is known from now on.
    fn start(&mut self, needs: Needs) -> Search<Facts>;

    /// Unfolds the node where it stands: appends what is known of each child.
    fn unfold(&mut self, needs: Needs, children: &mut Vec<Facts>) -> Search<()>;

    /// Lets a worker unfold the node where it stands; says which, if one is free. When the node is
    /// unfolded, the result of the worker is waited for and taken.
    fn send_ahead(&mut self, _needs: Needs) -> Option<usize> {
        None
    }

    /// Whether a worker is done.
    fn is_back(&self, _worker: usize) -> bool {
        true
    }

    /// Forgets what a worker was sent for.
    fn call_back(&mut self, _worker: usize) {}

    /// The n-th child of the last unfolding becomes the next node.
    fn adopt(&mut self, child: usize);

    /// Goes to a node, a child of the one where it stands.
    fn enter(&mut self, node: u32);

    /// Goes back to the node it came from.
    fn leave(&mut self);

    /// Keeps only these nodes, which are numbered in this order from now on, and goes back to the
    /// root. The root is the first of them.
    fn keep(&mut self, nodes: &[u32]);

    /// How much it keeps now.
    fn mark(&self) -> Mark;

    /// Forgets the nodes that were adopted since then. It stands at none of them.
    fn forget(&mut self, since: Mark);

    /// The bytes it keeps for every node.
    fn bytes_per_node(&self) -> usize;

    /// Another explorer whose root is the node where this one stands.
    fn here(&mut self) -> Box<dyn Explorer<'g> + Send + 'g>;
}
