//! `ludex play`, `tournament`, `rules` and GDL files, as users run them.

use std::process::{Command, Output};

use serde_json::Value;

fn ludex(args: &[&str]) -> Output {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let program = env!("CARGO_BIN_EXE_ludex");
    Command::new(program).args(args).current_dir(root).output().expect("it runs")
}

fn json(args: &[&str]) -> Value {
    let output = ludex(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Small games of every kind: with one, two and three agents, with turns and without.
const GAMES: [&str; 14] = [
    "tictactoe",
    "connect4:columns=4,rows=4",
    "domineering:rows=4,columns=4",
    "nogo:rows=1,columns=8",
    "hex:size=3",
    "y:size=3",
    "woodpush:length=6,pieces=2",
    "breakthrough:rows=5,columns=4",
    "nim:heaps=3-4-5",
    "go:size=3",
    "goofspiel:cards=4",
    "npuzzle:scramble=4",
    "games/gdl/tictactoe.kif",
    "games/gdl/goofspiel.kif",
];

/// Whoever plays, and whatever the game: moves are legal, nobody is at fault, and there is a result.
#[test]
fn players_play_every_game_by_its_rules() {
    for (seed, game) in GAMES.iter().enumerate() {
        let shown = json(&["show", game, "--json"]);
        let agents = shown["legal"].as_object().expect("legal moves by agent").len();
        for player in ["auto@60n", "mcts@60n", "uct@60n", "alphabeta@60n", "random"] {
            let players = vec![player; agents].join(",");
            let seed = seed.to_string();
            let output = ludex(&["play", game, "--players", &players, "--seed", &seed, "--json"]);
            let played: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            let faults = played["faults"].as_array().expect("a list of faults");
            assert!(faults.is_empty(), "{game} by {player}: {faults:?}");
            // A puzzle can go on for ever if played at random.
            let (code, scores) = match played["end"] == "moves" {
                true => (Some(3), 0),
                false => (Some(0), agents),
            };
            assert_eq!(output.status.code(), code, "{game} by {player}");
            assert_eq!(played["scores"].as_object().expect("scores").len(), scores);
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let moves = |seed: &str| {
        let args = ["play", "connect4", "--players", "mcts@50n,random", "--seed", seed, "--json"];
        let played = json(&args)["moves"].clone();
        let moves = played.as_array().expect("moves").iter().map(|one| one["move"].clone());
        moves.collect::<Vec<_>>()
    };
    assert_eq!(moves("3"), moves("3"));
    assert_ne!(moves("3"), moves("4"));
}

#[test]
fn a_search_beats_chance_in_a_tournament() {
    let args =
        ["tournament", "tictactoe", "--players", "mcts@200n,random", "--rounds", "5", "--json"];
    let table = json(&args)["table"][0].clone();
    assert_eq!(table["matches"], 10);
    let score = table["standings"][0]["score"].as_f64().expect("a score");
    assert!(score > 0.7, "{score}");
}

#[test]
fn a_tournament_tells_seats_ratings_and_games() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = folder.path().join("games.txt");
    let path = record.to_str().expect("a path");
    let players = ["--players", "mcts@50n,random", "--rounds", "2", "--record", path, "--json"];
    let found = json(&[&["tournament", "tictactoe"][..], &players].concat());
    let table = &found["table"][0];
    let (seats, games) = (&table["seats"], table["games"].as_array().expect("games"));
    assert_eq!((seats[0]["agent"].as_str(), seats[0]["games"].as_u64()), (Some("X"), Some(4)));
    assert_eq!(games.len(), 4);
    assert!(table["standings"][0]["elo"]["rating"].as_f64().is_some_and(|elo| elo > 0.0));
    // A game of the list is replayed to its end.
    let moves: Vec<&str> =
        games[0]["moves"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
    let shown = json(&["show", "tictactoe", "--moves", &moves.join(" "), "--json"]);
    assert_eq!(shown["final"], true);
    let text = std::fs::read_to_string(&record).expect("the record");
    assert_eq!(text.matches("[Result ").count(), 4);
    assert!(text.contains("[X \"mcts@50n\"]") && text.contains(&format!("1. {} 2. ", moves[0])));
}

#[test]
fn analyse_and_compare_have_the_keys_of_the_contract() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [html, csv, svg] = ["a.html", "b.csv", "c.svg"].map(|name| folder.path().join(name));
    let [html, csv, svg] = [&html, &csv, &svg].map(|path| path.to_str().expect("a path"));
    let options = ["--players", "random", "--games", "4", "--html", html, "--json"];
    let found = json(&[&["analyse", "nim:heaps=1-2"][..], &options].concat());
    assert_eq!(found["openings"].as_array().map(Vec::len), Some(3));
    assert_eq!(found["seats"].as_array().map(Vec::len), Some(2));
    assert!(found["length"]["most"].as_u64().is_some_and(|most| (1..=3).contains(&most)));
    assert!(std::fs::read_to_string(html).is_ok_and(|page| page.contains("<svg")));
    let options = ["--algorithms", "pns,alphabeta", "--csv", csv, "--svg", svg, "--json"];
    let found = json(&[&["compare", "nim:heaps=1-2", "tictactoe"][..], &options].concat());
    assert_eq!(found["rows"].as_array().map(Vec::len), Some(4));
    assert!(found["rows"].as_array().is_some_and(|rows| rows.iter().all(|r| r["solved"] == true)));
    assert!(std::fs::read_to_string(csv).is_ok_and(|text| text.lines().count() == 5));
    assert!(std::fs::read_to_string(svg).is_ok_and(|text| text.starts_with("<svg")));
    for wrong in [&["compare", "nim"][..], &["compare", "nim", "--algorithms", "pnz"]] {
        let refused = ludex(wrong);
        assert_eq!(refused.status.code(), Some(2));
        assert!(refused.stdout.is_empty() && !refused.stderr.is_empty());
    }
}

/// A replay of a game in GDL shows every role moving in every step.
#[test]
fn gdl_is_replayed_with_joint_moves_and_solved_with_turns() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let moves = folder.path().join("moves.txt");
    let game = "games/gdl/tictactoe.kif";
    let start = json(&["show", game, "--json"]);
    let first = start["legal"].as_object().and_then(|legal| {
        legal.values().find_map(|moves| moves.as_array()?.first()?.as_str().map(str::to_string))
    });
    let first = first.expect("a move");
    std::fs::write(&moves, format!("{first}\tnoop\n")).expect("a file");
    let replayed = ludex(&["replay", game, "--moves-file", moves.to_str().expect("a path")]);
    assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stderr));
    let lines = String::from_utf8(replayed.stdout).expect("text");
    let states: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(states.len(), 2);
    for state in &states {
        let legal = state["legal"].as_object().expect("legal moves");
        assert!(legal.values().all(|moves| !moves.as_array().expect("moves").is_empty()));
    }
    let solved = json(&["solve", game, "--json"]);
    assert_eq!((solved["score"].as_f64(), solved["exact"].as_bool()), (Some(50.0), Some(true)));
}

#[test]
fn rules_say_what_a_description_contains() {
    let rules = json(&["rules", "games/gdl/tictactoe.kif", "--json"]);
    assert_eq!(rules["language"], "GDL");
    assert_eq!(rules["agents"].as_array().map(Vec::len), Some(2));
    assert_eq!(rules["statistics"]["turns"], true);
}

#[test]
fn wrong_players_and_rules_are_explained() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("bad.kif");
    std::fs::write(&file, "(role x)\n(<= (legal x ?m) (not (p ?m)))").expect("a file");
    let bad = file.to_str().expect("a path");
    let cases: [(&[&str], &str); 5] = [
        (&["play", "tictactoe", "--players", "mtcs,random"], "did you mean mcts"),
        (&["play", "tictactoe", "--players", "mcts"], "1 player for 2 places"),
        (&["play", "tictactoe", "--players", "mcts@x,random"], "`x` is no limit"),
        (&["rules", bad], "safety"),
        (&["combat", "--red", "abcd@5ms", "--blue", "nobody"], "no player called `nobody`"),
    ];
    for (args, message) in cases {
        let output = ludex(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains(message) && output.stdout.is_empty(), "{args:?}: {said}");
    }
}

#[test]
fn combat_is_fought_and_reference_games_end_as_written() {
    let args = ["combat", "--red", "nok-av", "--blue", "random", "--scenario", "marine-3v3"];
    let fought = json(&[&args[..], &["--games", "10", "--json"]].concat());
    assert!(fought["table"][0]["score"].as_f64().expect("a score") > 0.8);
    for profile in ["thesis", "spar"] {
        let file = format!(
            "{}/../../../shared/data/combat/games-{profile}.jsonl",
            env!("CARGO_MANIFEST_DIR")
        );
        let Ok(text) = std::fs::read_to_string(&file) else {
            println!("skipped: {file} is not there");
            continue;
        };
        let output = ludex(&["combat", "--profile", profile, "--replay", &file]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let all = text.lines().count();
        assert_eq!(said.trim(), format!("{all} of {all} games end as the file says"));
        for (line, outcome) in text.lines().zip(String::from_utf8_lossy(&output.stdout).lines()) {
            let [told, found]: [Value; 2] =
                [line, outcome].map(|line| serde_json::from_str(line).expect("JSON"));
            for key in ["id", "rounds", "frames", "survivors"] {
                assert_eq!(told[key], found[key], "{line}");
            }
        }
    }
}

/// A description that grows beyond the limits of its engine gets a complaint, never an answer.
#[test]
fn a_game_that_grows_for_ever_is_refused_when_it_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("growing.kif");
    let rules = "(role you) (init (n zero)) (legal you go) (<= (next (n (s ?x))) (true (n ?x)))
                 (<= terminal (true never)) (goal you 50)";
    std::fs::write(&file, rules).expect("it is written");
    let path = file.to_str().expect("a path");
    assert_eq!(ludex(&["show", path]).status.code(), Some(0));
    for args in [
        vec!["solve", path, "--max-seconds", "60"],
        vec!["check", path, "pi(9999)", "--max-seconds", "60"],
    ] {
        let output = ludex(&args);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {complaint}");
        assert!(complaint.contains("cannot be played any further"), "{args:?}: {complaint}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}
