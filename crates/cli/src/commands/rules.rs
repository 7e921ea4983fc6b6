//! `ludex rules`: checks a game description and says what it contains.

use serde_json::{Value, json};

use super::End;
use crate::args::RulesArgs;
use crate::complaint::Complaint;
use crate::describe::Described;
use crate::languages;
use crate::open;
use crate::print::{self, BAD, FAINT, STRONG, say, styled};

/// Checks the file.
pub fn run(args: RulesArgs) -> Result<End, Complaint> {
    let described = match open::ending(&args.file) {
        ending if languages::ENDINGS.contains(&ending) => {
            languages::open_language(&args.file)?.described()
        }
        _ => other(&args.file)?,
    };
    match args.output.json {
        true => json(&described),
        false => page(&args.file, &described),
    }
    Ok(End::Answered)
}

/// Files of the other kinds are checked by opening them.
fn other(path: &str) -> Result<Described, Complaint> {
    let game = open::open_file(path)?;
    let outcomes: Vec<&str> =
        game.outcomes().iter().map(|outcome| game.outcomes().name(outcome)).collect();
    Ok(Described {
        language: if open::ending(path) == "efg" { "extensive form" } else { "JSON" },
        agents: game.agents().names().to_vec(),
        statistics: vec![("outcomes".to_string(), json!(outcomes))],
        warnings: Vec::new(),
    })
}

fn json(described: &Described) {
    let statistics: serde_json::Map<String, Value> = described
        .statistics
        .iter()
        .map(|(name, value)| (name.to_string(), value.clone()))
        .collect();
    let warnings: Vec<Value> = described
        .warnings
        .iter()
        .map(|(line, message)| json!({ "line": line, "message": message }))
        .collect();
    print::json(&json!({
        "language": described.language,
        "agents": described.agents,
        "statistics": statistics,
        "warnings": warnings,
    }));
}

fn page(path: &str, described: &Described) {
    say!("{} {path}", styled(STRONG, described.language));
    let mut rows = vec![vec!["agents".to_string(), described.agents.join(", ")]];
    rows.extend(described.statistics.iter().map(|(name, value)| {
        vec![name.replace('_', " "), value.to_string().replace(['"', '[', ']'], "")]
    }));
    print::table(&rows);
    for (line, message) in &described.warnings {
        let place = line.map_or(String::new(), |line| format!("line {line}: "));
        say!("{} {place}{message}", styled(BAD, "warning"));
    }
    if described.warnings.is_empty() {
        say!("{}", styled(FAINT, "no warnings"));
    }
}
