//! What an explorer of formulas keeps of its nodes.

use ludex_logic::Formula;

use crate::best_first::explorer::Mark;

/// The way from a node to a child.
#[derive(Clone, Copy, Debug)]
pub(in crate::best_first) enum Way<M> {
    /// To the parts of a conjunction.
    Left,
    Right,
    /// Over the choices of a box.
    Pass,
    Move(M),
}

/// What is kept for every node, by its number.
pub(in crate::best_first) enum FormulaNodes<S, M> {
    /// In a tree: the way there from its parent. States and formulas are found again by going it.
    Tree(Vec<Way<M>>),
    /// In a DAG, where there is more than one: the formula and the place of the state, which nodes
    /// share that were reached from each other without a move.
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

    /// Forgets all but the root.
    pub fn start(&mut self, state: &S, formula: Formula) {
        match self {
            // No way leads to the root; any will do to keep the places right.
            FormulaNodes::Tree(ways) => *ways = vec![Way::Pass],
            FormulaNodes::Dag { nodes, states } => {
                (*nodes, *states) = (vec![(0, formula)], vec![state.clone()]);
            }
        }
    }

    /// Adds a node. Without a state it has that of its parent, which is at this place.
    pub fn add(&mut self, way: Way<M>, formula: Formula, state: Option<&S>, of_parent: u32) {
        match self {
            FormulaNodes::Tree(ways) => ways.push(way),
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
            FormulaNodes::Tree(ways) => {
                *ways = kept.iter().map(|&node| ways[node as usize]).collect();
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

    /// How much there is now.
    pub fn mark(&self) -> Mark {
        match self {
            FormulaNodes::Tree(ways) => Mark { nodes: ways.len(), shared: 0 },
            FormulaNodes::Dag { nodes, states } => {
                Mark { nodes: nodes.len(), shared: states.len() }
            }
        }
    }

    /// Forgets what was added since then.
    pub fn forget(&mut self, since: Mark) {
        match self {
            FormulaNodes::Tree(ways) => ways.truncate(since.nodes),
            FormulaNodes::Dag { nodes, states } => {
                nodes.truncate(since.nodes);
                states.truncate(since.shared);
            }
        }
    }

    /// The bytes of a node, on average.
    pub fn bytes_per_node(&self) -> usize {
        match self {
            FormulaNodes::Tree(_) => size_of::<Way<M>>(),
            FormulaNodes::Dag { nodes, states } => {
                let all = states.len() * size_of::<S>();
                size_of::<(u32, Formula)>() + all.div_ceil(nodes.len().max(1))
            }
        }
    }
}
