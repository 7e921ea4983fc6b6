//! Answers by computing sets of states, without search.

mod retrograde;
mod semantics;

pub use retrograde::{Counts, Retrograde};
pub use semantics::Semantics;
