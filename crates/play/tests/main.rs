//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod alone;
mod chance;
mod common;
mod erased;
mod json;
mod players;
mod proofs;
mod rewriting;
mod samplers;
mod solved;
mod tournament;
