//! Questions and answers.

use serde::{Deserialize, Serialize};

/// A question: what is the value of a position?
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The name of the game with all its keys, or of the file it was read from.
    pub game: String,
    /// The digest of the game's file, if it was read from one: the file may change.
    pub digest: Option<String>,
    /// The position, in the notation of the game.
    pub position: String,
}

/// What was proved about a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The first agent gets at least the outcome of this rank.
    pub low: u16,
    /// The first agent gets at most the outcome of this rank.
    pub high: u16,
    /// Optimal moves, in the notation of the game.
    pub best: Vec<String>,
    /// Whether these are all of them.
    pub all_best: bool,
    /// The algorithm that found it.
    pub algorithm: String,
    /// The number of nodes it took.
    pub nodes: u64,
    /// The seconds it took.
    pub seconds: f64,
}
