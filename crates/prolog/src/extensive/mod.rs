//! Extensive games with perfect information and strategic games (Section 3 of the paper).

mod efg;
mod equilibria;
mod game;
mod payoff;
mod strategic;
mod tree;
mod unfold;

pub use equilibria::{Equilibria, Equilibrium};
pub use game::{TreeGame, TreeMove, TreeState};
pub use strategic::StrategicGame;
pub use tree::{ExtensiveGame, GameNode};
