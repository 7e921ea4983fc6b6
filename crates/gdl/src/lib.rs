//! GDL: parses, checks, compiles and runs games in the Game Description Language.
//!
//! A description is Datalog with negation, recursion and function terms, in KIF (prefix) or in
//! infix form. [`Description::parse`] parses and checks it; [`GdlGame`] is the game it describes.

mod analysis;
mod check;
mod compile;
mod datalog;
mod description;
mod error;
mod game;
mod ground;
mod guard;
mod inline;
mod machine;
mod net;
mod overflow;
mod playouts;
mod program;
mod specialise;
mod split;
mod statistics;
mod symbol;
mod syntax;
mod tabled;
mod terms;

pub use analysis::Findings;
pub use check::Warning;
pub use compile::{EngineChoice, NetworkSize};
pub use description::Description;
pub use error::{Category, GdlError};
pub use game::{ChanceState, GdlChanceGame, GdlGame, GdlMove, GdlState, GdlTurnGame};
pub use ground::GroundRules;
pub use playouts::Playouts;
pub use statistics::Statistics;
pub use terms::Term;
