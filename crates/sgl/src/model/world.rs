//! A model of either kind.

use ludex_base::Bits;

use super::{GameWorld, RuleWorld};

/// A state-transition model [ZT15, Def. 1] with total updates, whose states are generated on
/// demand. `W` is the number of 64-bit words that a state and sets of atoms and of actions take.
///
/// Rule files and games share this one type, so that the evaluator is compiled once for each width
/// and not for each kind of model.
#[derive(Clone, Copy)]
pub(crate) enum World<'w, const W: usize> {
    /// A file that describes a game by rules: a state is the set of its true atoms.
    Rules(&'w RuleWorld<W>),
    /// A game: a state is the number of a position.
    Game(GameWorld<'w>),
}

impl<const W: usize> World<'_, W> {
    /// Returns the number of actions of the frame.
    pub fn actions(self) -> usize {
        match self {
            World::Rules(rules) => rules.actions(),
            World::Game(game) => game.actions(),
        }
    }

    /// Returns the initial state.
    pub fn start(self) -> Bits<W> {
        match self {
            World::Rules(rules) => rules.start(),
            World::Game(game) => game.start(),
        }
    }

    /// Returns whether all atoms of `on` are true and all of `off` false.
    #[inline]
    pub fn fits(self, state: &Bits<W>, on: &Bits<W>, off: &Bits<W>) -> bool {
        match self {
            World::Rules(_) => state.fits(on, off),
            World::Game(game) => game.fits(state, on, off),
        }
    }

    #[inline]
    pub fn initial(self, state: &Bits<W>) -> bool {
        match self {
            World::Rules(rules) => rules.initial(state),
            World::Game(game) => game.initial(state),
        }
    }

    #[inline]
    pub fn terminal(self, state: &Bits<W>) -> bool {
        match self {
            World::Rules(rules) => rules.terminal(state),
            World::Game(game) => game.terminal(state),
        }
    }

    /// Returns the legal actions: none in a terminal state.
    #[inline]
    pub fn legal(self, state: &Bits<W>) -> Bits<W> {
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
    pub fn update(self, state: &Bits<W>, action: u32) -> Bits<W> {
        match self {
            World::Rules(rules) => rules.update(state, action),
            World::Game(game) => game.update(state, action),
        }
    }
}
