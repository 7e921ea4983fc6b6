//! Principal variations of formulas: a line of play that shows why the answer is right.

use ludex_game::Hints;
use ludex_logic::Connective;

use crate::best_first::formulas::explorer::FormulaExplorer;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;
use crate::best_first::tree::Tree;
use crate::depth_first::Line;

impl<S: Scheme> BestFirst<S> {
    /// Returns a principal variation for the answer at the root, as far as the tree reaches. Where
    /// one choice decides, the line makes it; where all choices lead to the same answer, it takes
    /// the one with the largest subtree.
    pub fn line<G: Hints>(&mut self, explorer: &mut FormulaExplorer<'_, G>) -> Line<G::Move> {
        let weights = self.tree.weights();
        let mut line = Vec::new();
        self.go_to_root(explorer);
        while !self.tree.is_leaf(self.current()) {
            let node = self.current();
            let Ok(deciding) = self.deciding(node) else { break };
            let weight = |&place: &usize| weights[self.tree.child(node, place) as usize];
            // `max_by_key` takes the last of equals; the first in the order of the game is the
            // better guess.
            let hardest = (0..self.tree.count(node)).rev().max_by_key(weight);
            let Some(place) = deciding.or(hardest) else { break };
            let (state, formula) = explorer.label();
            if let Connective::Box(agent, _) = explorer.formulas.connective(formula) {
                let choices = explorer.question.choices(state, agent);
                let Some(&choice) = choices.get(place) else { break };
                line.push((agent, choice));
            }
            let child = self.tree.child(node, place);
            self.path.enter(child);
            self.path.follow(explorer);
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
