//! Answers as values: what `--json` prints, and what the drawings for people are made from.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// `ludex show`: a position.
#[derive(Serialize, Debug)]
pub struct Shown {
    /// The game, its keys written out.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The first agent: outcomes are told from its side.
    pub first: String,
    /// The agent on turn; `null` where the game is over or all move together.
    pub turn: Option<String>,
    /// The moves every agent has, on turn or not.
    pub legal: Map<String, Value>,
    /// Whether the game is over.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// How it ended, for the first agent.
    pub outcome: Option<String>,
    /// The board as text.
    pub drawing: String,
}

/// A line of `ludex replay`: a state reached.
#[derive(Serialize, Debug)]
pub struct Reached {
    /// The atoms that are true, sorted.
    pub facts: Vec<String>,
    /// The moves every agent has, sorted.
    pub legal: Map<String, Value>,
    /// Whether the game is over.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// What every agent got, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Map<String, Value>>,
}

/// `ludex check`: is the formula true?
#[derive(Serialize, Debug)]
pub struct Checked {
    /// `null` where the budget ran out.
    pub answer: Option<bool>,
    /// The search that answered.
    pub algorithm: String,
    /// Who A was.
    pub asked: String,
    /// The formula as it was typed.
    pub formula: String,
    /// The position asked about.
    pub position: String,
    /// What the search asked the game (Table 4.12).
    pub queries: QueryCounts,
    /// (state, formula) pairs visited.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// The proof, where evidence was asked for or the search is one for cheapest proofs.
    pub proof: Option<ProofSize>,
    /// A principal variation.
    pub line: Vec<String>,
    /// Of a formula about coalitions: what the side that gets its way does, position by position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strategy: Vec<PlanLine>,
    /// Why the search stopped without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// What is done in a position.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct PlanLine {
    /// The position.
    pub position: String,
    /// The moves, each with its agent.
    pub moves: Vec<String>,
}

/// Numbers of queries to the game.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct QueryCounts {
    /// Atoms looked at.
    pub atomic: u64,
    /// Lists of moves asked for.
    pub listmoves: u64,
    /// Moves played.
    pub play: u64,
}

/// The size of a proof.
#[derive(Serialize, Clone, Copy, Debug)]
pub struct ProofSize {
    /// Nodes, equal subtrees counted once.
    pub size: u64,
    /// Its cost: for searches that do not minimise one, its size.
    pub cost: f64,
    /// Which cost no proof has less of, from searches that minimise one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<&'static str>,
}

/// `ludex solve`: the value.
#[derive(Serialize, Debug)]
pub struct Solved {
    /// The outcome for the first agent: its name, or a number where outcomes are numbers.
    pub value: Value,
    /// The first agent.
    pub first: String,
    /// Its number for the first agent.
    pub score: Option<f64>,
    /// The same without rounding, from a search in exact numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
    /// Its number for the agent on turn.
    pub relative: Option<f64>,
    /// Whether the value is proved.
    pub exact: bool,
    /// Whether the search was for something near the value, and has found it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub approximate: bool,
    /// Best moves of the agent on turn; with simultaneous moves those that the first agent mixes.
    pub best: Vec<String>,
    /// Whether these are all of them.
    pub all_best: bool,
    /// The value lies between these (numbers, for the first agent).
    pub bounds: [f64; 2],
    /// The same by name.
    pub bound_names: [String; 2],
    /// The search that answered.
    pub algorithm: String,
    /// Why it was chosen, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The position solved.
    pub position: String,
    /// The agent on turn.
    pub turn: Option<String>,
    /// Positions visited, or nodes expanded by a best-first search.
    pub nodes: u64,
    /// Nodes made: depth-first searches make those they visit, best-first ones more.
    pub created: u64,
    /// Nodes expanded without those of second-level searches, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_level: Option<u64>,
    /// Plies until the end with best play, from a search that knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Such a play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Linear programs solved: none where agents move in turn.
    pub lp_calls: u64,
    /// Mixed strategies of the agents, `{agent: {move: probability}}`: none where they move in turn.
    pub strategies: Map<String, Value>,
    /// The values of all joint moves, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<MatrixShown>,
    /// Time taken.
    pub seconds: f64,
    /// Bytes of tables used.
    pub memory: u64,
    /// Nodes of the pair of proofs, where evidence was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofSize>,
    /// How far the guarantees of mixed strategies are apart, where evidence was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The score the line of a batch said was expected, for the agent on turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// Whether the answer was found in the store, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<bool>,
    /// Why the search stopped without an exact answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// `ludex verify`: is the evidence right?
#[derive(Serialize, Debug)]
pub struct Verified {
    /// Whether it was accepted.
    pub valid: bool,
    /// What it claims.
    pub claim: String,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// Nodes checked.
    pub nodes: u64,
    /// What mixed strategies guarantee.
    #[serde(flatten)]
    pub guarantees: Option<GuaranteesShown>,
}

/// What accepted mixed strategies guarantee the first agent.
#[derive(Serialize, Debug)]
pub struct GuaranteesShown {
    /// At least this on average, exactly.
    pub low: Option<String>,
    /// At most this on average, exactly.
    pub high: Option<String>,
    /// How far they are apart, exactly.
    pub gap: Option<String>,
    /// The same as a decimal number.
    pub gap_decimal: Option<f64>,
}

/// The matrix of a state of simultaneous moves.
#[derive(Serialize, Debug)]
pub struct MatrixShown {
    /// The moves of the first agent.
    pub rows: Vec<String>,
    /// The moves of the second agent.
    pub columns: Vec<String>,
    /// What each joint move is worth to the first agent; `null` where it was not found.
    pub values: Vec<Vec<Option<f64>>>,
}
