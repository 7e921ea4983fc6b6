//! Every algorithm of `ludex check`, as users run it: the same answers on real games, and evidence that
//! is verified.

use std::process::Command;

use serde_json::Value;

fn json_of(args: &[&str]) -> Value {
    let mut ludex = Command::new(assert_cmd::cargo::cargo_bin("ludex"));
    let output = ludex.args(args).arg("--json").output().expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e} {stderr}"))
}

/// The algorithms with their options.
const ALGORITHMS: [&[&str]; 17] = [
    &["dfps"],
    &["dfps", "--plain"],
    &["dfps", "--transpositions", "off"],
    &["pnps"],
    &["pnps", "--transpositions", "off", "--conjunctions", "max"],
    &["pnps", "--evaluation", "mobility"],
    &["pnps", "--look", "off"],
    &["pnps2"],
    &["pnps2", "--threads", "2"],
    &["mcps"],
    &["mcps", "--look", "off"],
    &["mcps", "--transpositions", "off", "--seed", "5"],
    &["mps"],
    &["mps", "--transpositions", "off", "--cost", "depth"],
    &["mps2", "--threads", "2", "--cost", "atoms"],
    &["dfmps", "--cost", "interactions"],
    &["dfmps", "--transpositions", "off"],
];

/// Questions, and whether the formula holds.
const QUESTIONS: [(&[&str], bool); 9] = [
    (&["tictactoe", "omega(2)", "--moves", "a1 b1 a2 b2"], true),
    (&["tictactoe", "omega(3)", "--moves", "b2 a2"], true),
    (&["tictactoe", "omega(2)", "--moves", "a1 b2", "--for", "O"], false),
    // The board is full or won: nobody moves, and O passes where X has not won.
    (&["tictactoe", "[O] w & !<X> true", "--moves", "a1 b1 a2 b2 a3", "--for", "X"], true),
    (&["tictactoe", "[X] w", "--moves", "a1 b1 a2 b2 a3", "--for", "O"], false),
    (&["connect4:columns=4,rows=4", "lambda(2,5)", "--moves", "2 2 3"], false),
    (&["chess", "omega(3)", "--position", "8/8/P7/8/7p/8/p1K5/k7 w"], true),
    (&["chess", "pt(2)", "--position", "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6"], true),
    (&["chinesecheckers:players=3", "<A> [B1] <B2> turn(A)"], true),
];

#[test]
fn every_algorithm_gives_the_answer_and_proves_it() {
    let folder = tempfile::tempdir().expect("a folder");
    for (question, holds) in QUESTIONS {
        for algorithm in ALGORITHMS {
            let file = folder.path().join("proof.ludex");
            let file = file.to_str().expect("UTF-8");
            let how = [&["--algorithm"], algorithm, &["--evidence", file]].concat();
            let args = [&["check"], question, &how].concat();
            let checked = json_of(&args);
            assert_eq!(checked["answer"], holds, "{args:?}");
            let name = checked["algorithm"].as_str().expect("a name");
            assert!(name.starts_with(algorithm[0]), "{args:?}: {name}");
            let verified = json_of(&["verify", file]);
            assert_eq!(verified["valid"], true, "{args:?}: {verified}");
            assert_eq!(verified["nodes"], checked["proof"]["size"], "{args:?}");
        }
    }
}

#[test]
fn batches_and_budgets_are_kept_by_every_algorithm() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, "a1 b1 a2 b2\na1 b1 c2\nposition XXX/OO./... O\n").expect("a file");
    let batch = ["check", "tictactoe", "omega(2)", "--batch", file.to_str().expect("UTF-8")];
    for algorithm in ALGORITHMS {
        let how = [&["--algorithm"], algorithm].concat();
        let run = |args: &[&str]| {
            let mut ludex = Command::new(assert_cmd::cargo::cargo_bin("ludex"));
            let output = ludex.args(args).args(&how).output().expect("the program runs");
            (String::from_utf8(output.stdout).expect("text"), output.status.code())
        };
        assert_eq!(run(&batch), ("true\nfalse\ntrue\n".to_string(), Some(0)), "{how:?}");
        let (text, code) = run(&["check", "chess", "omega(6)", "--max-nodes", "50"]);
        assert_eq!((text.starts_with("unknown"), code), (true, Some(3)), "{how:?}: {text}");
    }
}

/// The searches for cheapest proofs say what theirs costs, and agree on it.
#[test]
fn the_cheapest_proof_costs_the_same_for_every_search() {
    // X moves and has won; then O has no move left. The nodes: "not won yet, but X can move", the
    // move, and that all moves of O, which are none, are answered.
    for (cost, least) in [("depth", 2.0), ("atoms", 0.0), ("interactions", 2.0), ("size", 3.0)] {
        for algorithm in ["mps", "mps2", "dfmps"] {
            let position = ["--moves", "a1 b1 a2 b2"];
            let how = ["--algorithm", algorithm, "--cost", cost];
            let args = [&["check", "tictactoe", "omega(2)"], &position[..], &how].concat();
            let proof = &json_of(&args)["proof"];
            assert_eq!(
                (&proof["cost"], &proof["minimal"]),
                (&least.into(), &cost.into()),
                "{args:?}"
            );
        }
    }
}

/// The same seed gives the same search, another one another.
#[test]
fn the_seed_decides_the_probes() {
    let nodes = |seed: &str| {
        let args = ["check", "tictactoe", "omega(5)", "--algorithm", "mcps", "--seed", seed];
        json_of(&args)["nodes"].as_u64().expect("a number")
    };
    assert_eq!(nodes("1"), nodes("1"));
    assert!((2..6).any(|seed| nodes(&seed.to_string()) != nodes("1")));
}
