//! Games of simultaneous moves: stacked-matrix games [Saf13, Def. 39], solved exactly.
//!
//! - [`backward`]: one matrix game per state [Saf13, Section 5.2.1];
//! - [`smab`]: alpha-beta pruning for matrices [Saf13, Algorithm 10];
//! - [`double_oracle`]: bounds from serialised games, and only the cells that the best responses
//!   need.
//!
//! The others are
//! - [`exact_backward`]: backward induction in rationals, the oracle of the tests;
//! - [`sequence_form`]: one linear program over the whole tree;
//! - [`serial`]: maxmin, minmax, alternating and random order [Saf13, Section 5.2.2];
//! - [`regret`]: regret matching at every state, with its exploitability;
//! - [`sm_mcts`]: Monte Carlo tree search with score bounds;
//! - [`mixed_strategies`]: optimal strategies in every state that can be reached, as evidence.
//!
//! All are generic over `ludex_game::SimultaneousGame` with two agents and zero-sum payoffs, and
//! return a [`Refusal`] if a game is not such.

mod approximation;
mod backward;
mod context;
mod exact;
mod graph;
mod memory;
mod monte_carlo;
mod oracle;
mod regret;
mod report;
mod root;
mod sequence_form;
mod serial;
mod smab;
mod witness;

pub use approximation::Approximation;
pub use backward::{BackwardOptions, backward};
pub use exact::{ExactReport, exact_backward};
pub use monte_carlo::{SmMctsOptions, sm_mcts};
pub use oracle::{OracleOptions, double_oracle};
pub use regret::{RegretOptions, regret};
pub use report::{Mixed, Refusal, SimultaneousReport};
pub use sequence_form::sequence_form;
pub use serial::{Serial, serial};
pub use smab::{CellOrder, SmabOptions, smab, smab_window};
pub use witness::{MixedStrategies, mixed_strategies};
