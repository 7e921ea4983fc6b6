//! Answers about games of simultaneous moves.

use crate::budget::Stopped;

/// Why a game cannot be solved as a stacked-matrix game [Saf13, Def. 39].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Refusal {
    /// There are not two agents.
    Agents(usize),
    /// Two final states differ in the sum of the payoffs of both agents.
    NotZeroSum {
        /// The sum of one state.
        one: f64,
        /// The sum of another.
        other: f64,
    },
    /// The payoff of a final state is outside the range that the game states.
    Payoff(f64),
    /// A state can be reached from itself.
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

/// A mixed strategy in one state: moves with their probabilities, without those of probability 0.
pub type Mixed<M> = Vec<(M, f64)>;

/// The result of a search of a stacked-matrix game.
#[derive(Clone, PartialEq, Debug)]
pub struct SimultaneousReport<M> {
    /// The value for the first agent lies between these; they are equal if it was found.
    pub bounds: (f64, f64),
    /// A mixed strategy of the first agent in the state asked about that guarantees the lower bound
    /// (if followed by optimal play). Empty in a final state.
    pub row: Mixed<M>,
    /// A mixed strategy of the second agent that pays no more than the upper bound.
    pub column: Mixed<M>,
    /// The number of visits to states that are not final.
    pub nodes: u64,
    /// The linear programs solved: matrix games, dominance tests and bounds.
    pub lp_calls: u64,
    /// The nodes of searches in serialised games.
    pub serial_nodes: u64,
    /// The greatest number of rows and of columns of a matrix.
    pub largest: (usize, usize),
    /// The bytes of tables.
    pub bytes: usize,
    /// Why the value was not found, if it was not.
    pub stopped: Option<Stopped>,
}

impl<M> SimultaneousReport<M> {
    /// Returns the value of the game for the first agent, if it was found.
    pub fn value(&self) -> Option<f64> {
        self.stopped.is_none().then_some(self.bounds.0)
    }
}
