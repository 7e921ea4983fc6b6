//! GDL: reads, checks, compiles and runs games in the Game Description Language.
//!
//! A description is Datalog with negation, recursion and function terms, in KIF (prefix) or in the
//! infix form. [`Description::read`] reads and checks it; [`GdlGame`] is the game it describes.

mod check;
mod compile;
mod datalog;
mod description;
mod error;
mod game;
mod graph;
mod ground;
mod guard;
mod machine;
mod net;
mod playouts;
mod program;
mod split;
mod symbol;
mod syntax;
mod tabled;
mod terms;

pub use check::Warning;
pub use compile::{EngineChoice, NetworkSize};
pub use description::Description;
pub use error::{Category, GdlError};
pub use game::{GdlGame, GdlMove, GdlState};
pub use playouts::{Playouts, Scores};
