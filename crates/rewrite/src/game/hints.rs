//! Hints for searches: the heuristic derived from the goals of a game.

use std::sync::OnceLock;
use std::time::Duration;

use ludex_base::{Budget, Stopped};
use ludex_game::{Agent, Hints};

use super::{RewriteGame, RewriteMove, RewriteState, Unplayable};
use crate::heuristics::{Choice, Evaluation, Weights};
use crate::logic::Fluents;
use crate::syntax::{Description, Term};

/// The number of indexes of moves, for killer moves and histories.
const SLOTS: usize = 1 << 12;

/// The time to derive an evaluation for those who set no limit.
const LONGEST: Duration = Duration::from_secs(5);

/// The evaluation that a game provides, derived on first use.
pub(super) struct ProvidedEvaluation {
    evaluation: Evaluation,
    choice: Choice,
}

impl ProvidedEvaluation {
    /// Derives the evaluation of a game for two players; for more, the view of the first agent is
    /// not enough. Returns `None` also for one that depends on the location (a player without moves
    /// loses), that counts nothing, or whose goals are defined by themselves. Fails if the budget is
    /// used up before.
    fn of(game: &RewriteGame, budget: &Budget) -> Result<Option<ProvidedEvaluation>, Stopped> {
        let locations = &game.description().locations;
        let same = locations.iter().all(|location| location.payoffs == locations[0].payoffs);
        if game.agents.len() != 2 || !same || has_fluent_recursion(game.description()) {
            return Ok(None);
        }
        let choice = game.heuristic_choice();
        let term = |location, player| choice.term(game.description(), location, player, budget);
        let first = term(0, 0);
        budget.poll()?;
        let Some(first) = first.ok().filter(counts) else { return Ok(None) };
        let mut first = Some(first);
        let evaluation = match &game.weights {
            Some(weights) => Evaluation::weighted(game, weights, budget),
            None => Evaluation::derived(game, budget, &mut |location, player| {
                first.take().map_or_else(|| term(location, player), Ok)
            }),
        };
        match evaluation {
            Ok(evaluation) => Ok(Some(ProvidedEvaluation { evaluation, choice })),
            Err(Unplayable::Stopped(stopped)) => Err(stopped.reason()),
            Err(_) => Ok(None),
        }
    }

    fn name(&self) -> &'static [&'static str] {
        match self.choice {
            Choice::Goals => &["goals"],
            Choice::Conditions => &["conditions"],
        }
    }

    /// Returns the value of the heuristic that counts as half of a win: one step before the last
    /// one of a goal, or a line with two marks.
    fn half(&self) -> f64 {
        match self.choice {
            Choice::Goals => 1.0,
            Choice::Conditions => 64.0,
        }
    }
}

/// Returns whether a term counts anything.
fn counts(term: &Term) -> bool {
    match term {
        Term::Number(_) | Term::Truth(_) => false,
        Term::Add(parts) | Term::Times(parts) => parts.iter().any(counts),
        Term::Power(base, _) => counts(base),
        Term::Sum(..) => true,
    }
}

/// Returns whether moves change a relation that is defined by itself: how near such a goal is its
/// definition does not say.
fn has_fluent_recursion(description: &Description) -> bool {
    let fluents = Fluents::of(description);
    description.definitions.iter().any(|d| d.is_recursive() && fluents.contains(&d.name))
}

impl RewriteGame {
    /// Returns the game with learnt weights for the evaluation it provides.
    pub fn with_weights(self, weights: Weights) -> RewriteGame {
        RewriteGame { weights: Some(weights), provided_evaluation: OnceLock::new(), ..self }
    }

    /// Returns the evaluation, derived within a budget at first.
    fn provided_evaluation_within(
        &self,
        budget: &Budget,
    ) -> Result<Option<&ProvidedEvaluation>, Stopped> {
        if let Some(known) = self.provided_evaluation.get() {
            return Ok(known.as_ref());
        }
        let derived = ProvidedEvaluation::of(self, budget)?;
        Ok(self.provided_evaluation.get_or_init(|| derived).as_ref())
    }

    /// Returns the evaluation for those who have no budget. Where it takes too long there is none.
    fn provided_evaluation(&self) -> Option<&ProvidedEvaluation> {
        let derive = || ProvidedEvaluation::of(self, &Budget::default().within(LONGEST));
        self.provided_evaluation.get_or_init(|| derive().unwrap_or(None)).as_ref()
    }
}

impl Hints for RewriteGame {
    fn history_size(&self) -> usize {
        SLOTS
    }

    fn history_index(&self, mv: RewriteMove) -> usize {
        mv.small_number() % SLOTS
    }

    /// Returns whether the agent may win with its next move. If plays end by facts such as
    /// "somebody has a line", only a move that may change one can win.
    fn may_win_at_once(&self, state: &RewriteState, agent: Agent) -> bool {
        let moving = self.moving[usize::from(state.location)].get(agent.index()).copied().flatten();
        let Some(location) = moving else { return false };
        let mut edges = self.edges_of(location);
        !self.engine.fixed
            || edges.any(|edge| self.engine.may_change_facts(&state.words, self.edges[edge].rule))
    }

    fn evaluations(&self) -> &'static [&'static str] {
        self.provided_evaluation().map_or(&[], ProvidedEvaluation::name)
    }

    fn evaluations_within(&self, budget: &Budget) -> Result<&'static [&'static str], Stopped> {
        let provided = self.provided_evaluation_within(budget)?;
        Ok(provided.map_or(&[], ProvidedEvaluation::name))
    }

    /// Returns the heuristic of the first agent, mapped to the range from 0 to 1.
    fn evaluation(&self, _which: usize, state: &RewriteState) -> f64 {
        let Some(provided_evaluation) = self.provided_evaluation() else { return 0.5 };
        let value = provided_evaluation.evaluation.value(self, state, Agent::FIRST);
        let share = 0.5 + 0.5 * value / (provided_evaluation.half() + value.abs());
        share.clamp(1e-9, 1.0 - 1e-9)
    }
}
