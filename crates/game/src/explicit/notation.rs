//! Text for explicit graphs: states and moves are denoted by their names.

use super::{ExplicitGame, ExplicitMove, ExplicitState};
use crate::{Agent, Model, Notation, Picture, Shape, TextError, Turn, nearest};

impl Notation for ExplicitGame {
    fn write_move(&self, _state: &ExplicitState, _agent: Agent, mv: ExplicitMove) -> String {
        self.move_names[mv.0 as usize].clone()
    }

    /// Returns the move with exactly this name, or else the first whose name differs only in case.
    fn read_move(&self, state: &ExplicitState, agent: Agent, text: &str) -> Option<ExplicitMove> {
        let named = |same: fn(&str, &str) -> bool| {
            self.edges(*state, agent).find(|&edge| same(&self.move_names[edge], text))
        };
        let edge = named(|a, b| a == b).or_else(|| named(str::eq_ignore_ascii_case))?;
        Some(ExplicitMove(edge as u32))
    }

    fn write_position(&self, state: &ExplicitState) -> String {
        self.name(*state).to_string()
    }

    fn read_position(&self, text: &str) -> Result<ExplicitState, TextError> {
        let name = text.trim();
        let named =
            |same: fn(&str, &str) -> bool| self.states().find(|&s| same(self.name(s), name));
        if let Some(state) = named(|a, b| a == b).or_else(|| named(str::eq_ignore_ascii_case)) {
            return Ok(state);
        }
        let error = TextError::new(format!("there is no state \"{name}\""), 0..text.len());
        Err(error.help(match nearest(name, self.names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("a position is the name of a state, for instance {}", self.names[0]),
        }))
    }

    fn atoms(&self) -> Vec<String> {
        self.atoms.clone()
    }

    fn picture(&self, state: &ExplicitState) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        let labels = match self.facts(state).join(", ") {
            labels if labels.is_empty() => labels,
            labels => format!(" [{labels}]"),
        };
        let turn = match self.turn(state) {
            Turn::Of(agent) => format!("{} to move", self.agents.name(agent)),
            _ => format!("the game is over: {}", self.outcomes.name(self.outcome(state))),
        };
        picture.note(format!("{}{labels}: {turn}", self.name(*state)));
        let with_moves = self.agents.iter().filter(|&a| !self.edges(*state, a).is_empty());
        with_moves.for_each(|agent| picture.note(self.describe_moves(*state, agent)));
        picture
    }
}

impl ExplicitGame {
    /// Returns a description such as `  Max: up → top, down → bottom`
    fn describe_moves(&self, state: ExplicitState, agent: Agent) -> String {
        let one = |edge: usize| {
            let (name, target) = (&self.move_names[edge], self.name(self.targets[edge]));
            if name == target { format!("→ {target}") } else { format!("{name} → {target}") }
        };
        let moves: Vec<String> = self.edges(state, agent).map(one).collect();
        let off_turn = if self.turn(&state) == Turn::Of(agent) { "" } else { " (off turn)" };
        format!("  {}{off_turn}: {}", self.agents.name(agent), moves.join(", "))
    }
}
