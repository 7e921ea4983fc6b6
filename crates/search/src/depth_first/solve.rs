//! Asking for the value of a state: the options and the report that value searches share.

use ludex_game::{Bounds, Hints};

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
    /// The bytes of the table or graph.
    pub bytes: usize,
    /// Why the search ended early.
    pub stopped: Option<Stopped>,
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
