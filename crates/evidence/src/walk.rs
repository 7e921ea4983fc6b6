//! The walk over a DAG of evidence from its root, which finds the label of every node.
//!
//! Children come before parents, so visiting the nodes from the last (the root) to the first visits
//! every parent before its children: when a node is visited all its labels are known. No recursion,
//! no stack, and a node without a label is not reached at all.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::Rejection;

/// The labels found so far.
pub(crate) struct Walk<L> {
    labels: Vec<Option<L>>,
}

impl<L: Eq + Hash> Walk<L> {
    /// Returns a walk over this many nodes, the last of which has this label.
    pub fn new(nodes: usize, root: L) -> Result<Walk<L>, Rejection> {
        let mut labels: Vec<Option<L>> = Vec::new();
        labels.resize_with(nodes, || None);
        match labels.last_mut() {
            None => return Err(Rejection::of_all("there are no nodes")),
            Some(last) => *last = Some(root),
        }
        Ok(Walk { labels })
    }

    /// Returns the label of a node, if it has been reached from the root.
    pub fn label(&self, node: usize) -> Option<&L> {
        self.labels[node].as_ref()
    }

    /// Moves from a node to one of its children, which must have this label.
    pub fn go(&mut self, node: usize, child: u32, label: L) -> Result<(), String> {
        let place = usize::try_from(child).unwrap_or(usize::MAX);
        if place >= self.labels.len() {
            return Err(format!("its child {child} does not exist"));
        }
        if place >= node {
            return Err(format!("its child {child} does not come before it"));
        }
        match &self.labels[place] {
            None => self.labels[place] = Some(label),
            Some(known) if *known == label => {}
            Some(_) => {
                return Err(format!(
                    "its child {child} is already needed for something else: a step further up \
                     leads to it with another position, formula or truth value"
                ));
            }
        }
        Ok(())
    }

    /// Requires that no two nodes have the same label: equal parts are shared.
    pub fn require_sharing(&self) -> Result<(), Rejection> {
        let mut first = FxHashMap::default();
        for (node, label) in self.labels.iter().enumerate() {
            if let Some(other) = first.insert(label, node) {
                let reason = format!("it shows the same as node {other}, which should be shared");
                return Err(Rejection::of_node(node, reason));
            }
        }
        Ok(())
    }

    /// Returns the nodes that are needed, with their numbers when the others are left out. Of nodes
    /// with the same label the first one represents all; being first, it still comes before its
    /// parents.
    pub fn renumber(&self, children: impl Fn(usize) -> Vec<u32>) -> Numbers {
        let mut first = FxHashMap::default();
        let shared: Vec<usize> = (0..self.labels.len())
            .map(|node| *first.entry(&self.labels[node]).or_insert(node))
            .collect();
        let mut needed = vec![false; shared.len()];
        shared.last().inspect(|&&root| needed[root] = true);
        for node in (0..shared.len()).rev().filter(|&node| shared[node] == node) {
            if needed[node] {
                children(node).iter().for_each(|&child| needed[shared[child as usize]] = true);
            }
        }
        let kept: Vec<usize> = (0..shared.len()).filter(|&node| needed[node]).collect();
        let mut number = vec![0; shared.len()];
        (0..).zip(&kept).for_each(|(new, &node)| number[node] = new);
        Numbers { kept, number: shared.iter().map(|&node| number[node]).collect() }
    }
}

/// The nodes of a DAG that are needed, renumbered.
pub(crate) struct Numbers {
    /// The nodes that are needed.
    pub kept: Vec<usize>,
    /// The new number of each node: that of its representative.
    number: Vec<u32>,
}

impl Numbers {
    /// Returns the new number of a node.
    pub fn of(&self, node: u32) -> u32 {
        self.number[node as usize]
    }
}
