//! Counterexamples as lines of play.

use serde_json::{Map, Value, json};

use crate::frame::Frame;

/// Writes actions by name.
pub(super) struct ActionWriter<'f> {
    pub frame: &'f Frame,
}

impl ActionWriter<'_> {
    /// Returns a list of actions.
    pub fn actions(&self, actions: impl Iterator<Item = u32>) -> Value {
        actions.map(|action| Value::from(self.frame.action_name(action))).collect()
    }

    /// Returns the chosen action.
    pub fn choice(&self, action: u32) -> Value {
        json!({ "choosing": self.frame.action_name(action) })
    }

    /// Returns a line of play and the violation at its end.
    pub fn line(&self, line: &[u32], fault: Value) -> Value {
        let mut witness = Map::new();
        witness.insert("line".to_owned(), self.actions(line.iter().copied()));
        if let Value::Object(fault) = fault {
            witness.extend(fault);
        }
        Value::Object(witness)
    }
}
