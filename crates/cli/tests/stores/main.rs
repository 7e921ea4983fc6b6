//! Stores under attack, by the program as users run it: killed at any moment, damaged, forged, used
//! by two at once. No wrong answer, no panic, and nothing is lost that was reported as stored.
//!
//! `LUDEX_STORE_ROUNDS=500 cargo test -p ludex-cli --test stores -- --nocapture` attacks 500 times
//! in every way and prints what became of it; without the variable it is a few times.

mod corrupted;
#[path = "../../../store/tests/forger.rs"]
mod forger;
mod killed;
mod lies;
mod two;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Returns how many attacks there are: a few, or as many as the environment says.
fn rounds(few: usize) -> usize {
    let given = std::env::var("LUDEX_STORE_ROUNDS").ok();
    given.map_or(few, |text| text.parse().expect("LUDEX_STORE_ROUNDS is a number"))
}

/// A folder with a store, a key and what else a test needs.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn store(&self) -> PathBuf {
        self.path("answers.ludex")
    }

    /// Returns a command that solves with the store, to be run in the folder.
    fn solve(&self, args: &[&str]) -> Command {
        let mut command = self.solve_alone(args);
        command.arg("--store").arg(self.store());
        command
    }

    /// Returns a command that solves without a store.
    fn solve_alone(&self, args: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("ludex"));
        command.current_dir(self.0.path()).env("LUDEX_KEY", self.path("key"));
        command.arg("solve").args(args).arg("--json");
        command
    }
}

/// What became of a command.
#[derive(Debug)]
enum Outcome {
    Answered(Value),
    Refused(String),
}

/// Runs a command: it must answer, or refuse its input with a reason, and not panic.
fn outcome(command: &mut Command) -> Outcome {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    assert!(!stderr.contains("panicked"), "{command:?}: {stderr}");
    match status.code() {
        Some(0) => Outcome::Answered(serde_json::from_slice(&stdout).expect("JSON")),
        Some(2) if !stderr.is_empty() => Outcome::Refused(stderr),
        code => panic!("{command:?} ended with {code:?}: {stderr}"),
    }
}

/// Runs a command that must answer.
fn answer(command: &mut Command) -> Value {
    match outcome(command) {
        Outcome::Answered(answer) => answer,
        Outcome::Refused(why) => panic!("{command:?}: {why}"),
    }
}

/// Writes positions of Nim as a batch; different numbers give different positions.
fn write_nim(path: &Path, number: usize, count: usize) {
    let line = |n: usize| format!("position {}-{}-{} First\n", n % 8, n / 8 % 8, n / 64 % 8);
    let lines: String = (number * count..(number + 1) * count).map(line).collect();
    std::fs::write(path, lines).expect("written");
}

/// Returns the position and whether it was stored, of a line about a position of Nim whose value
/// must be right: whoever is on turn wins unless the heaps cancel out.
fn nim_line(line: &str) -> (String, bool) {
    let solved: Value = serde_json::from_str(line).expect("JSON");
    let position = solved["position"].as_str().expect("a position").to_string();
    let heaps = position.split(' ').next().unwrap_or_default();
    let sum = heaps.split('-').fold(0, |sum, heap| sum ^ heap.parse::<u32>().expect("a heap"));
    assert_eq!(solved["value"], if sum == 0 { "loss" } else { "win" }, "{line}");
    assert_eq!(solved["exact"], true, "{line}");
    (position, solved["stored"] == true)
}
