//! A direct, slow implementation of the definitions, which the engine is tested against.

mod eval;
mod rewriting;

pub use eval::{Assignment, holds, value};
pub use rewriting::{apply, matches};
