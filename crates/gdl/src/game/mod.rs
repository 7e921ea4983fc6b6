//! GDL descriptions as implementations of `ludex_game`.

mod board;
mod chance;
mod compared;
mod engine;
mod in_turn;
mod joins;
mod network;
mod notation;
mod simultaneous;
mod state;

pub use chance::{ChanceState, GdlChanceGame};
pub(crate) use compared::Compared;
pub(crate) use engine::Engine;
pub use in_turn::GdlTurnGame;
pub(crate) use joins::Joins;
pub(crate) use network::Network;
pub use simultaneous::GdlGame;
pub use state::{GdlMove, GdlState};
