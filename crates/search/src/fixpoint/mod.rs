//! Answers by computing sets of states, without search.

mod semantics;

pub use semantics::Semantics;
