//! Double-oracle search with bounds from serialised games (after Bošanský, Lisý, Čermák, Vítek and
//! Pěchouček, *Using Double-Oracle Method and Serialized Alpha-Beta Search for Pruning in
//! Simultaneous Move Games*, IJCAI 2013).
//!
//! Two questions are asked of a matrix of which only bounds are known: what does Max get at least
//! (the game of the pessimistic values), and at most (of the optimistic ones)? Where the answers
//! differ, Max's optimistic and Min's optimistic strategy meet in a cell that is not known: if all
//! of these were, the answers would be the same. That cell is searched next. So the rows and columns
//! that ever matter grow by best replies, as in the double-oracle method, and most cells are never
//! looked at.

mod search;
mod serial;

use ludex_game::SimultaneousGame;

use super::context::{Halt, MatrixSearchContext};
use super::report::{Refusal, SimultaneousReport};
use super::root::Root;
use crate::budget::{Budget, Meter, Observer};
use search::Oracle;

/// How the double-oracle search goes about it. None of it changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OracleOptions {
    /// Search the serialised games for bounds (Prop. 35), where one agent sees the other's move.
    pub serialised: bool,
    /// Remember bounds of states, as far as the memory of the budget allows.
    pub transpositions: bool,
    /// Take a state and its mirror image ([`SimultaneousGame::mirrored`]) for one.
    pub mirror: bool,
}

impl Default for OracleOptions {
    fn default() -> OracleOptions {
        OracleOptions { serialised: true, transpositions: true, mirror: true }
    }
}

/// The value of a state by double-oracle search.
///
/// ```
/// use ludex_game::{Model, RandomStacked};
/// use ludex_search::{Budget, OracleOptions, Silent, double_oracle};
/// let game = RandomStacked::default().generate(1);
/// let (options, budget) = (OracleOptions::default(), Budget::default());
/// let report = double_oracle(&game, &game.initial(), options, &budget, &mut Silent).unwrap();
/// assert!(report.value().is_some());
/// ```
pub fn double_oracle<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: OracleOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<SimultaneousReport<G::Move>, Refusal> {
    let context =
        MatrixSearchContext::new(game, state, options.mirror, Meter::new(budget, observer))?;
    let mut search = Oracle::new(context, options, budget.max_bytes);
    let mut root = Root::default();
    let stopped = match search.root(state, &mut root) {
        Ok(()) => None,
        Err(Halt::Stopped(stopped)) => Some(stopped),
        Err(Halt::Refused(refusal)) => return Err(refusal),
    };
    let mut report = root.report(&search.context, state, search.bytes(), stopped);
    report.serial_nodes = search.serial_nodes();
    report.nodes -= report.serial_nodes;
    Ok(report)
}
