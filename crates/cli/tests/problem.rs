//! `ludex problem`, as users and scripts run it. The published problems are read from `shared/data`.

use assert_cmd::Command;
use serde_json::Value;

/// What the program prints as JSON, and its exit code.
fn problem(args: &[&str]) -> (Value, i32) {
    let mut command = Command::cargo_bin("ludex").expect("the program was built");
    let output = command.arg("problem").args(args).arg("--json").output().expect("it runs");
    let json = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{args:?}: {}", String::from_utf8_lossy(&output.stderr)));
    (json, output.status.code().expect("an exit code"))
}

fn lines(json: &Value) -> Vec<Vec<&str>> {
    let list = json.as_array().expect("a list of lines").iter();
    list.map(|line| {
        let moves = line.as_array().expect("a line").iter();
        moves.map(|mv| mv.as_str().expect("a move")).collect()
    })
    .collect()
}

#[test]
fn published_problems_have_exactly_their_solutions() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/chess/problems.json");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("skipped: there is no shared/data/chess beside the project");
        return;
    };
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let all = file["problems"].as_array().expect("a list").iter();
    let problems: Vec<&Value> = all.filter(|problem| problem["stress"] != true).collect();
    assert!(problems.len() >= 60);
    problems.into_iter().for_each(require);
}

/// Solves a published problem and compares all that is known about it.
fn require(published: &Value) {
    let text = |name: &str| published[name].as_str().expect("a text");
    let id = text("id");
    let args = [text("stipulation"), "--position", text("fen"), "--all", "--set-play", "--duplex"];
    let (found, code) = problem(&args);
    assert_eq!(code, 0, "{id}");
    let mut expected = match published["lines"].as_array() {
        Some(_) => lines(&published["lines"]),
        None => {
            let keys = published["keys"].as_array().expect("keys").iter();
            keys.map(|key| vec![key.as_str().expect("a move")]).collect()
        }
    };
    expected.sort();
    assert_eq!(lines(&found["solutions"]), expected, "{id}");
    assert_eq!(found["count"], published["solutions"], "{id}");
    assert_eq!(found["short"], Value::Array(Vec::new()), "{id} takes all its moves");
    for part in ["set_play", "duplex"] {
        let expected = &published[part];
        if expected.is_null() {
            continue;
        }
        let found = &found[part];
        assert_eq!(found["shorter_exists"], expected["shorter_exists"], "{part} of {id}");
        if expected["shorter_exists"] == false {
            assert_eq!(found["count"], expected["solutions"], "{part} of {id}");
        }
        if !expected["lines"].is_null() {
            assert_eq!(found["solutions"], expected["lines"], "{part} of {id}");
        }
    }
}

/// White takes en passant; every other first move lets Black out.
const EN_PASSANT: &str = "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6 0 1";

#[test]
fn keys_tries_and_variations_are_told() {
    let args = ["#2", "--position", EN_PASSANT, "--all", "--tries", "--variations", "2"];
    let (found, code) = problem(&args);
    assert_eq!((code, &found["count"], &found["complete"]), (0, &1.into(), &true.into()));
    assert_eq!(found["keys"][0]["move"], "h5g6");
    assert_eq!(found["keys"][0]["length"], 2);
    assert_eq!(found["variations"][0]["threats"][0]["printed"], "2.Rxh7#");
    let tries = found["tries"].as_array().expect("tries");
    assert!(tries.iter().any(|one| one["printed"] == "1.Rxh7+? 1…Kxh7!"));
    assert!(found["nodes"].as_u64() > Some(0));
}

#[test]
fn a_shorter_solution_is_noted() {
    let (found, _) = problem(&["#3", "--position", EN_PASSANT, "--all"]);
    assert!(lines(&found["short"]).contains(&vec!["h5g6"]));
    let corner = "k7/8/1K6/8/8/8/8/7R b";
    let (found, _) = problem(&["h#2", "--position", corner, "--all"]);
    assert!(lines(&found["short"]).contains(&vec!["a8b8", "h1h8"]));
}

#[test]
fn series_movers_and_goals_of_ones_own() {
    let queen = "3q3k/8/8/8/8/8/8/N6K w";
    let (found, _) = problem(&["ser-{captured(Black,queen)}4", "--position", queen, "--all"]);
    assert!(lines(&found["solutions"]).contains(&vec!["a1b3", "b3c5", "c5b7", "b7d8"]));
    let formula = "reach(4, captured(Black,queen))";
    let (same, _) = problem(&["--formula", formula, "--position", queen, "--all"]);
    assert_eq!(same["solutions"], found["solutions"]);
    let (keys, _) = problem(&["--formula", "omega(2)", "--position", EN_PASSANT, "--all"]);
    assert_eq!(lines(&keys["solutions"]), [["h5g6"]]);
    let series = "8/8/8/8/8/k1K5/7P/8 w";
    let (found, _) = problem(&["ser-#6", "--position", series, "--all"]);
    assert!(found["count"].as_u64() > Some(0), "the pawn promotes and mates");
}

#[test]
fn without_all_one_solution_is_enough() {
    let castle = "nk6/brpp2p1/brp4p/1p6/8/8/8/4K2R w K - 0 1";
    let (found, code) = problem(&["#2", "--position", castle]);
    assert_eq!((code, &found["count"], &found["complete"]), (0, &1.into(), &false.into()));
    let (all, _) = problem(&["#2", "--position", castle, "--all"]);
    assert_eq!(lines(&all["solutions"]), [["e1g1"], ["h1f1"]]);
}

#[test]
fn budgets_are_kept_and_what_was_found_is_told() {
    let hard = "4k3/1pp2pp1/8/b1B1pB2/rp6/p5N1/3R4/R2bK3 w Q - 0 1";
    let (found, code) = problem(&["#6", "--position", hard, "--all", "--max-nodes", "20000"]);
    assert_eq!((code, &found["nodes"], &found["complete"]), (3, &20_000.into(), &false.into()));
    let (found, code) = problem(&["#6", "--position", hard, "--all", "--max-seconds", "0.2"]);
    assert_eq!(code, 3);
    assert_eq!(found["stopped"], "the time is up");
}

#[test]
fn a_proof_of_the_stipulation_is_accepted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("proof.json");
    let file = path.to_str().expect("a path that is text");
    let reflex = "4B3/4p3/4k3/2P1q1P1/4Q3/1p5p/1P5P/1RN1K1NR w K - 0 1";
    for (stipulation, position) in [("#2", EN_PASSANT), ("#1", EN_PASSANT), ("r#2", reflex)] {
        let (found, code) = problem(&[stipulation, "--position", position, "--evidence", file]);
        assert_eq!(code, 0);
        assert!(found["proof"]["size"].as_u64() > Some(0));
        let mut verify = Command::cargo_bin("ludex").expect("the program was built");
        verify.args(["verify", file]).assert().success();
    }
}
