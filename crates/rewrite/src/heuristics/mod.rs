//! Heuristics derived from the goals of the players.

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

/// The usual factor: how much more each step towards a goal is worth than the one before it, 1/4.
pub const ALPHA: (i64, i64) = (1, 4);
/// The usual power of the heuristic with rule conditions.
pub const POWER: u32 = 4;
