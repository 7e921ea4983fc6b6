//! What `ludex rules` tells about a game.

use crate::analysis::{Findings, symmetries};
use crate::check::Warning;
use crate::compile::NetworkSize;
use crate::game::GdlGame;
use ludex_game::Model;

/// What a description contains and what was made of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// The roles, in the order of the text.
    pub roles: Vec<String>,
    /// The facts of the text, keywords included.
    pub facts: usize,
    /// The rules of the text, disjunctions multiplied out.
    pub rules: usize,
    /// The relations, keywords included.
    pub relations: usize,
    /// The strata of negation.
    pub strata: usize,
    /// The engine that runs the game: `network`, `joins` or `tables`.
    pub engine: &'static str,
    /// The size of the ground description, if the game is run as a network.
    pub network: Option<NetworkSize>,
    /// For each role the goal values it may get.
    pub goals: Vec<Vec<u8>>,
    /// Whether only one role at a time has a choice.
    pub turns: bool,
    /// What else was proved.
    pub findings: Findings,
}

impl GdlGame {
    /// What the description contains and what was made of it.
    pub fn statistics(&self) -> Statistics {
        let agents = self.agents();
        let sizes = self.compiled.source.sizes;
        Statistics {
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
                symmetries: symmetries(&self.compiled.source),
                ..self.compiled.findings.clone()
            },
        }
    }

    /// What is odd about the description but does no harm.
    pub fn warnings(&self) -> &[Warning] {
        self.compiled.source.warnings()
    }
}
