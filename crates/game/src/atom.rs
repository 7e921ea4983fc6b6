//! Atomic propositions of states.

use crate::{Agent, Outcome};

/// A resolved atom: search never uses names.
///
/// Some atoms make sense in every game and are evaluated by [`Model::satisfies`]; the rest are the
/// game's own, numbered in the order of [`Notation::atoms`].
///
/// [`Model::satisfies`]: crate::Model::satisfies
/// [`Notation::atoms`]: crate::Notation::atoms
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Atom {
    /// `win(A)`: the game is over and the agent has won. `w` for the agent asked about.
    Win(Agent),
    /// `lost(A)`: the game is over and the agent has not won (a draw counts [SC12, footnote 1]).
    /// `l` for the agent asked about.
    Lost(Agent),
    /// `turn(A)`: the agent is on turn.
    Turn(Agent),
    /// `final`: the game is over.
    Final,
    /// `outcome(name)`: the game is over with this outcome.
    Outcome(Outcome),
    /// An atom of the game's own, by its number.
    Own(u32),
}
