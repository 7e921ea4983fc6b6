//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod adapters;
mod conformance;
mod diagrams;
mod equilibria;
mod explicit;
mod pictures;
mod stacked;
