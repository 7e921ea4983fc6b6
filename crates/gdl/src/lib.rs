//! GDL: reads, checks, compiles and runs games in the Game Description Language.
//!
//! A description is Datalog with negation, recursion and function terms, in KIF (prefix) or in the
//! infix form. [`Description::read`] reads and checks it; [`GdlGame`] is the game it describes.

mod check;
mod datalog;
mod description;
mod error;
mod game;
mod graph;
mod machine;
mod program;
mod split;
mod symbol;
mod syntax;
mod terms;

pub use check::Warning;
pub use description::Description;
pub use error::{Category, GdlError};
pub use game::{GdlGame, GdlMove, GdlState};
