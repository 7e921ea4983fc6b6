//! Statistics of a game, as `ludex rules` shows them.

use crate::analysis::{Findings, symmetries};
use crate::check::Warning;
use crate::compile::NetworkSize;
use crate::game::GdlGame;
use ludex_base::{Budget, Stopped};
use ludex_game::Model;

/// The contents of a description and the result of its compilation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// The roles, in the order of the text.
    pub roles: Vec<String>,
    /// The number of facts of the text, including keywords.
    pub facts: usize,
    /// The number of rules of the text after expanding disjunctions.
    pub rules: usize,
    /// The number of relations, including keywords.
    pub relations: usize,
    /// The number of strata of negation.
    pub strata: usize,
    /// The engine that runs the game: `network`, `joins` or `tables`.
    pub engine: &'static str,
    /// The size of the ground description, if the game is run as a network.
    pub network: Option<NetworkSize>,
    /// For each role the goal values it may get.
    pub goals: Vec<Vec<u8>>,
    /// Whether at most one role has a choice in every state.
    pub turns: bool,
    /// Further properties that were proved.
    pub findings: Findings,
}

impl GdlGame {
    /// Returns the contents of the description and the result of its compilation.
    pub fn statistics(&self) -> Statistics {
        let budget = Budget::default();
        self.statistics_within(&budget).expect("the budget has no limit that is polled")
    }

    /// Returns the statistics, unless the budget ends before all is found that is proved for them.
    pub fn statistics_within(&self, budget: &Budget) -> Result<Statistics, Stopped> {
        let agents = self.agents();
        let sizes = self.compiled.source.sizes;
        Ok(Statistics {
            roles: agents.iter().map(|agent| agents.name(agent).to_owned()).collect(),
            facts: sizes.facts,
            rules: sizes.rules,
            relations: sizes.relations,
            strata: sizes.strata,
            engine: self.engine_name(),
            network: self.network_size(),
            goals: self.compiled.goals.clone(),
            turns: self.compiled.turns.is_some(),
            findings: Findings {
                acyclic: self.compiled.cycles.are_excluded_within(budget)?,
                symmetries: symmetries(&self.compiled.source, budget)?,
                ..self.compiled.findings.clone()
            },
        })
    }

    /// Returns remarks on what is unusual but harmless.
    pub fn warnings(&self) -> &[Warning] {
        self.compiled.source.warnings()
    }
}
