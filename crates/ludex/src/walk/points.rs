//! Points of a walk: the steps of a node, and how much of the proof is below it.

use std::collections::HashSet;

use ludex_evidence::{EquilibriumStep, ProofStep, ProofText, SolutionStep};

use super::nodes::{GraphStep, Nodes};
use super::{ProofWalk, Role, WalkPoint, WalkStep, formula};
use crate::error::InputError;
use crate::session::Session;

/// A step without what the position says about it.
pub(super) struct BareStep {
    pub moves: Vec<String>,
    pub role: Role,
    pub node: u32,
    /// The agent of a box; in games of turns it is otherwise the one on turn.
    pub agent: Option<String>,
    pub shows: Option<String>,
    pub probability: Option<String>,
}

impl BareStep {
    pub fn new(mv: &str, role: Role, node: u32) -> BareStep {
        let moves = vec![mv.to_string()];
        BareStep { moves, role, node, agent: None, shows: None, probability: None }
    }
}

impl From<&GraphStep> for BareStep {
    fn from(step: &GraphStep) -> BareStep {
        BareStep {
            moves: step.moves.clone(),
            probability: step.probability.clone(),
            ..BareStep::new("", step.role, step.node)
        }
    }
}

/// Returns the steps of a node.
pub(super) fn steps(nodes: &Nodes<'_>, node: u32) -> Vec<BareStep> {
    let each = |children: &[(String, u32)], role| {
        children.iter().map(|(mv, child)| BareStep::new(mv, role, *child)).collect()
    };
    match nodes {
        Nodes::Solution(nodes) => match nodes.get(node as usize).map(|line| line.step) {
            None | Some(SolutionStep::Final(_)) => Vec::new(),
            Some(SolutionStep::Choose(mv, child)) => {
                vec![BareStep::new(&mv, Role::Chosen, child)]
            }
            Some(SolutionStep::Replies(replies)) => each(&replies, Role::Reply),
        },
        Nodes::Equilibrium(nodes) => match &nodes[node as usize].step {
            EquilibriumStep::Final => Vec::new(),
            EquilibriumStep::Chance(children) => each(children, Role::Chance),
            EquilibriumStep::Choose(played, children) => {
                let role = |mv: &str| if mv == played { Role::Chosen } else { Role::Alternative };
                let step = |(mv, child): &(String, u32)| BareStep::new(mv, role(mv), *child);
                children.iter().map(step).collect()
            }
        },
        Nodes::Graph { nodes, .. } => {
            nodes[node as usize].steps.iter().map(BareStep::from).collect()
        }
        Nodes::Proof(proof) => looked_through(proof, node).1,
    }
}

/// Returns what is seen by looking and the steps of all nodes that are about the same position: parts
/// of conjunctions.
fn looked_through(proof: &ProofText, node: u32) -> (Vec<String>, Vec<BareStep>) {
    let (mut facts, mut steps) = (Vec::new(), Vec::new());
    let (mut stack, mut seen) = (vec![node], HashSet::new());
    while let Some(node) = stack.pop() {
        if !seen.insert(node) {
            continue;
        }
        let Some(line) = proof.nodes.get(node as usize) else { continue };
        let mut step = |mv: &str, child: u32, role| {
            let Some(after) = proof.nodes.get(child as usize) else { return };
            steps.push(BareStep {
                agent: formula::agent(&proof.formulas, line.formula).map(str::to_string),
                shows: Some(formula::text(&proof.formulas, after.formula, after.holds)),
                ..BareStep::new(mv, role, child)
            });
        };
        match &line.step {
            ProofStep::Look => facts.push(formula::text(&proof.formulas, line.formula, line.holds)),
            ProofStep::Both(left, right) => stack.extend([*right, *left]),
            ProofStep::Left(child) | ProofStep::Right(child) => stack.push(*child),
            ProofStep::All(children) => {
                if children.is_empty() {
                    let agent =
                        formula::agent(&proof.formulas, line.formula).unwrap_or("the agent");
                    facts.push(format!("{agent} has no move"));
                }
                children.iter().for_each(|(mv, child)| step(mv, *child, Role::Reply));
            }
            ProofStep::Some(mv, child) => step(mv, *child, Role::Chosen),
        }
    }
    (facts, steps)
}

/// Returns what is true at a node, in words.
fn facts(nodes: &Nodes<'_>, node: u32, agents: &[String]) -> Vec<String> {
    match nodes {
        Nodes::Solution(nodes) => match nodes.get(node as usize).map(|line| line.step) {
            Some(SolutionStep::Final(outcome)) => vec![format!("the game is over: {outcome}")],
            _ => Vec::new(),
        },
        Nodes::Equilibrium(nodes) => {
            let values = agents.iter().zip(&nodes[node as usize].values);
            let each: Vec<String> =
                values.map(|(agent, value)| format!("{agent} gets {value}")).collect();
            vec![each.join(", ")]
        }
        Nodes::Graph { nodes, .. } => nodes[node as usize].facts.clone(),
        Nodes::Proof(proof) => looked_through(proof, node).0,
    }
}

/// Counts the points from each of these nodes on, each point once: those of at most 64 nodes.
fn sizes(nodes: &Nodes<'_>, starts: &[u32]) -> Vec<usize> {
    let mut marks = vec![0u64; nodes.len()];
    let bits = || (0..).map(|bit| 1u64 << bit);
    starts.iter().zip(bits()).for_each(|(&start, bit)| marks[start as usize] |= bit);
    match nodes {
        Nodes::Graph { .. } => spread_around(nodes, starts, &mut marks),
        _ => spread_down(nodes, &mut marks),
    }
    let count = |bit: u64| marks.iter().filter(|&&mark| mark & bit != 0).count();
    starts.iter().zip(bits()).map(|(_, bit)| count(bit)).collect()
}

/// Marks all that marked nodes lead to. Children come before parents, so that one pass from the end
/// does it, which looks at nodes that are near to each other.
fn spread_down(nodes: &Nodes<'_>, marks: &mut [u64]) {
    for node in (0..marks.len()).rev().filter_map(|node| u32::try_from(node).ok()) {
        let mark = marks[node as usize];
        if mark != 0 {
            steps(nodes, node).iter().for_each(|step| marks[step.node as usize] |= mark);
        }
    }
}

/// Marks all that marked nodes lead to, where plays can come back.
fn spread_around(nodes: &Nodes<'_>, starts: &[u32], marks: &mut [u64]) {
    let mut stack = starts.to_vec();
    while let Some(node) = stack.pop() {
        let mark = marks[node as usize];
        for step in steps(nodes, node) {
            let known = &mut marks[step.node as usize];
            if *known | mark != *known {
                *known |= mark;
                stack.push(step.node);
            }
        }
    }
}

/// The nodes below which points are counted in one pass.
const AT_ONCE: usize = 64;

impl ProofWalk<'_> {
    /// Returns a point by the number of its node.
    pub fn point(&self, part: usize, node: u32) -> Result<WalkPoint, InputError> {
        let mut point = self.bare_point(part, node)?;
        let nodes = self.nodes(part)?;
        point.size = sizes(nodes, &[node]).iter().sum();
        for steps in point.steps.chunks_mut(AT_ONCE) {
            let starts: Vec<u32> = steps.iter().map(|step| step.node).collect();
            let found = sizes(nodes, &starts);
            steps.iter_mut().zip(found).for_each(|(step, size)| step.size = size);
        }
        Ok(point)
    }

    /// Visits every point of a part that the root leads to, with the game set up there. Sizes are left
    /// out: those of all points would take the square of their number.
    pub fn each_point(
        &self,
        part: usize,
        each: &mut dyn FnMut(WalkPoint, &Session) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let nodes = self.nodes(part)?;
        let (mut seen, mut stack) = (vec![false; nodes.len()], vec![nodes.root()]);
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            let (point, there) = self.reach(part, node)?;
            stack.extend(point.steps.iter().map(|step| step.node));
            each(point, &there)?;
        }
        Ok(())
    }

    /// Returns a point without sizes.
    pub(crate) fn bare_point(&self, part: usize, node: u32) -> Result<WalkPoint, InputError> {
        self.reach(part, node).map(|reached| reached.0)
    }

    /// Returns a point without sizes, and the game set up there.
    fn reach(&self, part: usize, node: u32) -> Result<(WalkPoint, Session), InputError> {
        let nodes = self.nodes(part)?;
        if node as usize >= nodes.len() {
            return Err(InputError::new(format!("the evidence has no node {node}")));
        }
        let position = nodes.position(node);
        let there = self.session(&position)?;
        let turn = there.turn().agent().map(|agent| there.agents().name(agent).to_string());
        let step = |step: BareStep| {
            let agent = step.agent.or_else(|| turn.clone().filter(|_| step.role != Role::Chance));
            WalkStep {
                on_turn: matches!(step.role, Role::Chance | Role::Mixed) || agent == turn,
                agent: agent.filter(|_| step.role != Role::Mixed),
                moves: step.moves,
                role: step.role,
                probability: step.probability,
                shows: step.shows,
                node: step.node,
                size: 0,
            }
        };
        let point = WalkPoint {
            part,
            node,
            facts: facts(nodes, node, there.agents().names()),
            steps: steps(nodes, node).into_iter().map(step).collect(),
            position,
            size: 0,
        };
        Ok((point, there))
    }
}
