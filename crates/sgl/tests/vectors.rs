//! All vectors of the notes: every query gives exactly the result that is expected.
//!
//! Set `SGL_VECTORS` to a part of an id or of a program's name to run some of them only.

use std::path::Path;
use std::time::Instant;

use ludex_sgl::{File, query};
use serde_json::Value;

/// The vectors of the programs whose names satisfy a condition.
fn run(wanted: impl Fn(&str) -> bool) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/design/vectors/sgl.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is absent", path.display());
        return;
    };
    let data: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let only = std::env::var("SGL_VECTORS").unwrap_or_default();
    let mut failed = Vec::new();
    let mut count = 0;
    for vector in data["vectors"].as_array().expect("a list of vectors") {
        let field = |name: &str| vector[name].as_str().expect("a text");
        let (id, program, question) = (field("id"), field("program"), field("query"));
        if !wanted(program) || !(id.contains(&only) || program.contains(&only)) {
            continue;
        }
        let program_text = data["programs"][program].as_str().expect("a program");
        let file = File::read(program, program_text).expect("the program reads");
        let start = Instant::now();
        let answer = query(&file, question);
        let seconds = start.elapsed().as_secs_f64();
        if seconds > 1.0 {
            println!("{id} {program} {question}: {seconds:.1} s");
        }
        count += 1;
        match answer {
            Ok(answer) if answer.result == vector["expected"] => {}
            Ok(answer) => failed.push(format!(
                "{id} {program}: {question}\n  expected {}, got {} {:?}",
                vector["expected"], answer.result, answer.witness
            )),
            Err(error) => failed.push(format!("{id} {program}: {question}\n  {error}")),
        }
    }
    assert!(failed.is_empty(), "{} of {count} failed:\n{}", failed.len(), failed.join("\n"));
    assert!(count > 0 || !only.is_empty());
}

#[test]
fn small_programs() {
    run(|program| !program.starts_with("mk4"));
}

#[test]
fn the_4_3_game() {
    run(|program| program == "mk43");
}

#[test]
fn the_4_4_game() {
    run(|program| program == "mk44");
}
