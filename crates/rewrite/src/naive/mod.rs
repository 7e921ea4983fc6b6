//! A direct, slow implementation of the definitions: the engine is tested against it, and evidence that
//! is checked strictly is replayed with it ([`ComparedGame`](crate::ComparedGame)).

mod eval;
mod rewriting;

pub use eval::{Assignment, holds, value};
pub use rewriting::{apply, matches};
