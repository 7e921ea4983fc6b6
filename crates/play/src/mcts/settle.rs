//! When to stop thinking: once the state is solved, more simulations cannot improve the move.
//!
//! A tree that backs up proofs notices where one agent chooses. Plain UCT does not, nor does a tree
//! whose agents choose simultaneously. There a solver is asked every time the number of simulations
//! has doubled, with so few nodes that it takes a small part of the time.

use std::time::Instant;

use ludex_game::Agent;
use ludex_search::Budget;
use rand::RngExt;

use super::search::Mcts;
use super::tree::SEVERAL;
use crate::rules::Optimum;
use crate::survey::Survey;
use crate::{Clock, Decision, Rules, Thought};

/// The number of simulations before a solver is asked for the first time.
pub(super) const FIRST_CHECK: u64 = 1 << 14;
/// The number of simulations for each node that a solver may visit.
const SHARE: u64 = 8;

impl<G: Rules> Mcts<'_, G> {
    /// Returns whether a solver is needed to notice that the root is solved.
    fn needs_solver(&self, survey: &Survey) -> bool {
        let chooser = self.tree.node(self.root).chooser;
        let opposed = survey.sum.is_some() || survey.ranges.len() == 1;
        // A solver would first find out whether play may come back to a state, however long that takes.
        let known = matches!(self.repeats, Some(Ok(_)));
        known && opposed && (!self.options.solve || chooser == SEVERAL)
    }

    /// Asks a solver for the optimal moves of an agent, if that is needed.
    pub(super) fn solve_root(
        &mut self,
        (state, agent): (&G::State, Agent),
        survey: &Survey,
        clock: &Clock<'_, G::Move>,
        simulations: u64,
    ) {
        if self.needs_solver(survey) {
            let deadline = clock.left().and_then(|left| Instant::now().checked_add(left));
            let budget = Budget {
                max_nodes: Some(simulations / SHARE),
                deadline,
                max_bytes: self.options.max_bytes / 4,
                ..Budget::default()
            };
            self.optimum = self.game.optimum(state, agent, &budget);
        }
    }

    /// Returns a move of the optimal strategy that a solver found, drawn with its probability. Plain
    /// UCT only stops there: its move is the one that its simulations favour.
    pub(super) fn optimal_decision(
        &mut self,
        agent: Agent,
        nodes: u64,
    ) -> Option<Decision<G::Move>> {
        let Optimum { moves, value } = self.optimum.as_ref().filter(|_| self.options.solve)?;
        let sum = self.survey.as_ref().and_then(|survey| survey.sum);
        let value = if agent == Agent::FIRST { Some(*value) } else { sum.map(|sum| sum - value) };
        let mut draw = self.rng.random::<f64>();
        let chosen = moves.iter().find(|(_, share)| {
            draw -= share;
            draw < 0.0
        });
        let &(mv, _) = chosen.or(moves.last())?;
        Some(Decision { mv, thought: Thought { value, proven: true, nodes } })
    }
}
