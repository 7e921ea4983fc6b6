//! `ludex concepts --table`: the names of Table 4.13 are where the thesis has them, and every cell of
//! the table, named or not, is a search that runs and agrees with the others and with the semantics.

use std::path::Path;
use std::process::Command;

use ludex_game::{Agent, ExplicitGame, GraphShape, Hints, Model, Notation, Question, RandomGame};
use ludex_games::Mnk;
use ludex_search::Semantics;
use serde_json::{Value, json};

use crate::support;
use support::{formula, position};

const SEARCHES: [&str; 4] = ["dfps", "pnps", "mcps", "mps"];

fn json_of(args: &[&str]) -> Value {
    let mut ludex = Command::new(assert_cmd::cargo::cargo_bin("ludex"));
    let output = ludex.args(args).arg("--json").output().expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{args:?}: {e} {stderr}"))
}

fn rows() -> Vec<Value> {
    json_of(&["concepts", "--table"]).as_array().expect("a list").clone()
}

/// Table 4.13, typed in from the thesis.
#[test]
fn names_are_where_the_thesis_has_them() {
    let published = [
        ("pi", ["Depth-first search", "Greedy BFS", "Single-player MCTS", "A*"]),
        ("omega", ["Alpha-beta", "PNS", "MCTS Solver", "DFPN+"]),
        ("paranoid", ["Paranoid", "Paranoid PNS", "Multi-player MCTS", ""]),
        ("lambda", ["Lambda search", "Lambda PNS", "", ""]),
        ("brs", ["Best reply search", "", "MCTS-BRS", ""]),
        ("aps", ["Abstract proof search", "", "", ""]),
    ];
    let rows = rows();
    for (concept, names) in published {
        let row =
            rows.iter().find(|row| row["concept"] == concept).expect("a row for each concept");
        for (search, name) in SEARCHES.iter().zip(names) {
            let expected = if name.is_empty() { Value::Null } else { json!(name) };
            assert_eq!(row[search], expected, "{concept} {search}");
        }
        // The footnote of the table.
        let options = if concept == "lambda" { json!("--conjunctions max") } else { Value::Null };
        assert_eq!(row["options"]["pnps"], options, "{concept}");
    }
}

/// A concept with all its arguments: `n` and `d` as given, formulas about winning soon, and each
/// opponent in turn (`pa` counts A as 0).
fn calls(row: &Value, opponents: usize, n: usize) -> Vec<String> {
    let name = row["concept"].as_str().expect("a name");
    let parameters = row["parameters"].as_array().expect("a list");
    let agents = if name == "pa" { 0..opponents + 1 } else { 1..opponents + 1 };
    let call = |agent: usize| {
        let argument = |parameter: &Value| match parameter.as_str() {
            Some("phi" | "check") => format!("pi({n})"),
            Some("i" | "k") => agent.to_string(),
            _ => n.to_string(),
        };
        let arguments: Vec<String> = parameters.iter().map(argument).collect();
        format!("{name}({})", arguments.join(", "))
    };
    let mut calls: Vec<String> = agents.map(call).collect();
    calls.dedup();
    calls
}

/// Asks the program about all concepts by all searches. Returns how many held and how many failed.
fn run_every_cell<G: Hints + Notation>(
    (game, state): (&G, &G::State),
    named: &[&str],
    n: usize,
) -> (usize, usize) {
    let asked = Agent::FIRST;
    let question = Question { game, asked };
    let semantics = Semantics::new(question, state, 10_000).expect("a small game");
    let start = semantics.states().iter().position(|s| s == state).expect("the first state");
    let (mut held, mut failed) = (0, 0);
    for row in rows() {
        for call in calls(&row, game.agents().len() - 1, n) {
            let compiled = formula(game, asked, &call);
            let truth = semantics.satisfying(&compiled.formulas, compiled.root)[start];
            for search in SEARCHES {
                let options = row["options"][search].as_str().unwrap_or_default();
                let options: Vec<&str> = options.split_whitespace().collect();
                let how = [&["--algorithm", search], &options[..]].concat();
                let args = [&["check"], named, &[&call, "--for", game.agents().name(asked)], &how];
                let args = args.concat();
                assert_eq!(json_of(&args)["answer"], truth, "{args:?}");
            }
            if truth { held += 1 } else { failed += 1 }
        }
    }
    (held, failed)
}

/// A file of a random game with moves of agents that are not on turn.
fn file_of(game: &ExplicitGame, folder: &Path) -> String {
    let file = folder.join("game.json");
    std::fs::write(&file, game.to_json()).expect("a file");
    file.to_str().expect("UTF-8").to_owned()
}

#[test]
fn every_cell_runs_and_all_searches_agree() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut held, mut failed) = (0, 0);
    let mut count = |(more_held, more_failed)| {
        held += more_held;
        failed += more_failed;
    };
    let tictactoe: Mnk = Mnk::new(3, 3, 3);
    for board in ["XO./XO./... X", "X../.O./..X O"] {
        let state = position(&tictactoe, board);
        count(run_every_cell((&tictactoe, &state), &["tictactoe", "--position", board], 2));
    }
    for (agents, seed) in [(2, 1), (3, 2), (3, 3)] {
        let shape = if seed == 2 { GraphShape::Cyclic } else { GraphShape::Dag };
        let kind = RandomGame { agents, shape, off_turn: true, branching: 4, ..Default::default() };
        let game = kind.generate(seed);
        let file = file_of(&game, folder.path());
        count(run_every_cell((&game, &game.initial()), &[&file], 3));
    }
    assert!(held > 40 && failed > 40, "both answers occur: {held} {failed}");
}
