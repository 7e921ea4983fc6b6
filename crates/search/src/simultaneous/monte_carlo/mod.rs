//! Monte Carlo tree search for simultaneous moves (SM-MCTS with regret matching \[LLW13\]), with
//! score bounds.
//!
//! In each node both agents choose by regret matching over the average results of its cells, with
//! some probability of a uniformly random move. As in score bounded MCTS [Saf13, Section 3.5.3, and
//! the outlook of Chapter 5], a node also has a pessimistic and an optimistic value: those of the
//! matrices of its cells' pessimistic and optimistic values. Rows and columns that these show to be
//! dominated are no longer played, solved cells are no longer searched, and if the bounds of the
//! root meet the value is known.

mod node;
mod search;

use ludex_game::SimultaneousGame;

use super::approximation::Approximation;
use super::context::{Halt, MatrixSearchContext};
use super::report::Refusal;
use crate::budget::{Budget, Meter, Observer};
use search::MonteCarlo;

/// The options of SM-MCTS.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SmMctsOptions {
    /// The seed of all randomness.
    pub seed: u64,
    /// The probability that an agent plays a uniformly random move, whatever the regrets.
    pub exploration: f64,
    /// Whether nodes have score bounds; without them no move is pruned and no bound is known.
    pub bounds: bool,
    /// Stop after this many plays.
    pub plays: u64,
}

impl Default for SmMctsOptions {
    fn default() -> SmMctsOptions {
        SmMctsOptions { seed: 0, exploration: 0.2, bounds: true, plays: u64::MAX }
    }
}

/// Searches until the value is known or the budget ends. A node of the budget is a state visited,
/// in the tree or in a random play.
///
/// ```
/// use ludex_game::{Model, StackedGame};
/// use ludex_search::{Budget, Silent, SmMctsOptions, sm_mcts};
/// let game = StackedGame::from_json(r#"{"matrix": [[3, -1], [-1, 1]]}"#).unwrap();
/// let (options, budget) = (SmMctsOptions::default(), Budget::default());
/// let found = sm_mcts(&game, &game.initial(), options, &budget, &mut Silent).unwrap();
/// assert!(found.exact() && (found.bounds.0 - 1.0 / 3.0).abs() < 1e-9);
/// ```
pub fn sm_mcts<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    options: SmMctsOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Approximation<G::Move>, Refusal> {
    let context = MatrixSearchContext::new(game, state, false, Meter::new(budget, observer))?;
    let mut report = Approximation::new(context.range);
    let mut search = MonteCarlo::new(context, options);
    match search.run(state) {
        Ok(()) => {}
        Err(Halt::Stopped(stopped)) => report.stopped = Some(stopped),
        Err(Halt::Refused(refusal)) => return Err(refusal),
    }
    search.report(&mut report);
    Ok(report)
}
