//! Def. 32: (formula, search) *simulates* an algorithm if it explores exactly the same states in the same
//! order and returns the same result. Table 4.13 claims that of many pairs. Here each textbook algorithm
//! is written down from its own description and runs beside the pair, on thousands of random games and
//! a few real ones, and what both asked of the game is compared.
//!
//! The searches are those of Algorithms 7 and 8: no transpositions, moves in the order of the game,
//! the first of equals. The algorithms know the rules of the game, with the normal play assumption of
//! Section 4.5, and nothing else.

#[path = "../common/mod.rs"]
mod common;

mod a_star;
mod alpha_beta;
mod depth_first_search;
mod games;
mod many_opponents;
mod mcts_solver;
mod proof_number_search;
mod recorded;
mod threats;
