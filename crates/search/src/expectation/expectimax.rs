//! Expectimax: the value by its definition, everything visited.

use ludex_game::{Agent, Game, Rational, Turn, chances};

use super::table::Table;
use super::{Expectation, ExpectationOptions, Expected, Span, payoff, range};
use crate::budget::{Budget, Meter, Observer, deep};
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
    let inexact = || NoEquilibria::Unfit(Unfit::Inexact(Agent::FIRST), state.clone());
    let whole = range(game.outcomes()).ok_or_else(inexact)?;
    let max_bytes = if options.transpositions { options.max_bytes } else { 0 };
    let table = Table::new(max_bytes, game.heap_bytes());
    let mut search = Expectimax { game, meter: Meter::new(budget, observer), table };
    let found = search.best(state);
    let (nodes, bytes) = (search.meter.nodes(), search.table.bytes());
    let report = |span: Span, best, stopped| Expectation {
        low: span.low,
        high: span.high,
        best,
        all_best: true,
        nodes,
        bytes,
        stopped,
    };
    match found {
        Ok((value, best)) => Ok(report(Span::exactly(value), best, None)),
        Err(NoEquilibria::Stopped(stopped)) => Ok(report(whole, Vec::new(), Some(stopped))),
        Err(unfit) => Err(unfit),
    }
}

struct Expectimax<'g, G: Game> {
    game: &'g G,
    meter: Meter<'g>,
    table: Table<G::State>,
}

/// The result of visiting a state.
type Visit<T, G> = Result<T, NoEquilibria<<G as ludex_game::Model>::State>>;

impl<G: Game> Expectimax<'_, G> {
    /// Returns the value of a state, and all moves of the agent on turn that have it.
    fn best(&mut self, state: &G::State) -> Visit<(Rational, Vec<G::Move>), G> {
        let value = self.value(state, 0)?;
        let Turn::Of(agent) = self.game.turn(state) else { return Ok((value, Vec::new())) };
        let mut best = Vec::new();
        for mv in self.moves(state, agent)? {
            if self.value(&self.game.after(state, agent, mv), 1)? == value {
                best.push(mv);
            }
        }
        Ok((value, best))
    }

    fn value(&mut self, state: &G::State, depth: u32) -> Visit<Rational, G> {
        if let Some(known) = self.table.get(state) {
            return Ok(known.low.clone());
        }
        self.meter.node()?;
        let value = deep::<G::State, _>(depth, || match self.game.turn(state) {
            Turn::Final => payoff(self.game, state),
            Turn::Together => Err(NoEquilibria::Unfit(Unfit::Together, state.clone())),
            Turn::Chance => self.average(state, depth),
            Turn::Of(agent) => self.choice(state, agent, depth),
        })?;
        self.table.keep(state, &Span::exactly(value.clone()));
        Ok(value)
    }

    fn average(&mut self, state: &G::State, depth: u32) -> Visit<Rational, G> {
        let mut sum = Rational::ZERO;
        for (mv, probability) in chances(self.game, state) {
            let after = self.game.after(state, Agent::CHANCE, mv);
            sum = &sum + &(&self.value(&after, depth + 1)? * &probability.into());
        }
        Ok(sum)
    }

    fn choice(&mut self, state: &G::State, agent: Agent, depth: u32) -> Visit<Rational, G> {
        let mut best: Option<Rational> = None;
        for mv in self.moves(state, agent)? {
            let value = self.value(&self.game.after(state, agent, mv), depth + 1)?;
            best = Some(match (best, agent) {
                (None, _) => value,
                (Some(best), Agent::FIRST) => best.max(value),
                (Some(best), _) => best.min(value),
            });
        }
        best.ok_or_else(|| NoEquilibria::Unfit(Unfit::Stuck, state.clone()))
    }

    fn moves(&self, state: &G::State, agent: Agent) -> Visit<Vec<G::Move>, G> {
        let mut moves = Vec::new();
        self.game.moves(state, agent, &mut moves);
        match moves.is_empty() {
            true => Err(NoEquilibria::Unfit(Unfit::Stuck, state.clone())),
            false => Ok(moves),
        }
    }
}
