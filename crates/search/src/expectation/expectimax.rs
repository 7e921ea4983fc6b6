//! Expectimax: the value by its definition, everything visited.

use ludex_game::{Agent, Game, Rational, Turn, chances};

use super::search::{Searching, Visit};
use super::{ExpectationOptions, Expected, Span, payoff};
use crate::budget::{Budget, Observer, deep};
use crate::fixpoint::{NoEquilibria, Unfit};

/// Finds what the first agent can expect in a state of a zero-sum game without cycles: the best of
/// what follows where it is on turn, the worst where its opponent is, the average where chance moves.
pub fn expectimax<G: Game>(
    game: &G,
    state: &G::State,
    options: &ExpectationOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Expected<G> {
    let mut search = Expectimax(Searching::new(game, state, options, budget, observer)?);
    let found = search.best(state);
    search.0.report(found, true)
}

struct Expectimax<'g, G: Game>(Searching<'g, G>);

impl<G: Game> Expectimax<'_, G> {
    /// Returns the value of a state, and all moves of the agent on turn that have it.
    fn best(&mut self, state: &G::State) -> Visit<(Span, Vec<G::Move>), G> {
        let value = self.value(state, 0)?;
        let span = Span::exactly(value.clone());
        let Turn::Of(agent) = self.0.game.turn(state) else { return Ok((span, Vec::new())) };
        let mut best = Vec::new();
        for mv in self.0.moves(state, agent)? {
            if self.value(&self.0.game.after(state, agent, mv), 1)? == value {
                best.push(mv);
            }
        }
        Ok((span, best))
    }

    fn value(&mut self, state: &G::State, depth: u32) -> Visit<Rational, G> {
        if let Some(known) = self.0.table.get(state) {
            return Ok(known.low.clone());
        }
        self.0.meter.node()?;
        let value = deep::<G::State, _>(depth, || match self.0.game.turn(state) {
            Turn::Final => payoff(self.0.game, state),
            Turn::Together => Err(NoEquilibria::Unfit(Unfit::Together, state.clone())),
            Turn::Chance => self.average(state, depth),
            Turn::Of(agent) => self.choice(state, agent, depth),
        })?;
        self.0.table.keep(state, &Span::exactly(value.clone()));
        Ok(value)
    }

    fn average(&mut self, state: &G::State, depth: u32) -> Visit<Rational, G> {
        let mut sum = Rational::ZERO;
        for (mv, probability) in chances(self.0.game, state) {
            let after = self.0.game.after(state, Agent::CHANCE, mv);
            sum = &sum + &(&self.value(&after, depth + 1)? * &probability.into());
        }
        Ok(sum)
    }

    fn choice(&mut self, state: &G::State, agent: Agent, depth: u32) -> Visit<Rational, G> {
        let mut best: Option<Rational> = None;
        for mv in self.0.moves(state, agent)? {
            let value = self.value(&self.0.game.after(state, agent, mv), depth + 1)?;
            best = Some(match (best, agent) {
                (None, _) => value,
                (Some(best), Agent::FIRST) => best.max(value),
                (Some(best), _) => best.min(value),
            });
        }
        best.ok_or_else(|| NoEquilibria::Unfit(Unfit::Stuck, state.clone()))
    }
}
