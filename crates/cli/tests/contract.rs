//! The contract with scripts: JSON keys, exit codes, budgets, Ctrl-C, pipes, colours, and evidence
//! that is verified after it was written.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

fn ludex() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("ludex"))
}

fn run(args: &[&str]) -> Output {
    ludex().args(args).output().expect("the program runs")
}

/// The JSON a command prints, and its exit code.
fn json_of(args: &[&str]) -> (Value, Option<i32>) {
    let output = run(&[args, &["--json"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let value = serde_json::from_slice(&output.stdout);
    (value.unwrap_or_else(|error| panic!("{args:?}: {error}\n{stderr}")), output.status.code())
}

/// Asserts that keys are there, with the types of the examples.
fn has_keys(value: &Value, keys: &[(&str, Value)]) {
    for (key, example) in keys {
        let found = value.get(key).unwrap_or_else(|| panic!("{key} is missing in {value}"));
        let same = std::mem::discriminant(found) == std::mem::discriminant(example);
        assert!(same, "{key} is {found}, not such as {example}");
    }
}

/// Keys of `solve` that do not depend on its answer.
fn solve_keys() -> Vec<(&'static str, Value)> {
    let numbers = ["nodes", "created", "lp_calls", "seconds", "memory"];
    let mut keys: Vec<_> = numbers.map(|key| (key, json!(0))).into();
    keys.extend([("best", json!([])), ("bounds", json!([])), ("exact", json!(true))]);
    keys.push(("strategies", json!({})));
    keys
}

#[test]
fn games_lists_agents_keys_and_atoms() {
    let (games, code) = json_of(&["games"]);
    let games = games.as_array().expect("a list");
    assert_eq!((games.len() >= 14, code), (true, Some(0)));
    for game in games {
        let keys = json!({});
        has_keys(
            game,
            &[("name", json!("")), ("agents", json!([])), ("keys", keys), ("atoms", json!([]))],
        );
        let name = game["name"].as_str().expect("a name");
        assert_eq!(json_of(&["games", name]).0, json!([game]));
    }
}

#[test]
fn show_and_replay_describe_positions() {
    let (shown, code) = json_of(&["show", "connect4", "--moves", "4435"]);
    assert_eq!(code, Some(0));
    has_keys(
        &shown,
        &[
            ("position", json!("")),
            ("turn", json!("")),
            ("final", json!(false)),
            ("drawing", json!("")),
        ],
    );
    assert_eq!(shown["legal"]["X"], json!(["1", "2", "3", "4", "5", "6", "7"]));
    assert_eq!(shown["outcome"], Value::Null);
    let position = shown["position"].as_str().expect("a text");
    assert_eq!(json_of(&["show", "connect4", "--position", position]).0, shown);

    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("moves.txt");
    std::fs::write(&file, "a1\nb1\n\na2\nb2\na3\n").expect("a file");
    let output = run(&["replay", "tictactoe", "--moves-file", file.to_str().expect("a path")]);
    let states: Vec<Value> = lines(&output.stdout);
    assert_eq!(states.len(), 6);
    has_keys(&states[0], &[("facts", json!([])), ("legal", json!({})), ("final", json!(false))]);
    assert_eq!(states[0].get("scores"), None);
    assert_eq!(states[5]["scores"], json!({ "X": 1, "O": -1 }));
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON on every line")).collect()
}

#[test]
fn check_and_solve_answer() {
    let (checked, code) = json_of(&["check", "tictactoe", "omega(2)", "--moves", "a1 b1 a2 b2"]);
    assert_eq!((&checked["answer"], code), (&json!(true), Some(0)));
    let numbers = json!({});
    has_keys(
        &checked,
        &[
            ("algorithm", json!("")),
            ("queries", numbers),
            ("nodes", json!(0)),
            ("seconds", json!(0)),
            ("line", json!([])),
        ],
    );
    has_keys(&checked["queries"], &["atomic", "listmoves", "play"].map(|key| (key, json!(0))));
    assert_eq!(checked["line"], json!(["a3"]));
    assert_eq!(checked["proof"], Value::Null);
    // Whatever the answer, the question was answered.
    let (checked, code) = json_of(&["check", "tictactoe", "omega(5)"]);
    assert_eq!((&checked["answer"], code), (&json!(false), Some(0)));

    let (solved, code) = json_of(&["solve", "connect4:columns=5,rows=4"]);
    has_keys(&solved, &solve_keys());
    assert_eq!((&solved["value"], &solved["score"], code), (&json!("draw"), &json!(0.0), Some(0)));
    assert_eq!((&solved["exact"], &solved["bounds"]), (&json!(true), &json!([0.0, 0.0])));
    let (solved, _) =
        json_of(&["solve", "connect4:columns=4,rows=4,scoring=distance", "--moves", "112233"]);
    assert!(solved["value"].is_number(), "{solved}");
}

#[test]
fn a_budget_that_is_too_small_gives_3_and_what_is_known() {
    for budget in [["--max-nodes", "10"], ["--max-seconds", "0.001"]] {
        let (checked, code) = json_of(&[&["check", "chess", "omega(6)"], &budget[..]].concat());
        assert_eq!((&checked["answer"], code), (&Value::Null, Some(3)), "{budget:?}");
        let (solved, code) = json_of(&[&["solve", "connect4"], &budget[..]].concat());
        has_keys(&solved, &solve_keys());
        assert_eq!((&solved["value"], code), (&Value::Null, Some(3)), "{budget:?}");
        assert_eq!((&solved["exact"], &solved["bounds"]), (&json!(false), &json!([-1.0, 1.0])));
    }
}

/// No strategy within the time is no bad input.
#[test]
fn a_strategy_that_is_not_found_in_time_gives_3() {
    let args = ["strategy", "connect4:columns=5,rows=4", "--find", "--max-seconds", "0.001"];
    let (found, code) = json_of(&args);
    assert_eq!((&found["holds"], code), (&Value::Null, Some(3)));
    assert!(found["stopped"].is_string(), "{found}");
}

/// The program's own colours reach a terminal, other sequences do not.
#[test]
fn escape_sequences_of_game_files_are_written_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("forged.json");
    let text = r#"{ "agents": ["Max", "Min"], "initial": "s\u001b[2K\r", "states": {
        "s\u001b[2K\r": { "moves": { "Max": ["\u009bw"] } }, "\u009bw": { "outcome": "win" } } }"#;
    std::fs::write(&file, text).expect("it can be written");
    let path = file.to_str().expect("a plain path");
    for args in [&["show", path][..], &["solve", path], &["solve", path, "--json"]] {
        let output = ludex().args(args).env("CLICOLOR_FORCE", "1").output().expect("it runs");
        for shown in [output.stdout, output.stderr] {
            let shown = String::from_utf8(shown).expect("text");
            let forged = ["\u{1b}[2K", "\r", "\u{9b}"].iter().any(|code| shown.contains(code));
            assert!(!forged, "{args:?}: {shown:?}");
        }
    }
}

#[test]
fn memory_stays_within_its_budget_and_answers_right() {
    for game in ["connect4:columns=5,rows=5", "domineering:rows=5,columns=6", "hex:size=3"] {
        let (roomy, _) = json_of(&["solve", game]);
        let (tight, _) = json_of(&["solve", game, "--max-memory", "1MiB"]);
        assert_eq!(tight["value"], roomy["value"], "{game}");
        let memory = tight["memory"].as_u64().expect("a number");
        assert!(memory <= 1 << 20, "{game}: {memory} bytes");
    }
}

#[test]
fn concepts_are_defined_and_named() {
    let (concepts, code) = json_of(&["concepts"]);
    let concepts = concepts.as_array().expect("a list");
    assert_eq!((concepts.len() > 10, code), (true, Some(0)));
    for concept in concepts {
        has_keys(
            concept,
            &[
                ("name", json!("")),
                ("parameters", json!([])),
                ("definition", json!("")),
                ("known_as", json!([])),
            ],
        );
    }
    assert_eq!(json_of(&["concepts", "OMEGA"]).0[0]["name"], json!("omega"));
}

/// Questions with evidence: arguments without `--evidence`.
const PROVED: [&[&str]; 7] = [
    &["check", "tictactoe", "omega(2)", "--moves", "a1 b1 a2 b2"],
    &["check", "tictactoe", "omega(5)"],
    &["check", "hex:size=3", "ladder(5)", "--for", "White"],
    &["check", "chess", "omega(2)", "--position", "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6"],
    &["solve", "tictactoe"],
    &["solve", "nim:heaps=1-2-3"],
    &["solve", "domineering:rows=3,columns=3"],
];

#[test]
fn evidence_is_verified_in_both_encodings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for question in PROVED {
        for name in ["proof.json", "proof.ludex"] {
            let path = folder.path().join(name);
            let file = path.to_str().expect("a path");
            let (answer, code) = json_of(&[question, &["--evidence", file]].concat());
            assert_eq!(code, Some(0), "{question:?}");
            has_keys(&answer["proof"], &[("size", json!(0)), ("cost", json!(0))]);
            let (verified, code) = json_of(&["verify", file]);
            assert_eq!((&verified["valid"], code), (&json!(true), Some(0)), "{question:?}");
            has_keys(&verified, &[("claim", json!("")), ("nodes", json!(0))]);
            assert_eq!(verified["reason"], Value::Null);
            assert_eq!(verified["nodes"], answer["proof"]["size"]);
        }
    }
}

/// Algorithms for simultaneous moves, and whether they find the value. (Here `regret` does: there
/// are pure strategies to be found.)
const MIXING: [(&str, bool); 12] = [
    ("auto", true),
    ("backward", true),
    ("smab", true),
    ("oracle", true),
    ("sequence-form", true),
    ("exact", true),
    ("sm-mcts", true),
    ("regret", true),
    ("maxmin", false),
    ("minmax", false),
    ("alternating", false),
    ("random-order", false),
];

#[test]
fn simultaneous_games_have_values_and_mixed_strategies() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/stacked/example-11.json");
    let game = game.to_str().expect("a path");
    for (algorithm, exact) in MIXING {
        let (solved, code) = json_of(&["solve", game, "--algorithm", algorithm]);
        assert_eq!(code, Some(0), "{algorithm}: {solved}");
        has_keys(&solved, &solve_keys());
        let [low, high] = [0, 1].map(|i| solved["bounds"][i].as_f64().expect("a number"));
        assert!(low <= 5.0 + 1e-9 && 5.0 - 1e-9 <= high, "{algorithm}: {solved}");
        assert_eq!(solved["exact"], json!(exact), "{algorithm}: {solved}");
        let value = solved["value"].as_f64().expect("a number");
        assert!(!exact || (value - 5.0).abs() < 1e-9, "{algorithm}: {solved}");
        for agent in ["Max", "Min"] {
            let moves = solved["strategies"][agent].as_object().expect("a strategy");
            let sum: f64 = moves.values().filter_map(Value::as_f64).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{algorithm}: {solved}");
        }
    }
}

#[test]
fn goofspiel_is_counted_as_published() {
    let plain = ["--transpositions", "off", "--hints", "off"];
    let solve =
        |more: &[&str]| json_of(&[&["solve", "goofspiel:cards=5"], &plain[..], more].concat()).0;
    let backward = solve(&["--algorithm", "backward"]);
    assert_eq!((&backward["nodes"], &backward["lp_calls"]), (&json!(1926), &json!(1926)));
    let mut fewest = 0;
    for skip in ["0", "1", "2"] {
        let smab = solve(&["--algorithm", "smab", "--skip", skip]);
        let nodes = smab["nodes"].as_u64().expect("a number");
        assert!(fewest < nodes && nodes < 1926, "s = {skip}: {nodes} nodes");
        fewest = nodes;
    }
}

#[test]
fn matrices_of_positions_are_shown() {
    let (solved, code) = json_of(&["solve", "goofspiel", "--matrix"]);
    assert_eq!(code, Some(0));
    let matrix = &solved["matrix"];
    assert_eq!(matrix["rows"], json!(["1", "2", "3", "4"]));
    let corner = matrix["values"][0][3].as_f64().expect("a number");
    assert!((corner + 3.0 / 19.0).abs() < 1e-9, "{matrix}");
}

#[test]
fn mixed_strategies_are_verified_exactly() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("mixed.json");
    let file = path.to_str().expect("a path");
    let (answer, code) = json_of(&["solve", "goofspiel", "--moves", "1 4", "--evidence", file]);
    assert_eq!((code, &answer["gap"]), (Some(0), &json!(0.0)));
    let (verified, _) = json_of(&["verify", file]);
    assert_eq!(verified["valid"], json!(true), "{verified}");
    assert_eq!((&verified["low"], &verified["gap"]), (&json!("-3/19"), &json!("0")));
    assert_eq!(verified["nodes"], answer["proof"]["size"]);
    let text = std::fs::read_to_string(&path).expect("the evidence");
    for (from, to) in [("-3/19", "-2/19"), ("\"mix\":[[\"2\"", "\"mix\":[[\"3\""), ("1-2 ", "1-3 ")]
    {
        assert!(text.contains(from), "{from} is not in\n{text}");
        std::fs::write(&path, text.replacen(from, to, 1)).expect("changed evidence");
        let (verified, code) = json_of(&["verify", file]);
        assert_eq!((&verified["valid"], code), (&json!(false), Some(1)), "{from}");
    }
    // Rounded probabilities: a gap, but a tiny one.
    run(&["solve", "goofspiel:cards=6", "--evidence", file]);
    let gap = json_of(&["verify", file]).0["gap_decimal"].as_f64().expect("a gap");
    assert!((0.0..1e-12).contains(&gap), "{gap}");
}

#[test]
fn budgets_of_simultaneous_games_end_with_3() {
    for algorithm in ["backward", "smab", "oracle", "sequence-form", "sm-mcts", "regret", "exact"] {
        let args = ["solve", "goofspiel:cards=7", "--algorithm", algorithm, "--max-nodes", "100"];
        let (solved, code) = json_of(&args);
        assert_eq!((code, &solved["exact"]), (Some(3), &json!(false)), "{algorithm}");
        assert!(solved["stopped"].is_string(), "{algorithm}: {solved}");
    }
}

#[test]
fn an_empty_line_of_a_batch_is_the_start() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("batch.txt");
    std::fs::write(&file, "\n# a comment\n1:3\n").expect("a file");
    let file = file.to_str().expect("a path");
    let output = run(&["solve", "nim:heaps=3-4", "--batch", file, "--json"]);
    let positions: Vec<Value> =
        lines(&output.stdout).iter().map(|line| line["position"].clone()).collect();
    assert_eq!(positions.len(), 2, "{positions:?}");
    assert_eq!(positions[0], json_of(&["show", "nim:heaps=3-4"]).0["position"]);
    assert_ne!(positions[0], positions[1]);
}

#[test]
fn batches_of_joint_moves_are_answered_line_by_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("batch.txt");
    std::fs::write(&file, "1 1\n1 2\nposition 1-2 1-2 0:0\n").expect("a file");
    let file = file.to_str().expect("a path");
    let output = run(&["solve", "goofspiel", "--batch", file, "--json"]);
    let values: Vec<f64> =
        lines(&output.stdout).iter().filter_map(|line| line["value"].as_f64()).collect();
    assert_eq!(values, [0.0, -1.0, 0.0]);
}

#[test]
fn verify_exited_with_0_for_evidence_that_is_not_valid() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("proof.json");
    let file = path.to_str().expect("a path");
    let drawing = folder.path().join("proof.svg");
    let svg = drawing.to_str().expect("a path");
    run(&["check", "tictactoe", "omega(2)", "--moves", "a1 b1 a2 b2", "--evidence", file]);
    let text = std::fs::read_to_string(&path).expect("the proof");
    // Another move, the claim turned round, one node turned round, another position.
    let changes = [
        (r#""some":["a3""#, r#""some":["b3""#),
        ("   \"holds\": true", "   \"holds\": false"),
        (r#""holds":false"#, r#""holds":true"#),
        (".../XO./XO. X", ".../.../... X"),
        (r#""omega(2)""#, r#""omega(99)""#),
    ];
    for (from, to) in changes {
        assert!(text.contains(from), "{from} is not in\n{text}");
        std::fs::write(&path, text.replacen(from, to, 1)).expect("a changed proof");
        for more in [&[][..], &["--strict"], &["--svg", svg]] {
            let (verified, code) = json_of(&[&["verify", file], more].concat());
            assert_eq!((&verified["valid"], code), (&json!(false), Some(1)), "{from}");
            has_keys(&verified, &[("reason", json!(""))]);
        }
    }
    let html = folder.path().join("proof.html");
    let export = run(&["export", file, "--html", html.to_str().expect("a path")]);
    assert_eq!(export.status.code(), Some(2), "not valid: nothing is written");
    assert!(!html.exists() && !drawing.exists(), "what is not valid is not drawn");
}

#[test]
fn evidence_about_a_file_finds_it_by_the_path_as_typed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let graph = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/explicit/figure-2-2.json");
    std::fs::create_dir(folder.path().join("games")).expect("a folder");
    let copy = folder.path().join("games/graph.json");
    std::fs::copy(graph, &copy).expect("a copy");
    let here = |args: &[&str]| ludex().current_dir(&folder).args(args).output().expect("it runs");
    assert!(
        here(&["check", "games/graph.json", "omega(2)", "--evidence", "p.json"]).status.success()
    );
    let verified = here(&["verify", "p.json", "--json"]).stdout;
    let verified: Value = serde_json::from_slice(&verified).expect("JSON");
    assert_eq!(verified["valid"], json!(true), "{verified}");
    // In another folder the path leads nowhere, and the message says whose path it is.
    let evidence = folder.path().join("p.json");
    let lost = ludex().current_dir("..").arg("verify").arg(evidence).output().expect("it runs");
    let said = String::from_utf8_lossy(&lost.stderr).into_owned();
    assert!(said.contains("the evidence is about a game in the file"), "{said}");
    assert_eq!(lost.status.code(), Some(2));
    // The same path with other content is another game.
    let text = std::fs::read_to_string(&copy).expect("the copy");
    std::fs::write(&copy, text.replace("Figure", "figure")).expect("a changed copy");
    let verified = here(&["verify", "p.json"]);
    let said = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(said.contains("is not the one the evidence is about"), "{said}");
    assert_eq!(verified.status.code(), Some(1));
}

#[test]
fn batches_answer_line_by_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("batch.txt");
    let text = "# four positions, the second of them the start\na1 b1 a2 b2\n\nposition .../.../... O\na1b1a2b2a3\n";
    std::fs::write(&file, text.replace("a1b1a2b2a3", "a1 b1 a2 b2 a3")).expect("a file");
    let file = file.to_str().expect("a path");
    let output = run(&["solve", "tictactoe", "--batch", file, "--json"]);
    let values: Vec<Value> =
        lines(&output.stdout).iter().map(|line| line["value"].clone()).collect();
    assert_eq!(values, ["win", "draw", "draw", "win"]);
    let output = run(&["check", "tictactoe", "w", "--batch", file]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "false\nfalse\nfalse\ntrue\n");
}

/// A line of two words is moves and an expected score where outcomes are many numbers and the moves a run
/// of more than one; two moves otherwise.
#[test]
fn a_line_of_a_batch_may_state_the_score_expected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("batch.txt");
    std::fs::write(&file, "4433 -2\n4 3\n").expect("a file");
    let file = file.to_str().expect("a path");
    let small = "connect4:columns=4,rows=3,scoring=distance";
    let output = run(&["solve", small, "--batch", file, "--json"]);
    let expected: Vec<Value> =
        lines(&output.stdout).iter().map(|line| line["expected"].clone()).collect();
    assert_eq!(expected, [Value::from(-2.0), Value::Null]);
    let unscored = run(&["solve", "connect4:columns=4,rows=3", "--batch", file]);
    assert_eq!(unscored.status.code(), Some(2), "`-2` is read as a move there");
}

#[test]
fn pipes_and_no_color_get_no_escape_codes() {
    for args in [&["games", "hex"][..], &["solve", "tictactoe"], &["show", "poker"], &["--help"]] {
        for variables in [[("NO_COLOR", "1"), ("TERM", "xterm")], [("LANG", "C"), ("TERM", "dumb")]]
        {
            let output = ludex().args(args).envs(variables).output().expect("it runs");
            assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{args:?}");
        }
    }
}

#[test]
fn a_reader_that_stops_reading_is_no_error() {
    let mut child = piped(&["games", "--json"]);
    let mut first = [0; 10];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("ten bytes");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

fn piped(args: &[&str]) -> Child {
    let mut command = ludex();
    command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

/// Presses Ctrl-C.
#[cfg(unix)]
fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
}

/// The first Ctrl-C was swallowed: the program went on waiting for the move of a human.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_game_that_waits_for_a_human() {
    let mut command = ludex();
    command.args(["play", "tictactoe", "--players", "human,random", "--json"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"b2\n").expect("a move");
    // Longer than a second: a human has no clock.
    std::thread::sleep(Duration::from_millis(2500));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends while standard input is open");
    drop(stdin);
    assert_eq!(output.status.code(), Some(130));
    let played: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&played["end"], &played["moves"][0]["move"]), (&json!("stopped"), &json!("b2")));
    assert_eq!(played["faults"], json!([]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    let child = piped(&["solve", "hex:size=8", "--json"]);
    std::thread::sleep(Duration::from_millis(1500));
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let solved: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    has_keys(&solved, &solve_keys());
    assert_eq!((&solved["exact"], &solved["stopped"]), (&json!(false), &json!("interrupted")));
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_a_batch_keeps_the_lines_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("batch.txt");
    let lines = "position BBBB.BBB/....W.../......../......../......../......../......../WWWWWWWW White\na2-a3\na2-a3\n";
    std::fs::write(&file, lines).expect("a file");
    let mut child =
        piped(&["solve", "breakthrough", "--json", "--batch", file.to_str().expect("a path")]);
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = String::new();
    reader.read_line(&mut first).expect("the first answer");
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("the rest");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let first: Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!(first["value"], json!("win"));
    let rest: Vec<Value> = self::lines(rest.as_bytes());
    assert_eq!(rest.len(), 1, "the line being searched is the last one");
    assert_eq!(rest[0]["exact"], json!(false));
}

/// Every example of a help page is a line that works, in a folder with the files it names.
#[test]
fn the_examples_of_the_help_pages_work() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("game.txt"), "4\n4\n").expect("a file");
    std::fs::write(folder.path().join("positions.txt"), "2252576253462244111563365343671351441\n")
        .expect("a file");
    std::fs::write(folder.path().join("matrix.json"), r#"{"matrix": [[3, -1], [-1, 1]]}"#)
        .expect("a file");
    let entry = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/efg/entry.efg");
    std::fs::copy(entry, folder.path().join("entry.efg")).expect("a copy");
    std::fs::write(folder.path().join("mine.ludex"), "mine(n) = omega(n)\n").expect("a file");
    let commands = [
        "verify",
        "games",
        "show",
        "replay",
        "check",
        "solve",
        "problem",
        "concepts",
        "perft",
        "completions",
    ];
    let mut tried = 0;
    for command in commands.map(Some).into_iter().chain([None]) {
        let mut help = ludex();
        let help = help.args(command).arg("--help").output().expect("it runs").stdout;
        let help = String::from_utf8(help).expect("text");
        let (_, examples) = help.rsplit_once("\nExample").expect("every page has examples");
        for line in
            examples.lines().filter(|line| line.contains("ludex ") && line.starts_with("  "))
        {
            // Remarks follow after blanks; depth 5 of chess is for optimised programs.
            let line = line.trim().split("  ").next().unwrap_or_default();
            let line = line.replace("--depth 5", "--depth 3");
            let line = line.split(" > ").next().unwrap_or_default();
            let program = assert_cmd::cargo::cargo_bin("ludex");
            let line = line.replace("ludex ", &format!("'{}' ", program.display()));
            let output = Command::new("sh").arg("-c").arg(&line).current_dir(&folder).output();
            let output = output.expect("a shell runs");
            assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
            tried += 1;
        }
    }
    assert!(tried >= 20, "only {tried} examples were found");
}

#[test]
fn lab_lists_the_tables_and_runs_one() {
    let (list, code) = json_of(&["lab"]);
    assert_eq!((list["rows"].as_array().map(Vec::len), code), (Some(21), Some(0)));
    let keys = [("name", json!("")), ("title", json!("")), ("seconds", json!(0))];
    has_keys(&list["rows"][0], &keys);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().to_str().expect("a path");
    let quick = ["lab", "2.2", "--max-nodes", "1000", "--out", out];
    let (report, code) = json_of(&quick);
    assert_eq!(code, Some(0));
    let first = &report["rows"][0];
    let keys = [("board", json!("")), ("setting", json!("")), ("positions", json!(0))];
    has_keys(first, &keys);
    assert_eq!((&first["published"], &first["measured"]), (&json!(701559), &json!("> 1000")));
    assert!(report["claims"].is_array() && report["notes"].is_array(), "{report}");
    let csv = std::fs::read_to_string(folder.path().join("table-2.2.csv")).expect("a file");
    assert!(csv.contains("5x6,expansions,DFS,1,701559,> 1000,"), "{csv}");
}
