//! Strategies as logic: *A Logic for Reasoning About Game Strategies* (002).
//!
//! A [`File`] (`.sgl`) describes a game of its own by rules in logic, or strategies for any game of
//! the house; [`query`] answers questions about it: what a strategy does and guarantees, what is
//! valid in all models, whether a proof is right.

mod attractor;
mod error;
mod expand;
mod file;
mod formula;
mod frame;
mod logic;
mod model;
mod query;
mod rules;
mod syntax;
mod value;

pub use error::{SglError, Source};
pub use file::{File, Rules};
pub use formula::{Facts, Formula, Formulas, Node};
pub use frame::Frame;
pub use logic::{AXIOMS, Axiom, Rejection, Verdict};
pub use model::QueryLimits;
pub use query::{Answer, query, query_game, query_within};
