//! Descriptions as games of Ludex.

mod board;
mod engine;
mod in_turn;
mod joins;
mod network;
mod notation;
mod state;
mod together;

pub(crate) use engine::Engine;
pub use in_turn::GdlTurnGame;
pub(crate) use joins::Joins;
pub(crate) use network::Network;
pub use state::{GdlMove, GdlState};
pub use together::GdlGame;
