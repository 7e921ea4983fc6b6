//! Invariants of all states, by induction over the moves.

mod contents;
mod counts;
mod support;

pub(crate) use contents::{Contents, Invariants};
pub(crate) use support::find_support;
