//! The graph of legal play: plans, and what coalitions can force.

mod force;
mod graph;
mod plans;
mod sight;
mod uniform;
mod verify;
mod witness;

pub use force::{Verdict, force};
pub use graph::{Graph, Move};
pub use plans::{plans, shortest_length, shortest_plans};
pub use sight::{InformationSet, NoSets, Sights};
pub use uniform::force_uniformly;
pub use verify::{Refused, verify_force};
pub use witness::witness;
