//! Concepts × searches (Table 4.13).
//!
//! A cell has the name of the published algorithm that a search of the concept is, as the notes of
//! its definition say. A search takes any formula, so that cells without a name run as well.

use ludex_logic::{Concept, KnownAs};
use serde_json::{Map, Value, json};

/// The searches of Table 4.13, as `ludex check --algorithm` calls them.
const SEARCHES: [&str; 4] = ["dfps", "pnps", "mcps", "mps"];

/// The text of a cell without a name.
const NAMELESS: &str = "·";

/// Returns the published algorithm in a cell.
fn cell<'c>(concept: &'c Concept, search: &str) -> Option<&'c KnownAs> {
    let is_it = |known: &&KnownAs| {
        known.search.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(search))
    };
    concept.known_as.iter().find(is_it)
}

/// Returns the table as text: the heading, then a row for each concept.
pub fn concept_rows(concepts: &[Concept]) -> Vec<Vec<String>> {
    let heading = SEARCHES.map(str::to_uppercase);
    let mut rows = vec![[vec!["concept".to_string()], heading.to_vec()].concat()];
    let name = |known: Option<&KnownAs>| known.map_or(NAMELESS, |known| &known.algorithm).into();
    for concept in concepts {
        let cells = SEARCHES.map(|search| name(cell(concept, search)));
        rows.push([vec![concept.call()], cells.to_vec()].concat());
    }
    rows
}

/// Returns what a reader of the table must know.
pub fn concept_notes(concepts: &[Concept]) -> Vec<String> {
    let mut notes = vec![
        "Every cell is `ludex check GAME CONCEPT --algorithm SEARCH`.".to_string(),
        format!("Those marked {NAMELESS} have no name in the literature; they run as well."),
    ];
    let options = with_options(concepts).into_iter();
    notes.extend(options.map(|(algorithm, search, options)| {
        format!("{algorithm} is `--algorithm {search} {options}`.")
    }));
    notes
}

/// Returns the published algorithms that are searches with options, each once.
fn with_options(concepts: &[Concept]) -> Vec<(&str, &str, &str)> {
    let mut found = Vec::new();
    for concept in concepts {
        for search in SEARCHES {
            let Some(known) = cell(concept, search) else { continue };
            let Some(options) = &known.options else { continue };
            let entry = (known.algorithm.as_str(), search, options.as_str());
            if !found.contains(&entry) {
                found.push(entry);
            }
        }
    }
    found
}

/// Returns the table as a list of rows: `concept`, and for each search the algorithm or null; the
/// options that an algorithm needs are in `options`.
pub fn concept_table(concepts: &[Concept]) -> Vec<Value> {
    concepts.iter().map(row_json).collect()
}

fn row_json(concept: &Concept) -> Value {
    let mut row = Map::new();
    row.insert("concept".into(), json!(concept.name));
    row.insert("parameters".into(), json!(concept.parameters));
    let mut options = Map::new();
    for search in SEARCHES {
        let known = cell(concept, search);
        row.insert(search.into(), json!(known.map(|known| &known.algorithm)));
        if let Some(needed) = known.and_then(|known| known.options.as_deref()) {
            options.insert(search.into(), json!(needed));
        }
    }
    row.insert("options".into(), Value::Object(options));
    Value::Object(row)
}
