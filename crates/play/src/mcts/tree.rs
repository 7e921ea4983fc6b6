//! The tree: nodes, edges, bounds and children in arenas, by index.
//!
//! A node is a state. Its edges are the moves of the agents that choose there: of one agent, or of
//! several that choose simultaneously. Where one agent has a choice an edge leads to a child; where
//! several have, each combination of their edges does, and the children are a matrix.

use rustc_hash::FxHashMap;

/// No node, no edges, no matrix.
pub(super) const NONE: u32 = u32::MAX;
/// Several agents have a choice.
pub(super) const SEVERAL: u8 = u8::MAX;
/// The largest matrix of children that is kept.
pub(super) const LARGEST_MATRIX: usize = 1 << 12;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub key: u64,
    /// The index of its first edge, once it is expanded, and the number of edges.
    pub edges: u32,
    pub count: u32,
    pub visits: u32,
    /// The index of the matrix of its children, if it has one.
    pub matrix: u32,
    /// The edge with the best proved value for the chooser.
    pub best: u32,
    /// The agent with a choice, or `SEVERAL`.
    pub chooser: u8,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub mv: M,
    /// The number under which statistics about the move are kept.
    pub code: u32,
    pub child: u32,
    pub visits: u32,
    pub mean: f32,
    /// Statistics of the playouts below the node where the agent played this move there or later.
    pub rave_visits: u32,
    pub rave_mean: f32,
    pub agent: u8,
    /// Whether it is proved that the move cannot be better than another.
    pub dead: bool,
    /// Whether the value of the move is proved.
    pub closed: bool,
}

/// Bounds on the payoff of an agent, as shares of its range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Span {
    pub low: f32,
    pub high: f32,
}

impl Span {
    pub const ALL: Span = Span { low: 0.0, high: 1.0 };

    pub fn exactly(share: f32) -> Span {
        Span { low: share, high: share }
    }

    pub fn is_exact(self) -> bool {
        self.low >= self.high
    }

    /// Returns the bounds of the opponent, where payoffs have a constant sum.
    pub fn opposite(self) -> Span {
        Span { low: 1.0 - self.high, high: 1.0 - self.low }
    }
}

#[derive(Debug)]
pub(super) struct Tree<M> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge<M>>,
    /// The number of bounds of each node: one for each agent, or for the first agent only.
    pub spans: Vec<Span>,
    pub width: usize,
    pub children: Vec<u32>,
    pub table: FxHashMap<u64, u32>,
}

impl<M: Copy> Tree<M> {
    pub fn new(width: usize) -> Tree<M> {
        Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
            spans: Vec::new(),
            width,
            children: Vec::new(),
            table: FxHashMap::default(),
        }
    }

    /// Removes all nodes, but keeps the memory.
    pub fn clear(&mut self, width: usize) {
        self.nodes.clear();
        self.edges.clear();
        self.spans.clear();
        self.width = width;
        self.children.clear();
        self.table.clear();
    }

    /// Returns the number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node>() + self.width * size_of::<Span>() + 16)
            + self.edges.len() * size_of::<Edge<M>>()
            + self.children.len() * size_of::<u32>()
    }

    /// Returns whether no more indices are left.
    pub fn is_full(&self) -> bool {
        let most = NONE as usize / 2;
        self.nodes.len().max(self.edges.len()).max(self.children.len()) >= most
    }

    /// Adds a node with these bounds.
    pub fn add(&mut self, key: u64, spans: &[Span]) -> u32 {
        let number = self.nodes.len() as u32;
        self.nodes.push(Node {
            key,
            edges: NONE,
            count: 0,
            visits: 0,
            matrix: NONE,
            best: 0,
            chooser: SEVERAL,
        });
        self.spans.extend_from_slice(spans);
        number
    }

    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    pub fn edges_of(&self, node: u32) -> &[Edge<M>] {
        let Node { edges, count, .. } = self.nodes[node as usize];
        if edges == NONE { &[] } else { &self.edges[edges as usize..(edges + count) as usize] }
    }

    pub fn edges_mut(&mut self, node: u32) -> &mut [Edge<M>] {
        let Node { edges, count, .. } = self.nodes[node as usize];
        if edges == NONE { &mut [] } else { &mut self.edges[edges as usize..][..count as usize] }
    }

    pub fn spans_of(&self, node: u32) -> &[Span] {
        &self.spans[node as usize * self.width..][..self.width]
    }

    /// Returns the bounds on the payoff of an agent.
    pub fn span(&self, node: u32, agent: usize) -> Span {
        match self.width {
            1 if agent == 1 => self.spans_of(node)[0].opposite(),
            _ => self.spans_of(node)[agent],
        }
    }

    /// Clamps the result of a simulation to the bounds of a node.
    pub fn clamp(&self, node: u32, shares: &mut [f32]) {
        for (agent, share) in shares.iter_mut().enumerate() {
            let Span { low, high } = self.span(node, agent);
            *share = share.clamp(low, high);
        }
    }

    /// Returns whether all bounds of a node are exact.
    pub fn is_solved(&self, node: u32) -> bool {
        self.spans_of(node).iter().all(|span| span.is_exact())
    }

    /// Keeps only the nodes that can be reached from a node, which becomes the first.
    pub fn keep(&mut self, root: u32) {
        let mut copy = Tree::new(self.width);
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut queue = vec![root];
        numbers.insert(root, 0);
        // Nodes are copied in the order they are met, which is that of their new indices.
        let mut next = 0;
        while let Some(&old) = queue.get(next) {
            next += 1;
            let node = *self.node(old);
            let new = copy.add(node.key, self.spans_of(old));
            let mut renumber = |child: u32| {
                if child == NONE {
                    return NONE;
                }
                *numbers.entry(child).or_insert_with(|| {
                    queue.push(child);
                    queue.len() as u32 - 1
                })
            };
            let edges = if node.edges == NONE { NONE } else { copy.edges.len() as u32 };
            copy.edges
                .extend(self.edges_of(old).iter().map(|e| Edge { child: renumber(e.child), ..*e }));
            let mut matrix = NONE;
            if node.matrix != NONE {
                matrix = copy.children.len() as u32;
                let size = self.matrix_size(old);
                let children = &self.children[node.matrix as usize..][..size];
                copy.children.extend(children.iter().map(|&child| renumber(child)));
            }
            copy.nodes[new as usize] = Node { edges, matrix, ..node };
            if self.table.get(&node.key) == Some(&old) {
                copy.table.insert(node.key, new);
            }
        }
        *self = copy;
    }

    /// Returns the number of children in the matrix of a node.
    pub fn matrix_size(&self, node: u32) -> usize {
        let edges = self.edges_of(node);
        edges.chunk_by(|a, b| a.agent == b.agent).map(<[_]>::len).product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(child: u32) -> Edge<u8> {
        Edge {
            mv: 0,
            code: 0,
            child,
            visits: 1,
            mean: 0.5,
            rave_visits: 0,
            rave_mean: 0.0,
            agent: 0,
            dead: false,
            closed: false,
        }
    }

    #[test]
    fn what_cannot_be_reached_is_dropped() {
        let mut tree: Tree<u8> = Tree::new(1);
        for key in 0..4 {
            let node = tree.add(key, &[Span::exactly(key as f32 / 4.0)]);
            tree.table.insert(key, node);
        }
        // 0 leads to 1 and 3, 3 leads to 2 and itself.
        tree.edges.extend([edge(1), edge(3), edge(2), edge(3), edge(NONE)]);
        (tree.nodes[0].edges, tree.nodes[0].count) = (0, 2);
        (tree.nodes[3].edges, tree.nodes[3].count) = (2, 3);
        tree.keep(3);
        let keys: Vec<u64> = tree.nodes.iter().map(|node| node.key).collect();
        assert_eq!(keys, [3, 2]);
        let children: Vec<u32> = tree.edges_of(0).iter().map(|edge| edge.child).collect();
        assert_eq!(children, [1, 0, NONE]);
        assert_eq!(tree.spans_of(1), [Span::exactly(0.5)]);
        assert_eq!((tree.table.len(), tree.table[&2]), (2, 1));
    }
}
