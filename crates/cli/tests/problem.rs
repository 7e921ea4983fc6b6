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
    let mut args = vec![text("stipulation"), "--position", text("fen"), "--all"];
    // Where nothing was published there can be a hundred thousand of them.
    for (part, option) in [("set_play", "--set-play"), ("duplex", "--duplex")] {
        args.extend((!published[part].is_null()).then_some(option));
    }
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

/// Runs the program for its page.
fn page(args: &[&str]) -> String {
    let mut command = Command::cargo_bin("ludex").expect("the program was built");
    let output = command.arg("problem").args(args).output().expect("it runs");
    String::from_utf8(output.stdout).expect("text")
}

/// Whether the program proves or disproves the stipulation, and accepts its own proof.
fn proves(stipulation: &str, position: &str) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("proof.json");
    let file = path.to_str().expect("a path that is text");
    let (found, code) = problem(&[stipulation, "--position", position, "--evidence", file]);
    assert_eq!(code, 0, "{stipulation} in {position}");
    let mut verify = Command::cargo_bin("ludex").expect("the program was built");
    let output = verify.args(["verify", file, "--json"]).output().expect("it runs");
    let verdict: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(verdict["valid"], true, "{stipulation} in {position}");
    found["count"].as_u64() > Some(0)
}

#[test]
fn series_movers_lost_solutions_where_the_idle_side_has_no_move() {
    let position = "5Q2/8/8/5p1k/5K2/8/8/8 w";
    let (found, _) = problem(&["ser-#2", "--position", position, "--all"]);
    assert_eq!((&found["count"], &found["complete"]), (&9.into(), &true.into()));
    assert!(lines(&found["solutions"]).contains(&vec!["f8f6", "f6g5"]));
}

/// Stipulations, positions and lines after whose first move Black has no move.
const SERIES: [(&str, &str, &str); 3] = [
    ("ser-#2", "5Q2/8/8/5p1k/5K2/8/8/8 w", "f8f6 f6g5"),
    ("ser-=2", "k7/2p5/8/3N4/8/8/7Q/K7 w", "h2c7 a1a2"),
    ("ser-s#2", "8/8/8/8/6Q1/kp4R1/pN6/K7 w", "b2a4 a4c3"),
];

#[test]
fn series_of_other_kinds_go_on_where_the_idle_side_has_no_move() {
    for (stipulation, position, line) in SERIES {
        let (found, _) = problem(&[stipulation, "--position", position, "--all"]);
        let line: Vec<&str> = line.split(' ').collect();
        assert!(lines(&found["solutions"]).contains(&line), "{stipulation} in {position}");
        assert!(proves(stipulation, position), "{stipulation} in {position}");
    }
    let none = "7k/8/8/8/8/8/8/K6B w";
    assert!(!proves("ser-#2", none), "that there is no solution is proved, too");
}

/// Black, on turn, has no move: White starts in the set play and in the duplex.
#[test]
fn set_play_was_refused_where_the_side_on_turn_has_no_move() {
    let position = "k7/2Q5/K7/8/8/8/8/8 b";
    let (found, code) = problem(&["h#1", "--position", position, "--all", "--set-play"]);
    assert_eq!((code, &found["count"]), (0, &0.into()));
    assert_eq!(lines(&found["set_play"]["solutions"]), [["c7a7"], ["c7b7"], ["c7c8"], ["c7d8"]]);
}

/// As collections print it: no side on turn, no castling rights.
const PASTED: &str = "8/8/1B6/8/3PP3/1PnkpB2/8/RN2K3";

#[test]
fn helpmates_pasted_from_a_database_began_with_white_and_without_castling() {
    let (found, code) = problem(&["h#2", "--position", PASTED, "--all"]);
    assert_eq!((code, lines(&found["solutions"])), (0, vec![vec!["c3b1", "b6a5", "b1a3", "e1c1"]]));
    assert_eq!(found["assumed"]["turn"], "Black");
    assert_eq!(found["assumed"]["castling"], "Q");
    assert_eq!(found["position"], format!("{PASTED} b Q - 0 1"));
    let text = page(&["h#2", "--position", PASTED, "--all"]);
    let said = "assumed Black moves first, castling Q (the position does not say)";
    assert!(text.contains(said), "{text}");
    // What the position says is taken at its word.
    for said in ["b - - 0 1", "b -", "w Q - 0 1"] {
        let position = format!("{PASTED} {said}");
        let (found, _) = problem(&["h#2", "--position", &position, "--all"]);
        assert_eq!((&found["count"], &found["assumed"]), (&0.into(), &Value::Null), "{said}");
    }
    assert!(proves("h#2", PASTED));
}

#[test]
fn boards_alone_begin_with_the_usual_side() {
    let board = "k7/8/1K6/8/8/8/8/7R";
    let black = ["h#2", "h=2", "ser-h#2", "ser-h=2", "h{stalemate}2"];
    let white = ["#2", "=2", "s#2", "r#2", "semi-r#2", "hs#2", "h#1.5", "ser-#2", "ser-s#2"];
    for (stipulations, side) in [(&black[..], "Black"), (&white[..], "White")] {
        for stipulation in stipulations {
            let (found, _) = problem(&[stipulation, "--position", board]);
            assert_eq!(found["assumed"]["turn"], side, "{stipulation}");
        }
    }
    let (found, _) = problem(&["h#2", "--position", board, "--for", "White"]);
    assert_eq!(found["position"], format!("{board} w - - 0 1"), "it was said who moves first");
    assert_eq!(found["assumed"], Value::Null);
}

#[test]
fn castling_is_assumed_in_direct_play_and_for_formulas() {
    let board = "nk6/brpp2p1/brp4p/1p6/8/8/8/4K2R w";
    let (found, _) = problem(&["#2", "--position", board, "--all"]);
    assert_eq!(lines(&found["solutions"]), [["e1g1"], ["h1f1"]]);
    assert_eq!(found["assumed"], serde_json::json!({ "castling": "K" }));
    let (found, _) = problem(&["--formula", "omega(2)", "--position", board, "--all"]);
    assert_eq!(lines(&found["solutions"]), [["e1g1"], ["h1f1"]]);
    let (found, _) = problem(&["#2", "--position", &format!("{board} -"), "--all"]);
    assert_eq!(lines(&found["solutions"]), [["h1f1"]]);
}

/// The branch of a move in a list of variations.
fn branch<'j>(list: &'j Value, mv: &str) -> &'j Value {
    let mut all = list.as_array().into_iter().flatten();
    all.find(|branch| branch["move"] == mv).unwrap_or_else(|| panic!("no {mv} in {list:#}"))
}

fn moves(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(|branch| branch["move"].as_str()).collect()
}

#[test]
fn the_only_defence_and_its_dual_were_hidden_behind_slower_threats() {
    let position = "8/8/8/8/4N3/3K4/8/kBQ5 w";
    let args = ["#3", "--position", position, "--all", "--variations", "3"];
    let (found, _) = problem(&args);
    let key = branch(&found["variations"], "c1d2");
    assert_eq!(moves(&key["threats"]), ["d2a2"], "the quickest threat");
    let mut answers = moves(&branch(&key["next"], "a1b1")["next"]);
    answers.sort();
    assert_eq!(answers, ["d3c3", "e4c3"]);
    let text = page(&["#3", "--position", position, "--all"]);
    assert!(text.contains("1…Kxb1 2."), "{text}");
    assert!(text.contains("(dual)"), "{text}");
}

#[test]
fn defences_were_hidden_where_none_parries_the_threat() {
    let (found, _) = problem(&["#2", "--position", EN_PASSANT, "--all", "--variations", "2"]);
    let key = branch(&found["variations"], "h5g6");
    assert_eq!(moves(&key["threats"]), ["h8h7"]);
    assert!(!moves(&key["next"]).is_empty(), "Black has to move");
}

/// The threat is a quiet move, after which Black may play on.
const QUIET: &str = "K2k4/1Q3p2/8/4pP2/8/8/8/8 w - - 0 1";

#[test]
fn the_play_after_a_threat_was_hidden() {
    let (found, _) = problem(&["#3", "--position", QUIET, "--all", "--variations", "3"]);
    let key = branch(&found["variations"], "f5f6");
    assert_eq!(moves(&key["threats"]), ["a8b8"]);
    assert!(!moves(&key["threats"][0]["next"]).is_empty(), "{key:#}");
    let text = page(&["#3", "--position", QUIET, "--all"]);
    assert!(text.contains("threat 2.Kb8"), "{text}");
}

#[test]
fn nothing_follows_a_stalemate_that_is_the_goal() {
    let position = "k7/8/8/1Q6/8/2K5/8/8 w";
    let (found, _) = problem(&["=2", "--position", position, "--all", "--variations", "2"]);
    let key = branch(&found["variations"], "b5b6");
    assert_eq!((&key["threats"], &key["next"]), (&Value::Null, &Value::Null));
}
