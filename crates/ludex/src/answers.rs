//! Answers: values that serde writes and reads. What `--json` prints, and what the drawings for
//! people are made from.

use ludex_base::visible;
use ludex_evidence::Evidence;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::error::InputError;

/// `ludex show`: a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// The game, its keys written out.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// The first agent: outcomes are told from its side.
    pub first: String,
    /// The agent on turn; `null` where the game is over, all move together or chance moves.
    pub turn: Option<String>,
    /// The moves every agent has, on turn or not.
    pub legal: Map<String, Value>,
    /// What can happen, where chance moves, with the probabilities as exact texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<Map<String, Value>>,
    /// Whether the game is over.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// How it ended, for the first agent.
    pub outcome: Option<String>,
    /// The board as text.
    pub drawing: String,
}

/// A line of `ludex replay`: a state reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reached {
    /// The atoms that are true, sorted.
    pub facts: Vec<String>,
    /// The moves every agent has, sorted.
    pub legal: Map<String, Value>,
    /// What can happen, where chance moves, with the probabilities as exact texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<Map<String, Value>>,
    /// Whether the game is over.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// What every agent got, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Map<String, Value>>,
}

/// `ludex check`: is the formula true?
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strategy: Vec<PlanLine>,
    /// Why the search stopped without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What the answer has to be read with: moves that agents do not have off turn, or that are
    /// derived.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// The evidence, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// What is done in a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlanLine {
    /// The position.
    pub position: String,
    /// The moves, each with its agent.
    pub moves: Vec<String>,
}

/// Numbers of queries to the game.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct QueryCounts {
    /// Atoms looked at.
    pub atomic: u64,
    /// Lists of moves asked for.
    pub listmoves: u64,
    /// Moves played.
    pub play: u64,
}

/// The size of a proof.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProofSize {
    /// Nodes, equal subtrees counted once.
    pub size: u64,
    /// Its cost: for searches that do not minimise one, its size.
    pub cost: f64,
    /// Which cost no proof has less of, from searches that minimise one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimal: Option<String>,
}

impl ProofSize {
    /// Returns the size of a proof whose cost is its size.
    pub(crate) fn of(size: usize) -> ProofSize {
        ProofSize { size: size as u64, cost: size as f64, minimal: None }
    }
}

/// What a search has spent.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Work {
    /// The nodes it has counted.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

/// `ludex solve`: the value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Solved {
    /// The outcome for the first agent: its name, or a number where outcomes are numbers.
    pub value: Value,
    /// The first agent.
    pub first: String,
    /// Its number for the first agent.
    pub score: Option<f64>,
    /// The value as a fraction, from a search in exact numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
    /// Its number for the agent on turn.
    pub relative: Option<f64>,
    /// Whether the value is proved.
    pub exact: bool,
    /// Whether the search was for something near the value, and has found it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub approximate: bool,
    /// Best moves of the agent on turn; with simultaneous moves those that the first agent mixes.
    pub best: Vec<String>,
    /// Whether these are all of them.
    pub all_best: bool,
    /// The value lies between these (numbers, for the first agent).
    pub bounds: [f64; 2],
    /// The bounds by name.
    pub bound_names: [String; 2],
    /// The search that answered.
    pub algorithm: String,
    /// Why it was chosen, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The position solved.
    pub position: String,
    /// The agent on turn.
    pub turn: Option<String>,
    /// Nodes that this run counted; what a node is, the table of algorithms says.
    pub nodes: u64,
    /// Those of them that the value took; the others were for best moves.
    pub value_nodes: u64,
    /// Nodes made: depth-first searches make those they visit, best-first ones more.
    pub created: u64,
    /// Nodes expanded without those of second-level searches, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_level: Option<u64>,
    /// Plies until the end with best play, from a search that knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Such a play, or another one of best moves where it was asked for; in a game of one agent a play
    /// to the value, which is its solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// Whether the line ends before the game does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open_line: bool,
    /// Whether the search claims that no solution is shorter, where there is one agent. (The evidence
    /// shows that the play leads to the value, not that it is a shortest one.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<bool>,
    /// Linear programs solved: none where agents move in turn.
    pub lp_calls: u64,
    /// Mixed strategies of the agents, `{agent: {move: probability}}`: none where they move in turn.
    pub strategies: Map<String, Value>,
    /// The values of all joint moves, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matrix: Option<MatrixTable>,
    /// Time that this run took.
    pub seconds: f64,
    /// What this run and the earlier ones took that it continues, where there is a store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<Work>,
    /// Bytes of tables used.
    pub memory: u64,
    /// Nodes of the pair of proofs, where evidence was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofSize>,
    /// How far the guarantees of mixed strategies are apart, where evidence was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The score the line of a batch said was expected, for the agent on turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// Whether the answer was found in the store, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<bool>,
    /// Whether the store is trusted, where parts of it are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<StoreTrust>,
    /// Why the search stopped without an exact answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What every agent gets, `{agent: number}`, where each plays for its own payoff.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Map<String, Value>>,
    /// What every agent gets as exact fractions, where a number in `values` is rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fractions: Option<Map<String, Value>>,
    /// Whether all equilibria have these values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// How ties are decided and what else could come of them, where they matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ties: Option<String>,
    /// All equilibria, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equilibria: Option<EquilibriumList>,
    /// The agent whose guarantee this is: what it can secure against all others together. It is then
    /// the one that `value`, `score` and `bounds` are about, and not what it gets in an equilibrium.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guarantee: Option<String>,
    /// What was wrong with a checkpoint in the store.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// The evidence, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

impl Solved {
    /// Makes an answer that knows nothing about a position.
    pub(crate) fn unknown(first: &str, position: String) -> Solved {
        Solved {
            value: Value::Null,
            first: first.to_string(),
            score: None,
            fraction: None,
            relative: None,
            exact: false,
            approximate: false,
            best: Vec::new(),
            all_best: false,
            bounds: [f64::NEG_INFINITY, f64::INFINITY],
            bound_names: ["anything".to_string(), "anything".to_string()],
            algorithm: String::new(),
            why: None,
            position,
            turn: None,
            nodes: 0,
            value_nodes: 0,
            created: 0,
            first_level: None,
            distance: None,
            line: None,
            open_line: false,
            shortest: None,
            lp_calls: 0,
            strategies: Map::new(),
            matrix: None,
            seconds: 0.0,
            memory: 0,
            proof: None,
            gap: None,
            expected: None,
            stored: None,
            store: None,
            total: None,
            stopped: None,
            values: None,
            fractions: None,
            unique: None,
            ties: None,
            equilibria: None,
            guarantee: None,
            warnings: Vec::new(),
            evidence: None,
        }
    }
}

/// What an answer owes to a store that others have written to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoreTrust {
    /// Whether all of the store was written with the key of the user.
    pub trusted: bool,
    /// What was done about it, in words.
    pub remark: String,
}

/// The subgame-perfect equilibria of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EquilibriumList {
    /// What the agents get, `{agent: number}`: every possibility once.
    pub payoffs: Vec<Map<String, Value>>,
    /// The plays that result, each once.
    pub plays: Vec<EquilibriumPlay>,
    /// Whether these are all plays; the payoffs always are.
    pub complete: bool,
}

/// A play of an equilibrium.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EquilibriumPlay {
    /// Its moves.
    pub line: Vec<String>,
    /// What the agents get, `{agent: number}`.
    pub values: Map<String, Value>,
}

/// `ludex verify`: is the evidence right?
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verified {
    /// Whether it was accepted.
    pub valid: bool,
    /// What it claims.
    pub claim: String,
    /// Why it was rejected.
    pub reason: Option<String>,
    /// Nodes checked.
    pub nodes: u64,
    /// What the claim has to be read with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// What mixed strategies guarantee.
    #[serde(flatten)]
    pub guarantees: Option<MixedGuarantees>,
    /// How the rules were replayed, if the check was strict.
    #[serde(flatten)]
    pub strictly: Option<Strictly>,
}

/// How the rules were replayed in a strict check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Strictly {
    /// Always true.
    pub strict: bool,
    /// What runs the rules.
    pub engine: String,
    /// What every answer of the engine was compared with; `None` if there is nothing else that runs
    /// these rules.
    pub reference: Option<String>,
}

impl Strictly {
    /// Returns what is said of an engine and of what it was compared with.
    pub(crate) fn of(engine: &str, reference: Option<&str>) -> Strictly {
        let reference = reference.map(str::to_owned);
        Strictly { strict: true, engine: engine.to_owned(), reference }
    }

    /// Returns the warning that there was nothing to compare the engine with.
    fn warning(&self) -> Option<Warning> {
        let alone = self.reference.is_none();
        let engine = &self.engine;
        alone.then(|| {
            Warning::of(format!(
                "nothing else runs these rules than {engine}: a fault in it would not be found"
            ))
        })
    }
}

impl Verified {
    /// Makes the verdict on a claim after this many nodes were checked.
    pub(crate) fn of(claim: String, verdict: Result<(), String>, nodes: u64) -> Verified {
        let valid = verdict.is_ok();
        Verified {
            valid,
            claim: visible(&claim).into_owned(),
            reason: verdict.err().map(|reason| visible(&reason).into_owned()),
            nodes,
            warnings: Vec::new(),
            guarantees: None,
            strictly: None,
        }
    }

    /// Adds how the rules were replayed.
    pub(crate) fn strictly(mut self, how: Strictly) -> Verified {
        self.warnings.extend(how.warning());
        Verified { strictly: Some(how), ..self }
    }
}

/// What accepted mixed strategies guarantee the first agent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MixedGuarantees {
    /// At least this on average, exactly.
    pub low: Option<String>,
    /// At most this on average, exactly.
    pub high: Option<String>,
    /// How far they are apart, exactly.
    pub gap: Option<String>,
    /// The gap as a decimal number.
    pub gap_decimal: Option<f64>,
}

/// The matrix of a state of simultaneous moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatrixTable {
    /// The moves of the first agent.
    pub rows: Vec<String>,
    /// The moves of the second agent.
    pub columns: Vec<String>,
    /// What each joint move is worth to the first agent; `null` where it was not found.
    pub values: Vec<Vec<Option<f64>>>,
}

/// What a file in one of the languages contains.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Described {
    /// The language it is written in.
    pub language: String,
    /// The agents, where it says who plays.
    pub agents: Vec<String>,
    /// Figures by name, in the order they are printed.
    pub statistics: Map<String, Value>,
    /// What looks wrong.
    pub warnings: Vec<Warning>,
}

/// Something in a file that looks wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Warning {
    /// The line, counted from 1, where it has one.
    pub line: Option<usize>,
    /// What looks wrong.
    pub message: String,
}

impl Warning {
    /// Makes a remark on no place in particular.
    pub(crate) fn of(message: impl Into<String>) -> Warning {
        Warning { line: None, message: message.into() }
    }
}

/// The answer to a question in one of the logic languages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Replied {
    /// The answer; `null` if there is none within the limits, and `stopped` says why.
    pub result: Value,
    /// What shows it: a counterexample, a plan, a strategy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Value>,
    /// What else should be known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The evidence, where there is some.
    #[serde(skip)]
    pub evidence: Option<Evidence>,
}

impl Replied {
    /// Makes an answer with nothing beside it.
    pub(crate) fn plain(result: Value) -> Replied {
        Replied { result, witness: None, notes: Vec::new(), stopped: None, evidence: None }
    }

    /// Makes the reply where there is no answer within the limits.
    pub fn stopped(why: String) -> Replied {
        Replied { stopped: Some(why), ..Replied::plain(Value::Null) }
    }

    /// Returns the drawing of the answer in a form, `svg` or `dot`.
    pub fn drawing(&self, form: &str) -> Result<&str, InputError> {
        let drawing = self.witness.as_ref().and_then(|witness| witness[form].as_str());
        drawing.ok_or_else(|| InputError::new("there is nothing to draw in this answer"))
    }

    /// Returns the evidence of the answer.
    pub fn proof(&self) -> Result<&Evidence, InputError> {
        self.evidence.as_ref().ok_or_else(|| {
            InputError::new("there is no evidence for this answer")
                .help("answers to `force` of Game Prolog have some")
        })
    }
}

/// Returns an answer as JSON, with warnings before its own.
pub fn with_warnings(warnings: &[Warning], value: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(value).expect("answers have string keys");
    if let (Value::Object(map), false) = (&mut value, warnings.is_empty()) {
        let own = map.remove("warnings");
        let own = own.iter().filter_map(Value::as_array).flatten().cloned();
        let all = warnings.iter().map(|warning| json!(warning)).chain(own).collect();
        map.insert("warnings".to_string(), Value::Array(all));
    }
    value
}
