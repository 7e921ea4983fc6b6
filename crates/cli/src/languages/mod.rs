//! The logic languages: files that answer questions about themselves, and most of which are games too.

mod game_prolog;
mod gdl;
mod rewriting;
pub mod strategies;

pub use game_prolog::{open_extensive, open_program};
pub use rewriting::open_structures;
pub use strategies::open_strategies;

use std::path::Path;

use ludex_evidence::{Claim, Evidence};
use ludex_sgl::atl::is_atl;
use serde_json::Value;

use crate::answer::Verified;
use crate::complaint::Complaint;
use crate::describe::Described;
use crate::open;
use crate::requests::QueryRequest;

/// A file that can be asked.
pub trait Language {
    /// Answers a question.
    fn ask(&self, query: &str, request: &QueryRequest) -> Result<Reply, Complaint>;

    /// The evidence for an answer of this file, where the language has some.
    fn evidence(&self, _query: &str, _reply: &Reply) -> Option<Evidence> {
        None
    }

    /// What the file contains.
    fn described(&self) -> Described;

    /// The words a question can start with, for the prompt.
    fn words(&self) -> &'static [&'static str];
}

/// Checks evidence that answers a question of Game Prolog; nothing for other evidence.
pub fn verify(evidence: &Evidence) -> Result<Option<Verified>, Complaint> {
    match (&evidence.claim, open::ending(&evidence.game)) {
        (Claim::Answer { query, holds, witness }, "gp") if !is_atl(query) => {
            game_prolog::verify(evidence, query, *holds, witness).map(Some)
        }
        _ => Ok(None),
    }
}

/// The answer to a question.
#[derive(Debug)]
pub struct Reply {
    /// The answer; nothing within the limits if it is `null` and `stopped` says why.
    pub result: Value,
    /// What shows it: a counterexample, a plan, a strategy.
    pub witness: Option<Value>,
    /// What else should be known.
    pub notes: Vec<String>,
    /// Why there is no answer.
    pub stopped: Option<String>,
}

impl Reply {
    /// Nothing within the limits.
    fn stopped(why: String) -> Reply {
        Reply { result: Value::Null, witness: None, notes: Vec::new(), stopped: Some(why) }
    }
}

/// The endings of the files that can be asked.
pub const ENDINGS: [&str; 5] = ["gp", "toss", "sgl", "kif", "gdl"];

/// Reads a file that can be asked.
pub fn open_language(path: &str) -> Result<Box<dyn Language>, Complaint> {
    let known = ENDINGS.contains(&open::ending(path));
    if !known {
        let message = "this kind of file cannot be asked";
        return Err(Complaint::at("file", path, 0..path.len(), message)
            .help("questions are for .sgl, .gp, .toss and .kif files"));
    }
    let text = open::read(Path::new(path))?;
    Ok(match open::ending(path) {
        "gp" => Box::new(game_prolog::GamePrologFile::read(path, text)?),
        "kif" | "gdl" => Box::new(gdl::GdlFile::read(path, text)?),
        "toss" => Box::new(rewriting::RewritingFile::read(path, text)?),
        _ => Box::new(strategies::StrategyFile::read(path, text)?),
    })
}
