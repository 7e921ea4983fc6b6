//! Answers about games of simultaneous moves.

use crate::budget::Stopped;

/// Why a game cannot be solved as a stacked-matrix game (Def. 39).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Refusal {
    /// There are not two agents.
    Agents(usize),
    /// Two final states differ in what they pay both agents together.
    NotZeroSum {
        /// What one state pays both together.
        one: f64,
        /// What another pays.
        other: f64,
    },
    /// The payoff of a final state is not what the game says payoffs are.
    Payoff(f64),
    /// A state comes back to itself.
    Cycle,
    /// The game is not over, but an agent has no move.
    NoMove,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Agents(count) => {
                write!(f, "a matrix has rows and columns: two agents are needed, not {count}")
            }
            Refusal::NotZeroSum { one, other } => write!(
                f,
                "the game is not zero-sum: one final state pays both agents together {one}, \
                 another {other}"
            ),
            Refusal::Payoff(payoff) => {
                write!(f, "a final state pays {payoff}, which is outside what the game declares")
            }
            Refusal::Cycle => f.write_str("a play can come back to a state it has been in"),
            Refusal::NoMove => f.write_str("the game is not over, but an agent has no move"),
        }
    }
}

impl std::error::Error for Refusal {}

/// A mixed strategy in one state: moves with their probabilities, those never played left out.
pub type Mixed<M> = Vec<(M, f64)>;

/// What a search of a stacked-matrix game found.
#[derive(Clone, PartialEq, Debug)]
pub struct SimultaneousReport<M> {
    /// The value for the first agent lies between these; they are equal if it was found.
    pub bounds: (f64, f64),
    /// A mixed strategy of the first agent in the state asked about, which gets it the lower bound
    /// (to be followed by optimal play). Empty in a final state.
    pub row: Mixed<M>,
    /// A mixed strategy of the second agent that pays no more than the upper bound.
    pub column: Mixed<M>,
    /// The states visited that are not final, each time they were.
    pub nodes: u64,
    /// The linear programs solved: matrix games, dominance tests and bounds.
    pub lp_calls: u64,
    /// The nodes of searches in serialised games.
    pub serial_nodes: u64,
    /// The most rows and the most columns of a matrix.
    pub largest: (usize, usize),
    /// The bytes of tables.
    pub bytes: usize,
    /// Why the value was not found, if it was not.
    pub stopped: Option<Stopped>,
}

impl<M> SimultaneousReport<M> {
    /// The value of the game for the first agent, if it was found.
    pub fn value(&self) -> Option<f64> {
        self.stopped.is_none().then_some(self.bounds.0)
    }
}
