//! Grounding: an equivalent description without variables, over the atoms that can be true.

mod grounder;
mod rules;

pub(crate) use grounder::{Ground, GroundLiteral, NotGround, ground};
pub use rules::GroundRules;
