//! Virtual losses: a leaf that a thread is working on is made less urgent, so that the next descent
//! prefers other leaves, and no descent ends at a reserved leaf.

use rustc_hash::FxHashSet;

use crate::best_first::explorer::Explorer;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;
use crate::best_first::tree::Tree;
use crate::budget::Search;

/// A leaf that a thread is working on.
pub(in crate::best_first) struct ReservedLeaf<P> {
    /// The nodes from the root to the leaf.
    pub path: Vec<u32>,
    /// The value of the leaf before its virtual loss.
    before: Vec<P>,
}

impl<P> ReservedLeaf<P> {
    pub fn leaf(&self) -> u32 {
        self.path[self.path.len() - 1]
    }
}

impl<S: Scheme> BestFirst<S> {
    /// Goes to a leaf and applies a virtual loss to it.
    pub fn reserve<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        path: Vec<u32>,
    ) -> Search<ReservedLeaf<S::Part>> {
        self.go(explorer, &path)?;
        let leaf = self.current();
        let before = self.tree.info(leaf).to_vec();
        if let [.., parent, _] = path[..] {
            let chooser = self.tree.player(parent);
            self.scheme.discourage(chooser, self.tree.info_mut(leaf));
            self.back_up(&path);
        }
        Ok(ReservedLeaf { path, before })
    }

    /// Removes a virtual loss, unless the leaf has been solved meanwhile (by another path to it).
    pub fn release(&mut self, reserved: &ReservedLeaf<S::Part>) {
        let leaf = reserved.leaf();
        if !self.solved(leaf) {
            self.tree.info_mut(leaf).copy_from_slice(&reserved.before);
            self.back_up(&reserved.path);
        }
    }

    /// Updates the nodes of a path above the last one.
    pub fn back_up(&mut self, path: &[u32]) {
        for &node in path[..path.len() - 1].iter().rev() {
            self.tree.refresh(&self.scheme, node);
        }
    }

    /// Goes from the current node to the end of a path from the root.
    pub fn go<'g>(&mut self, explorer: &mut dyn Explorer<'g>, path: &[u32]) -> Search<()> {
        self.path.go(path);
        self.follow(explorer)
    }

    /// Goes from the current node to the root.
    pub fn go_to_root<'g>(&mut self, explorer: &mut dyn Explorer<'g>) {
        self.path.go(&[0]);
        self.path.follow(explorer);
    }

    /// Returns the path to the most urgent leaf that is not reserved, if the root is open and there
    /// is one. If everything below a node is reserved, the descent backtracks.
    pub fn free_leaf(&mut self, mut reserved: FxHashSet<u32>) -> Option<Vec<u32>> {
        let focus = self.scheme.focus(self.tree.info(0));
        let mut path = vec![0];
        while let Some(&node) = path.last() {
            if self.options.dag && !self.tree.is_leaf(node) {
                let bounds = self.scheme.bounds(self.tree.info(node));
                self.tree.refresh(&self.scheme, node);
                // As in a descent: decisions are backed up at once, changed numbers later.
                if self.scheme.bounds(self.tree.info(node)) != bounds {
                    self.back_up(&path);
                    if self.solved(0) {
                        return None;
                    }
                    path = vec![0];
                    continue;
                }
            }
            let forged = path.len() > self.tree.len();
            if forged || self.tree.is_leaf(node) && !reserved.contains(&node) {
                return Some(path);
            }
            match self.tree.select_free(&self.scheme, node, focus, &reserved) {
                Some(child) => path.push(child),
                None => {
                    reserved.insert(node);
                    path.pop();
                }
            }
        }
        None
    }
}

impl<P: Copy + PartialEq> Tree<P> {
    /// Returns the first of the most urgent children that are open and not reserved.
    fn select_free<S: Scheme<Part = P>>(
        &self,
        scheme: &S,
        node: u32,
        focus: S::Focus,
        reserved: &FxHashSet<u32>,
    ) -> Option<u32> {
        if self.is_leaf(node) {
            return None;
        }
        let (player, parent) = (self.player(node), self.info(node));
        let mut best: Option<(u32, S::Urgency)> = None;
        for child in self.children(node) {
            if reserved.contains(&child) || self.is_solved(scheme, child) {
                continue;
            }
            let urgency = scheme.urgency(player, focus, parent, self.info(child));
            if best.is_none_or(|(_, most)| urgency > most) {
                best = Some((child, urgency));
            }
        }
        best.map(|(child, _)| child)
    }
}
