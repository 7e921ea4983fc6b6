//! Best-first model checking [Saf13, Section 4.3]: a node is a state and a formula.

mod checker;
mod decided;
pub(super) mod explorer;
mod line;
mod look;
mod mps;
mod nodes;
mod probe;
mod proof;
#[cfg(test)]
mod tables;

pub use checker::{BestFirstCheckOptions, BestFirstChecker, CheckAlgorithm};
pub use mps::{Mps, MpsOptions};
