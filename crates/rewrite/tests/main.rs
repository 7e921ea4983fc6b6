//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod checkers;
mod chess;
mod compared;
mod edges;
mod errors;
mod games;
mod heuristics;
mod independent;
mod morris;
mod normal_forms;
mod numbers;
mod oracle;
mod random;
mod recursion;
mod reversi;
mod vectors;
