//! Heuristics compiled for speed: terms in floating point over the bits of a state.

use super::{Choice, Feature, Weights};
use crate::engine::bits::with_width;
use crate::engine::compile::Compiler;
use crate::engine::eval::Evaluator;
use crate::engine::layout::Layout;
use crate::engine::node::TermNode;
use crate::syntax::{Description, Term};
use crate::{RewriteGame, RewriteState, Unplayable};
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
    pub fn new(game: &RewriteGame, choice: Choice) -> Result<Evaluation, Unplayable> {
        Evaluation::of_terms(game, |description, location, player| {
            let payoff = || description.locations[location].payoffs[player].clone();
            choice.term(description, location, player).unwrap_or_else(|_| payoff())
        })
    }

    /// Compiles a weighted combination of heuristics. If a goal is too large for one, the payoff
    /// itself is used.
    pub fn weighted(game: &RewriteGame, weights: &Weights) -> Result<Evaluation, Unplayable> {
        Evaluation::of_terms(game, |description, location, player| {
            let payoff = || description.locations[location].payoffs[player].clone();
            weights.term(description, location, player).unwrap_or_else(|_| payoff())
        })
    }

    /// Compiles one heuristic, if it can be derived from all the goals.
    pub(crate) fn feature(game: &RewriteGame, feature: &Feature) -> Result<Evaluation, Unplayable> {
        let description = game.description();
        for location in 0..description.locations.len() {
            let term = feature.term(description, location, 0);
            term.map_err(|error| Unplayable::TooLarge(error.to_string()))?;
        }
        Evaluation::weighted(game, &Weights(vec![(feature.clone(), 1.0)]))
    }

    /// Compiles terms given for each location and player.
    pub fn of_terms(
        game: &RewriteGame,
        term: impl Fn(&Description, usize, usize) -> Term,
    ) -> Result<Evaluation, Unplayable> {
        let engine = game.engine();
        let description = &engine.description;
        let fluents = engine.fixed.then(|| engine.fluents.clone());
        let mut compiler = Compiler::new(description, engine.layout.clone(), fluents);
        let mut known: Vec<(Term, TermNode)> = Vec::new();
        let mut terms = Vec::new();
        for location in 0..description.locations.len() {
            let mut of_location = Vec::new();
            for player in 0..description.players.len() {
                let term = term(description, location, player);
                let same = known.iter().find(|(other, _)| *other == term);
                let node = match same {
                    Some((_, node)) => node.clone(),
                    None => compiler.term(&term, &[])?,
                };
                known.push((term, node.clone()));
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
