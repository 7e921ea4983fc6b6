//! Garbage collection: what to forget when memory is short.
//!
//! First everything below solved nodes and below nodes that cannot affect the root any more [Saf13,
//! Prop. 18] is removed. Then the smallest subtrees are removed, as in the garbage collection of
//! df-pn \[Nag02\]: they are the quickest to compute again. The root of a removed subtree stays as
//! a leaf with the value it had.

use ludex_game::{Bounds, Outcome};

use super::scheme::Scheme;
use super::tree::{Dag, NONE, Node, Tree};

impl<P: Copy + PartialEq> Tree<P> {
    /// Removes all but about `room` nodes. Returns the old numbers of the remaining nodes in the
    /// order of their new numbers; the root stays the first.
    pub fn collect<S: Scheme<Part = P>>(
        &mut self,
        scheme: &S,
        room: usize,
        prune: bool,
    ) -> Vec<u32> {
        let sizes = self.sizes(scheme, prune);
        let smallest = self.least_size(&sizes, room);
        self.compact(|node| sizes[node as usize] >= smallest)
    }

    /// Returns the number of relevant nodes below each node; 0 for leaves and for nodes that are
    /// not relevant. In a DAG a node is counted below the parent it was first reached from.
    fn sizes<S: Scheme<Part = P>>(&self, scheme: &S, prune: bool) -> Vec<u32> {
        let whole = Bounds { low: Outcome::WORST, high: Outcome(u16::MAX) };
        let mut sizes = vec![0; self.nodes.len()];
        let mut seen = vec![false; self.nodes.len()];
        // The nodes of the current path with the next child to visit and their relevancy bounds.
        let mut stack: Vec<(u32, usize, Bounds)> = Vec::new();
        let open = |node: u32, above: Bounds| {
            let own = scheme.bounds(self.info(node));
            let both = Bounds { low: above.low.max(own.low), high: above.high.min(own.high) };
            let done = self.is_leaf(node) || self.is_solved(scheme, node);
            let pruned = prune && self.dag.is_none() && both.high <= both.low;
            (!done && !pruned).then_some((node, 0, both))
        };
        stack.extend(open(0, whole));
        while let Some((node, place, bounds)) = stack.last_mut() {
            let (node, bounds) = (*node, *bounds);
            if *place < self.count(node) {
                let child = self.child(node, *place);
                *place += 1;
                if !std::mem::replace(&mut seen[child as usize], true) {
                    sizes[node as usize] += 1;
                    stack.extend(open(child, bounds));
                }
            } else {
                stack.pop();
                // A node whose children were all counted elsewhere still has children.
                sizes[node as usize] = sizes[node as usize].max(1);
                if let Some(&(above, ..)) = stack.last() {
                    sizes[above as usize] += sizes[node as usize];
                }
            }
        }
        sizes
    }

    /// Returns the smallest size of a subtree to keep, so that at most `room` nodes are left. A
    /// subtree is smaller than the one that contains it, so the kept nodes are connected.
    fn least_size(&self, sizes: &[u32], room: usize) -> u32 {
        let inner = largest_first(sizes);
        let (mut kept, mut least) = (1, u32::MAX);
        for alike in inner.chunk_by(|&a, &b| sizes[a as usize] == sizes[b as usize]) {
            kept += alike.iter().map(|&node| self.count(node)).sum::<usize>();
            if kept > room {
                break;
            }
            least = sizes[alike[0] as usize];
        }
        least
    }

    /// Keeps only the children of the nodes for which `keeps` is true.
    fn compact(&mut self, keeps: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut order = vec![0];
        let mut numbers = vec![NONE; self.nodes.len()];
        numbers[0] = 0;
        let mut nodes: Vec<Node> = Vec::new();
        let mut dag = self.dag.as_ref().map(|_| Dag::default());
        while nodes.len() < order.len() {
            let old = order[nodes.len()];
            let node = self.nodes[old as usize];
            if node.first == NONE || !keeps(old) {
                nodes.push(Node { first: NONE, count: 0, ..node });
                continue;
            }
            let first = dag.as_ref().map_or(order.len(), |dag| dag.edges.len()) as u32;
            for child in self.children(old) {
                let number = &mut numbers[child as usize];
                if *number == NONE {
                    *number = order.len() as u32;
                    order.push(child);
                }
                if let Some(dag) = &mut dag {
                    dag.edges.push(*number);
                }
            }
            nodes.push(Node { first, ..node });
        }
        let infos = order.iter().flat_map(|&old| self.info(old)).copied().collect();
        if let (Some(new), Some(old)) = (&mut dag, &self.dag) {
            let keys = order.iter().map(|&node| old.keys[node as usize]).collect();
            let edges = std::mem::replace(new, Dag::with_keys(keys)).edges;
            new.edges = edges;
        }
        (self.nodes, self.infos, self.dag) = (nodes, infos, dag);
        order
    }
}

/// Returns the nodes that have nodes below them, those with the most first.
fn largest_first(sizes: &[u32]) -> Vec<u32> {
    let inner = (0..sizes.len() as u32).filter(|&node| sizes[node as usize] > 0);
    let mut inner: Vec<u32> = inner.collect();
    inner.sort_unstable_by_key(|&node| std::cmp::Reverse(sizes[node as usize]));
    inner
}
