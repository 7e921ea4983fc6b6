//! Errors of a store.

use std::io;
use std::path::PathBuf;

/// Why a store could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// An error of the operating system.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A file of another kind; it was left as it is.
    #[error("this file is not a store of Ludex")]
    NotAStore,
    /// Another version.
    #[error(
        "this store has version {0} of the format; only version {known} is known: name another \
         file, which will be made",
        known = crate::blocks::VERSION
    )]
    Version(u32),
    /// The content is not what was once written.
    #[error("this store is damaged: {0}")]
    Damaged(String),
    /// There is no place for the key.
    #[error(
        "a store is sealed with a key of its user, and there is no folder for it: set HOME, or set \
         LUDEX_KEY to the name of a file"
    )]
    NoKey,
    /// The key cannot be read or made.
    #[error("the key {path} that seals stores cannot be used: {why}", path = path.display())]
    Key {
        /// The file of the key.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Locked.
    #[error("this store is in use by another process")]
    InUse,
    /// An answer that contradicts a stored one.
    #[error(
        "the new answer contradicts the stored one: it is between the outcomes {new_low} and \
         {new_high}, where {low} to {high} was proved before"
    )]
    Contradiction {
        /// The least rank of the stored answer.
        low: u16,
        /// The greatest rank of the stored answer.
        high: u16,
        /// The least rank of the new answer.
        new_low: u16,
        /// The greatest rank of the new answer.
        new_high: u16,
    },
}

impl StoreError {
    pub(crate) fn damaged(what: impl ToString) -> StoreError {
        StoreError::Damaged(what.to_string())
    }
}
