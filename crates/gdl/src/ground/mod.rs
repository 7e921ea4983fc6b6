//! Grounding: a description without variables, over the atoms that can ever be true.

mod grounder;

pub(crate) use grounder::{Ground, GroundLiteral, ground};
