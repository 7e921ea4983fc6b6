//! The rules of a game in a file.

mod read;
mod replace;

pub(crate) use read::read_rules;
pub(crate) use replace::{is_transition, replace};

use crate::formula::Formula;

/// The rules of a game in a file; each may be absent if the file is about logic only.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The atoms that are true at the start, if the file lists them.
    pub init: Option<Vec<u32>>,
    /// The condition for the game to be over.
    pub terminal: Option<Formula>,
    /// By action: the condition for it to be legal (while the game is not over).
    pub legal: Vec<Option<Formula>>,
    /// By atom: the condition for it to be true after an action.
    pub next: Vec<Option<Formula>>,
    /// Further constraints.
    pub axioms: Vec<Formula>,
}

impl Rules {
    /// Returns whether the file has no rules of a game.
    pub fn is_empty(&self) -> bool {
        let none = |rules: &[Option<Formula>]| rules.iter().all(Option::is_none);
        self.init.is_none() && self.terminal.is_none() && none(&self.legal) && none(&self.next)
    }
}
