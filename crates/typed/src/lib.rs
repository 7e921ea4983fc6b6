//! The searches and players compiled for every type of game.
//!
//! Generic code is compiled in the crate that uses it with a type. This crate does so for all types
//! of games, and the crates above see [`TurnGame`] and [`MatrixGame`] only: they are compiled in
//! parallel with it, once, and for size.

mod games;
mod traits;

pub use games::{Typed, built_in};
pub use traits::{MatrixGame, MixedStrategies, TurnGame};
