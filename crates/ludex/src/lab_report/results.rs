//! The file with what the searches of a report found: a line of JSON for each, after one that says
//! how they were run.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use ludex_lab::Table;
use serde_json::{Value, json};

use crate::error::InputError;
use crate::files;
use crate::jobs::{KnownSearches, LabFound};
use crate::requests::Limits;

/// The name of the file.
const NAME: &str = "results.jsonl";

/// Returns what results depend on beside the searches themselves.
fn conditions(limits: &Limits) -> Value {
    json!({
        "ludex": env!("CARGO_PKG_VERSION"),
        "seed": limits.seed,
        "max_nodes": limits.max_nodes,
        "max_memory": limits.max_memory,
        "threads": limits.threads,
    })
}

/// Reads a line: the table, the seconds, the name of the search and what it found.
fn read_line(line: &str) -> Result<(String, f64, String, LabFound), String> {
    let mut line: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let found = serde_json::from_value(line["found"].take()).map_err(|error| error.to_string())?;
    let text = |name: &str| line[name].as_str().map(str::to_string);
    let whole = text("table").zip(text("search")).zip(line["seconds"].as_f64());
    let ((table, search), seconds) = whole.ok_or("its fields are others")?;
    Ok((table, seconds, search, found))
}

/// The file, to which results are added.
pub(super) struct ResultsFile {
    path: PathBuf,
    file: File,
    /// The time of the searches of each table.
    seconds: HashMap<String, f64>,
}

impl ResultsFile {
    /// Opens the file in a folder. Returns it with what is known by it. A line that was not written
    /// to its end, because the program was killed, is removed.
    pub fn open(
        folder: &Path,
        limits: &Limits,
    ) -> Result<(ResultsFile, KnownSearches), InputError> {
        let path = folder.join(NAME);
        let now = conditions(limits);
        let text = if path.exists() { files::read(&path)? } else { String::new() };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (mut known, mut seconds) = (KnownSearches::default(), HashMap::new());
        let mut lines = text[..whole].lines().enumerate();
        if let Some((_, line)) = lines.next() {
            require_same(&path, line, &now)?;
        }
        for (number, line) in lines {
            let (table, took, search, found) = read_line(line).map_err(|error| {
                let message = format!("line {} is no result: {error}", number + 1);
                InputError::new(format!("{}: {message}", path.display()))
            })?;
            *seconds.entry(table).or_insert(0.0) += took;
            known.learn(search, found);
        }
        let cannot = |error| InputError::cannot_write(&path, error);
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(cannot)?;
        file.set_len(whole as u64).map_err(cannot)?;
        let mut results = ResultsFile { path: path.clone(), file, seconds };
        if whole == 0 {
            results.write(&now.to_string())?;
        }
        Ok((results, known))
    }

    /// Adds what a search of a table found, in that many seconds.
    pub fn add(
        &mut self,
        table: &Table,
        search: &str,
        found: &LabFound,
        seconds: f64,
    ) -> Result<(), InputError> {
        let name = &table.name;
        *self.seconds.entry(name.clone()).or_insert(0.0) += seconds;
        let line = json!({ "table": name, "seconds": seconds, "search": search, "found": found });
        self.write(&line.to_string())
    }

    /// Returns how long the searches of a table took.
    pub fn seconds(&self, table: &Table) -> f64 {
        self.seconds.get(&table.name).copied().unwrap_or(0.0)
    }

    fn write(&mut self, line: &str) -> Result<(), InputError> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| InputError::cannot_write(&self.path, error))
    }
}

/// Fails if results were found in another way than they would be now.
fn require_same(path: &Path, line: &str, now: &Value) -> Result<(), InputError> {
    let then = serde_json::from_str::<Value>(line).unwrap_or_default();
    let message = match then["ludex"].as_str() {
        _ if then == *now => return Ok(()),
        None => "has no results of the lab".to_string(),
        Some(version) if then["ludex"] != now["ludex"] => format!("is of version {version}"),
        Some(_) => "was begun with another seed, other limits or another number of threads".into(),
    };
    let error = InputError::new(format!("{} {message}", path.display()));
    Err(error.help("choose another folder, or remove this file to begin anew"))
}
