//! Strategies as logic: `.sgl` files.

use std::path::Path;

use ludex_sgl::{File, Limits, open_game, query_within, summary};
use serde_json::Value;

use super::{Language, Reply};
use crate::complaint::Complaint;
use crate::describe::Described;
use crate::erased::AnyGame;
use crate::open::{self, Erase};
use crate::requests::{self, QueryRequest};

/// A file of rules and strategies.
pub struct StrategyFile {
    file: File,
}

impl StrategyFile {
    /// Reads a file.
    pub fn read(path: &str, text: String) -> Result<StrategyFile, Complaint> {
        Ok(StrategyFile { file: File::read(path, &text).map_err(Complaint::in_source)? })
    }
}

impl Language for StrategyFile {
    fn ask(&self, query: &str, request: &QueryRequest) -> Result<Reply, Complaint> {
        match query_within(&self.file, query, &limits(&request.limits)) {
            Ok(found) => {
                let (result, witness) = (found.result, found.witness);
                Ok(Reply { result, witness, notes: Vec::new(), stopped: None })
            }
            Err(error) if ludex_sgl::out_of_budget(&error.message) => {
                Ok(Reply::stopped(error.message))
            }
            Err(error) => Err(Complaint::in_source(error)),
        }
    }

    fn described(&self) -> Described {
        let summary = summary(&self.file);
        let statistics = match summary.statistics {
            Value::Object(map) => map.into_iter().collect(),
            _ => Vec::new(),
        };
        let warnings = summary.warnings.into_iter().map(|message| (None, message)).collect();
        Described { language: "strategies", agents: summary.agents, statistics, warnings }
    }

    fn words(&self) -> &'static [&'static str] {
        ludex_sgl::QUERIES
    }
}

/// Reads a file of strategies.
pub fn read(path: &str) -> Result<File, Complaint> {
    let text = open::read(Path::new(path))?;
    File::read(path, &text).map_err(Complaint::in_source)
}

/// What a question may use.
pub fn limits(limits: &requests::Limits) -> Limits {
    let budget = limits.budget();
    let most = Limits::default().states;
    let states = budget.max_nodes.map_or(most, |n| usize::try_from(n).unwrap_or(usize::MAX));
    Limits { states, bytes: budget.max_bytes, deadline: budget.deadline, stop: budget.stop }
}

/// Opens a file with rules of its own as a game, or the game that its strategies are for.
pub fn open_strategies(
    path: &str,
    text: &str,
    digest: String,
) -> Result<Box<dyn AnyGame>, Complaint> {
    let file = File::read(path, text).map_err(Complaint::in_source)?;
    match file.game() {
        Some(game) => open::open(game),
        None => open_game(&file, Erase::file(path, digest)).map_err(Complaint::in_source),
    }
}
