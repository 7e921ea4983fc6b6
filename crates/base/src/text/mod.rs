//! Texts that people write: sources, places in them, errors that point at a place.

mod count;
mod cursor;
mod error;
mod move_words;
mod quote;
mod source;
mod span;
mod suggest;
pub mod units;
mod visible;

pub use count::{counted, grouped};
pub use cursor::{Cursor, Lexeme};
pub use error::TextError;
pub use move_words::{Fit, MoveWords};
pub use quote::{quote, unquote};
pub use source::{Source, SourceError};
pub use span::Span;
pub use suggest::suggest;
pub use visible::{is_invisible, visible, visible_json, visible_lines};
