//! Grounding: a description without variables, over the atoms that can ever be true.

mod grounder;
mod rules;

pub(crate) use grounder::{Ground, GroundLiteral, ground};
pub use rules::GroundRules;
