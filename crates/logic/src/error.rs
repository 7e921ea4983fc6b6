//! Errors in a formula or a definition, and their places.
//!
//! An error carries the text it is about, so that a program can underline the words at fault
//! whether they are in the formula, in the prelude or in a file of definitions.

pub use ludex_base::{Source, SourceError as LogicError};

pub(crate) type Result<T, E = LogicError> = std::result::Result<T, E>;

/// Returns a text as it is quoted in a message: cut off if it is long.
pub(crate) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
