//! Transcripts: what the program prints for people, word for word, in `tests/cmd`; and games played
//! by hand in `tests/evening`, what was typed in `.stdin`, the whole screen but for it in `.stdout`.
//!
//! `TRYCMD=overwrite cargo test -p ludex-cli transcripts` writes them anew, to be read as a
//! diff. Where an answer in `answers.trycmd` has changed that also writes times: make them `[..]`.

#[test]
fn transcripts_are_as_written() {
    trycmd::TestCases::new()
        .env("LUDEX_PROGRESS", "60")
        .case("tests/cmd/*.trycmd")
        .case("tests/evening/*.toml");
}

/// Things that are counted in what the program prints.
const COUNTED: [&str; 18] = [
    "moves",
    "nodes",
    "plies",
    "players",
    "agents",
    "rounds",
    "steps",
    "rows",
    "cells",
    "positions",
    "solutions",
    "lines",
    "states",
    "outcomes",
    "rules",
    "matches",
    "payoffs",
    "keys",
];

/// `1 moves` and its relatives, in everything that is recorded and in a few answers of today.
#[test]
fn one_move_was_1_moves() {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = ["cmd", "recorded"].map(|folder| tests.join(folder).read_dir().expect("a folder"));
    let texts = files
        .into_iter()
        .flatten()
        .map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("text"));
    let root = tests.join("../../..");
    let answers = [
        &["solve", "nim:heaps=1"][..],
        &["solve", "nim:heaps=1", "--algorithm", "retrograde"],
        &["solve", "npuzzle:scramble=1"],
        &["check", "nim:heaps=1", "omega(1)", "--algorithm", "mps"],
        &["perft", "nim:heaps=1", "--depth", "1"],
        &["solve", "games/efg/entry.efg", "--equilibria", "all"],
        &["solve", "nim:heaps=1", "--equilibria", "all"],
        &["tournament", "nim:heaps=1", "--players", "random", "--rounds", "1"],
        &["problem", "h#1", "--position", "7k/8/6K1/8/8/8/8/7R b", "--all", "--duplex"],
        &["query", "games/efg/entry.efg", "equilibria"],
        &["rules", "games/efg/entry.efg"],
        &["show", "pursuit:steps=1"],
        &["show", "rps:rounds=1,wins=1"],
        &["play", "tictactoe", "--players", "random"],
        &["show", "nogo:rows=1,columns=4", "--position", "../.. Black"],
    ];
    let answers = answers.map(|args| {
        let program = env!("CARGO_BIN_EXE_ludex");
        let output = std::process::Command::new(program).args(args).current_dir(&root).output();
        let output = output.expect("it runs");
        [output.stdout, output.stderr]
            .map(|text| String::from_utf8_lossy(&text).into_owned())
            .concat()
    });
    let mut seen = 0;
    for text in texts.chain(answers) {
        let words: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric() && !".,-".contains(c)).collect();
        for pair in words.windows(2).filter(|pair| pair[0] == "1") {
            assert!(!COUNTED.contains(&pair[1]), "1 {} in:\n{text}", pair[1]);
            seen += u32::from(COUNTED.iter().any(|many| many.strip_suffix('s') == Some(pair[1])));
        }
    }
    assert!(seen > 3, "{seen} things were counted to be one");
}

/// Commands of the documentation used paths that are not there from the root.
#[test]
fn files_that_the_documentation_names_are_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages =
        root.join("docs").read_dir().expect("a folder").map(|page| page.expect("a page").path());
    let mut seen = 0;
    for page in pages.chain([root.join("README.md")]) {
        let text = std::fs::read_to_string(&page).unwrap_or_default();
        let words = text.split(|c: char| !c.is_alphanumeric() && !"./_-".contains(c));
        // Weights are written by the command that names them.
        let is_file = |word: &&str| word.contains('.') && !word.ends_with(".weights");
        for name in words.filter(|word| word.starts_with("games/")).filter(is_file) {
            let name = name.trim_end_matches('.');
            assert!(root.join(name).exists(), "{name} of {}", page.display());
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} files are named");
}
