//! What `--json` prints, byte for byte, for a set of commands over all commands and languages.
//!
//! `recorded/commands.txt` has one command a line; `recorded/answers.txt` has, for each, its exit
//! code and what it printed, with times set to zero. `LUDEX_RECORD=1 cargo test -p ludex-cli recorded`
//! writes the answers anew, to be reviewed as a diff; `LUDEX_PROGRAM` names another program to run.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that commands read, by name.
const FILES: [(&str, &str); 4] = [
    ("positions.txt", "a1 b1 a2 b2\nb2\nposition X../.O./... X\n"),
    (
        "scored.txt",
        "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n",
    ),
    ("moves.txt", "4\n4\n3\n"),
    ("joint.txt", "(mark a 1)\tnoop\nnoop\t(mark b 2)\n"),
];

#[test]
fn json_is_as_recorded() {
    let recorded = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let commands = fs::read_to_string(recorded.join("commands.txt")).expect("the commands");
    let folder = tempfile::tempdir().expect("a folder");
    set_up(folder.path());
    let mut found = String::new();
    for line in commands.lines().filter(|line| !line.starts_with('#')) {
        answer(folder.path(), line, &mut found);
    }
    let answers = recorded.join("answers.txt");
    if std::env::var_os("LUDEX_RECORD").is_some() {
        return fs::write(&answers, found).expect("the answers can be written");
    }
    let expected = fs::read_to_string(&answers).expect("the answers");
    let (found, expected) = (sections(&found), sections(&expected));
    assert!(expected.len() >= 100, "only {} commands are recorded", expected.len());
    assert_eq!(found.len(), expected.len(), "a command has no recorded answer");
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
}

/// Makes the folder that the commands run in: the games and the files they read.
fn set_up(folder: &Path) {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    std::os::unix::fs::symlink(games, folder.join("games")).expect("a link to the games");
    for (name, text) in FILES {
        fs::write(folder.join(name), text).expect("a file");
    }
}

/// Runs a command and appends what it printed.
fn answer(folder: &Path, line: &str, out: &mut String) {
    let words = split(line);
    let program: PathBuf = std::env::var_os("LUDEX_PROGRAM")
        .map_or_else(|| assert_cmd::cargo::cargo_bin("ludex"), PathBuf::from);
    let output = Command::new(program)
        .args(&words)
        .arg("--json")
        .current_dir(folder)
        .env("LUDEX_KEY", folder.join("key"))
        .output()
        .expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    writeln!(out, "$ ludex {line}\nexit {}", output.status.code().unwrap_or(-1)).expect("memory");
    out.push_str(&timeless(&text));
}

/// Sets all times to zero, and keeps every other byte.
fn timeless(text: &str) -> String {
    let mut parts = text.split("\"seconds\":");
    let mut timeless = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || " .e-".contains(c));
        timeless += "\"seconds\": 0";
        timeless += rest;
    }
    timeless
}

fn sections(text: &str) -> Vec<&str> {
    text.split("$ ludex ").filter(|section| !section.is_empty()).collect()
}

/// The words of a command; what stands in quotation marks is one word.
fn split(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_string).collect::<Vec<_>>(),
            _ => vec![part.to_string()],
        })
        .collect()
}
