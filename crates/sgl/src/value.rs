//! The values of indices: numbers, agents, actions and other words.

use std::sync::Arc;

use ludex_game::Agent;

/// The value of an argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Number(i64),
    Agent(Agent),
    Action(u32),
    /// The name and arity of an action, with indices out of range: `does` and `legal` are false of
    /// it.
    NoAction(Arc<str>),
    /// Other text: a cell or a move of a built-in game.
    Word(Arc<str>),
}
