//! Exports what a search has proved.

use ludex_game::Outcome;

use crate::best_first::games::driver::StateExplorer;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;
use crate::budget::Search;

impl<S: Scheme> BestFirst<S> {
    /// Walks through the tree and exports the bounds of every state about which something is
    /// proved. Only for games without cycles: there bounds do not depend on the path to a state.
    ///
    /// A child that stands for omitted moves is no state, so it is skipped.
    pub fn export_bounds(
        &mut self,
        explorer: &mut dyn StateExplorer<'_>,
        best: Outcome,
    ) -> Search<()> {
        if self.tree.is_empty() {
            return Ok(());
        }
        self.go_to_root(explorer);
        let mut seen = vec![false; self.tree.len()];
        // The nodes of the current path: the next child to visit, and the number of children.
        let mut stack: Vec<(usize, usize)> = Vec::new();
        loop {
            let node = self.current();
            if !std::mem::replace(&mut seen[node as usize], true) {
                let bounds = self.scheme.bounds(self.tree.info(node));
                if bounds.low > Outcome::WORST || bounds.high < best {
                    explorer.export(bounds);
                }
                let leaf = self.tree.is_leaf(node);
                stack.push((
                    0,
                    if leaf { 0 } else { explorer.by_move().min(self.tree.count(node)) },
                ));
            }
            let Some((place, count)) = stack.last_mut() else { return Ok(()) };
            if place < count {
                let child = self.tree.child(node, *place);
                *place += 1;
                if !seen[child as usize] {
                    self.path.enter(child);
                    self.follow(explorer)?;
                }
            } else {
                stack.pop();
                if stack.is_empty() {
                    return Ok(());
                }
                self.path.leave();
                self.follow(explorer)?;
            }
        }
    }
}
