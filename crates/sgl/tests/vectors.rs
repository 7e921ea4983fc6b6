//! Test vectors: every query has exactly the expected result.
//!
//! The vectors are those of `../shared/design/vectors/sgl.json` (skipped if absent) and of
//! `oracle/vectors.json`, answered by an independent simple program (`oracle/oracle.py`). Set
//! `SGL_VECTORS` to a part of a query or of a program's name to run only some of them.

use std::path::Path;
use std::time::Instant;

use ludex_base::trials;
use ludex_sgl::{File, query};
use serde_json::Value;

/// Runs every `step`-th of the vectors of the programs whose names satisfy a condition; returns their
/// number.
fn run(text: &str, step: usize, wanted: impl Fn(&str) -> bool) -> usize {
    let data: Value = serde_json::from_str(text).expect("the vectors are JSON");
    let only = std::env::var("SGL_VECTORS").unwrap_or_default();
    let mut failed = Vec::new();
    let (mut met, mut count) = (0, 0);
    for vector in data["vectors"].as_array().expect("a list of vectors") {
        let field = |name: &str| vector[name].as_str().expect("a text");
        let (program, question) = (field("program"), field("query"));
        if !wanted(program) || !(question.contains(&only) || program.contains(&only)) {
            continue;
        }
        met += 1;
        if met % step != 0 {
            continue;
        }
        let program_text = data["programs"][program].as_str().expect("a program");
        let file = File::read(program, program_text).expect("the program reads");
        let start = Instant::now();
        let answer = query(&file, question);
        let seconds = start.elapsed().as_secs_f64();
        if seconds > 1.0 {
            println!("{program} {question}: {seconds:.1} s");
        }
        count += 1;
        match answer {
            Ok(answer) if answer.result == vector["expected"] => {}
            Ok(answer) => failed.push(format!(
                "{program}: {question}\n  expected {}, got {} {:?}",
                vector["expected"], answer.result, answer.witness
            )),
            Err(error) => failed.push(format!("{program}: {question}\n  {error}")),
        }
    }
    assert!(failed.is_empty(), "{} of {count} failed:\n{}", failed.len(), failed.join("\n"));
    assert!(count > 0 || !only.is_empty());
    count
}

/// Runs the vectors of the shared file.
fn run_given(step: usize, wanted: impl Fn(&str) -> bool) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/design/vectors/sgl.json");
    match std::fs::read_to_string(&path) {
        Ok(text) => drop(run(&text, step, wanted)),
        Err(_) => println!("skipped: {} is absent", path.display()),
    }
}

#[test]
fn small_programs() {
    run_given(1, |program| !program.starts_with("mk4"));
}

#[test]
fn the_4_3_game() {
    run_given(1, |program| program == "mk43");
}

/// These take long: all of them are asked in a long run only.
#[test]
fn the_4_4_game() {
    let step = if trials(1) > 1 { 1 } else { 4 };
    run_given(step, |program| program == "mk44");
}

/// Two independent programs agree.
#[test]
fn answers_of_the_oracle() {
    let count = run(include_str!("oracle/vectors.json"), 1, |_| true);
    println!("{count} vectors");
}
