//! What an engine can do; a game asks nothing else.

use super::state::{GdlMove, GdlState};
use crate::terms::Term;

/// A way to run a description. Roles are numbered in the order of the text.
pub(crate) trait Engine: Send + Sync + std::fmt::Debug {
    /// A name for people.
    fn name(&self) -> &'static str;
    fn initial(&self) -> GdlState;
    fn is_terminal(&self, state: &GdlState) -> bool;
    /// Appends the legal moves of a role, also in terminal states.
    fn legal(&self, state: &GdlState, role: usize, out: &mut Vec<GdlMove>);
    /// Whether every role has a legal move.
    fn can_move(&self, state: &GdlState) -> bool;
    /// The state after a joint move.
    fn next(&self, state: &GdlState, joint: &[GdlMove]) -> GdlState;
    /// The goal value of a role, if it has one; the least if it has several.
    fn goal(&self, state: &GdlState, role: usize) -> Option<u8>;
    /// The limit that a state went beyond, if any did.
    fn fault(&self) -> Option<String> {
        None
    }
    /// The facts of a state as KIF text, sorted.
    fn facts(&self, state: &GdlState) -> Vec<String>;
    /// Whether a state has the fact with this number of [`Engine::fact_terms`].
    fn holds(&self, state: &GdlState, fact: u32) -> bool;
    /// The facts that can be true, as far as they are known before play.
    fn fact_terms(&self) -> Vec<Term>;
    /// The state with these facts, each KIF text; the number of a fact that can never be true
    /// otherwise.
    fn state(&self, facts: &[String]) -> Result<GdlState, usize>;
    /// A move as KIF text.
    fn move_text(&self, mv: GdlMove) -> String;
    /// The same without blanks.
    fn move_word(&self, mv: GdlMove) -> String;
}
