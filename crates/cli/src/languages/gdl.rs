//! GDL: `.kif` and `.gdl` files. What they can be asked for is the same game as structure rewriting.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ludex_gdl::{GdlGame, Statistics};
use ludex_search::Budget;
use ludex_translate::{Refusal, translate};
use serde_json::{Value, json};

use super::{Language, Reply};
use crate::complaint::Complaint;
use crate::describe::Described;
use crate::interrupt;
use crate::requests::QueryRequest;

/// How often a translation under way is asked whether it is done.
const LOOK: Duration = Duration::from_millis(20);
/// As much room as the program itself has: rules may be deep.
const STACK: usize = 16 << 20;

/// A game in GDL.
pub struct GdlFile {
    text: String,
    game: GdlGame,
}

impl GdlFile {
    /// Reads a game.
    pub fn read(path: &str, text: String) -> Result<GdlFile, Complaint> {
        let game =
            GdlGame::read(&text).map_err(|error| Complaint::in_text(path, &text, error.into()))?;
        Ok(GdlFile { text, game })
    }
}

impl Language for GdlFile {
    fn ask(&self, query: &str, request: &QueryRequest) -> Result<Reply, Complaint> {
        if query != "translate" {
            return Err(Complaint::at("query", query, 0..query.len(), "no such question")
                .help("a game in GDL can be asked to `translate` itself to structure rewriting"));
        }
        let (result, notes) = match translated(self.text.clone(), &request.limits.budget()) {
            None => return Ok(Reply::stopped("no translation within the time".to_string())),
            Some(Ok(text)) => (json!(text), Vec::new()),
            Some(Err(refusal)) => (Value::Null, vec![format!("not translated: {refusal}")]),
        };
        Ok(Reply { result, witness: None, notes, stopped: None })
    }

    fn described(&self) -> Described {
        let line = |at: usize| self.text[..at.min(self.text.len())].matches('\n').count() + 1;
        let warnings = self.game.warnings().iter();
        let warnings = warnings.map(|one| (Some(line(one.span.start)), one.message.clone()));
        let warnings = warnings.collect();
        let found = self.game.statistics();
        let agents = found.roles.clone();
        Described { language: "GDL", agents, statistics: of_gdl(found), warnings }
    }

    fn words(&self) -> &'static [&'static str] {
        &["translate"]
    }
}

/// Translates on a thread of its own, which is left alone when the time is up or somebody says stop.
fn translated(text: String, budget: &Budget) -> Option<Result<String, Refusal>> {
    let (sender, answer) = mpsc::channel();
    let work = move || sender.send(translate(&text));
    let _left_alone = thread::Builder::new().stack_size(STACK).spawn(work).ok()?;
    loop {
        match answer.recv_timeout(LOOK) {
            Err(RecvTimeoutError::Timeout) => {}
            other => return other.ok(),
        }
        let late = budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || interrupt::interrupted() {
            return None;
        }
    }
}

fn of_gdl(found: Statistics) -> Vec<(String, Value)> {
    let mut statistics = vec![
        ("facts", json!(found.facts)),
        ("rules", json!(found.rules)),
        ("relations", json!(found.relations)),
        ("strata", json!(found.strata)),
        ("goals", json!(found.goals)),
        ("engine", json!(found.engine)),
        ("turns", json!(found.turns)),
    ];
    if let Some(size) = found.network {
        statistics.extend([
            ("ground_facts", json!(size.facts)),
            ("ground_moves", json!(size.moves)),
            ("ground_atoms", json!(size.atoms)),
            ("ground_rules", json!(size.rules)),
            ("gates", json!(size.gates)),
            ("cyclic", json!(size.cyclic)),
        ]);
    }
    let findings = found.findings;
    statistics.extend([
        ("control", json!(findings.control)),
        ("counters", json!(findings.counters)),
        ("latches", json!(findings.latches)),
        ("falling", json!(findings.falling)),
        ("acyclic", json!(findings.acyclic)),
        ("factors", json!(findings.factors)),
        ("symmetries", json!(findings.symmetries)),
    ]);
    statistics.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}
