//! The search tree of a formula, whatever its scheme: proofs and lines are made from it, and are so
//! compiled once for a game.

use ludex_game::{Bounds, Outcome};

use crate::best_first::explorer::Explorer;
use crate::best_first::scheme::{Player, Scheme};
use crate::best_first::search::BestFirst;
use crate::best_first::tree::Tree;
use crate::budget::{Meter, Search, Stopped};

/// A search tree of a formula, at one of its nodes, the current one.
pub(super) trait FormulaTree {
    /// Searches until the formula at the root is decided. Returns whether it holds.
    fn decide<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        threads: usize,
    ) -> Search<bool>;

    /// Returns the memory in use, in bytes.
    fn bytes<'g>(&self, explorer: &dyn Explorer<'g>) -> usize;

    /// Goes to the root.
    fn go_to_root<'g>(&mut self, explorer: &mut dyn Explorer<'g>);

    /// Goes to a child of the current node.
    fn go_down<'g>(&mut self, explorer: &mut dyn Explorer<'g>, place: usize);

    /// Goes back to the node before.
    fn go_up<'g>(&mut self, explorer: &mut dyn Explorer<'g>);

    /// Returns the number of children of the current node.
    fn count(&self) -> usize;

    /// Returns whether the formula of the current node holds, if it is decided.
    fn answer(&self) -> Search<bool>;

    /// Returns the place of a child that alone decides the current node, the most urgent if there
    /// are several; None if all children are needed to decide it.
    fn deciding(&self) -> Search<Option<usize>>;

    /// Returns whether the children of the current node justify its value. They do not if they were
    /// removed, and in a DAG if a second-level search reached the node again and has solved it.
    fn is_justified(&self) -> bool;

    /// Makes an empty tree for a search below the current node.
    fn below<'g>(&self, explorer: &dyn Explorer<'g>) -> Box<dyn FormulaTree + '_>;

    /// Returns a principal variation for the answer at the root, as far as the tree reaches: the
    /// places of children. Where one choice decides, the line makes it; where all choices lead to
    /// the same answer, it takes the one with the largest subtree.
    fn line(&self) -> Vec<usize>;
}

impl<S: Scheme> BestFirst<S> {
    fn answer_at(&self, node: u32) -> Search<bool> {
        let bounds = self.scheme.bounds(self.tree.info(node));
        bounds.exact().map(|outcome| outcome > Outcome::WORST).ok_or(Stopped::KeyClash)
    }

    fn deciding_at(&self, node: u32) -> Search<Option<usize>> {
        let (holds, player) = (self.answer_at(node)?, self.tree.player(node));
        if holds != (player == Player::Max) {
            return Ok(None);
        }
        let (focus, parent) = (self.scheme.focus(self.tree.info(0)), self.tree.info(node));
        let mut best: Option<(usize, S::Urgency)> = None;
        for (place, child) in self.tree.children(node).enumerate() {
            if self.answer_at(child) == Ok(holds) {
                let urgency = self.scheme.urgency(player, focus, parent, self.tree.info(child));
                if best.is_none_or(|(_, most)| urgency > most) {
                    best = Some((place, urgency));
                }
            }
        }
        best.map(|(place, _)| Some(place)).ok_or(Stopped::KeyClash)
    }
}

impl<S: Scheme> FormulaTree for BestFirst<S> {
    fn decide<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        threads: usize,
    ) -> Search<bool> {
        let enough = |bounds: Bounds| bounds.exact().is_some();
        // As for games, threads pay with a second level only.
        if threads > 1 && self.options.second_level {
            self.run_on_threads(threads, explorer, meter, &enough, &mut |_, _| false)?;
        } else {
            self.run(explorer, meter, &enough, &mut |_, _| false)?;
        }
        self.answer_at(0)
    }

    fn bytes<'g>(&self, explorer: &dyn Explorer<'g>) -> usize {
        BestFirst::bytes(self, explorer)
    }

    fn go_to_root<'g>(&mut self, explorer: &mut dyn Explorer<'g>) {
        BestFirst::go_to_root(self, explorer);
    }

    fn go_down<'g>(&mut self, explorer: &mut dyn Explorer<'g>, place: usize) {
        let child = self.tree.child(self.current(), place);
        self.path.enter(child);
        self.path.follow(explorer);
    }

    fn go_up<'g>(&mut self, explorer: &mut dyn Explorer<'g>) {
        self.path.leave();
        self.path.follow(explorer);
    }

    fn count(&self) -> usize {
        let node = self.current();
        if self.tree.is_leaf(node) { 0 } else { self.tree.count(node) }
    }

    fn answer(&self) -> Search<bool> {
        self.answer_at(self.current())
    }

    fn deciding(&self) -> Search<Option<usize>> {
        self.deciding_at(self.current())
    }

    fn is_justified(&self) -> bool {
        let node = self.current();
        if self.tree.is_leaf(node) {
            return false;
        }
        let mut info = self.tree.info(node).to_vec();
        self.scheme.forget(&mut info);
        self.tree.recompute(&self.scheme, node, &mut info);
        self.scheme.justifies(&info, self.tree.info(node))
    }

    fn below<'g>(&self, explorer: &dyn Explorer<'g>) -> Box<dyn FormulaTree + '_> {
        let mut below = self.second_level(explorer);
        // At least half as much, and so on below: never more than twice the memory in all.
        below.options.max_bytes = below.options.max_bytes.max(self.options.max_bytes / 2);
        Box::new(below)
    }

    fn line(&self) -> Vec<usize> {
        let (weights, mut line, mut node) = (self.tree.weights(), Vec::new(), 0);
        while !self.tree.is_leaf(node) {
            let Ok(deciding) = self.deciding_at(node) else { break };
            let weight = |&place: &usize| weights[self.tree.child(node, place) as usize];
            // `max_by_key` takes the last of equals; the first in the order of the game is the
            // better guess.
            let hardest = (0..self.tree.count(node)).rev().max_by_key(weight);
            let Some(place) = deciding.or(hardest) else { break };
            line.push(place);
            node = self.tree.child(node, place);
        }
        line
    }
}

impl<P: Copy + PartialEq> Tree<P> {
    /// Returns the number of nodes below each node. In a DAG a node is counted below the parent it
    /// was first reached from.
    fn weights(&self) -> Vec<u32> {
        let mut weights = vec![0; self.len()];
        let mut seen = vec![false; self.len()];
        let mut stack = vec![(0, 0)];
        while let Some((node, place)) = stack.last_mut() {
            let node = *node;
            if !self.is_leaf(node) && *place < self.count(node) {
                let child = self.child(node, *place);
                *place += 1;
                if !std::mem::replace(&mut seen[child as usize], true) {
                    stack.push((child, 0));
                }
            } else {
                stack.pop();
                // A node whose children were all counted elsewhere is still larger than a leaf.
                if !self.is_leaf(node) {
                    weights[node as usize] = weights[node as usize].max(1);
                }
                if let Some(&(above, _)) = stack.last() {
                    weights[above as usize] += weights[node as usize] + 1;
                }
            }
        }
        weights
    }
}
