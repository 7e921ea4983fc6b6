//! The rules of a game in a file.

mod read;
mod replace;

pub(crate) use read::read_rules;
pub(crate) use replace::{is_transition, replace};

use crate::formula::Formula;

/// The rules of a game written in a file; every entry may be missing in a file that is about
/// logic only.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The atoms that are true at the start, if the file says so.
    pub init: Option<Vec<u32>>,
    /// When the game is over.
    pub terminal: Option<Formula>,
    /// By action: when it is legal (and the game is not over).
    pub legal: Vec<Option<Formula>>,
    /// By atom: when it is true after an action.
    pub next: Vec<Option<Formula>>,
    /// Further constraints.
    pub axioms: Vec<Formula>,
}

impl Rules {
    /// Whether the file has no rules of a game at all.
    pub fn is_empty(&self) -> bool {
        let none = |rules: &[Option<Formula>]| rules.iter().all(Option::is_none);
        self.init.is_none() && self.terminal.is_none() && none(&self.legal) && none(&self.next)
    }
}
