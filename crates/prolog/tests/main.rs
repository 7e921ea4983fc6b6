//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod actions;
mod common;
mod conformity;
mod edges;
mod engine;
mod evidence;
mod extensive;
mod force;
mod game;
mod hidden;
mod inertia;
mod language;
mod ordinary;
mod plain;
mod queries;
mod reference;
mod robust;
mod soundness;
mod strategic;
mod uniform;
mod vectors;
