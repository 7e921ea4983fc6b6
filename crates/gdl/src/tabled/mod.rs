//! Goal-directed evaluation with tables: the engine for descriptions with relations that are too
//! large to be evaluated completely (all lists of 25 elements), but of which only few atoms are
//! used.
//!
//! Literals are resolved in the order of the text, as the authors of such games expect. The answers
//! to a call are kept, so that each is found once in a state, and mutually dependent calls are
//! repeated until no answer is new (linear tabling), so that recursion of every kind terminates.

mod bindings;
mod resolve;
mod tables;

pub(crate) use resolve::Tabled;
