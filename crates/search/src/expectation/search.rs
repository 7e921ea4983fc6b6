//! What all searches for expectations share: the game, what may be spent, what is known, the report.

use ludex_game::{Agent, Game, Model};

use super::table::Table;
use super::{Expectation, ExpectationOptions, Expected, Span, range};
use crate::budget::{Budget, Meter, Observer};
use crate::fixpoint::{NoEquilibria, Unfit};

/// The result of visiting a state.
pub(super) type Visit<T, G> = Result<T, NoEquilibria<<G as Model>::State>>;

/// A search in a game.
pub(super) struct Searching<'g, G: Game> {
    pub game: &'g G,
    pub meter: Meter<'g>,
    pub table: Table<G::State>,
    /// The least and the greatest payoff.
    pub whole: Span,
}

impl<'g, G: Game> Searching<'g, G> {
    /// Starts a search from a state. Fails if the payoffs are no exact numbers.
    pub fn new(
        game: &'g G,
        state: &G::State,
        options: &ExpectationOptions,
        budget: &'g Budget,
        observer: &'g mut dyn Observer,
    ) -> Visit<Searching<'g, G>, G> {
        let inexact = || NoEquilibria::Unfit(Unfit::Inexact(Agent::FIRST), state.clone());
        let whole = range(game.outcomes()).ok_or_else(inexact)?;
        let max_bytes = if options.transpositions { options.max_bytes } else { 0 };
        let table = Table::new(max_bytes, game.heap_bytes());
        Ok(Searching { game, meter: Meter::new(budget, observer), table, whole })
    }

    /// Returns the moves of the agent on turn, or an error if it has none.
    pub fn moves(&self, state: &G::State, agent: Agent) -> Visit<Vec<G::Move>, G> {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        match moves.is_empty() {
            true => Err(NoEquilibria::Unfit(Unfit::Stuck, state.clone())),
            false => Ok(moves),
        }
    }

    /// Reports bounds and best moves, of which `all` says whether there are no others. A search that
    /// was stopped knows nothing but the range of the payoffs.
    pub fn report(self, found: Visit<(Span, Vec<G::Move>), G>, all: bool) -> Expected<G> {
        let (nodes, bytes) = (self.meter.nodes(), self.table.bytes());
        let ((span, best), stopped) = match found {
            Ok(found) => (found, None),
            Err(NoEquilibria::Stopped(stopped)) => ((self.whole, Vec::new()), Some(stopped)),
            Err(unfit) => return Err(unfit),
        };
        let (Span { low, high }, all_best) = (span, all || best.is_empty());
        Ok(Expectation { low, high, best, all_best, nodes, bytes, stopped })
    }
}
