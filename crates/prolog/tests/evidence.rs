//! Evidence for what coalitions can force: it is accepted, and changed evidence is refused.

use std::path::Path;

use ludex_prolog::{Program, query, verify};
use serde_json::{Value, json};

fn game(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/prolog").join(name);
    let text = std::fs::read_to_string(path).expect("an example");
    Program::read(&text).expect("well written")
}

/// Returns the witness with one thing changed in a node, each with a description of the change.
fn mutations(file: &Value, node: usize) -> Vec<(String, Value)> {
    let count = file["nodes"].as_array().expect("nodes").len();
    let mut found = Vec::new();
    let mut change = |what: &str, change: &dyn Fn(&mut Value) -> bool| {
        let mut copy = file.clone();
        if change(&mut copy["nodes"][node]) {
            found.push((format!("{what} of node {node}"), copy));
        }
    };
    change("goal", &|node| match node["goal"] == true {
        true => {
            *node = json!({"scenery": node["scenery"], "replies": []});
            true
        }
        false => {
            let counter = node.get("moves").is_some();
            *node = json!({"scenery": node["scenery"], "goal": true});
            // A counter-strategy may have any value of `goal` if no player can move there.
            !counter
        }
    });
    change("play", &|node| node.get("play").is_some() && set(node, "play", json!("1:nothing")));
    change("target", &|node| {
        let target = node["to"].as_u64();
        target.is_some_and(|to| set(node, "to", json!((to + 1) % (count as u64 + 1))))
    });
    change("scenery", &|node| set(node, "scenery", json!(["something_else"])));
    for list in ["replies", "moves"] {
        change(list, &|node| node[list].as_array_mut().is_some_and(|moves| moves.pop().is_some()));
        change(list, &|node| {
            let first = node[list].get_mut(0);
            first.is_some_and(|pair| set_at(pair, 1, json!(count)))
        });
        change(list, &|node| {
            let first = node[list].get_mut(0);
            first.is_some_and(|pair| set_at(pair, 0, json!("9:other")))
        });
    }
    change("another field", &|node| set(node, "remark", json!("nothing")));
    change("reply", &|node| !node["reply"].is_null() && set(node, "reply", Value::Null));
    change("reply", &|node| !node["reply"].is_null() && set(node, "reply", json!(["9:other", 0])));
    found
}

fn set(node: &mut Value, name: &str, value: Value) -> bool {
    node[name] = value;
    true
}

fn set_at(pair: &mut Value, place: usize, value: Value) -> bool {
    pair[place] = value;
    true
}

#[test]
fn changed_evidence_is_refused() {
    let mut refused = 0;
    for (name, question) in [
        ("table1.gp", "force {1} : p"),
        ("table1.gp", "force {2} : q"),
        ("nim.gp", "force {1} : win(1)"),
        ("nim.gp", "force {2} : win(2)"),
        ("coalition.gp", "force {1,2} : p"),
        ("coalition.gp", "force {1} : p"),
        ("memory.gp", "?- {2} win(2)."),
        ("memory.gp", "force {1} : win(1)"),
    ] {
        let program = game(name);
        let answer = query(&program, question).expect("answered");
        let (holds, file) = (answer.result == true, answer.witness.expect("a witness"));
        let accepted = verify(&program, question, holds, &file);
        accepted.unwrap_or_else(|why| panic!("{name} {question}: {why}"));
        for node in 0..file["nodes"].as_array().expect("nodes").len() {
            for (what, changed) in mutations(&file, node) {
                let why = verify(&program, question, holds, &changed);
                assert!(why.is_err(), "{name} {question}: {what} was changed\n{changed}");
                refused += 1;
            }
        }
        // The moves to the last node lead to no node then.
        let mut shorter = file.clone();
        shorter["nodes"].as_array_mut().expect("nodes").pop();
        let why = verify(&program, question, holds, &shorter);
        assert!(why.is_err(), "{name} {question}: without the last node");
        let empty = json!({"kind": file["kind"], "nodes": []});
        for (question, holds, file) in [
            (question, !holds, &file),
            ("force {7} : nothing", holds, &file),
            ("states", holds, &file),
            (question, holds, &json!({})),
            (question, holds, &empty),
        ] {
            let why = verify(&program, question, holds, file);
            assert!(why.is_err_and(|why| !why.is_empty()), "{name} {question}");
        }
    }
    assert!(refused > 100, "only {refused} changes");
}

#[test]
fn a_strategy_that_goes_round_in_circles_proves_nothing() {
    let program = Program::read("s. [1:a] m :- s. [1:b] s :- m. [1:c] p :- m.").expect("a program");
    let circle = json!({"kind": "strategy", "nodes": [
        {"scenery": ["s"], "play": "1:a", "to": 1},
        {"scenery": ["m"], "play": "1:b", "to": 0},
    ]});
    let why = verify(&program, "force {1} : p", true, &circle).expect_err("it never gets there");
    assert_eq!(why, "a play of this strategy can go on for ever");
}
