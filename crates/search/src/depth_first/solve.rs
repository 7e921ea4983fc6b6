//! The options and the report that searches for values share.

use ludex_game::{Agent, Bounds, Hints};

use super::alpha_beta::AlphaBeta;
use crate::budget::{Budget, Observer, Stopped};

/// Options of a search for a value. They do not change the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// Keep a transposition table. (In games with cycles the graph of states is kept in any case.)
    pub transpositions: bool,
    /// Use the hints of the game: bounds, candidate moves, history indices.
    pub hints: bool,
    /// Treat mirror images as one state.
    pub symmetry: bool,
    /// Report every optimal move at the root, not just one.
    pub all_best: bool,
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
            all_best: false,
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
    /// Optimal moves of the agent to move: all if asked for, otherwise one. Empty if the value is
    /// not exact or the game is over.
    pub best: Vec<M>,
    /// Whether `best` has all optimal moves. The search for them ends when it has taken as many
    /// nodes as the value (or ten million, if that is more).
    pub all_best: bool,
    /// The states visited by a depth-first search, the nodes expanded by a best-first search.
    pub nodes: u64,
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
            created: 0,
            first_level: None,
            line: None,
            bytes: 0,
            stopped: None,
        }
    }

    /// Converts every move, for instance to its number.
    pub fn map<N>(self, mut convert: impl FnMut(M) -> N) -> SolveReport<N> {
        let SolveReport { bounds, all_best, nodes, created, first_level, bytes, stopped, .. } =
            self;
        let line = self.line.map(|line| {
            line.into_iter().map(|(agent, mv)| (agent, convert(mv))).collect::<Vec<_>>()
        });
        let best = self.best.into_iter().map(convert).collect();
        SolveReport { bounds, best, all_best, nodes, created, first_level, line, bytes, stopped }
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
