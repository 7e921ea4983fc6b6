//! The answer to a chess problem.

use ludex_evidence::Evidence;
use serde::{Deserialize, Serialize};

use super::{ProblemIntention, ProblemMates};
use crate::answers::ProofSize;

/// The solutions of a chess problem.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct ProblemSolved {
    /// The stipulation (or formula), as it was understood.
    pub stipulation: String,
    /// The position.
    pub position: String,
    /// The board.
    pub drawing: String,
    /// What was assumed because the position does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<ProblemAssumed>,
    /// The moves of every solution: a complete line where the sides work together, otherwise a key.
    pub solutions: Vec<Vec<String>>,
    /// How many there are.
    pub count: usize,
    /// Whether these are all.
    pub complete: bool,
    /// How many solutions a list has at most, if one of them was cut off there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limited: Option<usize>,
    /// The solutions as books print them, in the same order.
    pub printed: Vec<String>,
    /// The keys, with the number of moves each takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<ProblemKey>>,
    /// Solutions in fewer moves than asked for: lines, or keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<Vec<Vec<String>>>,
    /// How many defences have more than one answer, where variations were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duals: Option<usize>,
    /// How many of them are minor: the answers are moves of one man to one square, or along one line.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub minor_duals: usize,
    /// The mates at the ends of the solutions or of the play that was looked at, where mate is the
    /// goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mates: Option<ProblemMates>,
    /// The play after each key, where it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
    /// The play if the other side had to move first, where keys are asked for and set play, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_variations: Vec<Variation>,
    /// Defences that are answered one way in set play and another way after a key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<ProblemChange>,
    /// First moves that only one defence refutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<Vec<ProblemTry>>,
    /// Help play with the other side starting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_play: Option<ProblemPart>,
    /// The solutions with the colours exchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplex: Option<ProblemPart>,
    /// How the solutions compare with the author's intention, where it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intention: Option<ProblemIntention>,
    /// What the last move before the position tells: whether en passant or castling is possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The stipulation as a formula about the side that moves first.
    pub formula: String,
    /// Moves played by the searches.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// The proof of the formula, where evidence was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofSize>,
    /// Why the search stopped before its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The evidence, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A defence that is answered differently in set play and after a key, as books print it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProblemChange {
    /// The defence.
    pub defence: String,
    /// The answers in set play.
    pub set: Vec<String>,
    /// The answers after the key.
    pub solution: Vec<String>,
}

/// What was assumed about a position, as is usual in problems.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct ProblemAssumed {
    /// The side on turn: Black in `h#n` and `ser-h#n`, otherwise White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The castling rights, as in FEN: where king and rook stand on their first squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub castling: Option<String>,
}

/// A key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProblemKey {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// As books print it.
    pub printed: String,
    /// How many moves the solution takes at most.
    pub length: u32,
}

/// A try.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProblemTry {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What refutes it.
    pub refutation: String,
    /// Both as books print them.
    pub printed: String,
}

/// Set play, or the duplex.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct ProblemPart {
    /// The stipulation that was solved.
    pub stipulation: String,
    /// Its solutions.
    pub solutions: Vec<Vec<String>>,
    /// How many there are.
    pub count: usize,
    /// Whether these are all.
    pub complete: bool,
    /// The solutions as books print them.
    pub printed: Vec<String>,
    /// Whether there are solutions in fewer moves.
    pub shorter_exists: bool,
}

/// A move, and what comes after it.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Variation {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// As books print it, with its number.
    pub printed: String,
    /// After a move of the attacker: what it threatens to do next, as quickly as it can.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub threats: Vec<Variation>,
    /// After a move of the attacker: the defences that parry all threats, or all defences if none
    /// does. After a defence: the quickest answers; more than one is a dual.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<Variation>,
}
