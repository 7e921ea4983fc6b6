//! The machine: compiled clauses, choice points, tables, and truth in sceneries.

mod arithmetic;
mod build;
mod call;
mod code;
mod compile;
mod dependence;
mod index;
mod machine;
mod recursion;
mod run;
mod scenery;
mod tables;
mod turns;

pub use arithmetic::{compare, evaluate};
pub use code::Fault;
pub use machine::{Limit, MAX_INFERENCES, Machine, Stop, default_budget, max_states};
pub use scenery::{SceneryId, first_term};
