//! Heuristics derived from the goals of the players \[KS11\].

mod choice;
mod conditions;
mod evaluation;
mod goals;
mod learning;
mod prepare;
mod weights;

pub use choice::{Choice, choose};
pub use conditions::condition_heuristic;
pub use evaluation::Evaluation;
pub use goals::goal_heuristic;
pub use learning::{Lessons, learn};
pub use weights::{Feature, Weights};

/// The default factor α = 1/4: each step towards a goal is worth 1/α times the one before it.
pub const ALPHA: (i64, i64) = (1, 4);
/// The default power of the heuristic with rule conditions.
pub const POWER: u32 = 4;
