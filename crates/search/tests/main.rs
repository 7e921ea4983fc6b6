//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod algorithms;
mod best_first;
mod best_first_laws;
mod best_first_memory;
mod best_moves;
mod budgets;
mod cases;
mod chance;
mod claims;
mod common;
mod dfpn;
mod formulas;
mod formulas_best_first;
mod job_tree;
mod minimal_proofs;
mod paths;
mod retrograde;
mod sessions;
mod simulations;
mod simultaneous;
mod slices;
mod stacked;
mod values;
