//! `--max-seconds` and `--max-memory` as users see them: every command ends near them, with exit code
//! 3 and "no answer", whatever file it was given.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a machine under load may add to the time of a command that ends by itself.
const SLACK: Duration = Duration::from_secs(20);
/// The program itself in memory, and the tenth that a limit may be exceeded by.
const OWN_BYTES: u64 = 80 << 20;

/// What a command printed, how long it took and the most memory it had.
struct Ran {
    output: Output,
    time: Duration,
    bytes: u64,
}

fn run(arguments: &[&str], folder: &Path) -> Ran {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let (mut bytes, status) = (0, format!("/proc/{}/status", child.id()));
    while child.try_wait().expect("it is ours").is_none() {
        bytes = bytes.max(peak(&status).unwrap_or(0));
        thread::sleep(Duration::from_millis(2));
    }
    let time = start.elapsed();
    Ran { output: child.wait_with_output().expect("it has ended"), time, bytes }
}

/// Returns the most memory that a process has had so far, where the system tells.
fn peak(status: &str) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Requires that a command ends without an answer near its limits.
fn ends(arguments: &[&str], folder: &Path, seconds: f64, mebibytes: u64) -> Output {
    let ran = run(arguments, folder);
    let errors = String::from_utf8_lossy(&ran.output.stderr);
    assert_eq!(ran.output.status.code(), Some(3), "{arguments:?}: {errors}");
    assert!(ran.time < Duration::from_secs_f64(seconds) + SLACK, "{arguments:?}: {:?}", ran.time);
    assert!(ran.bytes < (mebibytes << 20) + OWN_BYTES, "{arguments:?}: {} bytes", ran.bytes);
    ran.output
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn game(name: &str) -> String {
    here().join("../../games").join(name).display().to_string()
}

fn data(name: &str) -> Option<PathBuf> {
    let path = here().join("../../../shared/data").join(name);
    let found = path.exists();
    if !found {
        println!("skipped: {} is not there", path.display());
    }
    found.then_some(path)
}

#[test]
fn chess_in_gdl_took_871_megabytes_at_32() {
    let Some(chess) = data("gdl/chess.kif") else { return };
    let chess = chess.display().to_string();
    for command in ["show", "rules", "solve"] {
        ends(&[command, &chess, "--max-memory", "32MiB"], here(), 60.0, 32);
    }
    for command in ["show", "rules", "solve"] {
        ends(&[command, &chess, "--max-seconds", "0.5"], here(), 0.5, 1 << 10);
    }
    let find = ["strategy", &chess, "--find", "--max-memory", "32MiB"];
    ends(&find, here(), 60.0, 32);
}

#[test]
fn cluedo_took_29_seconds_at_one() {
    let cluedo = game("prolog/cluedo.gp");
    for command in ["show", "rules", "solve"] {
        ends(&[command, &cluedo, "--max-seconds", "0.5"], here(), 0.5, 1 << 10);
    }
    let players = ["play", &cluedo, "--players", "random,random", "--max-seconds", "0.5"];
    ends(&players, here(), 0.5, 1 << 10);
}

#[test]
fn one_changed_token_in_chess_took_40_seconds() {
    let folder = tempfile::tempdir().expect("a folder");
    let chess = std::fs::read_to_string(game("toss/chess.toss")).expect("the game is there");
    let part = "ex z (Right4(x, z) and Right4(z, y))";
    assert!(chess.contains(part));
    let changed = chess.replacen(part, &part.replace("and", "or"), 1);
    std::fs::write(folder.path().join("chess.toss"), changed).expect("it can be written");
    for command in ["show", "rules", "solve"] {
        ends(&[command, "chess.toss", "--max-seconds", "0.05"], folder.path(), 0.05, 1 << 10);
    }
}

/// A step of this game makes any of 30^7 facts.
#[test]
fn a_match_opened_its_rules_without_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    let numbers: String = (0..30).map(|n| format!("(num {n}) ")).collect();
    let names: Vec<String> = (0..7).map(|n| format!("?v{n}")).collect();
    let bound: String = names[1..].iter().map(|name| format!("(num {name}) ")).collect();
    let text = format!(
        "(role x) {numbers} (init (s 0)) (<= (legal x (go ?n)) (num ?n))
         (<= (next (p {})) (does x (go ?v0)) {bound}) (<= terminal (true (s 1)))
         (<= (goal x 100) (true (s 0)))",
        names.join(" ")
    );
    std::fs::write(folder.path().join("giant.kif"), text).expect("it can be written");
    let of_time = ["match", "giant.kif", "http://127.0.0.1:1", "--max-seconds", "0.5"];
    ends(&of_time, folder.path(), 0.5, 1 << 10);
}

#[test]
fn counting_of_plays_ends_at_its_limit() {
    let perft = ["perft", "chess", "--depth", "12", "--max-seconds", "0.5"];
    let output = ends(&perft, here(), 0.5, 1 << 10);
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no answer within the time"));
}

#[test]
fn many_states_as_text_are_not_read_into_less_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let states: Vec<String> = (1..400_000)
        .map(|n| format!("\"s{n}\":{{\"moves\":{{\"a\":[\"s{}\"]}}}}", n - 1))
        .collect();
    let text = format!(
        "{{\"agents\":[\"a\"],\"initial\":\"s1\",\"states\":{{\"s0\":{{}},{}}}}}",
        states.join(",")
    );
    std::fs::write(folder.path().join("many.json"), text).expect("it can be written");
    ends(&["show", "many.json", "--max-memory", "16MiB"], folder.path(), 60.0, 16);
}

#[test]
fn a_coalition_bomb_has_no_verdict_and_is_not_called_invalid() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = run(&["show", "hex:size=7", "--json"], here());
    let shown: serde_json::Value = serde_json::from_slice(&shown.output.stdout).expect("JSON");
    let agent = shown["turn"].as_str().expect("somebody is on turn");
    let evidence = serde_json::json!({
        "format": "ludex-evidence", "version": 1, "game": "hex:size=7", "digest": null,
        "position": shown["position"],
        "claim": { "answer": {
            "query": format!("<<{agent}>>F win({agent})"), "holds": true, "witness": [],
        } },
    });
    let bytes = serde_json::to_vec(&evidence).expect("texts are JSON");
    assert!(bytes.len() < 1000);
    std::fs::write(folder.path().join("bomb.json"), bytes).expect("it can be written");
    let limits = ["verify", "bomb.json", "--max-seconds", "0.5", "--json"];
    let output = ends(&limits, folder.path(), 0.5, 2 << 10);
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(said["valid"].is_null() && said["reason"] == "no verdict within the time", "{said}");
    let limits = ["verify", "bomb.json", "--max-memory", "32MiB"];
    let output = ends(&limits, folder.path(), 60.0, 32);
    assert!(output.stdout.is_empty());
    let errors = String::from_utf8_lossy(&output.stderr).replace('\n', " ");
    assert!(errors.contains("no verdict within"), "{errors}");
}
