//! Goal-directed evaluation with tables: the engine for descriptions with relations that are too large to be
//! evaluated as a whole (all lists of 25 elements), where only few of their atoms are ever asked about.
//!
//! Literals are taken in the order of the text, as authors of such games expect. Answers to a call are kept, so
//! that each is found once in a state, and calls that depend on each other are repeated until no answer is new
//! (linear tabling), so that recursion of every kind ends.

mod bindings;
mod resolve;
mod tables;

pub(crate) use resolve::Tabled;
