//! What searches may know of a game beforehand: the heuristic derived from its goals.

use std::sync::OnceLock;

use ludex_game::{Agent, Hints};

use super::{RewriteGame, RewriteMove, RewriteState};
use crate::heuristics::{Choice, Evaluation, Weights};
use crate::syntax::Term;

/// How many numbers moves are told apart by, for killer moves and histories.
const SLOTS: usize = 1 << 12;

/// The evaluation a game offers, made when it is first asked for.
pub(super) struct Offered {
    evaluation: Evaluation,
    choice: Choice,
}

impl Offered {
    /// The evaluation of a game for two; of others its first agent's view would say too little. Nor would one that
    /// changes with the location (whoever is stuck has lost), or that counts nothing.
    fn of(game: &RewriteGame) -> Option<Offered> {
        let locations = &game.description().locations;
        let same = locations.iter().all(|location| location.payoffs == locations[0].payoffs);
        if game.agents.len() != 2 || !same {
            return None;
        }
        let choice = game.heuristic_choice();
        let term = choice.term(game.description(), 0, 0).ok()?;
        if !counts(&term) {
            return None;
        }
        let evaluation = match &game.weights {
            Some(weights) => Evaluation::weighted(game, weights).ok()?,
            None => Evaluation::new(game, choice).ok()?,
        };
        Some(Offered { evaluation, choice })
    }

    fn name(&self) -> &'static [&'static str] {
        match self.choice {
            Choice::Goals => &["goals"],
            Choice::Conditions => &["conditions"],
        }
    }

    /// A value of the heuristic that is half way to winning: a step before the last one of a goal, or a
    /// line with two marks.
    fn half(&self) -> f64 {
        match self.choice {
            Choice::Goals => 1.0,
            Choice::Conditions => 64.0,
        }
    }
}

/// Whether a term counts anything.
fn counts(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Truth(_) => false,
        Term::Add(parts) | Term::Times(parts) => parts.iter().any(counts),
        Term::Power(base, _) => counts(base),
        Term::Sum(..) => true,
    }
}

impl RewriteGame {
    /// The same game with learnt weights for the evaluation it offers.
    pub fn with_weights(self, weights: Weights) -> RewriteGame {
        RewriteGame { weights: Some(weights), offered: OnceLock::new(), ..self }
    }

    fn offered(&self) -> Option<&Offered> {
        self.offered.get_or_init(|| Offered::of(self)).as_ref()
    }
}

impl Hints for RewriteGame {
    fn history_size(&self) -> usize {
        SLOTS
    }

    fn history_index(&self, mv: RewriteMove) -> usize {
        mv.small_number() % SLOTS
    }

    /// Where plays end by facts such as "somebody has a line", only a move that may change one can win.
    fn may_win_at_once(&self, state: &RewriteState, agent: Agent) -> bool {
        let moving = self.moving[usize::from(state.location)].get(agent.index()).copied().flatten();
        let Some(location) = moving else { return false };
        let mut edges = self.edges_of(location);
        !self.engine.fixed
            || edges.any(|edge| self.engine.may_change_facts(&state.words, self.edges[edge].rule))
    }

    fn evaluations(&self) -> &'static [&'static str] {
        self.offered().map_or(&[], Offered::name)
    }

    /// The heuristic of the first agent, squeezed between 0 and 1.
    fn evaluation(&self, _which: usize, state: &RewriteState) -> f64 {
        let Some(offered) = self.offered() else { return 0.5 };
        let value = offered.evaluation.value(self, state, Agent::FIRST);
        let share = 0.5 + 0.5 * value / (offered.half() + value.abs());
        share.clamp(1e-9, 1.0 - 1e-9)
    }
}
