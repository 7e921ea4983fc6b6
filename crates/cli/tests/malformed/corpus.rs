//! What is changed: the game files of all languages, questions about them, positions, evidence and
//! stores, as users have them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The largest game file that is taken: larger ones take long to open as they are.
const LARGEST: u64 = 6_000;

/// Texts by the endings of their files.
pub type ByEnding = BTreeMap<&'static str, Vec<String>>;

pub struct Corpus {
    pub files: ByEnding,
    pub queries: ByEnding,
    /// Built-in games, each with a position and some moves.
    pub positions: Vec<(&'static str, String, &'static str)>,
    pub scenarios: Vec<String>,
    pub evidence: Vec<(String, Vec<u8>)>,
    /// Stores, with the game that was solved.
    pub stores: Vec<(&'static str, Vec<u8>)>,
    /// The commands that take limits.
    pub limited: Vec<&'static str>,
}

const ENDINGS: &[&str] = &["kif", "gp", "toss", "sgl", "json", "efg"];

const COMMANDS: &[&str] = &[
    "show", "replay", "check", "solve", "problem", "verify", "query", "strategy", "rules", "perft",
    "lab",
];

/// Built-in games, small, with moves from the start.
const GAMES: &[(&str, &str)] = &[
    ("mk:m=3,k=3", "b2 a1 c3"),
    ("connect4:columns=4,rows=4", "1 2 3 4"),
    ("domineering:rows=3,columns=3", "a1"),
    ("nogo:rows=1,columns=6", "a1"),
    ("hex:size=3", "b2"),
    ("y:size=3", ""),
    ("woodpush:length=6,pieces=2", ""),
    ("breakthrough:rows=4,columns=3", ""),
    ("chess", "e2e4 e7e5 g1f3"),
    ("goofspiel:cards=3,prizes=3-1-2", "1 2"),
    ("npuzzle:size=2", ""),
    ("chinesecheckers:players=3", ""),
    ("go:size=3", ""),
    ("nim:heaps=1-2-3", ""),
    ("biddingtictactoe:chips=2", ""),
    ("pursuit:columns=2,rows=2,robber=b2", ""),
];

/// What is solved and checked to have evidence: its arguments.
const ASKED: &[&[&str]] = &[
    &["solve", "nim:heaps=1-2"],
    &["solve", "mk:m=3,k=3", "--position", "XX./OO./... X"],
    &["solve", "goofspiel:cards=2"],
    &["solve", "games/explicit/figure-2-2.json"],
    &["solve", "games/gdl/nim.kif"],
    &["solve", "games/stacked/example-11.json"],
    &["solve", "games/efg/entry.efg"],
    &["check", "mk:m=3,k=3", "omega(1)", "--position", "XX./OO./... X"],
    &["check", "mk:m=3,k=3", "<<X>>F win(X)", "--position", "XX./OO./... X"],
    &["query", "games/prolog/nim.gp", "force {1} : win(1)"],
    &["problem", "#1", "--position", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"],
];

impl Corpus {
    /// Gathers everything. The folder gets a copy of the game files, which evidence names.
    pub fn gather(root: &Path, folder: &Path) -> Corpus {
        copy(&root.join("games"), &folder.join("games"));
        let (mut files, mut queries) = (ByEnding::new(), ByEnding::new());
        for path in all_files(&root.join("games"))
            .into_iter()
            .chain(all_files(&root.join("../shared/data/gdl")))
        {
            let ending = path.extension().and_then(|e| ENDINGS.iter().find(|known| **known == e));
            let small = fs::metadata(&path).is_ok_and(|found| found.len() < LARGEST);
            if let (Some(ending), true) =
                (ending, small && !path.starts_with(root.join("games/combat")))
            {
                files.entry(ending).or_default().extend(fs::read_to_string(&path));
            }
        }
        for (name, ending) in
            [("game-prolog", "gp"), ("structure-rewriting", "toss"), ("sgl", "sgl")]
        {
            let path = root.join(format!("../shared/design/vectors/{name}.json"));
            let Ok(text) = fs::read_to_string(path) else { continue };
            let data: Value = serde_json::from_str(&text).expect("the vectors are JSON");
            let programs = data["programs"].as_object().into_iter().flat_map(|all| all.values());
            let texts = |value: &Value| value.as_str().map(str::to_string);
            files.entry(ending).or_default().extend(programs.filter_map(texts));
            let asked = data["vectors"].as_array().into_iter().flatten();
            queries.entry(ending).or_default().extend(asked.filter_map(|one| texts(&one["query"])));
        }
        add_own_queries(&mut queries);
        let scenarios = all_files(&root.join("games/combat"));
        Corpus {
            files,
            queries,
            positions: GAMES.iter().map(|&(game, moves)| (game, position(game), moves)).collect(),
            scenarios: scenarios.iter().filter_map(|path| fs::read_to_string(path).ok()).collect(),
            evidence: ASKED.iter().flat_map(|args| evidence(folder, args)).collect(),
            stores: ["nim:heaps=1-2-3", "mk:m=3,k=3"]
                .map(|game| (game, store(folder, game)))
                .to_vec(),
            limited: COMMANDS.iter().copied().filter(|command| takes_limits(command)).collect(),
        }
    }
}

fn add_own_queries(queries: &mut ByEnding) {
    let own: [(&str, &[&str]); 4] = [
        ("kif", &["translate"]),
        ("gp", &["plans 3 p", "force {1} : win(1)", "states", "holds [] win(1)", "?- pile(X)."]),
        ("toss", &["fluents", "moves", "states 2", "value 0", "describe", "eval ex x P(x)"]),
        ("sgl", &["valid true", "reach turn(X)", "holds initial", "complete s", "moves s X"]),
    ];
    for (ending, texts) in own {
        queries.entry(ending).or_default().extend(texts.iter().map(|text| text.to_string()));
    }
}

fn all_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let (folders, mut files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| all_files(folder)));
    files
}

fn copy(from: &Path, to: &Path) {
    for path in all_files(from) {
        let place = to.join(path.strip_prefix(from).expect("a file of the folder"));
        fs::create_dir_all(place.parent().expect("it has a folder")).expect("a folder");
        fs::copy(path, place).expect("a copy");
    }
}

/// The program that is attacked: `LUDEX_PROGRAM`, or the one that was built for the tests.
pub fn program() -> String {
    std::env::var("LUDEX_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_ludex").to_string())
}

/// A run without input.
fn ludex(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

/// The position a game starts with.
fn position(game: &str) -> String {
    let shown = ludex(Path::new("."), &["show", game, "--json"]).output().expect("it runs");
    let shown: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    shown["position"].as_str().expect("a position").to_string()
}

/// Evidence of an answer, as JSON and packed.
fn evidence(folder: &Path, args: &[&str]) -> Vec<(String, Vec<u8>)> {
    let write = |name: &str| {
        let ran = ludex(folder, args).args(["--evidence", name]).output().expect("it runs");
        assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
        (name.to_string(), fs::read(folder.join(name)).expect("the evidence"))
    };
    ["proof.json", "proof.ludex"].map(write).to_vec()
}

fn store(folder: &Path, game: &str) -> Vec<u8> {
    let _ = fs::remove_file(folder.join("store"));
    let ran = ludex(folder, &["solve", game, "--store", "store"]).output().expect("it runs");
    assert!(ran.status.success());
    fs::read(folder.join("store")).expect("a store")
}

fn takes_limits(command: &str) -> bool {
    let help = ludex(Path::new("."), &[command, "--help"]).output().expect("it runs");
    String::from_utf8_lossy(&help.stdout).contains("--max-seconds")
}
