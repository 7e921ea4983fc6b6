//! Asking for the value of a state: the options and the report that value searches share.

use ludex_game::{Agent, Bounds, Hints};

use super::alpha_beta::AlphaBeta;
use crate::budget::{Budget, Observer, Stopped};

/// How to search for a value. Nothing here changes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// Keep a transposition table. (In games with cycles the graph of states is kept in any case.)
    pub transpositions: bool,
    /// Use what the game knows: bounds, candidate moves, slots.
    pub hints: bool,
    /// Take mirror images for one state.
    pub symmetry: bool,
    /// Report every optimal move at the root, not just one.
    pub all_best: bool,
    /// How many threads work on a question that takes long; they share the table. (Games with
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

/// What a search for a value found.
#[derive(Clone, PartialEq, Debug)]
pub struct SolveReport<M> {
    /// What the first agent can get: proved bounds, exact if the two are equal. They stay apart if
    /// the search was stopped, or if play can go on for ever and nobody can force more.
    pub bounds: Bounds,
    /// Optimal moves of the agent on turn: all if asked for, else one. Empty where the value is not
    /// exact or the game is over.
    pub best: Vec<M>,
    /// Whether these are all of them. Looking for all ends when it has taken as many nodes as the
    /// value (or ten million, if that is more).
    pub all_best: bool,
    /// The states visited by a depth-first search, the nodes expanded by a best-first search.
    pub nodes: u64,
    /// The nodes made: depth-first searches make those they visit, best-first ones more.
    pub created: u64,
    /// The nodes expanded without those of second-level searches, from searches on two levels.
    pub first_level: Option<u64>,
    /// A shortest play to the end, from a search that knows one.
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

/// The value of a state with perfect play, by alpha-beta. The first agent is Max; any other agents
/// play against it together. For many states of one game keep an [`AlphaBeta`].
pub fn solve<G: Hints>(
    game: &G,
    state: &G::State,
    options: &SolveOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> SolveReport<G::Move> {
    AlphaBeta::new(game, *options, budget.max_bytes).solve(state, budget, observer)
}
