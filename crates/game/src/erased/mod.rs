//! Games whose type is erased, so that code that need not be quick is compiled once.
//!
//! A generic function is compiled anew for every type of game, and there are dozens of them. That is
//! what makes inner loops fast, and it is wasted on everything around them: describing positions,
//! matches, strategies, evidence. Such code takes a [`DynGame`] (or a [`DynSimultaneousGame`]), which
//! is a game like any other, with states behind a pointer and moves by number.
//!
//! A [`Numbered`] game is the bridge between the two: code that knows its type can take a
//! [`DynState`] apart and number its moves.

mod game;
mod numbered;
mod state;

pub use game::{DynGame, DynSimultaneousGame};
pub use numbered::{DynMove, ErasedGame, ErasedModel, ErasedSimultaneous, Numbered};
pub use state::DynState;
