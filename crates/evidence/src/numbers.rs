//! New numbers for the nodes of evidence where copies and what nobody needs are left out.

use rustc_hash::FxHashMap;

/// The nodes of a DAG that are needed, renumbered.
pub(crate) struct Numbers {
    /// The new number of each node that is kept.
    number: Vec<u32>,
    /// The first node with the same label, for those that are not the first.
    copies: FxHashMap<usize, usize>,
    /// The number of nodes that are kept.
    pub count: u32,
}

/// The number of a node that is left out.
const LEFT_OUT: u32 = u32::MAX;

impl Numbers {
    /// Numbers the nodes that are needed where copies are replaced by the first node with their
    /// label; being first, it still comes before its parents.
    pub fn new(
        nodes: usize,
        copies: FxHashMap<usize, usize>,
        mut children: impl FnMut(usize, &mut dyn FnMut(u32)),
    ) -> Numbers {
        let mut numbers = Numbers { number: vec![LEFT_OUT; nodes], copies, count: 0 };
        let root = numbers.first(nodes - 1);
        numbers.number[root] = 0;
        for node in (0..nodes).rev() {
            if numbers.has(node) {
                children(node, &mut |child| {
                    let child = numbers.first(child as usize);
                    numbers.number[child] = 0;
                });
            }
        }
        for number in numbers.number.iter_mut().filter(|number| **number != LEFT_OUT) {
            *number = numbers.count;
            numbers.count += 1;
        }
        numbers
    }

    /// Returns the first node with the label of a node.
    fn first(&self, node: usize) -> usize {
        *self.copies.get(&node).unwrap_or(&node)
    }

    /// Returns the new number of a node.
    pub fn of(&self, node: u32) -> u32 {
        self.number[self.first(node as usize)]
    }

    /// Returns whether a node is kept.
    pub fn has(&self, node: usize) -> bool {
        self.number[node] != LEFT_OUT
    }
}
