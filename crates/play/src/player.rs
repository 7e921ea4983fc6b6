//! Players: what chooses a move.

use std::hash::{Hash, Hasher};

use ludex_game::{Agent, HashSeed, Model};
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

use crate::Clock;

/// A player of one game. It gets the state whenever it has to choose, and may remember what it
/// likes from one move to the next.
pub trait Player<G: Model> {
    /// Chooses a move for an agent in a state where it has one. Returns `None` to resign.
    ///
    /// A player stops when the clock says so, and offers the clock its best move while it thinks.
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>>;

    /// Searches ahead, before the game begins or while another agent is to move.
    fn prepare(&mut self, _state: &G::State, _agent: Agent, _clock: &Clock<'_, G::Move>) {}
}

/// A move with the player's assessment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision<M> {
    /// The move.
    pub mv: M,
    /// The assessment.
    pub thought: Thought,
}

/// A player's assessment of its move.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The estimated payoff of the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Whether that is proved to be the payoff with perfect play.
    pub proven: bool,
    /// The number of nodes visited: playouts or states.
    pub nodes: u64,
}

impl<M> Decision<M> {
    /// Returns a move without an assessment.
    pub fn plain(mv: M) -> Decision<M> {
        Decision { mv, thought: Thought::default() }
    }
}

/// Returns the moves of an agent if there are several, and offers the first to the clock. Returns
/// the decision as an error where there is no choice.
pub(crate) fn open_choice<G: Model>(
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

/// Returns the number under which statistics about a move of an agent are kept. Moves with equal
/// numbers share them.
#[inline]
pub(crate) fn code_of<M: Hash>(agent: u8, mv: M) -> u32 {
    let mut hasher = FxHasher::default();
    agent.hash(&mut hasher);
    mv.hash(&mut hasher);
    (hasher.finish() >> 24) as u32
}

/// Returns a key by which a player recognises a state. In games whose keys can be steered it depends
/// on a seed: what a player says is proved must not rest on keys that the author of a game chose.
#[inline]
pub(crate) fn identity<G: Model>(game: &G, state: &G::State, seed: HashSeed) -> u64 {
    game.seeded_key(state, seed).unwrap_or_else(|| game.key(state))
}

/// Returns the moves of an agent in a state.
pub fn moves_of<G: Model>(game: &G, state: &G::State, agent: Agent) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}
