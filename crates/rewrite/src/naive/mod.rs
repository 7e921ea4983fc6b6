//! The definitions by brute force: slow, and obviously right. What the engine is tested against.

mod eval;
mod rewriting;

pub use eval::{Assignment, holds, value};
pub use rewriting::{apply, matches};
