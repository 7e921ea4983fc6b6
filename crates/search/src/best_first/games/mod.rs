//! Best-first search of games: a node is a state.

mod driver;
pub(super) mod explorer;
mod export;
mod known;
mod session;
mod solver;
mod steps;
pub(super) mod unfolder;
mod workers;

pub use explorer::Evaluation;
pub use session::{BoundsSink, CheckpointSize, Checkpoints, Extras, StateWriter};
pub use solver::{Algorithm, BestFirstOptions, BestFirstSolver};
pub use steps::{SearchStep, StepNode, StepValue, SteppedSearch, search_steps};
