//! Answers by computing sets of states, without search.

mod equilibria;
mod retrograde;
mod semantics;

pub use equilibria::{
    Equilibria, Induced, NoEquilibria, Reachable, Unfit, backward_induction, explore_states,
};
pub use retrograde::{Counts, Retrograde};
pub use semantics::Semantics;
