//! The walk over a DAG of evidence from its root, which finds the label of every node.
//!
//! Children come before parents, so visiting the nodes from the last (the root) to the first visits
//! every parent before its children: when a node is visited its label is known, and nothing will
//! ask for it again. So only the labels of nodes that wait to be visited are kept. No recursion, no
//! stack, and a node without a label is not reached at all.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::Rejection;
use crate::rejection::Verdict;

/// The labels of nodes that were reached and not visited yet.
pub(crate) struct Walk<L> {
    nodes: usize,
    waiting: FxHashMap<u32, L>,
    sharing: Sharing<L>,
}

/// What is kept of the labels of visited nodes.
enum Sharing<L> {
    /// Their hashes: where all are different, all labels are.
    Hashes(Vec<u64>),
    /// The labels whose hashes are among these, with their nodes.
    Labels(FxHashSet<u64>, Vec<(usize, L)>),
}

impl<L: Clone + Eq + Hash> Walk<L> {
    /// Returns a walk over this many nodes, the last of which has this label.
    pub fn new(nodes: usize, root: L) -> Result<Walk<L>, Rejection> {
        let last = nodes.checked_sub(1).and_then(|last| u32::try_from(last).ok());
        let Some(last) = last else {
            let reason = if nodes == 0 { "there are no nodes" } else { "there are too many nodes" };
            return Err(Rejection::of_all(reason));
        };
        let waiting = FxHashMap::from_iter([(last, root)]);
        // A small file can have billions of nodes, for which there may be no place. Those that are
        // visited find it later, or the limit on memory ends the walk.
        let mut hashes = Vec::new();
        let _ = hashes.try_reserve_exact(nodes);
        Ok(Walk { nodes, waiting, sharing: Sharing::Hashes(hashes) })
    }

    /// Returns a walk that keeps the labels with these hashes.
    pub fn keeping(self, hashes: FxHashSet<u64>) -> Walk<L> {
        Walk { sharing: Sharing::Labels(hashes, Vec::new()), ..self }
    }

    /// Returns the label of a node, if it has been reached from the root. Nodes are visited once, the
    /// last one first.
    pub fn visit(&mut self, node: usize) -> Option<L> {
        let label = self.waiting.remove(&u32::try_from(node).ok()?)?;
        let hash = FxBuildHasher.hash_one(&label);
        match &mut self.sharing {
            Sharing::Hashes(hashes) => hashes.push(hash),
            Sharing::Labels(kept, labels) if kept.contains(&hash) => {
                labels.push((node, label.clone()));
            }
            Sharing::Labels(..) => {}
        }
        Some(label)
    }

    /// Moves from a node to one of its children, which must have this label.
    pub fn go(&mut self, node: usize, child: u32, label: L) -> Result<(), String> {
        let place = usize::try_from(child).unwrap_or(usize::MAX);
        if place >= self.nodes {
            return Err(format!("its child {child} does not exist"));
        }
        if place >= node {
            return Err(format!("its child {child} does not come before it"));
        }
        match self.waiting.get(&child) {
            None => _ = self.waiting.insert(child, label),
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

    /// Requires that every node that was reached has been visited: nothing rests on one that nobody
    /// has looked at.
    fn require_end(&self) -> Verdict<()> {
        match self.waiting.keys().max() {
            None => Ok(()),
            Some(node) => Err(Rejection::of_node(*node as usize, "it is missing").into()),
        }
    }

    /// Returns the hashes that several labels have. Equal labels are among them; a walk that keeps
    /// these labels tells.
    pub fn repeated(self) -> FxHashSet<u64> {
        let Sharing::Hashes(mut hashes) = self.sharing else { return FxHashSet::default() };
        hashes.sort_unstable();
        hashes.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect()
    }

    /// Returns the nodes with the same label as one before them, each with the first such node.
    pub fn copies(self) -> FxHashMap<usize, usize> {
        let Sharing::Labels(_, mut labels) = self.sharing else { return FxHashMap::default() };
        labels.reverse();
        let mut first = FxHashMap::default();
        let firsts =
            labels.iter().map(|(node, label)| (*node, *first.entry(label).or_insert(*node)));
        firsts.filter(|(node, first)| node != first).collect()
    }
}

/// Walks over all nodes by `visit`, and requires that no two have the same label: equal parts are
/// shared. Hashes only tell where to look: labels are compared.
pub(crate) fn walk_shared<L: Clone + Eq + Hash>(
    nodes: usize,
    root: &L,
    mut visit: impl FnMut(&mut Walk<L>) -> Verdict<()>,
) -> Verdict<()> {
    let copies = find_copies(nodes, root, &mut |walk| {
        visit(walk)?;
        walk.require_end()
    })?;
    match copies.into_iter().min() {
        None => Ok(()),
        Some((node, other)) => {
            let reason = format!("it shows the same as node {other}, which should be shared");
            Err(Rejection::of_node(node, reason).into())
        }
    }
}

/// Walks over all nodes by `visit`, twice if need be, and returns those with the same label as one
/// before them, each with the first such node.
pub(crate) fn find_copies<L, E>(
    nodes: usize,
    root: &L,
    visit: &mut dyn FnMut(&mut Walk<L>) -> Result<(), E>,
) -> Result<FxHashMap<usize, usize>, E>
where
    L: Clone + Eq + Hash,
    E: From<Rejection>,
{
    let mut walk = Walk::new(nodes, root.clone())?;
    visit(&mut walk)?;
    let repeated = walk.repeated();
    if repeated.is_empty() {
        return Ok(FxHashMap::default());
    }
    let mut walk = Walk::new(nodes, root.clone())?.keeping(repeated);
    visit(&mut walk)?;
    Ok(walk.copies())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks over a chain of nodes, each of which leads to the one before it, down to `end`.
    fn walk_chain(end: usize, label: impl Fn(u32) -> u32) -> Verdict<()> {
        walk_shared(10, &label(9), |walk| {
            for node in (end..10).rev() {
                walk.visit(node).expect("it was reached");
                if let Some(child) = node.checked_sub(1) {
                    walk.go(node, child as u32, label(child as u32))
                        .map_err(|reason| Rejection::of_node(node, reason))?;
                }
            }
            Ok(())
        })
    }

    #[test]
    fn a_walk_that_ends_early_shows_nothing() {
        assert_eq!(walk_chain(0, |node| node), Ok(()));
        for end in 1..10 {
            let missing = Rejection::of_node(end - 1, "it is missing");
            assert_eq!(walk_chain(end, |node| node), Err(missing.into()));
        }
    }

    /// A few megabytes of a file can unpack to this many nodes; where there was no place for their
    /// hashes the program was ended.
    #[test]
    fn a_walk_over_billions_of_nodes_can_begin() {
        let mut walk = Walk::new(u32::MAX as usize, 7).expect("that many can be numbered");
        assert_eq!((walk.visit(u32::MAX as usize - 1), walk.visit(0)), (Some(7), None));
        let one_more = Walk::new(u32::MAX as usize + 2, 7).err().expect("too many");
        assert_eq!(one_more.reason, "there are too many nodes");
    }

    #[test]
    fn labels_that_occur_twice_are_found() {
        let twice = walk_chain(0, |node| node % 7).expect_err("0, 1 and 2 occur twice");
        let reason = "it shows the same as node 0, which should be shared";
        assert_eq!(twice, Rejection::of_node(7, reason).into());
    }

    /// Labels with one hash that are different.
    #[derive(Clone, PartialEq, Eq)]
    struct Alike(u32);

    impl Hash for Alike {
        fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
            hasher.write_u32(0);
        }
    }

    #[test]
    fn equal_hashes_are_no_equal_labels() {
        let mut rounds = 0;
        let walked = walk_shared(2, &Alike(1), |walk| {
            rounds += 1;
            walk.visit(1).expect("the root");
            walk.go(1, 0, Alike(0)).expect("it comes before");
            walk.visit(0).expect("it was reached");
            Ok(())
        });
        assert_eq!((walked, rounds), (Ok(()), 2));
    }
}
