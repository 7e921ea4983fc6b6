//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod advise;
mod atl;
mod atl_evidence;
mod common;
mod compared;
mod edges;
mod find;
mod language;
mod logic;
mod models;
mod page;
mod proofs;
mod vectors;
