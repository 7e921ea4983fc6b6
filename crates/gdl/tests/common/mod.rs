//! The corpus of reference games, if it is present.

pub mod mutate;
pub mod plain;

use std::path::PathBuf;

use serde_json::Value;

/// Returns the folder of the corpus. Prints a notice and returns `None` if it is absent.
pub fn corpus() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/gdl");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no {}", folder.display());
    None
}

/// Returns the names of all games of the corpus, sorted, or those that `LUDEX_GDL` lists.
pub fn games() -> Vec<String> {
    let Some(folder) = corpus() else { return Vec::new() };
    let only = std::env::var("LUDEX_GDL").ok();
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".kif").map(str::to_owned))
        .filter(|name| only.as_ref().is_none_or(|only| only.split(',').any(|o| o == name)))
        .collect();
    names.sort();
    names
}

pub fn text(name: &str) -> String {
    let folder = corpus().expect("the corpus is there");
    std::fs::read_to_string(folder.join(format!("{name}.kif"))).expect("the game can be read")
}

pub fn traces(name: &str) -> Value {
    let folder = corpus().expect("the corpus is there");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("traces");
    serde_json::from_str(&text).expect("traces are JSON")
}
