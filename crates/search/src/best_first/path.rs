//! The path of a descent. The explorer follows it only when its current node is needed, so that
//! nodes passed on the way up and down between two unfoldings cost it nothing.

use super::explorer::Explorer;

/// The nodes from the root to the current node.
#[derive(Default)]
pub(super) struct Path {
    nodes: Vec<u32>,
    /// The number of nodes that the path shares with that of the explorer.
    shared: usize,
}

impl Path {
    /// Starts again at the root, where the explorer is.
    pub fn restart(&mut self) {
        self.nodes.clear();
        self.nodes.push(0);
        self.shared = 1;
    }

    /// Returns the nodes from the root.
    pub fn nodes(&self) -> &[u32] {
        &self.nodes
    }

    #[inline]
    pub fn current(&self) -> u32 {
        self.nodes[self.nodes.len() - 1]
    }

    #[inline]
    pub fn is_at_root(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// Goes to a child of the current node.
    #[inline]
    pub fn enter(&mut self, child: u32) {
        self.nodes.push(child);
    }

    /// Goes back to the parent of the current node.
    #[inline]
    pub fn leave(&mut self) {
        self.nodes.pop();
        self.shared = self.shared.min(self.nodes.len());
    }

    /// Goes to the end of a path from the root.
    pub fn go(&mut self, nodes: &[u32]) {
        let same = self.nodes.iter().zip(nodes).take_while(|(a, b)| a == b).count();
        self.shared = self.shared.min(same);
        self.nodes.truncate(same);
        self.nodes.extend_from_slice(&nodes[same..]);
    }

    /// Lets the explorer follow the path to the current node. Returns the last node that it has
    /// reached and the next one, if it does not know that.
    #[inline]
    pub fn follow<'g>(&mut self, explorer: &mut dyn Explorer<'g>) -> Option<(u32, u32)> {
        self.shared = explorer.go(&self.nodes, self.shared);
        let next = self.nodes.get(self.shared)?;
        Some((self.nodes[self.shared - 1], *next))
    }
}
