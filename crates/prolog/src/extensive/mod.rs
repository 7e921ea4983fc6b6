//! Extensive games and strategic games [BR04, Section 3].

mod draw;
mod efg;
mod equilibria;
mod gambit;
mod game;
mod hidden;
mod payoff;
mod strategic;
mod tree;
mod unfold;

pub use equilibria::{Equilibrium, Profiles};
pub(crate) use equilibria::{charge, list_equilibria};
pub use game::{TreeGame, TreeMove, TreeState};
pub use hidden::{HiddenValue, NoValue, SetPlay};
pub use strategic::{
    Removal, STRATEGIC_QUERIES, StrategicGame, StrategicMove, StrategicState, StrategicTable,
};
pub use tree::{ExtensiveGame, GameNode};
pub(crate) use unfold::require_one_player;
