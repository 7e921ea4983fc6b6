//! Descriptions as games of Ludex.

mod engine;
mod joins;
mod network;
mod notation;
mod state;
mod together;

pub(crate) use engine::Engine;
pub(crate) use joins::Joins;
pub(crate) use network::Network;
pub use state::{GdlMove, GdlState};
pub use together::GdlGame;
