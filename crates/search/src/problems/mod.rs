//! Problems: all ways to reach a goal, rather than whether it can be reached.
//!
//! A stipulation says who moves when and what must be true at the end. If all agents cooperate
//! ([`Cooperation`]: helpmates, series movers) a solution is a line of moves; if one agent plays
//! against another ([`Battle`]: direct mates, selfmates, reflexmates) it is a key, a first move
//! against which there is no defence. The goal is an atom of the game; the game's knowledge about
//! reaching it comes from [`Hints::moves_towards`] and [`Hints::reachable`]. [`derivations`] does
//! the same for any formula.
//!
//! [`Hints::moves_towards`]: ludex_game::Hints::moves_towards
//! [`Hints::reachable`]: ludex_game::Hints::reachable

mod battle;
mod cooperation;
mod derivations;
mod posed;
mod variations;

pub use battle::{Battle, Contest, Key, Keys, Rule};
pub use cooperation::{Cooperation, Lines, Script, ScriptEnd};
pub use derivations::{Derivations, derivations};
pub use posed::Posed;
pub use variations::{Tries, Try};
