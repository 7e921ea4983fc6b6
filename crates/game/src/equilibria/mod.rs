//! Subgame-perfect equilibria of games of turns with perfect information, for any payoffs and any
//! number of agents, by backward induction [BR04, Section 3.2].
//!
//! - [`Explored`] lists the states that play can reach; its [`PlayGraph`] is what induction needs.
//! - [`Induction`] has, for every state, the payoffs of one equilibrium and the *set* of the payoffs
//!   of all of them. Sets are computed from sets, never from strategy profiles, of which there can be
//!   exponentially many.
//! - [`Plays`] lists the plays of equilibria with given payoffs, on demand.
//!
//! Strategies may depend on the history: what follows two different plays into one state are
//! different subgames, with equilibria of their own. The sets of a state depend on the state only.

mod count;
mod explore;
mod graph;
mod induction;
mod plays;

pub use explore::{Explored, Unexplored};
pub use graph::{PlayGraph, PlayNode};
pub use induction::{Induction, NoInduction};
pub use plays::Plays;

use ludex_base::Stopped;

/// Is told how many bytes are in use; an error ends the work.
pub type Charge<'c> = dyn FnMut(usize) -> Result<(), Stopped> + 'c;
