//! A model of either kind.

use ludex_base::Set;

use super::{GameWorld, RuleWorld};

/// A state-transition model [ZT15, Def. 1] with total updates, whose states are generated on
/// demand. A state and sets of atoms and of actions are sets of type `S`.
///
/// Rule files and games share this one type, so that the evaluator is compiled once for each type
/// of sets and not for each kind of model.
pub(crate) enum World<'w, S> {
    /// A file that describes a game by rules: a state is the set of its true atoms.
    Rules(&'w RuleWorld<S>),
    /// A game: a state is the number of a position.
    Game(GameWorld<'w>),
}

// Derived ones would be only for sets that can be copied.
impl<S> Clone for World<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for World<'_, S> {}

impl<S: Set> World<'_, S> {
    /// Returns the number of actions of the frame.
    pub fn actions(self) -> usize {
        match self {
            World::Rules(rules) => rules.actions(),
            World::Game(game) => game.actions(),
        }
    }

    /// Returns the number of bits of a state.
    pub fn bits(self) -> usize {
        match self {
            World::Rules(rules) => rules.bits(),
            World::Game(_) => GameWorld::BITS,
        }
    }

    /// Returns the initial state.
    pub fn start(self) -> S {
        match self {
            World::Rules(rules) => rules.start(),
            World::Game(game) => game.start(),
        }
    }

    /// Returns whether all atoms of `on` are true and all of `off` false.
    #[inline]
    pub fn fits(self, state: &S, on: &S, off: &S) -> bool {
        match self {
            World::Rules(_) => state.fits(on, off),
            World::Game(game) => game.fits(state, on, off),
        }
    }

    #[inline]
    pub fn initial(self, state: &S) -> bool {
        match self {
            World::Rules(rules) => rules.initial(state),
            World::Game(game) => game.initial(state),
        }
    }

    #[inline]
    pub fn terminal(self, state: &S) -> bool {
        match self {
            World::Rules(rules) => rules.terminal(state),
            World::Game(game) => game.terminal(state),
        }
    }

    /// Returns the legal actions: none in a terminal state.
    #[inline]
    pub fn legal(self, state: &S) -> S {
        match self {
            World::Rules(rules) => rules.legal(state),
            World::Game(game) => game.legal(state),
        }
    }

    /// Returns the memory that the model itself uses for states, in bytes.
    pub fn bytes(self) -> usize {
        match self {
            World::Rules(_) => 0,
            World::Game(game) => game.bytes(),
        }
    }

    /// Returns `U(w,a)`, which is never an initial state; the action may be illegal.
    #[inline]
    pub fn update(self, state: &S, action: u32) -> S {
        match self {
            World::Rules(rules) => rules.update(state, action),
            World::Game(game) => game.update(state, action),
        }
    }
}
