//! Tells others what a search has proved.

use ludex_game::{Bounds, Hints, Outcome};

use crate::best_first::explorer::Explorer;
use crate::best_first::games::explorer::GameExplorer;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;

impl<S: Scheme> BestFirst<S> {
    /// Walks through the tree and tells the bounds of every state about which something is proved.
    /// Only in games without cycles: there bounds hold however a state was reached.
    ///
    /// A child that stands in for moves that were left out is no state, so it is passed over.
    pub fn teach<G: Hints>(
        &mut self,
        explorer: &mut GameExplorer<'_, G>,
        best: Outcome,
        tell: &mut dyn FnMut(&G::State, Bounds),
    ) {
        if self.tree.is_empty() {
            return;
        }
        self.go(explorer, &[0]);
        let mut seen = vec![false; self.tree.len()];
        // Nodes on the way down: the next child to look at, and how many there are.
        let mut stack: Vec<(usize, usize)> = Vec::new();
        loop {
            let node = self.current();
            if !std::mem::replace(&mut seen[node as usize], true) {
                let bounds = self.scheme.bounds(self.tree.info(node));
                if bounds.low > Outcome::WORST || bounds.high < best {
                    tell(explorer.state(), bounds);
                }
                let leaf = self.tree.is_leaf(node);
                stack.push((
                    0,
                    if leaf { 0 } else { explorer.by_move().min(self.tree.count(node)) },
                ));
            }
            let Some((place, count)) = stack.last_mut() else { return };
            if place < count {
                let child = self.tree.child(node, *place);
                *place += 1;
                if !seen[child as usize] {
                    explorer.enter(child);
                    self.path.push(child);
                }
            } else {
                stack.pop();
                if stack.is_empty() {
                    return;
                }
                explorer.leave();
                self.path.pop();
            }
        }
    }
}
