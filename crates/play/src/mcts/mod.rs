//! Monte Carlo tree search for any number of agents, in turns or together.
//!
//! A simulation is four steps: descend, unfold, play out, back up. Where several agents choose
//! together each chooses by its own statistics: decoupled UCT (Finnsson 2012). The improvements are
//! options ([`MctsOptions`]): rapid action values, learning playouts, proofs, transpositions, playouts in
//! batches. Without them it is plain UCT.

mod choice;
mod options;
mod playout;
mod proofs;
mod search;
mod simulation;
mod tree;
mod unfold;

pub use options::MctsOptions;
pub use search::Mcts;
