//! Best-first search of games: a node is a state.

pub(super) mod crew;
pub(super) mod explorer;
mod session;
mod solver;
mod teach;
pub(super) mod unfolder;

pub use explorer::Evaluation;
pub use session::{Checkpoints, Extras, Pupil};
pub use solver::{Algorithm, BestFirstOptions, BestFirstSolver};
