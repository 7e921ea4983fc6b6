//! What a model has to answer.

use std::hash::Hash;

use ludex_base::Bits;

/// A state-transition model (Definition 1) with total updates: states are made when asked for.
/// `W` is the number of 64-bit words that sets of atoms and of actions take.
pub(crate) trait World<const W: usize> {
    type State: Clone + Eq + Hash;

    /// How many actions the frame has.
    fn actions(&self) -> usize;

    /// The initial state.
    fn start(&self) -> Self::State;

    /// Whether all atoms of `on` are true and all of `off` false.
    fn fits(&self, state: &Self::State, on: &Bits<W>, off: &Bits<W>) -> bool;

    fn initial(&self, state: &Self::State) -> bool;

    fn terminal(&self, state: &Self::State) -> bool;

    /// The legal actions: none in a terminal state.
    fn legal(&self, state: &Self::State) -> Bits<W>;

    /// The memory the world itself has taken for states, in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// `U(w,a)`: never an initial state, also for illegal actions.
    fn update(&self, state: &Self::State, action: u32) -> Self::State;
}
