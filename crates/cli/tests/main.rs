//! All tests of the crate as one program, so that what they share is compiled and linked once.

mod agreement;
mod algorithms;
mod bad_input;
mod check_algorithms;
mod chess_problems;
mod concept_table;
mod contract;
mod help;
mod known_truths;
mod licences;
mod limits;
mod matches;
mod minimal_proofs;
mod players;
mod problem;
mod problem_definitions;
mod query;
mod recorded;
mod second_opinion;
mod support;
mod theorems;
mod transcripts;
