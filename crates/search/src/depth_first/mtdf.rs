//! MTD(f) [PSPB96]: the value by null windows, each next to the bound that the last one proved.
//!
//! Alpha-beta halves the outcomes between its bounds; MTD(f) starts at a guess and walks towards the
//! value. With a good guess two windows are enough, and a value that is far away takes many.

use ludex_game::{Bounds, Hints, Outcome, Turn};

use super::WeakSolutions;
use super::alpha_beta::AlphaBeta;
use super::solve::SolveReport;
use crate::algorithms::{ValueOptions, ValueSearch};
use crate::budget::{Budget, Meter, Observer, Search, Stopped};

/// Makes the search.
pub(crate) fn mtdf<'g, G: Hints>(
    game: &'g G,
    options: &ValueOptions,
) -> Box<dyn ValueSearch<G> + 'g> {
    let search = AlphaBeta::new(game, options.alpha_beta(), options.max_bytes);
    Box::new(MtdF { game, guess: None, search })
}

/// A search for values by MTD(f), on the table of an alpha-beta search.
struct MtdF<'g, G: Hints> {
    game: &'g G,
    /// The value of the last state, a guess for the next one.
    guess: Option<Outcome>,
    search: AlphaBeta<'g, G>,
}

impl<G: Hints> MtdF<'_, G> {
    /// Asks about the window next to the guess until the bounds meet; the guess is then the value.
    fn converge(&mut self, meter: &mut Meter, state: &G::State, bounds: &mut Bounds) -> Search<()> {
        let middle = Outcome((bounds.low.0 + bounds.high.0) / 2);
        let mut guess = self.guess.unwrap_or(middle).clamp(bounds.low, bounds.high);
        while bounds.low < bounds.high {
            meter.bounds = Some(*bounds);
            let at_least = if guess == bounds.low { guess.better() } else { guess };
            guess = Outcome(self.search.ask(meter, state, at_least.0)?);
            match guess >= at_least {
                true => bounds.low = guess,
                false => bounds.high = guess,
            }
            meter.iteration += 1;
        }
        self.guess = bounds.exact();
        Ok(())
    }
}

impl<G: Hints> ValueSearch<G> for MtdF<'_, G> {
    fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        // The graph of a game with cycles is not searched by windows.
        if self.game.can_repeat() || self.game.turn(state) == Turn::Final {
            return self.search.solve(state, budget, observer);
        }
        let mut bounds = self.search.first_bounds(state);
        let mut meter = Meter::new(budget, observer);
        let result = self.converge(&mut meter, state, &mut bounds);
        let nodes = meter.nodes();
        if let Err(stopped) = result {
            let (bytes, stopped) = (self.search.table_bytes(), Some(stopped));
            let known = SolveReport::unknown(bounds);
            return SolveReport {
                nodes,
                value_nodes: nodes,
                created: nodes,
                bytes,
                stopped,
                ..known
            };
        }
        meter.value_found(bounds);
        // The table knows the value by now: what is left are the best moves.
        let rest = Budget {
            max_nodes: budget.max_nodes.map(|most| most.saturating_sub(nodes)),
            ..budget.clone()
        };
        let report = self.search.solve(state, &rest, observer);
        SolveReport {
            nodes: report.nodes + nodes,
            value_nodes: nodes,
            created: report.created + nodes,
            ..report
        }
    }

    fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        self.search.weak_solutions(state, value, budget, observer)
    }
}
