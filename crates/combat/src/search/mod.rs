//! Searches under a clock: alpha-beta considering durations [Saf13, Section 5.4.2] and later ones.

mod abcd;
mod clock;
mod config;
mod deepening;
mod evaluation;
mod greedy_alpha_beta;
mod hash;
mod joint_moves;
mod matrix_root;
mod opening;
mod plan;
mod playout;
mod portfolio;
mod rab;
mod table;
mod uct;

pub use abcd::Abcd;
pub use clock::{Limit, Statistics};
pub use config::{AbcdConfig, Order, Replies};
pub use evaluation::{Evaluation, Score};
pub use greedy_alpha_beta::{GreedyAlphaBeta, GreedyConfig};
pub use joint_moves::Branching;
pub use matrix_root::{MatrixConfig, MatrixRoot};
pub use plan::{PlanConfig, Planner};
pub use portfolio::{Portfolio, PortfolioConfig};
pub use rab::Rab;
pub use uct::{Uct, UctConfig};
