//! Strategies and counter-strategies as values.
//!
//! A witness is a list of nodes, the initial scenery first; moves refer to the node that they lead
//! to.
//!
//! - A **strategy**: in each node the goal is true (`goal`), or the coalition plays (`play`, `to`),
//!   or all moves of the others are answered (`replies`). No play returns to a node.
//! - A **counter-strategy**: in each node all moves of the coalition are answered (`moves`), and
//!   where the others can move they play one of theirs (`reply`). The goal is true in none of the
//!   nodes.

use ludex_base::Win;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use super::force::Verdict;
use super::graph::Graph;

/// The limit on the nodes of a witness.
const LARGEST: usize = 100_000;

/// Returns the strategy or the counter-strategy of a verdict; `None` if there is no answer or the
/// witness would be too large.
pub fn witness(graph: &Graph, verdict: &Verdict) -> Option<Value> {
    let answer = verdict.answer?;
    let mut writer = Writer { graph, verdict, numbers: FxHashMap::default(), order: Vec::new() };
    writer.number(0);
    let mut nodes = Vec::new();
    while nodes.len() < writer.order.len() {
        if writer.order.len() > LARGEST {
            return None;
        }
        let node = writer.order[nodes.len()];
        nodes.push(if answer { writer.strategy(node) } else { writer.counter(node) });
    }
    let kind = if answer { "strategy" } else { "counter-strategy" };
    Some(json!({ "kind": kind, "nodes": nodes }))
}

struct Writer<'w> {
    graph: &'w Graph,
    verdict: &'w Verdict,
    numbers: FxHashMap<usize, usize>,
    order: Vec<usize>,
}

impl Writer<'_> {
    fn number(&mut self, node: usize) -> usize {
        let next = self.order.len();
        let number = *self.numbers.entry(node).or_insert(next);
        if number == next {
            self.order.push(node);
        }
        number
    }

    /// Returns the moves of one side with the nodes that they lead to.
    fn listed(&mut self, node: usize, ours: bool) -> Vec<Value> {
        let moves = self.graph.known_moves(node).unwrap_or(&[]);
        let mut listed = Vec::new();
        for (i, mv) in moves.iter().enumerate() {
            if self.verdict.ours[node][i] == ours {
                let target = self.number(mv.target);
                listed.push(json!([self.graph.action_text(mv.action), target]));
            }
        }
        listed
    }

    fn strategy(&mut self, node: usize) -> Value {
        let atoms = self.graph.atoms_text(self.graph.scenery(node));
        match self.verdict.won[node] {
            Some(Win::Edge(i)) => {
                let mv = self.graph.known_moves(node).unwrap_or(&[])[i as usize];
                let to = self.number(mv.target);
                json!({ "scenery": atoms, "play": self.graph.action_text(mv.action), "to": to })
            }
            Some(Win::Replies) => {
                json!({ "scenery": atoms, "replies": self.listed(node, false) })
            }
            Some(Win::Goal) | None => json!({ "scenery": atoms, "goal": true }),
        }
    }

    fn counter(&mut self, node: usize) -> Value {
        let atoms = self.graph.atoms_text(self.graph.scenery(node));
        let moves = self.listed(node, true);
        let known = self.graph.known_moves(node).unwrap_or(&[]);
        let reply = known
            .iter()
            .enumerate()
            .find(|(i, mv)| !self.verdict.ours[node][*i] && !self.verdict.open[mv.target]);
        let reply = reply.map(|(_, mv)| *mv);
        let reply =
            reply.map(|mv| json!([self.graph.action_text(mv.action), self.number(mv.target)]));
        json!({ "scenery": atoms, "moves": moves, "reply": reply })
    }
}
