//! The interface of a model.

use std::hash::Hash;

use ludex_base::Bits;

/// A state-transition model [ZT15, Def. 1] with total updates, whose states are generated on
/// demand. `W` is the number of 64-bit words that sets of atoms and of actions take.
pub(crate) trait World<const W: usize> {
    type State: Clone + Eq + Hash;

    /// Returns the number of actions of the frame.
    fn actions(&self) -> usize;

    /// Returns the initial state.
    fn start(&self) -> Self::State;

    /// Returns whether all atoms of `on` are true and all of `off` false.
    fn fits(&self, state: &Self::State, on: &Bits<W>, off: &Bits<W>) -> bool;

    fn initial(&self, state: &Self::State) -> bool;

    fn terminal(&self, state: &Self::State) -> bool;

    /// Returns the legal actions: none in a terminal state.
    fn legal(&self, state: &Self::State) -> Bits<W>;

    /// Returns the memory that the world itself uses for states, in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// Returns `U(w,a)`, which is never an initial state; the action may be illegal.
    fn update(&self, state: &Self::State, action: u32) -> Self::State;
}
