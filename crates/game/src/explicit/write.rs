//! Writing an explicit graph as JSON.

use std::fmt::Write;

use super::{ExplicitGame, ExplicitState};
use crate::{Agent, Model, Turn};

impl ExplicitGame {
    /// Returns the game in the format of `EXPLICIT.md`, one state per line;
    /// [`ExplicitGame::from_json`] parses it back to an equal game.
    pub fn to_json(&self) -> String {
        let mut text = String::from("{\n");
        let _ = writeln!(text, "  \"agents\": {},", list(self.agents.names()));
        let number = |o| format!("{}: {}", quote(self.outcomes.name(o)), self.outcomes.number(o));
        let numbers: Vec<String> = self.outcomes.iter().map(number).collect();
        let _ = writeln!(text, "  \"outcomes\": {{ {} }},", numbers.join(", "));
        let _ = writeln!(text, "  \"atoms\": {},", list(&self.atoms));
        let _ = writeln!(text, "  \"initial\": {},", quote(self.name(self.initial)));
        let state = |s| format!("    {}: {}", quote(self.name(s)), self.state_to_json(s));
        let states: Vec<String> = self.states().map(state).collect();
        let _ = writeln!(text, "  \"states\": {{\n{}\n  }}\n}}", states.join(",\n"));
        text
    }

    fn state_to_json(&self, state: ExplicitState) -> String {
        let mut fields = Vec::new();
        let labels: Vec<&String> =
            (0..).zip(&self.atoms).filter(|a| self.holds(&state, a.0)).map(|a| a.1).collect();
        if !labels.is_empty() {
            fields.push(format!("\"labels\": {}", list(labels)));
        }
        match self.turn(&state) {
            Turn::Of(agent) => {
                fields.push(format!("\"turn\": {}", quote(self.agents.name(agent))));
                fields.push(format!("\"moves\": {{ {} }}", self.moves_to_json(state)));
            }
            _ => {
                let outcome = self.outcomes.name(self.outcome(&state));
                fields.push(format!("\"outcome\": {}", quote(outcome)));
            }
        }
        format!("{{ {} }}", fields.join(", "))
    }

    fn moves_to_json(&self, state: ExplicitState) -> String {
        let movers = self.agents.iter().filter(|&a| !self.edges(state, a).is_empty());
        let moves = movers.map(|agent| {
            format!("{}: {}", quote(self.agents.name(agent)), self.agent_to_json(state, agent))
        });
        moves.collect::<Vec<_>>().join(", ")
    }

    /// Returns a list of targets if every move is named after its target, otherwise names and
    /// targets.
    fn agent_to_json(&self, state: ExplicitState, agent: Agent) -> String {
        let edges = self.edges(state, agent);
        let target = |edge: usize| self.name(self.targets[edge]);
        if edges.clone().all(|edge| self.move_names[edge] == target(edge)) {
            return list(edges.map(target));
        }
        let named = edges.map(|e| format!("{}: {}", quote(&self.move_names[e]), quote(target(e))));
        format!("{{ {} }}", named.collect::<Vec<_>>().join(", "))
    }
}

fn list(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| quote(name.as_ref())).collect();
    format!("[{}]", names.join(", "))
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
