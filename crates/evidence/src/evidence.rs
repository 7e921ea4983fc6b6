//! The data model of an evidence file: everything as text, so that a person can read it and no
//! change of a move's or state's representation can make an old file mean something else.
//!
//! The serde names here *are* the file format, in both encodings; see `FORMAT.md`. The binary
//! encoding is not self-describing, so fields and variants keep their order within a version.

use serde::{Deserialize, Serialize};

use crate::NodeList;

/// The value of [`Evidence::format`].
pub const FORMAT: &str = "ludex-evidence";

/// The version of the format that this crate writes and reads.
pub const VERSION: u32 = 1;

/// A claim about a position of a game, with all that is needed to check it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The game: a specification such as `hex:size=4`, or the name of a file.
    pub game: String,
    /// The [`digest`](ludex_base::digest) of the file, if the game is one.
    pub digest: Option<String>,
    /// The position that the claim is about, in the game's notation.
    pub position: String,
    /// The claim, with the evidence for it.
    pub claim: Claim,
}

/// The claim of evidence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Claim {
    /// A formula holds, or fails.
    Formula {
        /// The agent asked about: `A` of the formula.
        agent: String,
        /// The formula as it was asked.
        formula: String,
        /// The text of the definitions it uses beyond the prelude.
        definitions: Option<String>,
        /// Whether it holds.
        holds: bool,
        /// A proof if it holds, a disproof if not.
        proof: ProofText,
    },
    /// The value lies between bounds; it is known when they meet [Saf13, Def. 13]. A bound that
    /// every outcome obeys needs no evidence and is left out.
    Value {
        /// The first agent gets at least this: a weak Max-solution [Saf13, Def. 11].
        low: Option<Bound>,
        /// The first agent gets at most this: a weak Min-solution [Saf13, Def. 12] for the next
        /// better outcome.
        high: Option<Bound>,
    },
    /// The value of a game of simultaneous moves lies between what mixed strategies guarantee.
    Mixed {
        /// The first agent gets at least this in expectation: a strategy of the first agent.
        low: Option<MixedBound>,
        /// The first agent gets at most this in expectation: a strategy of the second agent.
        high: Option<MixedBound>,
    },
    /// The answer to a question in a logic with strategies of its own (Game Prolog's `force`, ATL).
    Answer {
        /// The question.
        query: String,
        /// Whether the answer is yes.
        holds: bool,
        /// The strategy of the side that succeeds: one position per line, as JSON texts. The crate
        /// of the logic checks it.
        witness: Vec<String>,
    },
    /// What all agents get in a subgame-perfect equilibrium: nobody can gain by deviating anywhere.
    Equilibrium {
        /// What each agent gets, in playing order.
        values: Vec<(String, String)>,
        /// The states that any play can reach, children before parents; the last one is the root.
        nodes: Vec<EquilibriumLine>,
    },
    /// What one agent can secure against all others together, who play for nothing else.
    Guarantee {
        /// The agent.
        agent: String,
        /// The agent gets at least this; outcomes are its payoffs.
        low: Option<Bound>,
        /// The others can hold it to this.
        high: Option<Bound>,
    },
}

impl Evidence {
    /// Returns the number of nodes: states, or pairs of a state and a formula, each counted once.
    pub fn size(&self) -> usize {
        match &self.claim {
            Claim::Formula { proof, .. } => proof.nodes.len(),
            Claim::Equilibrium { nodes, .. } => nodes.len(),
            Claim::Value { low, high } | Claim::Guarantee { low, high, .. } => {
                let bounds = low.iter().chain(high);
                bounds.map(|bound| bound.nodes.len()).sum()
            }
            Claim::Mixed { low, high } => {
                let bounds = low.iter().chain(high);
                bounds.map(|bound| bound.nodes.len()).sum()
            }
            Claim::Answer { witness, .. } => witness.len(),
        }
    }
}

/// A [`Proof`](crate::Proof) as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofText {
    /// The parts of the claim's formula, one per line, parts before wholes.
    pub formulas: Vec<String>,
    /// The nodes, children before parents; the last one is the root.
    pub nodes: NodeList<ProofLine>,
}

/// A node of a [`ProofText`]: its label `(q, φ)`, whether `φ` holds in `q`, and the step that
/// proves it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofLine {
    /// The position `q`.
    pub position: String,
    /// The formula `φ`, as an index into [`ProofText::formulas`].
    pub formula: u32,
    /// Whether `φ` holds in `q`.
    pub holds: bool,
    /// The step that proves it.
    pub step: ProofStep,
}

/// [`Step`](crate::Step) as text; numbers are indices into [`ProofText::nodes`]. The pass of
/// [`ludex_game::Question`] is written `pass`: an agent that has it has no other move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProofStep {
    /// An atom, or `true`: by evaluation.
    Look,
    /// Both parts of a conjunction hold.
    Both(u32, u32),
    /// The left part of a conjunction fails.
    Left(u32),
    /// The right part of a conjunction fails.
    Right(u32),
    /// The body of the box holds after every choice.
    All(Vec<(String, u32)>),
    /// The body of the box fails after this choice.
    Some(String, u32),
}

/// A bound on the value with its [`Solution`](crate::Solution) as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// The name of the outcome.
    pub outcome: String,
    /// The nodes, children before parents; the last one is the root.
    pub nodes: NodeList<SolutionLine>,
}

/// A node of a solution, as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolutionLine {
    /// The position.
    pub position: String,
    /// The reason why it belongs to the solution.
    pub step: SolutionStep,
}

/// [`SolutionNode`](crate::SolutionNode) as text; numbers are indices into [`Bound::nodes`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SolutionStep {
    /// The game is over, with this outcome.
    Final(String),
    /// The holder of the solution is on turn and plays this move.
    Choose(String, u32),
    /// The other agent is on turn: every move it has.
    Replies(Vec<(String, u32)>),
}

/// A state of an equilibrium, as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EquilibriumLine {
    /// The position.
    pub position: String,
    /// What each agent gets from here on, in playing order: fractions in lowest terms.
    pub values: Vec<String>,
    /// What happens here.
    pub step: EquilibriumStep,
}

/// What happens in a state of an equilibrium; numbers are indices of its nodes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EquilibriumStep {
    /// The game is over.
    Final,
    /// The agent on turn plays this move, of all that it has.
    Choose(String, Vec<(String, u32)>),
    /// Chance moves: everything that can happen. The probabilities are those of the game.
    Chance(Vec<(String, u32)>),
}

/// A bound on the value of a game of simultaneous moves, with a
/// [`MixedStrategy`](crate::MixedStrategy) as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MixedBound {
    /// The exact guarantee of the strategy.
    pub value: String,
    /// The states it can reach that are not final, deeper ones first; the last one is the root.
    pub nodes: Vec<MixedLine>,
}

/// The mixed choice of a strategy in a state, as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MixedLine {
    /// The position.
    pub position: String,
    /// The moves with their probabilities, which add up to exactly 1.
    pub mix: Vec<(String, String)>,
}

impl Evidence {
    /// Returns evidence for a claim about a position of a game, not yet checked.
    pub fn new(game: &str, position: String, claim: Claim) -> Evidence {
        let (format, game) = (FORMAT.to_owned(), game.to_owned());
        Evidence { format, version: VERSION, game, digest: None, position, claim }
    }
}
