//! A player that searches with a derived heuristic.

mod alphabeta;
mod table;

pub use alphabeta::{AlphaBeta, Effort, Found};
