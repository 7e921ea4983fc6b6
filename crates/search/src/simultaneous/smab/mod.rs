//! Simultaneous Move Alpha-Beta [Saf13, Algorithm 10]: depth-first search that leaves out rows and
//! columns which are dominated whatever the values of the unknown cells.

mod frame;
mod programs;
mod search;

use ludex_game::SimultaneousGame;

use super::context::{Halt, MatrixSearchContext};
use super::memory::Memory;
use super::report::{Refusal, SimultaneousReport};
use super::root::Root;
use crate::budget::{Budget, Meter, Observer};
use search::Smab;

/// The order in which the cells of a matrix are examined [Saf13, Section 5.3.4].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellOrder {
    /// Row by row.
    Lexicographic,
    /// The first row, the rest of the first column, the rest of the second row … [Saf13, Fig.
    /// 5.12].
    LShaped,
}

/// The options of Simultaneous Move Alpha-Beta. None of them changes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmabOptions {
    /// The order of the cells.
    pub order: CellOrder,
    /// Early bound skipping: no bounds are computed before this many rows and columns are
    /// completely filled.
    pub skip: usize,
    /// Before each cell, test by the systems of [Saf13, Fig. 5.6–5.8] which rows and columns are
    /// dominated.
    pub dominance: bool,
    /// Examine the successors of a state first: final ones, and bounds from the game or the table,
    /// are filled in before any search [Saf13, Section 5.3.4].
    pub look_ahead: bool,
    /// Begin with the moves that the game lists last. (Cards, for instance, come with the lowest
    /// first, and the highest is usually the better bid.)
    pub reverse: bool,
    /// Continue with the row and the column with the best results in the cells filled so far.
    pub learn: bool,
    /// Store bounds of states, as far as the memory of the budget allows.
    pub transpositions: bool,
    /// Identify a state with its mirror image ([`SimultaneousGame::mirrored`]).
    pub mirror: bool,
}

impl Default for SmabOptions {
    fn default() -> SmabOptions {
        SmabOptions::BEST
    }
}

impl SmabOptions {
    /// The options that are usually quickest.
    pub const BEST: SmabOptions = SmabOptions {
        order: CellOrder::LShaped,
        skip: 1,
        dominance: false,
        look_ahead: true,
        reverse: false,
        learn: true,
        transpositions: true,
        mirror: true,
    };

    /// As in [Saf13, Table 5.5], with `skip` 0: L-shaped order from the highest card, no table and
    /// no look-ahead.
    pub const PLAIN: SmabOptions = SmabOptions {
        order: CellOrder::LShaped,
        skip: 0,
        dominance: false,
        look_ahead: false,
        reverse: true,
        learn: false,
        transpositions: false,
        mirror: false,
    };
}

/// Returns the value of a state by Simultaneous Move Alpha-Beta.
///
/// ```
/// use ludex_game::{Model, RandomStacked};
/// use ludex_search::{Budget, Silent, SmabOptions, smab};
/// let game = RandomStacked::default().generate(1);
/// let (options, budget) = (SmabOptions::default(), Budget::default());
/// let report = smab(&game, &game.initial(), options, &budget, &mut Silent).unwrap();
/// assert!(report.value().is_some());
/// ```
pub fn smab<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: SmabOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<SimultaneousReport<G::Move>, Refusal> {
    let context =
        MatrixSearchContext::new(game, state, options.mirror, Meter::new(budget, observer))?;
    let mut search = Smab::new(context, options, budget.max_bytes);
    let mut root = Root::default();
    let stopped = match search.root(state, &mut root) {
        Ok(()) => None,
        Err(Halt::Stopped(stopped)) => Some(stopped),
        Err(Halt::Refused(refusal)) => return Err(refusal),
    };
    let bytes = search.memory.as_ref().map_or(0, Memory::bytes);
    Ok(root.report(&search.context, state, bytes, stopped))
}

/// Returns the result of [Saf13, Algorithm 10] for a state and a window `alpha < beta` [Saf13,
/// Theorem 8]: the value if it is strictly between, an upper bound on it if that is at most
/// `alpha`, a lower bound if that is at least `beta`. Returns `None` if the budget ends first.
pub fn smab_window<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    (alpha, beta): (f64, f64),
    options: SmabOptions,
    budget: &Budget,
) -> Result<Option<f64>, Refusal> {
    let mut silent = crate::budget::Silent;
    let context =
        MatrixSearchContext::new(game, state, options.mirror, Meter::new(budget, &mut silent))?;
    match Smab::new(context, options, budget.max_bytes).search(state, (alpha, beta), 0) {
        Ok(value) => Ok(Some(value)),
        Err(Halt::Stopped(_)) => Ok(None),
        Err(Halt::Refused(refusal)) => Err(refusal),
    }
}
