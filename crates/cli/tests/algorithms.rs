//! Every algorithm of `ludex solve`, as users run it: known values, evidence that is verified, and a
//! search that goes on after it was killed.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

fn ludex() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("ludex"))
}

fn json_of(args: &[&str]) -> Value {
    json_from(ludex().args(args), args)
}

fn json_from(command: &mut Command, args: &[&str]) -> Value {
    let output = command.arg("--json").output().expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e} {stderr}"))
}

const ALGORITHMS: [&str; 19] = [
    "auto",
    "dfs",
    "alphabeta",
    "pns",
    "dfpn",
    "pn2",
    "pp",
    "pp2",
    "mcts",
    "minmax",
    "mopns",
    "mopns2",
    "dfmopns",
    "mopp",
    "sbmcts",
    "blind",
    "dichotomic",
    "iterative",
    "retrograde",
];

/// Games, the value of their start for the first agent, and how many best moves there are.
const GAMES: [(&str, &str, usize); 5] = [
    ("nim:heaps=1-2-3", "loss", 6),
    ("domineering:rows=3,columns=3", "win", 2),
    ("connect4:columns=3,rows=3,line=3", "draw", 3),
    ("hex:size=2", "win", 2),
    ("nogo:rows=1,columns=5", "win", 5),
];

#[test]
fn every_algorithm_finds_the_value_and_proves_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof.ludex");
    let file = file.to_str().expect("UTF-8");
    for (game, value, best) in GAMES {
        let oracle = json_of(&["solve", game, "--algorithm", "retrograde"]);
        assert_eq!(oracle["value"], value, "{game}");
        assert_eq!(oracle["best"].as_array().map(Vec::len), Some(best), "{game}: {oracle}");
        for algorithm in ALGORITHMS {
            let solved = json_of(&["solve", game, "--algorithm", algorithm, "--evidence", file]);
            assert_eq!(solved["value"], value, "{game} by {algorithm}");
            let sorted = |value: &Value| {
                let mut moves: Vec<String> =
                    serde_json::from_value(value["best"].clone()).expect("moves");
                moves.sort();
                moves
            };
            let (found, all) = (sorted(&solved), sorted(&oracle));
            if solved["all_best"] == true {
                assert_eq!(found, all, "{game} by {algorithm}");
            }
            assert!(!found.is_empty() && found.iter().all(|mv| all.contains(mv)));
            let verified = json_of(&["verify", file]);
            assert_eq!(verified["valid"], true, "{game} by {algorithm}: {verified}");
        }
    }
}

#[test]
fn two_threads_find_the_same() {
    for algorithm in ["alphabeta", "dfpn", "pns", "pn2", "mcts", "mopns"] {
        let args = ["solve", "connect4:columns=4,rows=4", "--algorithm", algorithm];
        let solved = json_of(&[&args[..], &["--threads", "2"]].concat());
        assert_eq!(solved["value"], "draw", "{algorithm}");
    }
}

/// Starts a search, kills it once a checkpoint is there, and lets another go on.
fn killed_and_resumed(algorithm: &str, game: &[&str], store: &Path) -> (Value, Value) {
    let key = store.with_file_name("key");
    let store = store.to_str().expect("UTF-8");
    let mut args = vec!["solve"];
    args.extend(game);
    args.extend(["--algorithm", algorithm, "--store", store, "--checkpoint-every", "0.1"]);
    let mut child = ludex()
        .args(&args)
        .env("LUDEX_KEY", &key)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_millis(500));
    child.kill().expect("SIGKILL");
    child.wait().expect("it is dead");
    let again = || json_from(ludex().args(&args).env("LUDEX_KEY", &key), &args);
    (again(), again())
}

#[test]
fn twelve_slices_got_no_further_than_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("slices");
    let game = ["solve", "domineering:rows=5,columns=5", "--algorithm", "pns", "--hints", "off"];
    let whole = json_of(&game);
    let nodes = |json: &Value| json["nodes"].as_u64().expect("a number");
    let slice = (nodes(&whole) / 12 + 1).to_string();
    let limits = ["--max-nodes", &slice, "--store", store.to_str().expect("UTF-8"), "--json"];
    let (mut before, mut slices) = (0, 0);
    loop {
        let output = ludex().args(game).args(limits).output().expect("the program runs");
        let solved: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let total = solved["total"]["nodes"].as_u64().expect("a number");
        assert_eq!(total, before + nodes(&solved), "{solved}");
        assert!(nodes(&solved) > 0 && solved.get("warnings").is_none(), "{solved}");
        (before, slices) = (total, slices + 1);
        if solved["exact"] == true {
            assert_eq!(solved["value"], whole["value"]);
            break;
        }
        assert!(slices < 40, "no progress: {solved}");
    }
    assert!(slices > 3 && before < 2 * nodes(&whole), "{slices} slices, {before} nodes");
}

#[test]
fn a_killed_search_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = ["connect4:columns=5,rows=4", "--hints", "off"];
    for algorithm in ["pns", "alphabeta", "dfpn"] {
        let store = folder.path().join(algorithm);
        let (resumed, again) = killed_and_resumed(algorithm, &game, &store);
        assert_eq!(resumed["value"], "draw", "{algorithm}");
        assert_eq!(again["value"], "draw", "{algorithm}");
        assert_eq!(again["stored"], true, "{algorithm}: {again}");
    }
}
