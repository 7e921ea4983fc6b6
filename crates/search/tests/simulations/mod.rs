//! Simulations of textbook algorithms [Saf13, Def. 32]: (formula, search) *simulates* an algorithm
//! if it explores exactly the same states in the same order and returns the same result. [Saf13,
//! Table 4.13] claims that of many pairs. Here each textbook algorithm is written down from its own
//! description and runs beside the pair, on thousands of random games and a few real ones, and the
//! queries of both to the game are compared.
//!
//! The searches are those of [Saf13, Algorithms 7 and 8]: no transpositions, moves in the order of
//! the game, the first of equals. The algorithms know the rules of the game, with the normal play
//! assumption of [Saf13, Section 4.5], and nothing else.

mod a_star;
mod alpha_beta;
mod depth_first_search;
mod games;
mod many_opponents;
mod mcts_solver;
mod proof_number_search;
mod recorded;
mod threats;
