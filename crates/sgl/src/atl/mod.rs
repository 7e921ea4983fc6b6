//! Alternating-time temporal logic over games: what coalitions can bring about, for ever or at last.
//!
//! `<<A,B>>X φ`, `<<A>>F φ`, `<<A>>G φ`, `<<A>> φ U ψ` (Alur, Henzinger and Kupferman 2002), decided by
//! fixpoints on the graph of all reachable states, cycles included. CTL is the special case where
//! the coalition is everybody (`E…`) or nobody (`A…`). A final state stays as it is for ever.

mod check;
mod evaluate;
mod formula;
mod graph;

pub use check::{AtlAnswer, check_atl, check_atl_simultaneous};
pub use evaluate::{Winning, evaluate, winning};
pub use formula::{Atl, parse_atl};
pub use graph::ConcurrentGame;
