//! Monte Carlo tree search for any number of agents, in turns or with simultaneous moves.
//!
//! A simulation is four steps: descend, expand, play out, back up. With simultaneous moves each
//! agent chooses by its own statistics: decoupled UCT (Finnsson 2012). The improvements are options
//! ([`MctsOptions`]): rapid action values, learning playouts, proofs, transpositions, playouts in
//! batches. Without them it is plain UCT. Where chance moves, each simulation rolls the dice.

mod choice;
mod expand;
mod options;
mod playout;
mod proofs;
mod search;
mod settle;
mod simulation;
mod tree;

pub use options::MctsOptions;
pub use search::{Mcts, Policy};
