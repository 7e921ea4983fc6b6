//! Double-oracle search with bounds from serialised games (after \[Bos13\]).
//!
//! Two questions are asked about a matrix of which only bounds are known: what does Max get at
//! least (the game of the pessimistic values), and at most (of the optimistic ones)? If the answers
//! differ, Max's optimistic and Min's optimistic strategy meet in a cell whose value is not known:
//! if all of these were known, the answers would agree. That cell is searched next. So the rows and
//! columns that matter grow by best responses, as in the double-oracle method, and most cells are
//! never examined.

mod search;
mod serial;

use ludex_game::SimultaneousGame;

use super::context::{Halt, MatrixSearchContext};
use super::report::{Refusal, SimultaneousReport};
use super::root::Root;
use crate::budget::{Budget, Meter, Observer};
use search::Oracle;

/// The options of the double-oracle search. None of them changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OracleOptions {
    /// Search the serialised games for bounds [Saf13, Prop. 35], where one agent sees the other's
    /// move.
    pub serialised: bool,
    /// Store bounds of states, as far as the memory of the budget allows.
    pub transpositions: bool,
    /// Identify a state with its mirror image ([`SimultaneousGame::mirrored`]).
    pub mirror: bool,
}

impl Default for OracleOptions {
    fn default() -> OracleOptions {
        OracleOptions { serialised: true, transpositions: true, mirror: true }
    }
}

/// Returns the value of a state by double-oracle search.
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
