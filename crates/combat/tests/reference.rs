//! Every reference game and every round of the traces, played again.

use std::path::PathBuf;

use ludex_combat::{Profile, ReplayLine, RoundLog, replay};

/// Returns the lines of a reference file; none, with a notice, where the data is absent.
fn lines(name: &str) -> Vec<String> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/combat").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => text.lines().filter(|line| !line.trim().is_empty()).map(String::from).collect(),
        Err(_) => {
            eprintln!("skipped: {} is absent", path.display());
            Vec::new()
        }
    }
}

fn check_games(name: &str, profile: Profile) {
    let mut wrong = Vec::new();
    for text in lines(name) {
        let line = ReplayLine::read(&text).expect("a reference game");
        let got = replay(&text, profile).expect("a reference game");
        let same = line.rounds == Some(got.rounds)
            && line.frames == Some(got.frames)
            && line.survivors.as_ref() == Some(&got.survivors)
            && line.ltd_diff == Some(got.ltd_diff)
            && line.ltd2_diff == Some(got.ltd2_diff);
        if !same {
            wrong.push(format!("{} {text}\n   {got:?}", line.id));
        }
    }
    assert!(wrong.is_empty(), "{} games differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn check_traces(name: &str, profile: Profile) {
    for text in lines(name) {
        let line = ReplayLine::read(&text).expect("a trace");
        let mut log = Vec::new();
        line.play(profile, |state| log.push(RoundLog::of(state))).expect("a trace");
        let known = line.rounds_log.as_ref().expect("a trace has rounds");
        for (round, (got, known)) in log.iter().zip(known).enumerate() {
            assert_eq!(got, known, "{name}, game {}, round {round}", line.id);
        }
        assert_eq!(log.len(), known.len(), "{name}, game {}", line.id);
    }
}

#[test]
fn thesis_games_are_reproduced() {
    check_games("games-thesis.jsonl", Profile::Thesis);
}

#[test]
fn spar_games_are_reproduced() {
    check_games("games-spar.jsonl", Profile::Spar);
}

#[test]
fn thesis_traces_are_reproduced_round_by_round() {
    check_traces("traces-thesis.jsonl", Profile::Thesis);
}

#[test]
fn spar_traces_are_reproduced_round_by_round() {
    check_traces("traces-spar.jsonl", Profile::Spar);
}
