//! Heuristics compiled for speed: terms in floating point over the bits of a state.

use super::{Choice, Feature, Weights};
use crate::engine::bits::with_width;
use crate::engine::compile::Compiler;
use crate::engine::eval::Evaluator;
use crate::engine::layout::Layout;
use crate::engine::node::TermNode;
use crate::logic::TooLarge;
use crate::syntax::Term;
use crate::{RewriteGame, RewriteState, Unplayable};
use ludex_base::Budget;
use ludex_game::Agent;

/// The estimated values of the states of a game, for each player.
///
/// The stable parts of the terms are evaluated once, in a layout of their own.
pub struct Evaluation {
    layout: Layout,
    /// The terms for each location and each player.
    terms: Vec<Vec<TermNode>>,
}

impl Evaluation {
    /// Compiles the heuristic of a kind, for all players in all locations. If a goal is too large
    /// for it, the payoff itself is used.
    pub fn new(
        game: &RewriteGame,
        choice: Choice,
        budget: &Budget,
    ) -> Result<Evaluation, Unplayable> {
        Evaluation::derived(game, budget, &mut |location, player| {
            choice.term(game.description(), location, player, budget)
        })
    }

    /// Compiles a weighted combination of heuristics. If a goal is too large for one, the payoff
    /// itself is used.
    pub fn weighted(
        game: &RewriteGame,
        weights: &Weights,
        budget: &Budget,
    ) -> Result<Evaluation, Unplayable> {
        Evaluation::derived(game, budget, &mut |location, player| {
            weights.term(game.description(), location, player, budget)
        })
    }

    /// Compiles one heuristic, if it can be derived from all the goals of the first player.
    pub(crate) fn feature(
        game: &RewriteGame,
        feature: &Feature,
        budget: &Budget,
    ) -> Result<Evaluation, Unplayable> {
        let mut failed = None;
        let evaluation = Evaluation::derived(game, budget, &mut |location, player| {
            let term = feature.term(game.description(), location, player, budget);
            failed = failed.or(term.as_ref().err().filter(|_| player == 0).copied());
            term
        })?;
        match failed {
            Some(error) => Err(Unplayable::TooLarge(error.to_string())),
            None => Ok(evaluation),
        }
    }

    /// Compiles the terms that are derived from the payoffs, by location and player; a payoff from
    /// which none can be derived stays as it is. A term depends on its payoff only, so that equal
    /// payoffs have one.
    pub(crate) fn derived(
        game: &RewriteGame,
        budget: &Budget,
        derive: &mut dyn FnMut(usize, usize) -> Result<Term, TooLarge>,
    ) -> Result<Evaluation, Unplayable> {
        let engine = game.engine();
        let fluents = engine.fixed.then(|| engine.fluents.clone());
        let compiler = Compiler::new(&engine.description, engine.layout.clone(), fluents);
        let mut compiler = compiler.within(budget);
        let mut known: Vec<(&Term, TermNode)> = Vec::new();
        let mut terms = Vec::new();
        for (number, location) in engine.description.locations.iter().enumerate() {
            let mut of_location = Vec::new();
            for (player, payoff) in location.payoffs.iter().enumerate() {
                let node = match known.iter().find(|(other, _)| *other == payoff) {
                    Some((_, node)) => node.clone(),
                    None => {
                        let term = derive(number, player);
                        budget.poll().map_err(|stopped| Unplayable::Stopped(stopped.into()))?;
                        let node = compiler.term(term.as_ref().unwrap_or(payoff), &[])?;
                        known.push((payoff, node.clone()));
                        node
                    }
                };
                of_location.push(node);
            }
            terms.push(of_location);
        }
        Ok(Evaluation { layout: compiler.layout, terms })
    }

    /// Returns the estimated value of a state for an agent.
    #[inline]
    pub fn value(&self, game: &RewriteGame, state: &RewriteState, agent: Agent) -> f64 {
        let term = &self.terms[usize::from(state.location)][agent.index()];
        let engine = game.engine();
        if !engine.fixed {
            return engine.quick_value(&state.words, term);
        }
        with_width!(self.layout.width, W => {
            Evaluator::<W>::new(self.layout.view(&state.words)).term(term)
        })
    }
}
