//! What an explorer of formulas stores for its nodes.

use ludex_logic::Formula;

use crate::best_first::explorer::Mark;

/// The edge from a node to a child.
#[derive(Clone, Copy, Debug)]
pub(in crate::best_first) enum Edge<M> {
    /// The parts of a conjunction.
    Left,
    Right,
    /// The choices of a box.
    Pass,
    Move(M),
}

/// The data of every node, by its number.
pub(in crate::best_first) enum FormulaNodes<S, M> {
    /// In a tree: the edge from its parent. States and formulas are computed by following the path.
    Tree(Vec<Edge<M>>),
    /// In a DAG, where a node has several parents: the formula and the index of the state; nodes
    /// share a state if they are reached from each other without a move.
    Dag { nodes: Vec<(u32, Formula)>, states: Vec<S> },
}

impl<S: Clone, M: Copy> FormulaNodes<S, M> {
    pub fn new(dag: bool) -> Self {
        match dag {
            false => FormulaNodes::Tree(Vec::new()),
            true => FormulaNodes::Dag { nodes: Vec::new(), states: Vec::new() },
        }
    }

    pub fn is_dag(&self) -> bool {
        matches!(self, FormulaNodes::Dag { .. })
    }

    /// Removes all nodes but the root.
    pub fn start(&mut self, state: &S, formula: Formula) {
        match self {
            // No edge leads to the root; any edge keeps the numbers right.
            FormulaNodes::Tree(edges) => *edges = vec![Edge::Pass],
            FormulaNodes::Dag { nodes, states } => {
                (*nodes, *states) = (vec![(0, formula)], vec![state.clone()]);
            }
        }
    }

    /// Adds a node. Without a state it has that of its parent, which has this index.
    pub fn add(&mut self, edge: Edge<M>, formula: Formula, state: Option<&S>, of_parent: u32) {
        match self {
            FormulaNodes::Tree(edges) => edges.push(edge),
            FormulaNodes::Dag { nodes, states } => {
                let place = if state.is_some() { states.len() as u32 } else { of_parent };
                states.extend(state.cloned());
                nodes.push((place, formula));
            }
        }
    }

    /// Keeps only these nodes, in this order.
    pub fn keep(&mut self, kept: &[u32]) {
        match self {
            FormulaNodes::Tree(edges) => {
                *edges = kept.iter().map(|&node| edges[node as usize]).collect();
            }
            FormulaNodes::Dag { nodes, states } => {
                *nodes = kept.iter().map(|&node| nodes[node as usize]).collect();
                let mut places = vec![None; states.len()];
                let mut still = Vec::new();
                for (place, _) in nodes {
                    let old = *place as usize;
                    *place = *places[old].get_or_insert_with(|| {
                        still.push(states[old].clone());
                        still.len() as u32 - 1
                    });
                }
                *states = still;
            }
        }
    }

    /// Returns the current size.
    pub fn mark(&self) -> Mark {
        match self {
            FormulaNodes::Tree(edges) => Mark { nodes: edges.len(), shared: 0 },
            FormulaNodes::Dag { nodes, states } => {
                Mark { nodes: nodes.len(), shared: states.len() }
            }
        }
    }

    /// Removes what was added since then.
    pub fn forget(&mut self, since: Mark) {
        match self {
            FormulaNodes::Tree(edges) => edges.truncate(since.nodes),
            FormulaNodes::Dag { nodes, states } => {
                nodes.truncate(since.nodes);
                states.truncate(since.shared);
            }
        }
    }

    /// Returns the average number of bytes of a node.
    pub fn bytes_per_node(&self) -> usize {
        match self {
            FormulaNodes::Tree(_) => size_of::<Edge<M>>(),
            FormulaNodes::Dag { nodes, states } => {
                let all = states.len() * size_of::<S>();
                size_of::<(u32, Formula)>() + all.div_ceil(nodes.len().max(1))
            }
        }
    }
}
