//! The values of indices: numbers, agents, actions and raw words.

use std::sync::Arc;

use ludex_game::Agent;

/// What an argument can be.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Value {
    Number(i64),
    Agent(Agent),
    Action(u32),
    /// The name and arity of an action, but indices out of range: `does` and `legal` are false of it.
    NoAction(Arc<str>),
    /// Raw text: a cell or a move of a game.
    Word(Arc<str>),
}
