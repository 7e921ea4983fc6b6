//! The options and the report that searches for values share.

use std::time::Duration;

use ludex_game::{Agent, Bounds, Hints};

use super::alpha_beta::AlphaBeta;
use crate::budget::{Budget, Observer, Stopped};

/// The optimal moves that a search looks for once it has found the value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum BestMoves {
    /// None at all.
    None,
    /// One of them.
    #[default]
    One,
    /// All of them, if that takes at most as many nodes and as much time as the value did, or
    /// [`BestMoves::FREE`] and [`BestMoves::FREE_TIME`]; otherwise one or more.
    Auto,
    /// All of them.
    All,
}

impl BestMoves {
    /// The number of nodes that [`BestMoves::Auto`] may take however few the value took.
    pub const FREE: u64 = 50_000;

    /// The time that [`BestMoves::Auto`] may take however little the value took, in one thread.
    pub const FREE_TIME: Duration = Duration::from_secs(5);

    /// Returns whether a search is done with this number of moves found.
    pub(crate) fn satisfied(self, found: usize) -> bool {
        match self {
            BestMoves::None => true,
            BestMoves::One => found > 0,
            BestMoves::Auto | BestMoves::All => false,
        }
    }

    /// Returns whether all optimal moves are looked for.
    pub(crate) fn all(self) -> bool {
        matches!(self, BestMoves::Auto | BestMoves::All)
    }

    /// Returns how many moves to report where finding them takes no work.
    pub(crate) fn at_most(self) -> usize {
        match self {
            BestMoves::None => 0,
            BestMoves::One => 1,
            BestMoves::Auto | BestMoves::All => usize::MAX,
        }
    }
}

/// Options of a search for a value. They do not change the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// Keep a transposition table. (In games with cycles the graph of states is kept in any case.)
    pub transpositions: bool,
    /// Use the hints of the game: bounds, candidate moves, history indices.
    pub hints: bool,
    /// Treat mirror images as one state.
    pub symmetry: bool,
    /// Which optimal moves of the root to report.
    pub best: BestMoves,
    /// The number of threads for a question that takes long; they share the table. (Games with
    /// cycles, and searches without a table, use one.)
    pub threads: usize,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions {
            transpositions: true,
            hints: true,
            symmetry: true,
            best: BestMoves::One,
            threads: 1,
        }
    }
}

/// The result of a search for a value.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveReport<M> {
    /// What the first agent can force: proved bounds, exact if the two are equal. They differ if
    /// the search was stopped, or if play can go on for ever and nobody can force more.
    pub bounds: Bounds,
    /// Optimal moves of the agent to move, as many as [`BestMoves`] asked for. Empty if the value
    /// is not exact or the game is over.
    pub best: Vec<M>,
    /// Whether `best` is known to have all optimal moves.
    pub all_best: bool,
    /// The nodes that this run counted; [`AlgorithmInfo::node`](crate::AlgorithmInfo::node) says
    /// what a node is.
    pub nodes: u64,
    /// The part of them that was counted before the value was known; the rest was for best moves.
    pub value_nodes: u64,
    /// The number of nodes created: by depth-first searches those visited, by best-first searches
    /// more.
    pub created: u64,
    /// The number of nodes expanded without those of second-level searches, in searches on two
    /// levels.
    pub first_level: Option<u64>,
    /// A shortest play to the end, from searches that find one.
    pub line: Option<Vec<(Agent, M)>>,
    /// The bytes of the table or graph.
    pub bytes: usize,
    /// Why the search ended early.
    pub stopped: Option<Stopped>,
}

impl<M> SolveReport<M> {
    /// Returns the report of a search that knows nothing but bounds, without any work.
    pub fn unknown(bounds: Bounds) -> SolveReport<M> {
        SolveReport {
            bounds,
            best: Vec::new(),
            all_best: false,
            nodes: 0,
            value_nodes: 0,
            created: 0,
            first_level: None,
            line: None,
            bytes: 0,
            stopped: None,
        }
    }

    /// Converts every move, for instance to its number.
    pub fn map<N>(self, mut convert: impl FnMut(M) -> N) -> SolveReport<N> {
        let SolveReport { bounds, all_best, nodes, value_nodes, created, first_level, .. } = self;
        let (bytes, stopped) = (self.bytes, self.stopped);
        let line = self.line.map(|line| {
            line.into_iter().map(|(agent, mv)| (agent, convert(mv))).collect::<Vec<_>>()
        });
        let best = self.best.into_iter().map(convert).collect();
        SolveReport {
            bounds,
            best,
            all_best,
            nodes,
            value_nodes,
            created,
            first_level,
            line,
            bytes,
            stopped,
        }
    }
}

/// Finds the value of a state with perfect play, by alpha-beta. The first agent is Max; all other
/// agents form a coalition against it. For many states of one game keep an [`AlphaBeta`].
pub fn solve<G: Hints>(
    game: &G,
    state: &G::State,
    options: &SolveOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> SolveReport<G::Move> {
    AlphaBeta::new(game, *options, budget.max_bytes).solve(state, budget, observer)
}
