//! Players: whoever chooses a move.

use std::hash::{Hash, Hasher};

use ludex_game::Agent;
use rustc_hash::FxHasher;
use serde::Serialize;

use crate::{Clock, Rules};

/// A player of one game. It is told the state whenever it has to choose; what it remembers from one
/// move to the next is its own affair.
pub trait Player<G: Rules> {
    /// Chooses a move for the agent in the state, where that agent has a move. `None` gives up.
    ///
    /// A player keeps to the clock, and offers it moves while it thinks.
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>>;

    /// Thinks ahead where the game has not begun, or another is to move.
    fn prepare(&mut self, _state: &G::State, _agent: Agent, _clock: &Clock<'_, G::Move>) {}
}

/// A move and what the player thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision<M> {
    /// The move.
    pub mv: M,
    /// What the player thinks it is worth, and how it knows.
    pub thought: Thought,
}

/// What a player thinks of its move.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct Thought {
    /// What the game seems to be worth to the agent, as a payoff of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Whether that is proved.
    pub proven: bool,
    /// The nodes visited: playouts, states.
    pub nodes: u64,
}

impl<M> Decision<M> {
    /// A move without a thought.
    pub fn plain(mv: M) -> Decision<M> {
        Decision { mv, thought: Thought::default() }
    }
}

/// The moves an agent has to think about, the first of which the clock is offered. Where there is
/// nothing to think about the choice itself.
pub(crate) fn open_choice<G: Rules>(
    game: &G,
    state: &G::State,
    agent: Agent,
    clock: &Clock<'_, G::Move>,
) -> Result<Vec<G::Move>, Option<Decision<G::Move>>> {
    let moves = moves_of(game, state, agent);
    moves.first().into_iter().for_each(|&first| clock.offer(first));
    match moves[..] {
        [] => Err(None),
        [only] => Err(Some(Decision::plain(only))),
        _ => Ok(moves),
    }
}

/// A number for a move of an agent, under which statistics about it are kept: two moves with one
/// number share them.
#[inline]
pub(crate) fn code_of<M: Hash>(agent: u8, mv: M) -> u32 {
    let mut hasher = FxHasher::default();
    agent.hash(&mut hasher);
    mv.hash(&mut hasher);
    (hasher.finish() >> 24) as u32
}

/// The moves of an agent that has to choose in a state.
pub(crate) fn moves_of<G: Rules>(game: &G, state: &G::State, agent: Agent) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}
