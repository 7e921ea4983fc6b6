//! Bottom-up evaluation of rules with indexed joins. It computes the static facts and grounds a
//! description, and it is the engine for descriptions that do not ground.

mod evaluate;
mod join;
mod matching;
mod plan;
mod store;

pub(crate) use evaluate::{Evaluator, Unit};
pub(crate) use join::{Join, Sink};
pub(crate) use matching::Build;
pub(crate) use plan::{Plan, Planner, Treatment};
pub(crate) use store::Store;
