//! Depth-first proof number search: df-pn, and depth-first MOPNS.
//!
//! Proof number search [Saf13, Section 2.4] explores the node where the least effort seems to be
//! left. Df-pn \[Nag02\] visits nodes in the same order without keeping a tree: see `engine`. Its
//! results are in a table of bounded size (`table`), shared by several threads if asked for
//! (`threads`). Games with cycles are solved correctly too: see `cycles`.

mod choice;
mod cycles;
mod effort;
mod engine;
mod evidence;
mod goal;
mod look;
mod narrow;
mod options;
mod solver;
pub(super) mod table;
mod threads;

use ludex_game::{Hints, Outcome};

use self::solver::Solver;
use super::solution::WeakSolutions;
use super::solve::SolveReport;
use crate::budget::{Budget, Observer, Stopped};

pub use self::options::DfPnOptions;

/// Defines the public type of a search.
macro_rules! public_search {
    ($(#[$doc:meta])* $name:ident, $width:expr, $find:ident) => {
        $(#[$doc])*
        pub struct $name<'g, G: Hints>(Solver<'g, G>);

        impl<'g, G: Hints> $name<'g, G> {
            /// Makes a search whose table uses at most this many bytes.
            pub fn new(game: &'g G, options: DfPnOptions, max_bytes: usize) -> Self {
                let width: fn(&G) -> usize = $width;
                $name(Solver::new(game, width(game), options, max_bytes))
            }

            /// Uses this number of threads, which share the table.
            pub fn with_threads(self, threads: usize) -> Self
            where
                G: Sync,
                G::State: Sync,
            {
                $name(self.0.with_threads(threads, threads::run_parallel))
            }

            /// Searches for the value of a state. In a game with cycles: the best rank Max can
            /// force and the least Max can be held to, in finite play.
            pub fn solve(
                &mut self,
                state: &G::State,
                budget: &Budget,
                observer: &mut dyn Observer,
            ) -> SolveReport<G::Move> {
                self.0.report(state, budget, observer, Solver::$find)
            }

            /// Returns all entries of the table, as words that only `restore` interprets: a search
            /// that was stopped can continue with them elsewhere.
            pub fn entries(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
                self.0.entries()
            }

            /// Restores one of the `entries` of a search of the same game; returns whether it is a
            /// valid entry. Entries for which there is no room are dropped.
            pub fn restore(&mut self, entry: &[u64]) -> bool {
                self.0.restore(entry)
            }

            /// Returns the number of words of an entry.
            pub fn entry_words(&self) -> usize {
                self.0.entry_words()
            }

            /// Makes evidence for the value of a state, as
            /// [`weak_solutions`](crate::weak_solutions) does; fast after solving.
            pub fn weak_solutions(
                &mut self,
                state: &G::State,
                value: Outcome,
                budget: &Budget,
                observer: &mut dyn Observer,
            ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
                self.0.weak_solutions(state, value, budget, observer)
            }
        }
    };
}

public_search! {
    /// Depth-first proof number search (df-pn \[Nag02\]): one question after the other, whether the
    /// value is at least some rank. Keeps its table for the next state.
    DfPn, |_| 1, narrow
}

public_search! {
    /// Depth-first multiple-outcome proof number search [Saf13, Section 3.7.5]: all outcomes at
    /// once, with all effort numbers of a state in one entry. Keeps its table for the next state.
    DfMopns, |game| game.outcomes().len().max(2) - 1, attract
}
