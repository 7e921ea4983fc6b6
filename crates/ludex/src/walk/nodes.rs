//! The nodes of a part of evidence, whatever its kind.

use ludex_evidence::{
    EquilibriumLine, EquilibriumStep, ProofStep, ProofText, SolutionLine, SolutionStep,
};

use super::Role;
use crate::error::InputError;

/// A node of strategies that are followed by playing.
pub(super) struct GraphNode {
    pub position: String,
    pub facts: Vec<String>,
    pub steps: Vec<GraphStep>,
}

/// A move, or one of every agent.
pub(super) struct GraphStep {
    pub moves: Vec<String>,
    pub role: Role,
    pub probability: Option<String>,
    pub node: u32,
}

/// The nodes of a part. In all but graphs children come before parents.
pub(super) enum Nodes<'e> {
    Proof(&'e ProofText),
    Solution(&'e [SolutionLine]),
    Equilibrium(&'e [EquilibriumLine]),
    /// The states of a strategy, with the ends of plays; plays can come back.
    Graph {
        nodes: Vec<GraphNode>,
        root: u32,
    },
}

impl Nodes<'_> {
    pub fn len(&self) -> usize {
        match self {
            Nodes::Proof(proof) => proof.nodes.len(),
            Nodes::Solution(nodes) => nodes.len(),
            Nodes::Equilibrium(nodes) => nodes.len(),
            Nodes::Graph { nodes, .. } => nodes.len(),
        }
    }

    /// Returns the number of the root. There is one: [`Nodes::require_steps`] was asked.
    pub fn root(&self) -> u32 {
        match self {
            Nodes::Graph { root, .. } => *root,
            _ => u32::try_from(self.len().saturating_sub(1)).unwrap_or(u32::MAX),
        }
    }

    pub fn position(&self, node: u32) -> &str {
        let node = node as usize;
        match self {
            Nodes::Proof(proof) => &proof.nodes[node].position,
            Nodes::Solution(nodes) => &nodes[node].position,
            Nodes::Equilibrium(nodes) => &nodes[node].position,
            Nodes::Graph { nodes, .. } => &nodes[node].position,
        }
    }

    /// Requires that there is a root, and that every step leads to a node before its own, so that no
    /// walk leaves the evidence or goes on for ever.
    pub fn require_steps(&self) -> Result<(), InputError> {
        if self.len() == 0 || u32::try_from(self.len()).is_err() {
            return Err(InputError::new("the evidence has no nodes to walk through"));
        }
        if matches!(self, Nodes::Graph { .. }) {
            return Ok(());
        }
        for node in 0..self.len() {
            let mut wrong = None;
            self.each_child(node, &mut |child| {
                if child as usize >= node {
                    wrong = Some(child);
                }
            });
            if let Some(child) = wrong {
                let message = format!(
                    "node {node} of the evidence leads to {child}, which does not come before it"
                );
                return Err(InputError::new(message));
            }
        }
        Ok(())
    }

    fn each_child(&self, node: usize, each: &mut dyn FnMut(u32)) {
        let mut all =
            |children: &[(String, u32)]| children.iter().for_each(|(_, child)| each(*child));
        match self {
            Nodes::Proof(proof) => match &proof.nodes[node].step {
                ProofStep::Look => {}
                ProofStep::Both(left, right) => {
                    each(*left);
                    each(*right);
                }
                ProofStep::Left(child) | ProofStep::Right(child) | ProofStep::Some(_, child) => {
                    each(*child);
                }
                ProofStep::All(children) => all(children),
            },
            Nodes::Solution(nodes) => match &nodes[node].step {
                SolutionStep::Final(_) => {}
                SolutionStep::Choose(_, child) => each(*child),
                SolutionStep::Replies(children) => all(children),
            },
            Nodes::Equilibrium(nodes) => match &nodes[node].step {
                EquilibriumStep::Final => {}
                EquilibriumStep::Choose(_, children) | EquilibriumStep::Chance(children) => {
                    all(children);
                }
            },
            Nodes::Graph { nodes, .. } => {
                nodes[node].steps.iter().for_each(|step| each(step.node));
            }
        }
    }
}
