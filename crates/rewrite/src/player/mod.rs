//! A player that searches with a derived heuristic.

mod alphabeta;
mod learning;
mod quiescence;
mod table;

pub use alphabeta::{AlphaBeta, Effort, Found};
pub use learning::{Lessons, learn};
