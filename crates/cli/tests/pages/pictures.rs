//! The pictures of the pages are those that the program draws.

use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The pictures, each with the commands that make it; `OUT` stands for its file.
const PICTURES: [(&str, &[&[&str]]); 13] = [
    (
        "verdicts.svg",
        &[&["show", "connect4:columns=5,rows=4", "--moves", "3 3 2", "--verdicts", "--svg", "OUT"]],
    ),
    (
        "proof.svg",
        &[
            &["solve", "nim:heaps=1-2", "--evidence", "OUT.ludex"],
            &["verify", "OUT.ludex", "--svg", "OUT"],
        ],
    ),
    ("hex.svg", &[&["show", "hex:size=3", "--verdicts", "--svg", "OUT"]]),
    (
        "threat.svg",
        &[&["show", "tictactoe", "--moves", "a1 b1 a2", "--line", "a3", "--svg", "OUT"]],
    ),
    ("ladder.svg", &[&["show", "go:size=6", "--position", LADDER, "--svg", "OUT"]]),
    ("mate.svg", &[&["problem", "h#2", "--position", MATE, "--all", "--diagram", "OUT"]]),
    ("puzzle.svg", &[&["show", "npuzzle:size=4,scramble=30,seed=2", "--svg", "OUT"]]),
    ("tree.svg", &[&["show", "games/efg/entry.efg", "--svg", "OUT"]]),
    ("dice.svg", &[&["show", "hog:goal=3,dice=2", "--tree", "2", "--svg", "OUT"]]),
    (
        "gdl.svg",
        &[&["show", "games/gdl/tictactoe.kif", "--moves", "mark(b,2) mark(a,1)", "--svg", "OUT"]],
    ),
    (
        "responses.svg",
        &[&["query", "games/nfg/battle-of-the-sexes.nfg", "responses", "--svg", "OUT"]],
    ),
    ("rewriting.svg", &[&["show", "games/toss/breakthrough.toss", "--svg", "OUT"]]),
    ("nim.svg", &[&["show", "games/prolog/nim.gp", "--tree", "2", "--svg", "OUT"]]),
];

/// The ladder of docs/ladders.md.
const LADDER: &str = "....../....../....../B*..../.BB.../...... Black";
/// The problem of docs/chess-problems.md.
const MATE: &str = "white Ke1 Ra1 Sb1 Bb6 Bf3 Pb3 Pd4 Pe4 black Kd3 Sc3 Pe3";

#[test]
fn pictures_are_what_the_program_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, commands) in PICTURES {
        let made = folder.path().join(name);
        let out = made.to_str().expect("a path in UTF-8");
        for command in commands {
            let args = command.iter().map(|word| word.replace("OUT", out));
            let mut program = Command::new(env!("CARGO_BIN_EXE_ludex"));
            let output = program.args(args).current_dir(ROOT).output();
            assert!(output.expect("it runs").status.success(), "{command:?}");
        }
        let kept = Path::new(ROOT).join("docs/pictures").join(name);
        let [made, kept] = [&made, &kept].map(|path| fs::read_to_string(path).expect("a picture"));
        assert!(made == kept, "docs/pictures/{name} is not what {commands:?} draws");
    }
}

#[test]
fn every_picture_is_on_a_page() {
    let folder = Path::new(ROOT).join("docs/pictures");
    let kept =
        fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").file_name());
    let mut kept: Vec<String> = kept.filter_map(|name| name.into_string().ok()).collect();
    kept.sort();
    let mut made: Vec<&str> = PICTURES.iter().map(|(name, _)| *name).collect();
    made.sort_unstable();
    assert_eq!(kept, made);
    let docs = fs::read_dir(Path::new(ROOT).join("docs")).expect("docs");
    let pages = docs.filter_map(|file| fs::read_to_string(file.ok()?.path()).ok());
    let pages: String = pages.collect();
    let unseen: Vec<&&str> =
        made.iter().filter(|name| !pages.contains(&format!("(pictures/{name})"))).collect();
    assert!(unseen.is_empty(), "on no page: {unseen:?}");
}
