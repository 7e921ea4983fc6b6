//! GDL: `.kif` and `.gdl` files. What they can be asked for is the same game as structure rewriting.

use ludex_gdl::{GdlGame, Statistics};
use ludex_translate::translate;
use serde_json::{Value, json};

use super::{Language, Reply};
use crate::complaint::Complaint;
use crate::describe::Described;
use crate::requests::QueryRequest;

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
    fn ask(&self, query: &str, _request: &QueryRequest) -> Result<Reply, Complaint> {
        if query != "translate" {
            return Err(Complaint::at("query", query, 0..query.len(), "no such question")
                .help("a game in GDL can be asked to `translate` itself to structure rewriting"));
        }
        let (result, notes) = match translate(&self.text) {
            Ok(text) => (json!(text), Vec::new()),
            Err(refusal) => (Value::Null, vec![format!("not translated: {refusal}")]),
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
