//! Game Prolog: `.gp` programs, and `.efg` files of extensive games.

use std::path::Path;

use ludex_evidence::{Claim, Evidence, digest};
use ludex_prolog::{Error, ExtensiveGame, Options, Program, PrologGame, TreeGame, answer};
use serde_json::{Value, json};

use super::{Language, Reply};
use crate::answer::Verified;
use crate::coalitions;
use crate::complaint::Complaint;
use crate::describe::Described;
use crate::erased::AnyGame;
use crate::open;
use crate::requests::QueryRequest;
use crate::sequential::Sequential;

/// A program with its text.
pub struct GamePrologFile {
    path: String,
    text: String,
    program: Program,
}

impl GamePrologFile {
    /// Reads a program.
    pub fn read(path: &str, text: String) -> Result<GamePrologFile, Complaint> {
        let program =
            Program::read(&text).map_err(|error| Complaint::in_text(path, &text, error))?;
        Ok(GamePrologFile { path: path.to_string(), text, program })
    }
}

impl Language for GamePrologFile {
    fn ask(&self, query: &str, request: &QueryRequest) -> Result<Reply, Complaint> {
        let mut options = Options {
            strict: request.strict,
            as_published: request.as_published,
            ..Options::default()
        };
        let budget = request.limits.budget();
        let limits = &mut options.limits;
        limits.cells = budget.max_bytes / 8;
        limits.deadline = budget.deadline;
        limits.stop = budget.stop;
        if let Some(states) = budget.max_nodes {
            limits.states = usize::try_from(states).unwrap_or(usize::MAX);
        }
        let found = answer(&self.program, query, &options).map_err(|error| match error {
            Error::Query(error) => Complaint::in_text("query", query, error),
            Error::Program(error) => Complaint::in_text(&self.path, &self.text, error),
        })?;
        let mut notes = found.notes;
        let stopped = (found.result.is_null() && !notes.is_empty()).then(|| notes.remove(0));
        Ok(Reply { result: found.result, witness: found.witness, notes, stopped })
    }

    fn evidence(&self, query: &str, reply: &Reply) -> Option<Evidence> {
        let holds = reply.result.as_bool()?;
        let nodes = reply.witness.as_ref()?.get("nodes")?.as_array()?;
        let witness = nodes.iter().map(Value::to_string).collect();
        let claim = Claim::Answer { query: query.to_string(), holds, witness };
        let mut evidence = Evidence::new(&self.path, "[]".to_string(), claim);
        evidence.digest = Some(digest(self.text.as_bytes()));
        Some(evidence)
    }

    fn described(&self) -> Described {
        let (clauses, queries) = (self.program.clauses(), self.program.queries());
        let modal = clauses.iter().filter(|clause| !clause.prefix.is_empty()).count();
        let line = |at: usize| self.text[..at.min(self.text.len())].matches('\n').count() + 1;
        let warnings = self.program.warnings().iter();
        let mut described = Described {
            language: "Game Prolog",
            agents: Vec::new(),
            statistics: vec![
                ("clauses".into(), json!(clauses.len())),
                ("modal_clauses".into(), json!(modal)),
                ("queries".into(), json!(queries.len())),
            ],
            warnings: warnings
                .map(|one| (Some(line(one.span.start)), one.message.clone()))
                .collect(),
        };
        match PrologGame::new(&self.program, STATES) {
            Ok(game) => described.agents = ludex_game::Model::agents(&game).names().to_vec(),
            Err(error) => described.warnings.push((None, format!("this is no game: {error}"))),
        }
        described
    }

    fn words(&self) -> &'static [&'static str] {
        ludex_prolog::QUERIES
    }
}

/// Checks what a coalition can force, or cannot, by the strategy that shows it.
pub fn verify(
    evidence: &Evidence,
    query: &str,
    holds: bool,
    witness: &[String],
) -> Result<Verified, Complaint> {
    let text = open::read(Path::new(&evidence.game))?;
    let same = evidence.digest.as_deref() == Some(&digest(text.as_bytes()));
    let file = GamePrologFile::read(&evidence.game, text)?;
    let nodes: Result<Vec<Value>, _> =
        witness.iter().map(|node| serde_json::from_str(node)).collect();
    let kind = if holds { "strategy" } else { "counter-strategy" };
    let verdict = match nodes {
        _ if !same => {
            Err(format!("the file {} is not the one the evidence is about", evidence.game))
        }
        Err(error) => Err(format!("a line of the witness is not JSON: {error}")),
        Ok(nodes) => {
            let witness = json!({ "kind": kind, "nodes": nodes });
            ludex_prolog::verify(&file.program, query, holds, &witness)
        }
    };
    Ok(Verified {
        valid: verdict.is_ok(),
        claim: coalitions::claim(evidence, query, holds),
        reason: verdict.err(),
        nodes: witness.len() as u64,
        guarantees: None,
    })
}

/// The most sceneries of a program that are explored when it is opened as a game.
const STATES: usize = 200_000;

/// Opens a program as a game.
pub fn open_program(path: &str, text: &str, digest: String) -> Result<Box<dyn AnyGame>, Complaint> {
    let wrong = |error| Complaint::in_text(path, text, error);
    let game = PrologGame::new(&Program::read(text).map_err(wrong)?, STATES).map_err(wrong)?;
    Ok(Box::new(Sequential::new(path.to_string(), Some(digest), game)))
}

/// Opens a game in extensive form with perfect information.
pub fn open_extensive(
    path: &str,
    text: &str,
    digest: String,
) -> Result<Box<dyn AnyGame>, Complaint> {
    let tree =
        ExtensiveGame::read_efg(text).map_err(|error| Complaint::in_text(path, text, error))?;
    Ok(Box::new(Sequential::new(path.to_string(), Some(digest), TreeGame::new(tree))))
}
