//! The examples of \[KS11\] and further worked ones, as queries with their answers.

use std::path::Path;

use ludex_rewrite::{Description, query};
use serde_json::Value;

/// Returns the file of vectors, if it is present.
fn vectors() -> Option<Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/design/vectors");
    let Ok(text) = std::fs::read_to_string(root.join("structure-rewriting.json")) else {
        println!("skipped: no vectors beside the project");
        return None;
    };
    Some(serde_json::from_str(&text).expect("the vectors are JSON"))
}

#[test]
fn all_vectors_are_answered_to_the_letter() {
    let Some(file) = vectors() else { return };
    let mut wrong = Vec::new();
    let list = file["vectors"].as_array().expect("a list of vectors");
    for vector in list {
        let text = file["programs"][vector["program"].as_str().unwrap()].as_str().unwrap();
        let description = Description::parse(text).expect("the programs are right");
        let asked = vector["query"].as_str().unwrap();
        let answer = query(&description, asked);
        if answer.as_ref() != Ok(&vector["expected"]) {
            wrong.push(format!("{} {asked}\n  {answer:?}\n  {}", vector["id"], vector["expected"]));
        }
    }
    assert!(wrong.is_empty() && list.len() >= 87, "{}", wrong.join("\n"));
}

#[test]
fn programs_print_and_read_back() {
    let Some(file) = vectors() else { return };
    for text in file["programs"].as_object().unwrap().values() {
        let description = Description::parse(text.as_str().unwrap()).unwrap();
        let printed = description.to_string();
        assert_eq!(Description::parse(&printed).as_ref(), Ok(&description), "{printed}");
    }
}
