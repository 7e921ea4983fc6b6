//! Descriptions as games of Ludex.

mod engine;
mod joins;
mod notation;
mod state;
mod together;

pub(crate) use engine::Engine;
pub(crate) use joins::Joins;
pub use state::{GdlMove, GdlState};
pub use together::GdlGame;
