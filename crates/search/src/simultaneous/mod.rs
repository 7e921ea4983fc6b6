//! Games of simultaneous moves: stacked-matrix games (Def. 39), solved exactly.
//!
//! - [`backward`]: one matrix game per state (Section 5.2.1);
//! - [`smab`]: alpha-beta pruning for matrices (Algorithm 10);
//! - [`double_oracle`]: bounds from serialised games, and only the cells that the best replies need.
//! - [`visit_strategies`]: optimal strategies in all states that matter.
//!
//! All are generic over `ludex_game::SimultaneousGame` with two agents and zero-sum payoffs, and say
//! so ([`Refusal`]) where a game is not such.

mod backward;
mod ground;
mod memory;
mod oracle;
mod report;
mod root;
mod smab;
mod strategies;

pub use backward::{BackwardOptions, backward};
pub use oracle::{OracleOptions, double_oracle};
pub use report::{Mixed, Refusal, SimultaneousReport};
pub use smab::{CellOrder, SmabOptions, smab, smab_window};
pub use strategies::{StrategyVisitor, visit_strategies};
