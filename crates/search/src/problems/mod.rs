//! Problems: all ways to reach a goal, rather than whether it can be reached.
//!
//! A stipulation says who moves when and what is to be true in the end. Where all work together
//! ([`Cooperation`]: helpmates, series movers) a solution is a line of moves; where one agent plays
//! against another ([`Battle`]: direct mates, selfmates, reflexmates) it is a key, a first move
//! after which nothing helps. The goal is an atom of the game; what the game knows about reaching it
//! comes from [`Hints::moves_towards`] and [`Hints::reachable`]. [`derivations`] does the same for any formula.
//!
//! [`Hints::moves_towards`]: ludex_game::Hints::moves_towards
//! [`Hints::reachable`]: ludex_game::Hints::reachable

mod battle;
mod cooperation;
mod derivations;
mod posed;
mod variations;

pub use battle::{Battle, Contest, Key, Keys, Rule};
pub use cooperation::{Cooperation, Lines, Script};
pub use derivations::{Derivations, derivations};
pub use posed::Posed;
pub use variations::{Tries, Try};
