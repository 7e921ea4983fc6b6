//! The logic languages as users ask them: all vectors of the notes through `ludex query`, the prompt, bad
//! questions.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn ludex() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}

/// The vectors of a language; nothing where they are absent.
fn vectors(name: &str) -> Option<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/design/vectors");
    match fs::read_to_string(folder.join(name)) {
        Ok(text) => Some(serde_json::from_str(&text).expect("the vectors are JSON")),
        Err(_) => {
            println!("skipped: there are no vectors {name}");
            None
        }
    }
}

/// Every program as a file.
fn programs(data: &Value, ending: &str) -> (TempDir, impl Fn(&str) -> PathBuf) {
    let folder = TempDir::new().expect("a folder for the programs");
    let root = folder.path().to_path_buf();
    let ending = ending.to_string();
    let place = move |name: &str| root.join(format!("{name}.{ending}"));
    for (name, text) in data["programs"].as_object().expect("programs by name") {
        fs::write(place(name), text.as_str().expect("a program is text")).expect("it is written");
    }
    (folder, place)
}

/// Programs whose questions take long, and are asked in the tests of their language.
const LARGE: [&str; 2] = ["mk43", "mk44"];

/// Asks every question, and compares results exactly.
fn all_agree(name: &str, ending: &str) {
    let Some(data) = vectors(name) else { return };
    let (_folder, place) = programs(&data, ending);
    let vectors = data["vectors"].as_array().expect("a list of vectors");
    let wrong: Vec<String> = vectors
        .iter()
        .filter_map(|vector| {
            let program = vector["program"].as_str().expect("a program is named");
            if LARGE.contains(&program) {
                return None;
            }
            let file = place(program);
            let query = vector["query"].as_str().expect("a query is text");
            let output =
                ludex().arg("query").arg(file).args([query, "--json"]).output().expect("it runs");
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            (answer["result"] != vector["expected"]).then(|| {
                let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
                format!("{}: {query} gives {answer} {complaint}", vector["id"])
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
    assert!(vectors.len() > 50);
}

#[test]
fn all_vectors_of_game_prolog() {
    all_agree("game-prolog.json", "gp");
}

#[test]
fn all_vectors_of_structure_rewriting() {
    all_agree("structure-rewriting.json", "toss");
}

#[test]
fn all_vectors_of_strategies() {
    all_agree("sgl.json", "sgl");
}

/// Questions from a pipe are answered one by one; a bad one stops nothing.
#[test]
fn the_prompt_goes_on_after_a_bad_question() {
    let output = ludex()
        .args(["query", "games/prolog/table1.gp", "--json"])
        .write_stdin("plan p\n\nplann p\nforce {1} : p\n")
        .output()
        .expect("it runs");
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .expect("text")
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["result"].as_array().map(Vec::len), Some(2));
    assert_eq!(lines[1]["result"], false);
    assert!(String::from_utf8_lossy(&output.stderr).contains("plann"));
}

/// At the prompt `?- goals.` has one answer at a time; `;` asks for the next.
#[test]
fn answers_come_one_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let (game, ordinary) = (folder.path().join("g.gp"), folder.path().join("o.gp"));
    std::fs::write(&game, "s. [1:a(X)] p(X) :- s, n(X). [...] n(1). [...] n(2).").expect("written");
    std::fs::write(&ordinary, "n(X) :- between(1,3,X), write(X), nl.").expect("written");
    for (file, questions, answers) in [
        (&game, ";\n?- p(X).\n;\n;\n?- n(3).\n", "[1:a(1)]  X = 1\n[1:a(2)]  X = 2\nno more\nno\n"),
        (&ordinary, "?- n(X).\n;\n?- n(4).\n", "1\nX = 1\n2\nX = 2\nno\n"),
    ] {
        let mut command = ludex();
        let command = command.arg("query").arg(file).write_stdin(questions);
        let output = command.output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), answers, "{questions}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(complaint.contains("no question with further answers"), file == &game);
    }
}

/// A file that is watched is checked again when it is saved; the program ends when it is told to.
#[test]
fn a_watched_file_is_checked_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("g.gp");
    std::fs::write(&file, "s. [1:a] m :- s.").expect("written");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["rules", "--watch"])
        .arg(&file)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut lines =
        std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("a pipe")));
    let mut clauses = || loop {
        let line = lines.next().expect("a line").expect("text");
        if let Some(count) = line.strip_prefix("clauses") {
            return count.trim().to_string();
        }
    };
    assert_eq!(clauses(), "2");
    // Put in place at once: a file that is being written can be read when it is still empty.
    let saved = folder.path().join("saved.gp");
    std::fs::write(&saved, "s. [1:a] m :- s. [2:b] n :- m.").expect("written");
    std::fs::rename(&saved, &file).expect("put in place");
    assert_eq!(clauses(), "3");
    child.kill().expect("it is ended");
    child.wait().expect("it has ended");
}

/// What is wrong gets one message with its place, and exit code 2.
#[test]
fn bad_questions_and_files_are_refused() {
    for (file, query, message) in [
        ("games/toss/tic-tac-toe.toss", "heuristik X 1/4", "did you mean"),
        ("games/toss/tic-tac-toe.toss", "eval X(q)", "not bound"),
        ("games/prolog/table1.gp", "force {1} p", "`:`"),
        ("games/sgl/tictactoe.sgl", "holds turn(Z)", "Z"),
        ("games/gdl/tictactoe.kif", "states", "`translate`"),
        ("games/explicit/example-1.json", "states", "cannot be asked"),
        ("games/efg/kuhn.efg", "equilibria", "sees everything"),
        ("games/efg/centipede.efg", "value", "no value"),
        ("games/nfg/matching-pennies.nfg", "states", "equilibria, pure"),
        ("nowhere.gp", "states", "cannot read"),
    ] {
        let output = ludex().args(["query", file, query]).output().expect("it runs");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{file} {query}: {complaint}");
        assert!(complaint.contains(message), "{file} {query}: {complaint}");
        assert!(output.stdout.is_empty(), "{file} {query}");
    }
}

/// Kuhn's poker is worth 1/18 to the second player; strategies with other probabilities, or none, do not
/// show it. It is not played or searched as if everybody saw everything.
#[test]
fn hidden_cards_are_played_exactly_and_shown_by_evidence() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.json");
    let path = proof.to_str().expect("a path");
    let args = ["query", "games/efg/kuhn.efg", "value", "--evidence", path, "--json"];
    let output = ludex().args(args).output().expect("it runs");
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found["result"], serde_json::json!({ "Alice": "-1/18", "Bob": "1/18" }));
    let verify = || ludex().args(["verify", path]).output().expect("it runs").status.code();
    assert_eq!(verify(), Some(0));
    let text = std::fs::read_to_string(&proof).expect("the evidence");
    for (from, to) in [("-1/18", "-1/19"), ("-1/18", "0"), ("2/3", "1/2"), ("call", "fold")] {
        let forged = text.replace(from, to);
        assert_ne!(forged, text, "{from}");
        std::fs::write(&proof, forged).expect("it is written");
        assert_eq!(verify(), Some(1), "{from} as {to}");
    }
    for command in ["solve", "show", "play"] {
        let players = ["--players", "random,random"];
        let players = if command == "play" { &players[..] } else { &[] };
        let output = ludex().args([command, "games/efg/kuhn.efg"]).args(players).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{command}");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(complaint.contains("do not see everything"), "{command}: {complaint}");
    }
}

/// A board game in GDL becomes a file that plays the same; what is no board game is refused with the reason.
#[test]
fn board_games_are_translated() {
    let ask = |file: &str| {
        let output =
            ludex().args(["query", file, "translate", "--json"]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{file}");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let answer = ask("games/gdl/tictactoe.kif");
    let text = answer["result"].as_str().expect("a text");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("translated.toss");
    std::fs::write(&path, text).expect("it is written");
    let perft = |game: &str| {
        let output =
            ludex().args(["perft", game, "--depth", "4", "--json"]).output().expect("it runs");
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        found["count"].as_u64().expect("a number")
    };
    assert_eq!(perft(&path.to_string_lossy()), perft("games/gdl/tictactoe.kif"));
    assert!(ask("games/gdl/nim.kif")["notes"][0].as_str().expect("a note").contains("no board"));
}

/// A limit that is too small leaves the question open.
#[test]
fn limits_are_kept() {
    for (file, query, limit) in [
        ("games/prolog/tictactoe.gp", "states", ["--max-nodes", "50"]),
        ("games/sgl/tictactoe.sgl", "reach true", ["--max-nodes", "50"]),
        ("games/toss/tic-tac-toe.toss", "states", ["--max-nodes", "50"]),
        ("games/gdl/breakthrough.kif", "translate", ["--max-seconds", "0.001"]),
    ] {
        let output =
            ludex().args(["query", file, query, "--json"]).args(limit).output().expect("it runs");
        assert_eq!(output.status.code(), Some(3), "{file}");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(answer["result"].is_null() && answer["stopped"].is_string(), "{file}: {answer}");
    }
}

/// What a coalition can force is shown by a strategy, and what a formula about coalitions says too: the
/// checker accepts them, and nothing that was changed.
#[test]
fn strategies_are_evidence() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("proof.json");
    let path = file.to_str().expect("a path");
    for (args, good, bad) in [
        (["query", "games/prolog/nim.gp", "force {1} : win(1)"], "1:take(3)", "1:take(2)"),
        (["query", "games/prolog/nim.gp", "force {2} : win(2)"], "1:take(3)", "1:take(2)"),
        (["check", "nim:heaps=1-2", "<<First>>F win(First)"], "First 2:1", "First 1:1"),
        (["check", "nim:heaps=1-2", "<<Second>>F win(Second)"], "First 2:1", "First 1:1"),
    ] {
        let output = ludex().args(args).args(["--evidence", path]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let valid = || -> bool {
            let output = ludex().args(["verify", path, "--json"]).output().expect("it runs");
            let verdict: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let valid = verdict["valid"].as_bool().expect("a verdict");
            assert_eq!(output.status.code(), Some(if valid { 0 } else { 1 }), "{args:?}");
            valid
        };
        assert!(valid(), "{args:?}");
        let text = fs::read_to_string(&file).expect("evidence");
        assert!(text.contains(good), "{args:?}: {text}");
        fs::write(&file, text.replace(good, bad)).expect("it is changed");
        assert!(!valid(), "{args:?}");
    }
}

/// Where an answer has no evidence, that is said instead of the answer and not after it.
#[test]
fn evidence_that_cannot_be_written_is_refused_before_the_answer() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("none.json");
    for query in ["plans 3 win(1)", "states"] {
        let args = ["query", "games/prolog/nim.gp", query, "--evidence"];
        let output = ludex().args(args).arg(&file).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{query}");
        assert!(output.stdout.is_empty(), "{query}");
        assert!(!file.exists(), "{query}");
    }
}

/// A strategy that was found is written, read back, checked and played.
#[test]
fn strategies_are_found_checked_and_played() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("best.sgl");
    let path = file.to_str().expect("a path");
    for player in ["X", "O"] {
        let found = ludex()
            .args(["strategy", "tictactoe", "--find", "--player", player, "--out", path, "--json"])
            .output()
            .expect("it runs");
        let found: Value = serde_json::from_slice(&found.stdout).expect("JSON");
        assert_eq!(found["holds"], true, "{found}");
        assert!(found["rules"].as_array().expect("rules").len() <= 6, "{found}");
        let checked = ludex()
            .args([
                "strategy",
                "tictactoe",
                path,
                "--player",
                player,
                "--check",
                "never-loses",
                "--json",
            ])
            .output()
            .expect("it runs");
        let checked: Value = serde_json::from_slice(&checked.stdout).expect("JSON");
        assert_eq!(checked["holds"], true, "{checked}");
        assert!(checked["counterexample"].is_null(), "{checked}");
        let strategy = format!("strategy={path}#best");
        let players = match player {
            "X" => format!("{strategy},random"),
            _ => format!("random,{strategy}"),
        };
        for seed in 0..5 {
            let seed = seed.to_string();
            let played = ludex()
                .args(["play", "tictactoe", "--players", &players, "--seed", &seed, "--json"])
                .output()
                .expect("it runs");
            let played: Value = serde_json::from_slice(&played.stdout).expect("JSON");
            assert!(played["scores"][player].as_f64().expect("a score") >= 0.0, "{played}");
        }
    }
}

/// Runs the program in a folder, and returns its answer as JSON.
fn answer_in(folder: &Path, args: &[&str]) -> Value {
    let output = ludex().current_dir(folder).args(args).arg("--json").output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{args:?}: {error} {told}"))
}

/// Finds a strategy of the first player in a game of a file, asks about it, checks it and plays it.
fn find_ask_check_and_play(game: &str, player: &str, question: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = TempDir::new().expect("a folder");
    let name = game.rsplit('/').next().expect("a name");
    fs::copy(root.join(game), folder.path().join(name)).expect("a game");
    let answer = |args: &[&str]| answer_in(folder.path(), args);
    let found = answer(&["strategy", name, "--find", "--player", player, "--out", "best.sgl"]);
    assert_eq!(found["holds"], true, "{found}");
    let written = fs::read_to_string(folder.path().join("best.sgl")).expect("a strategy");
    assert!(written.contains(&format!("\ngame {name};\n")), "{written}");
    assert!(written.contains(question), "the file says how to ask: {written}");
    let asked = answer(&["query", "best.sgl", question]);
    assert_eq!(asked["result"], true, "{asked}");
    let args = ["strategy", name, "best.sgl", "--player", player, "--check", "never-loses"];
    let checked = answer(&args);
    assert_eq!(checked["holds"], true, "{checked}");
    for seed in ["1", "2", "3"] {
        let players = "strategy=best.sgl#best,random";
        let played = answer(&["play", name, "--players", players, "--seed", seed]);
        assert!(played["scores"][player].as_f64().expect("a score") >= 0.0, "{played}");
    }
}

#[test]
fn a_strategy_over_a_toss_file_is_found_asked_checked_and_loaded_again() {
    let question = "ensures best | all(O) : ~win(O)";
    find_ask_check_and_play("games/toss/tic-tac-toe.toss", "X", question);
}

#[test]
fn a_strategy_over_a_prolog_file_with_numbered_agents_is_found_asked_checked_and_loaded_again() {
    find_ask_check_and_play("games/prolog/nim.gp", "1", "ensures best | all(\"2\") : win(\"1\")");
}
