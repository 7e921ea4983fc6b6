//! Checks a witness against the program: replays every move in it and trusts nothing else.

use ludex_base::NoAnswer;
use rustc_hash::FxHashSet;
use serde_json::Value;

use super::graph::Graph;
use crate::engine::{SceneryId, Stop};
use crate::terms::TermId;

/// The reason why a witness is not accepted: it is refused, or the budget was used up.
type Refusal = NoAnswer<String>;

/// Checks that a witness proves its claim: that the coalition can force the query of the graph, or
/// that it cannot.
pub fn verify_force(
    graph: &mut Graph,
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
        members: coalition.iter().copied().collect(),
        nodes,
        sceneries: vec![None; nodes.len()],
        targets: vec![Vec::new(); nodes.len()],
    };
    check.sceneries[0] = Some(SceneryId::INITIAL);
    let mut queue = vec![0];
    while let Some(number) = queue.pop() {
        check.described(number)?;
        let reached = if claim { check.strategy(number)? } else { check.counter(number)? };
        queue.extend(reached);
    }
    if let Some(unused) = check.sceneries.iter().position(Option::is_none) {
        return Err(refused(format!("no move leads to node {unused}")));
    }
    if claim { check.ends() } else { Ok(()) }
}

struct Check<'c> {
    graph: &'c mut Graph,
    members: FxHashSet<TermId>,
    nodes: &'c [Value],
    /// The sceneries of the nodes that moves have led to.
    sceneries: Vec<Option<SceneryId>>,
    targets: Vec<Vec<usize>>,
}

impl Check<'_> {
    fn is_goal(&mut self, number: usize) -> Result<bool, Refusal> {
        let node = self.node(number);
        self.graph.is_goal(node).map_err(stopped)
    }

    /// Checks that a node describes its scenery correctly, for the reader.
    fn described(&mut self, number: usize) -> Result<(), Refusal> {
        let scenery = self.sceneries[number].unwrap_or(SceneryId::INITIAL);
        let atoms = self.graph.atoms_text(scenery);
        match self.nodes[number]["scenery"] == Value::from(atoms) {
            true => Ok(()),
            false => {
                Err(refused(format!("node {number} does not describe the scenery it stands for")))
            }
        }
    }

    fn node(&mut self, number: usize) -> usize {
        self.graph.node(self.sceneries[number].unwrap_or(SceneryId::INITIAL))
    }

    /// Returns the enabled actions of a node as texts, with owner and target.
    fn enabled(&mut self, number: usize) -> Result<Vec<(String, bool, SceneryId)>, Refusal> {
        let node = self.node(number);
        let moves = self.graph.moves(node).map_err(stopped)?.to_vec();
        let mut enabled = Vec::new();
        for mv in moves {
            let ours = self.graph.owner(mv.action).is_some_and(|p| self.members.contains(&p));
            let text = self.graph.action_text(mv.action);
            enabled.push((text, ours, self.graph.scenery(mv.target)));
        }
        Ok(enabled)
    }

    fn strategy(&mut self, number: usize) -> Result<Vec<usize>, Refusal> {
        let node = &self.nodes[number];
        if node["goal"] == true {
            return match self.is_goal(number)? {
                true => Ok(Vec::new()),
                false => Err(refused(format!("the goal is not true in node {number}"))),
            };
        }
        let enabled = self.enabled(number)?;
        if let Some(action) = node["play"].as_str() {
            let found = enabled.iter().find(|(text, ours, _)| text == action && *ours);
            let Some(&(_, _, scenery)) = found else {
                return Err(refused(format!(
                    "the coalition cannot play {action} in node {number}"
                )));
            };
            return self.arrive(number, &node["to"], scenery).map(|new| new.into_iter().collect());
        }
        let others: Vec<_> = enabled.into_iter().filter(|(_, ours, _)| !ours).collect();
        if others.is_empty() {
            return Err(refused(format!("nobody moves in node {number}")));
        }
        self.all_answered(number, &node["replies"], &others)
    }

    fn counter(&mut self, number: usize) -> Result<Vec<usize>, Refusal> {
        let node = &self.nodes[number];
        if self.is_goal(number)? {
            return Err(refused(format!("the goal is true in node {number}")));
        }
        let (ours, others): (Vec<_>, Vec<_>) =
            self.enabled(number)?.into_iter().partition(|(_, ours, _)| *ours);
        let mut reached = self.all_answered(number, &node["moves"], &ours)?;
        if !others.is_empty() {
            let action = node["reply"][0].as_str().unwrap_or_default();
            let Some(&(_, _, scenery)) = others.iter().find(|(text, _, _)| text == action) else {
                return Err(refused(format!("the others cannot play `{action}` in node {number}")));
            };
            reached.extend(self.arrive(number, &node["reply"][1], scenery)?);
        } else if !node["reply"].is_null() {
            return Err(refused(format!("the others cannot move in node {number}")));
        }
        Ok(reached)
    }

    /// Checks that each of the moves is listed with a node.
    fn all_answered(
        &mut self,
        number: usize,
        listed: &Value,
        moves: &[(String, bool, SceneryId)],
    ) -> Result<Vec<usize>, Refusal> {
        let listed = listed.as_array().map(Vec::as_slice).unwrap_or(&[]);
        if listed.len() > moves.len() {
            return Err(refused(format!("moves are listed in node {number} that do not exist")));
        }
        let mut reached = Vec::new();
        for (text, _, scenery) in moves {
            let Some(pair) = listed.iter().find(|pair| pair[0] == text.as_str()) else {
                return Err(refused(format!("{text} is not answered in node {number}")));
            };
            reached.extend(self.arrive(number, &pair[1], *scenery)?);
        }
        Ok(reached)
    }

    /// Follows a move to another node; returns the node if it is reached for the first time.
    fn arrive(
        &mut self,
        from: usize,
        to: &Value,
        scenery: SceneryId,
    ) -> Result<Option<usize>, Refusal> {
        let target = to.as_u64().map(|n| n as usize).filter(|&n| n < self.nodes.len());
        let target =
            target.ok_or_else(|| refused(format!("a move of node {from} leads to no node")))?;
        self.targets[from].push(target);
        match self.sceneries[target] {
            Some(known) if known != scenery => {
                Err(refused(format!("node {target} stands for two sceneries")))
            }
            Some(_) => Ok(None),
            None => {
                self.sceneries[target] = Some(scenery);
                Ok(Some(target))
            }
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

fn refused(why: impl Into<String>) -> Refusal {
    NoAnswer::Invalid(why.into())
}

fn stopped(stop: Stop) -> Refusal {
    match stop {
        Stop::Limit(limit) => NoAnswer::Stopped(limit.into()),
        Stop::Fault(fault) => refused(fault.message),
    }
}
