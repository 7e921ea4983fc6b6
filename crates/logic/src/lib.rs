//! Modal formulas (MMLK, Def. 22) and the library of solution concepts.

mod compile;
mod complain;
mod definitions;
mod display;
mod error;
mod expand;
mod formula;
mod lexer;
mod measure;
mod notes;
mod parser;
mod raw;
mod reserved;
mod resolve;
mod suggest;
mod syntax;
mod vocabulary;

pub use compile::{Compiled, compile};
pub use definitions::{Definitions, PRELUDE};
pub use error::{LogicError, Source};
pub use formula::{Connective, Formula, Formulas};
pub use notes::{Concept, KnownAs};
pub use vocabulary::Vocabulary;
