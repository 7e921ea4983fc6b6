//! The automaton for questions about one agent.

use crate::{Agent, Game, Turn};

/// A choice of an agent in a state: a move, or the pass of [`Question`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice<M> {
    /// A move of the game.
    Move(M),
    /// Stay in the same state.
    Pass,
}

impl<M> Choice<M> {
    /// Converts the move, for instance to its number.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> Choice<N> {
        match self {
            Choice::Move(mv) => Choice::Move(convert(mv)),
            Choice::Pass => Choice::Pass,
        }
    }
}

/// A game automaton with the agent `A` that is asked about, under the normal play assumption
/// [Saf13, Section 4.5]. Where the game is over and `A` has won nobody has a move; where it is over
/// and `A` has not won, `A` has no move but every opponent has a pass that stays in the state.
/// Without the pass `[B] w` would be true in a final state lost by `A`.
#[derive(Debug)]
pub struct Question<'g, G> {
    /// The game.
    pub game: &'g G,
    /// The agent asked about.
    pub asked: Agent,
}

impl<G> Clone for Question<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Question<'_, G> {}

impl<G: Game> Question<'_, G> {
    /// Returns whether the agent, which has no move in the state, passes there instead.
    ///
    /// Final states have no moves, so a search lists the moves first and asks this only if there
    /// are none: finding out whether a game is over is expensive in some games.
    pub fn passes(&self, state: &G::State, agent: Agent) -> bool {
        agent != self.asked
            && self.game.turn(state) == Turn::Final
            && !self.game.wins(state, self.asked)
    }

    /// Returns all choices of the agent in the state: the successors of [Saf13, Def. 21]. Simple
    /// and allocating; searches write it out over their own buffers.
    pub fn choices(&self, state: &G::State, agent: Agent) -> Vec<Choice<G::Move>> {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        if moves.is_empty() && self.passes(state, agent) {
            return vec![Choice::Pass];
        }
        moves.into_iter().map(Choice::Move).collect()
    }

    /// Returns the state after a choice.
    pub fn after(&self, state: &G::State, agent: Agent, choice: Choice<G::Move>) -> G::State {
        match choice {
            Choice::Move(mv) => self.game.after(state, agent, mv),
            Choice::Pass => state.clone(),
        }
    }
}
