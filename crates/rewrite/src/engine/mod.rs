//! The engine: structures as bits, formulas compiled to joins of bit sets, rules compiled to lists
//! of changes.

pub(crate) mod bits;
pub(crate) mod compile;
mod counting;
pub(crate) mod eval;
mod facts;
mod fixpoint;
pub(crate) mod layout;
pub(crate) mod matching;
pub(crate) mod model;
pub(crate) mod node;
mod number;
mod offsets;
mod packing;
mod paths;
pub(crate) mod patterns;
pub(crate) mod rewriting;
pub(crate) mod rules;
mod sets;
mod shapes;
mod stable;
mod support;
mod values;
