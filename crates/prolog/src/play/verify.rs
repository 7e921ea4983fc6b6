//! Checks a witness against the program: replays every move in it and trusts nothing else.
//!
//! Nothing in a witness may be superfluous: nodes are numbered in the order in which the moves of the
//! nodes before mention them, no two stand for the same scenery, and a node has no other fields than
//! those of its kind.

use ludex_base::NoAnswer;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::graph::Graph;
use crate::engine::{SceneryId, Stop};
use crate::reference::Reference;
use crate::terms::TermId;

/// Why a witness was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// It does not prove its claim.
    #[error("{0}")]
    Unproved(String),
    /// The program cannot be evaluated, or the engines differ: it may be right or not.
    #[error("{0}")]
    Fault(String),
}

impl From<String> for Refused {
    fn from(why: String) -> Refused {
        Refused::Unproved(why)
    }
}

/// The reason why a witness is not accepted: it is refused, or the budget was used up.
type Refusal = NoAnswer<Refused>;

/// Checks that a witness proves its claim: that the coalition can force the query of the graph, or
/// that it cannot. What the machine says is compared with plain resolution where that is given.
pub fn verify_force(
    graph: &mut Graph,
    reference: Option<&Reference>,
    coalition: &[TermId],
    claim: bool,
    witness: &Value,
) -> Result<(), Refusal> {
    let nodes = witness["nodes"].as_array().ok_or_else(|| refused("the witness has no nodes"))?;
    let kind = if claim { "strategy" } else { "counter-strategy" };
    if witness["kind"] != kind || nodes.is_empty() {
        return Err(refused(format!("expected a {kind}")));
    }
    let mut check = Check {
        graph,
        reference,
        members: coalition.iter().copied().collect(),
        nodes,
        sceneries: vec![SceneryId::INITIAL],
        numbers: FxHashMap::from_iter([(SceneryId::INITIAL, 0)]),
        targets: vec![Vec::new(); nodes.len()],
    };
    for number in 0..nodes.len() {
        check.graph.machine.poll().map_err(stopped)?;
        let Some(&scenery) = check.sceneries.get(number) else {
            return Err(refused(format!("no move leads to node {number}")));
        };
        check.described(number, scenery)?;
        if claim { check.strategy(number)? } else { check.counter(number)? }
    }
    if claim { check.ends() } else { Ok(()) }
}

struct Check<'c> {
    graph: &'c mut Graph,
    reference: Option<&'c Reference>,
    members: FxHashSet<TermId>,
    nodes: &'c [Value],
    /// The sceneries of the nodes that moves have led to: the first ones.
    sceneries: Vec<SceneryId>,
    /// The numbers of these sceneries.
    numbers: FxHashMap<SceneryId, usize>,
    targets: Vec<Vec<usize>>,
}

impl Check<'_> {
    fn is_goal(&mut self, number: usize) -> Result<bool, Refusal> {
        let node = self.node(number);
        let goal = self.graph.is_goal(node).map_err(stopped)?;
        if let Some(reference) = self.reference {
            let (machine, scenery) = (&self.graph.machine, self.sceneries[number]);
            reference.require_goal(machine, scenery, goal).map_err(stopped)?;
        }
        Ok(goal)
    }

    /// Checks that a node describes its scenery correctly, for the reader.
    fn described(&mut self, number: usize, scenery: SceneryId) -> Result<(), Refusal> {
        let atoms = self.graph.atoms_text(scenery);
        match self.nodes[number]["scenery"] == Value::from(atoms) {
            true => Ok(()),
            false => {
                Err(refused(format!("node {number} does not describe the scenery it stands for")))
            }
        }
    }

    /// Checks that a node has these fields beside its scenery, and no others.
    fn require_fields(&self, number: usize, names: &[&str]) -> Result<(), Refusal> {
        let fields = self.nodes[number].as_object();
        let same = fields.is_some_and(|fields| {
            fields.len() == names.len() + 1 && names.iter().all(|name| fields.contains_key(*name))
        });
        let names = names.join("` and `");
        let wrong =
            || refused(format!("node {number} has other fields than `scenery` and `{names}`"));
        if same { Ok(()) } else { Err(wrong()) }
    }

    fn node(&mut self, number: usize) -> usize {
        self.graph.node(self.sceneries[number])
    }

    /// Returns the enabled actions of a node as texts, with owner and target.
    fn enabled(&mut self, number: usize) -> Result<Vec<(String, bool, SceneryId)>, Refusal> {
        let node = self.node(number);
        let moves = self.graph.moves(node).map_err(stopped)?.to_vec();
        if let Some(reference) = self.reference {
            let found: Vec<(TermId, SceneryId)> =
                moves.iter().map(|mv| (mv.action, self.graph.scenery(mv.target))).collect();
            let (machine, scenery) = (&self.graph.machine, self.sceneries[number]);
            reference.require_moves(machine, scenery, &found).map_err(stopped)?;
        }
        let mut enabled = Vec::new();
        for mv in moves {
            let ours = self.graph.owner(mv.action).is_some_and(|p| self.members.contains(&p));
            let text = self.graph.action_text(mv.action);
            enabled.push((text, ours, self.graph.scenery(mv.target)));
        }
        Ok(enabled)
    }

    fn strategy(&mut self, number: usize) -> Result<(), Refusal> {
        let node = &self.nodes[number];
        if node["goal"] == true {
            self.require_fields(number, &["goal"])?;
            return match self.is_goal(number)? {
                true => Ok(()),
                false => Err(refused(format!("the goal is not true in node {number}"))),
            };
        }
        let enabled = self.enabled(number)?;
        if let Some(action) = node["play"].as_str() {
            self.require_fields(number, &["play", "to"])?;
            let found = enabled.iter().find(|(text, ours, _)| text == action && *ours);
            let Some(&(_, _, scenery)) = found else {
                return Err(refused(format!(
                    "the coalition cannot play {action} in node {number}"
                )));
            };
            return self.arrive(number, &node["to"], scenery);
        }
        self.require_fields(number, &["replies"])?;
        let others: Vec<_> = enabled.into_iter().filter(|(_, ours, _)| !ours).collect();
        if others.is_empty() {
            return Err(refused(format!("nobody moves in node {number}")));
        }
        self.all_answered(number, &node["replies"], &others)
    }

    fn counter(&mut self, number: usize) -> Result<(), Refusal> {
        let node = &self.nodes[number];
        self.require_fields(number, &["moves", "reply"])?;
        if self.is_goal(number)? {
            return Err(refused(format!("the goal is true in node {number}")));
        }
        let (ours, others): (Vec<_>, Vec<_>) =
            self.enabled(number)?.into_iter().partition(|(_, ours, _)| *ours);
        self.all_answered(number, &node["moves"], &ours)?;
        if others.is_empty() {
            return match node["reply"].is_null() {
                true => Ok(()),
                false => Err(refused(format!("the others cannot move in node {number}"))),
            };
        }
        let (action, to) = pair(&node["reply"]).unwrap_or(("", &Value::Null));
        let Some(&(_, _, scenery)) = others.iter().find(|(text, _, _)| text == action) else {
            return Err(refused(format!("the others cannot play `{action}` in node {number}")));
        };
        self.arrive(number, to, scenery)
    }

    /// Checks that exactly these moves are listed, each once and with a node.
    fn all_answered(
        &mut self,
        number: usize,
        listed: &Value,
        moves: &[(String, bool, SceneryId)],
    ) -> Result<(), Refusal> {
        let listed = listed.as_array().map(Vec::as_slice).unwrap_or(&[]);
        let mut answered = vec![false; moves.len()];
        for (action, to) in listed.iter().map(|listed| pair(listed).unwrap_or(("", &Value::Null))) {
            let place = moves.iter().position(|(text, ..)| text == action);
            let place = place.filter(|&place| !std::mem::replace(&mut answered[place], true));
            let place = place.ok_or_else(|| {
                refused(format!("moves are listed in node {number} that do not exist, or twice"))
            })?;
            self.arrive(number, to, moves[place].2)?;
        }
        match answered.iter().position(|answered| !answered) {
            Some(place) => {
                Err(refused(format!("{} is not answered in node {number}", moves[place].0)))
            }
            None => Ok(()),
        }
    }

    /// Follows a move to another node. A scenery that no move has led to before has the next number.
    fn arrive(&mut self, from: usize, to: &Value, scenery: SceneryId) -> Result<(), Refusal> {
        let target = to.as_u64().map(|n| n as usize).filter(|&n| n < self.nodes.len());
        let target =
            target.ok_or_else(|| refused(format!("a move of node {from} leads to no node")))?;
        self.targets[from].push(target);
        let known = *self.numbers.entry(scenery).or_insert(self.sceneries.len());
        if known == self.sceneries.len() {
            self.sceneries.push(scenery);
        }
        match known == target {
            true => Ok(()),
            false => Err(refused(format!(
                "a move of node {from} leads to node {known}, not to {target}"
            ))),
        }
    }

    /// Checks that no play of a strategy is infinite: nodes can be sorted so that moves lead
    /// forwards.
    fn ends(&self) -> Result<(), Refusal> {
        let mut entering = vec![0; self.nodes.len()];
        self.targets.iter().flatten().for_each(|&target| entering[target] += 1);
        let mut queue: Vec<usize> = (0..entering.len()).filter(|&n| entering[n] == 0).collect();
        let mut sorted = 0;
        while let Some(node) = queue.pop() {
            sorted += 1;
            for &target in &self.targets[node] {
                entering[target] -= 1;
                if entering[target] == 0 {
                    queue.push(target);
                }
            }
        }
        match sorted == self.nodes.len() {
            true => Ok(()),
            false => Err(refused("a play of this strategy can go on for ever")),
        }
    }
}

/// Returns the parts of a move with the node it leads to: `[MOVE, NODE]`.
fn pair(listed: &Value) -> Option<(&str, &Value)> {
    match listed.as_array()?.as_slice() {
        [action, to] => Some((action.as_str()?, to)),
        _ => None,
    }
}

fn refused(why: impl Into<String>) -> Refusal {
    NoAnswer::Invalid(Refused::Unproved(why.into()))
}

fn stopped(stop: Stop) -> Refusal {
    match stop {
        Stop::Limit(limit) => NoAnswer::Stopped(limit.into()),
        Stop::Fault(fault) => NoAnswer::Invalid(Refused::Fault(fault.message)),
    }
}
