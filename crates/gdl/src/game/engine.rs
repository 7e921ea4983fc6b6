//! The interface of the engines.

use super::state::{GdlMove, GdlState};
use crate::terms::Term;

/// An engine that runs a description. Roles are numbered in the order of the text.
pub(crate) trait Engine: Send + Sync + std::fmt::Debug {
    /// Returns a name for display.
    fn name(&self) -> &'static str;
    /// Returns the name of the engine that every answer is compared with, if there is one.
    fn reference_name(&self) -> Option<&'static str> {
        None
    }
    fn initial(&self) -> GdlState;
    /// Returns a number that is part of keys with seeds. Where the words of a state mean something
    /// else in every run it is another one in every run: what was saved in one is never taken for a
    /// state of another.
    fn salt(&self) -> u64 {
        0
    }
    fn is_terminal(&self, state: &GdlState) -> bool;
    /// Appends the legal moves of a role, also in terminal states.
    fn legal(&self, state: &GdlState, role: usize, out: &mut Vec<GdlMove>);
    /// Returns whether every role has a legal move.
    fn can_move(&self, state: &GdlState) -> bool;
    /// Returns the state after a joint move.
    fn next(&self, state: &GdlState, joint: &[GdlMove]) -> GdlState;
    /// Returns the goal value of a role, the least if it has several. Returns `None` if it has
    /// none.
    fn goal(&self, state: &GdlState, role: usize) -> Option<u8>;
    /// Returns the limit that a state exceeded, if any did.
    fn fault(&self) -> Option<String> {
        None
    }
    /// Returns the facts of a state as KIF text, sorted.
    fn facts(&self, state: &GdlState) -> Vec<String>;
    /// Returns whether the fact with this index in [`Engine::fact_terms`] holds in a state.
    fn holds(&self, state: &GdlState, fact: u32) -> bool;
    /// Returns the facts that can be true, as far as they are known before play.
    fn fact_terms(&self) -> Vec<Term>;
    /// Returns the state with these facts, given as KIF text. The error is the index of a fact that
    /// can never be true.
    fn state(&self, facts: &[String]) -> Result<GdlState, usize>;
    /// Returns a move as KIF text.
    fn move_text(&self, mv: GdlMove) -> String;
    /// Returns a move as text without blanks.
    fn move_word(&self, mv: GdlMove) -> String;
}
