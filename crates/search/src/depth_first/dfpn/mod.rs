//! Depth-first proof number search: df-pn, and depth-first MOPNS.
//!
//! Proof number search (Section 2.4) looks where the least effort seems to be left. Nagai's df-pn
//! visits nodes in the same order without keeping a tree: see `engine`. What it has learned is in
//! a table of bounded size (`table`), shared by several threads if asked for (`threads`). Games with
//! cycles are answered rightly too: `cycles` says how and why.

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

use self::effort::{Many, One};
use self::solver::Solver;
use super::solution::WeakSolutions;
use super::solve::SolveReport;
use crate::budget::{Budget, Observer, Stopped};

pub use self::options::DfPnOptions;

/// Makes the public face of a search.
macro_rules! face {
    ($(#[$doc:meta])* $name:ident, $width:ty, $make_width:expr, $find:ident) => {
        $(#[$doc])*
        pub struct $name<'g, G: Hints>(Solver<'g, G, $width>);

        impl<'g, G: Hints> $name<'g, G> {
            /// A search whose table uses at most this many bytes.
            pub fn new(game: &'g G, options: DfPnOptions, max_bytes: usize) -> Self {
                let width: fn(&G) -> $width = $make_width;
                $name(Solver::new(game, width(game), options, max_bytes))
            }

            /// The same search with so many threads that share the table.
            pub fn with_threads(self, threads: usize) -> Self
            where
                G: Sync,
                G::State: Sync,
            {
                $name(self.0.with_threads(threads, threads::together))
            }

            /// The value of a state. In a game with cycles: the best rank Max can force and the
            /// least Max can be held to, in finite play.
            pub fn solve(
                &mut self,
                state: &G::State,
                budget: &Budget,
                observer: &mut dyn Observer,
            ) -> SolveReport<G::Move> {
                self.0.report(state, budget, observer, |solver, meter, bounds| {
                    solver.$find(meter, state, bounds)
                })
            }

            /// All bounds that were proved, as pairs of a key and a word that mean something only
            /// to `restore`: a search that was stopped can go on with them elsewhere.
            pub fn entries(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
                self.0.entries()
            }

            /// Takes over one of the `entries` of a search of the same game; says whether it can be
            /// one. What finds no room is forgotten.
            pub fn restore(&mut self, entry: (u64, u64)) -> bool {
                self.0.restore(entry)
            }

            /// Evidence for the value of a state, as [`weak_solutions`](crate::weak_solutions)
            /// makes it; quick after solving.
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

face! {
    /// Depth-first proof number search (df-pn, Nagai 2002): one question after the other, whether
    /// the value is at least some rank. Keeps its table for the next state.
    DfPn, One, |_| One, narrow
}

face! {
    /// Depth-first multiple-outcome proof number search (Section 3.7.5): all outcomes at once, with
    /// all effort numbers of a state in one entry. Keeps its table for the next state.
    DfMopns, Many, |game| Many(game.outcomes().len().max(2) - 1), attract
}
