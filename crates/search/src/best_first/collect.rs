//! Garbage collection: what to forget when memory is short.
//!
//! First everything below solved nodes and below nodes that cannot affect the root any more [Saf13,
//! Prop. 18] is removed. Then the smallest subtrees are removed, as in the garbage collection of
//! df-pn \[Nag02\]: they are the quickest to compute again. The root of a removed subtree stays as
//! a leaf with the value it had.
//!
//! Where nodes can be mirror images it matters from which parent a node was created: its children
//! are those of the image that this parent leads to. So a node stays inner only if the one it was
//! created from does, and edges stay in the order of unfolding, by which that one is found again. Of
//! a leaf whose creator goes the explorer forgets the image: it is unfolded as another parent sees it.

use ludex_game::{Bounds, Outcome};

use super::scheme::Scheme;
use super::tree::{Dag, NONE, Node, Tree};

impl<P: Copy + PartialEq> Tree<P> {
    /// Removes all but about `room` nodes. Returns the old numbers of the remaining nodes in the
    /// order of their new numbers; the root stays the first. If nodes can be mirror images, those of
    /// which the explorer is to forget the image are [`NONE`].
    pub fn collect<S: Scheme<Part = P>>(
        &mut self,
        scheme: &S,
        room: usize,
        (prune, images): (bool, bool),
    ) -> Vec<u32> {
        let sizes = self.sizes(scheme, prune);
        let smallest = self.least_size(&sizes, room);
        let keeps = |node: u32| sizes[node as usize] >= smallest;
        if !images {
            return self.compact(keeps);
        }
        let creators = self.creators();
        let kept = self.with_creators(&creators, keeps);
        let mut order = self.compact(|node| kept[node as usize]);
        for node in &mut order[1..] {
            let creator = creators[*node as usize];
            *node = if stays(&kept, creator) { *node } else { NONE };
        }
        order
    }

    /// Returns the node from which each node of a DAG was created; [`NONE`] for the root. It is the
    /// first that lists it.
    pub fn creators(&self) -> Vec<u32> {
        let mut creators = Vec::with_capacity(self.len());
        creators.push(NONE);
        for &parent in &self.unfolded {
            for child in self.children(parent) {
                if child as usize == creators.len() {
                    creators.push(parent);
                }
            }
        }
        creators
    }

    /// Returns which nodes stay inner: those that are to be kept, if what created them is kept, too.
    fn with_creators(&self, creators: &[u32], keeps: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut kept = vec![false; self.len()];
        // A node is created before it is unfolded.
        for &node in self.unfolded.iter().filter(|&&node| keeps(node)) {
            kept[node as usize] = node == 0 || stays(&kept, creators[node as usize]);
        }
        kept
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

    /// Keeps only the children of the nodes for which `keeps` is true: inner nodes that are connected.
    /// Returns the old numbers of the nodes that are left.
    fn compact(&mut self, keeps: impl Fn(u32) -> bool) -> Vec<u32> {
        let inner = self.unfolded.iter().copied().filter(|&node| keeps(node));
        let inner: Vec<u32> = inner.collect();
        let (mut order, mut numbers) = (vec![0], vec![NONE; self.nodes.len()]);
        numbers[0] = 0;
        let mut edges = Vec::new();
        for child in inner.iter().flat_map(|&node| self.children(node)) {
            let number = &mut numbers[child as usize];
            if *number == NONE {
                *number = order.len() as u32;
                order.push(child);
            }
            if self.dag.is_some() {
                edges.push(*number);
            }
        }
        let counts: Vec<u16> = inner.iter().map(|&node| self.nodes[node as usize].count).collect();
        let leaf = |&old: &u32| Node { first: NONE, count: 0, ..self.nodes[old as usize] };
        let nodes = order.iter().map(leaf).collect();
        self.infos = order.iter().flat_map(|&old| self.info(old)).copied().collect();
        self.nodes = nodes;
        if let Some(dag) = &mut self.dag {
            let keys = order.iter().map(|&node| dag.keys[node as usize]).collect();
            *dag = Dag { edges, ..Dag::with_keys(keys) };
        }
        self.unfolded = inner.iter().map(|&node| numbers[node as usize]).collect();
        let listed = self.list(&counts);
        debug_assert!(listed.is_some());
        order
    }
}

/// Returns whether a node is among those that are kept.
fn stays(kept: &[bool], node: u32) -> bool {
    kept.get(node as usize).is_some_and(|&kept| kept)
}

/// Returns the nodes that have nodes below them, those with the most first.
fn largest_first(sizes: &[u32]) -> Vec<u32> {
    let inner = (0..sizes.len() as u32).filter(|&node| sizes[node as usize] > 0);
    let mut inner: Vec<u32> = inner.collect();
    inner.sort_unstable_by_key(|&node| std::cmp::Reverse(sizes[node as usize]));
    inner
}
