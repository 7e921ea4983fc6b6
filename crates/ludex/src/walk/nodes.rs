//! The nodes of a part of evidence, whatever its kind.

use ludex_evidence::{
    EquilibriumLine, EquilibriumStep, NodeList, ProofLine, ProofStep, ProofText, SolutionLine,
    SolutionStep,
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
    Solution(&'e NodeList<SolutionLine>),
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

    /// Returns the position of a node; an empty text where there is no such node.
    pub fn position(&self, node: u32) -> String {
        let node = node as usize;
        let position = match self {
            Nodes::Proof(proof) => proof.nodes.get(node).map(|line| line.position),
            Nodes::Solution(nodes) => nodes.get(node).map(|line| line.position),
            Nodes::Equilibrium(nodes) => nodes.get(node).map(|line| line.position.clone()),
            Nodes::Graph { nodes, .. } => nodes.get(node).map(|node| node.position.clone()),
        };
        position.unwrap_or_default()
    }

    /// Requires that there is a root, and that every step leads to a node before its own, so that no
    /// walk leaves the evidence or goes on for ever.
    pub fn require_steps(&self) -> Result<(), InputError> {
        if self.len() == 0 || u32::try_from(self.len()).is_err() {
            return Err(InputError::new("the evidence has no nodes to walk through"));
        }
        let wrong = match self {
            Nodes::Proof(proof) => first_wrong(proof.nodes.iter(), proof_children),
            Nodes::Solution(nodes) => first_wrong(nodes.iter(), solution_children),
            Nodes::Equilibrium(nodes) => first_wrong(nodes.iter(), equilibrium_children),
            Nodes::Graph { .. } => None,
        };
        match wrong {
            None => Ok(()),
            Some((node, child)) => Err(InputError::new(format!(
                "node {node} of the evidence leads to {child}, which does not come before it"
            ))),
        }
    }
}

/// Returns the first node with a child that does not come before it, and that child.
fn first_wrong<L>(
    lines: impl Iterator<Item = L>,
    children: impl Fn(L) -> Vec<u32>,
) -> Option<(usize, u32)> {
    lines.enumerate().find_map(|(node, line)| {
        let wrong = children(line).into_iter().rfind(|&child| child as usize >= node);
        wrong.map(|child| (node, child))
    })
}

fn proof_children(line: ProofLine) -> Vec<u32> {
    match line.step {
        ProofStep::Look => Vec::new(),
        ProofStep::Both(left, right) => vec![left, right],
        ProofStep::Left(child) | ProofStep::Right(child) | ProofStep::Some(_, child) => vec![child],
        ProofStep::All(children) => ends(&children),
    }
}

fn solution_children(line: SolutionLine) -> Vec<u32> {
    match line.step {
        SolutionStep::Final(_) => Vec::new(),
        SolutionStep::Choose(_, child) => vec![child],
        SolutionStep::Replies(children) => ends(&children),
    }
}

fn equilibrium_children(line: &EquilibriumLine) -> Vec<u32> {
    match &line.step {
        EquilibriumStep::Final => Vec::new(),
        EquilibriumStep::Choose(_, children) | EquilibriumStep::Chance(children) => ends(children),
    }
}

fn ends(children: &[(String, u32)]) -> Vec<u32> {
    children.iter().map(|(_, child)| *child).collect()
}
