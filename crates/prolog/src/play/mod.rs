//! The graph of legal play: plans, and what coalitions can force.

mod force;
mod graph;
mod plans;
mod verify;
mod witness;

pub use force::{Verdict, force};
pub use graph::{Graph, Move};
pub use plans::{plans, shortest_length, shortest_plans};
pub use verify::{Refused, verify_force};
pub use witness::witness;
