//! Structure rewriting: `.toss` files.

use std::path::Path;

use ludex_rewrite::{
    Description, Limits, QUERIES, RewriteGame, Weights, out_of_budget, query_within, report,
};
use serde_json::Value;

use super::{Language, Reply};
use crate::complaint::Complaint;
use crate::describe::Described;
use crate::erased::AnyGame;
use crate::open::read;
use crate::requests::QueryRequest;
use crate::sequential::Sequential;

/// A description.
pub struct RewritingFile {
    description: Description,
}

impl RewritingFile {
    /// Reads a description.
    pub fn read(path: &str, text: String) -> Result<RewritingFile, Complaint> {
        Ok(RewritingFile { description: parse(path, &text)? })
    }
}

fn parse(path: &str, text: &str) -> Result<Description, Complaint> {
    Description::parse(text).map_err(|error| Complaint::in_text(path, text, error))
}

impl Language for RewritingFile {
    fn ask(&self, query: &str, request: &QueryRequest) -> Result<Reply, Complaint> {
        let budget = request.limits.budget();
        let mut limits = Limits { bytes: budget.max_bytes, stop: budget.stop, ..Limits::default() };
        if let Some(states) = budget.max_nodes {
            limits.states = usize::try_from(states).unwrap_or(usize::MAX);
        }
        if let Some(deadline) = budget.deadline {
            limits.time = deadline.saturating_duration_since(std::time::Instant::now());
        }
        match query_within(&self.description, query, &limits) {
            Ok(result) => Ok(Reply { result, witness: None, notes: Vec::new(), stopped: None }),
            Err(error) if out_of_budget(&error) => Ok(Reply::stopped(error.message)),
            Err(error) => Err(Complaint::in_text("query", query, error)),
        }
    }

    fn described(&self) -> Described {
        let report = report(&self.description);
        let statistics = match report.statistics {
            Value::Object(map) => map.into_iter().collect(),
            _ => Vec::new(),
        };
        Described {
            language: "structure rewriting",
            agents: self.description.players.iter().map(|name| name.to_string()).collect(),
            statistics,
            warnings: report.warnings.into_iter().map(|message| (None, message)).collect(),
        }
    }

    fn words(&self) -> &'static [&'static str] {
        &QUERIES
    }
}

/// Opens a description as a game. Its evaluation has the weights of the file beside it that ends in `.weights`, if
/// there is one.
pub fn open_structures(
    path: &str,
    text: &str,
    digest: String,
) -> Result<Box<dyn AnyGame>, Complaint> {
    let mut game = RewriteGame::new(&parse(path, text)?)
        .map_err(|error| Complaint::new(format!("{path} cannot be played: {error}")))?;
    let learnt = Path::new(path).with_extension("weights");
    if learnt.exists() {
        let weights: Weights = read(&learnt)?
            .parse()
            .map_err(|error| Complaint::new(format!("{}: {error}", learnt.display())))?;
        game = game.with_weights(weights);
    }
    Ok(Box::new(Sequential::new(path.to_string(), Some(digest), game)))
}
