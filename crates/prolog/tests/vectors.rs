//! The shared test vectors, answered by the public function.

use std::path::Path;

use ludex_prolog::{Program, query, verify};
use serde_json::Value;

fn vectors() -> Option<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/design/vectors/game-prolog.json");
    match std::fs::read_to_string(&root) {
        Ok(text) => Some(serde_json::from_str(&text).expect("the vectors are JSON")),
        Err(_) => {
            println!("skipped: {} is absent", root.display());
            None
        }
    }
}

fn programs(file: &Value) -> impl Iterator<Item = (&String, Program)> {
    let texts = file["programs"].as_object().expect("programs").iter();
    texts.map(|(name, text)| {
        let text = text.as_str().expect("a text");
        (name, Program::read(text).unwrap_or_else(|error| panic!("{name}: {error}")))
    })
}

#[test]
fn all_vectors_give_what_is_expected() {
    let Some(file) = vectors() else { return };
    let programs: std::collections::HashMap<_, _> = programs(&file).collect();
    let mut wrong = Vec::new();
    let list = file["vectors"].as_array().expect("vectors");
    for vector in list {
        let program = &programs[&vector["program"].as_str().expect("a name").to_owned()];
        let text = vector["query"].as_str().expect("a query");
        match query(program, text) {
            Ok(answer) if answer.result == vector["expected"] => {}
            other => wrong.push(format!(
                "{}: {text}: {other:?}\nexpected {}",
                vector["id"], vector["expected"]
            )),
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong\n{}", wrong.len(), list.len(), wrong.join("\n"));
}

#[test]
fn the_witnesses_of_force_prove_their_claims() {
    let Some(file) = vectors() else { return };
    let programs: std::collections::HashMap<_, _> = programs(&file).collect();
    let mut checked = 0;
    for vector in file["vectors"].as_array().expect("vectors") {
        let text = vector["query"].as_str().expect("a query");
        if !text.starts_with("force") || vector["program"] == "cluedo3" {
            continue;
        }
        let program = &programs[&vector["program"].as_str().expect("a name").to_owned()];
        let answer = query(program, text).expect("answered");
        let claim = answer.result == true;
        let witness = answer.witness.expect("a witness");
        verify(program, text, claim, &witness).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert!(verify(program, text, !claim, &witness).is_err(), "{text}");
        checked += 1;
    }
    assert!(checked > 30);
}

#[test]
fn programs_are_printed_and_read_back() {
    let Some(file) = vectors() else { return };
    for (name, program) in programs(&file) {
        let text = program.to_text();
        let again = Program::read(&text).expect(name);
        assert_eq!(again.to_text(), text, "{name}");
        assert_eq!(again.clauses().len(), program.clauses().len());
    }
}
