//! Forged and mutated evidence of every kind: none whose claim is false is accepted. The claims that are
//! accepted are decided by plain enumeration of the game (`oracle.rs`).
//!
//! A quick run is a test. `LUDEX_FORGERIES=100000 cargo test -p ludex --test all forgeries -- --nocapture`
//! runs as many and prints what became of them.

mod games;
mod mutate;
mod oracle;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ludex::{Evidence, verify};
use ludex_base::Random;
use ludex_evidence::Claim;
use serde_json::Value;

use games::{KINDS, Kind};
use mutate::{Pool, mutate};

/// What became of the files of one kind.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    /// Files that were tried.
    files: usize,
    /// No evidence at all, or about no game.
    refused: usize,
    rejected: usize,
    /// Accepted, with a claim that is true.
    accepted: usize,
}

#[test]
fn forged_evidence_shows_nothing_false() {
    let wanted = std::env::var("LUDEX_FORGERIES").ok().and_then(|count| count.parse().ok());
    let wanted: usize = wanted.unwrap_or(4_000);
    let folder = tempfile::tempdir().expect("a folder for games");
    let mut tallies: BTreeMap<Kind, Tally> = BTreeMap::new();
    for seed in 0.. {
        if tallies.values().map(|tally| tally.files).sum::<usize>() >= wanted {
            break;
        }
        let kind = KINDS[seed as usize % KINDS.len()];
        attack(kind, seed, folder.path(), tallies.entry(kind).or_default());
    }
    for (kind, tally) in &tallies {
        println!("{kind:?}: {tally:?}");
        let all = tally.refused + tally.rejected + tally.accepted;
        assert!(tally.files == all && tally.rejected > wanted / 100, "{kind:?}: {tally:?}");
    }
}

/// Forges twenty files about a random game.
fn attack(kind: Kind, seed: u64, folder: &Path, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let rules = kind.rules(&mut random);
    let path = written(folder, kind, "game", &rules);
    let other = written(folder, kind, "other", &kind.bent(&rules, &mut random));
    // Where all plays end alike, evidence about the value claims nothing, and is not accepted.
    let claims =
        |evidence: &Evidence| !matches!(evidence.claim, Claim::Value { low: None, high: None });
    let right = (0..3).filter_map(|_| kind.evidence(&path, &mut random));
    let right: Vec<Evidence> = right.filter(claims).collect();
    let foreign: Vec<Evidence> =
        (0..3).filter_map(|_| kind.evidence(&other, &mut random)).collect();
    for evidence in &right {
        let verified = verify(evidence).expect("it opens");
        assert!(verified.valid, "{kind:?} {seed}: {:?} {rules}", verified.reason);
        assert!(oracle::is_true(evidence), "{kind:?} {seed}: {evidence:?}");
    }
    let digest = right.first().and_then(|evidence| evidence.digest.clone());
    // Evidence for slightly other rules, as if it were about this game.
    let posing = foreign.into_iter().map(|evidence| Evidence {
        game: path.to_str().expect("a plain name").to_owned(),
        digest: digest.clone(),
        ..evidence
    });
    let posing: Vec<Value> = posing.map(|evidence| value(&evidence)).collect();
    let files: Vec<Value> = right.iter().map(value).chain(posing.iter().cloned()).collect();
    if right.is_empty() {
        return;
    }
    let pool = Pool::of(&files);
    posing.iter().for_each(|file| attempt(kind, seed, file, tally));
    for _ in 0..20 {
        let mut file = files[random.below(files.len())].clone();
        (0..1 + random.below(3)).for_each(|_| mutate(&mut random, &mut file, &pool));
        attempt(kind, seed, &file, tally);
    }
}

fn written(folder: &Path, kind: Kind, name: &str, rules: &str) -> PathBuf {
    let path = folder.join(format!("{name}.{}", kind.ending()));
    std::fs::write(&path, rules).expect("the folder is ours");
    path
}

fn value(evidence: &Evidence) -> Value {
    serde_json::to_value(evidence).expect("evidence is JSON")
}

/// Verifies a file; what is accepted must be true.
fn attempt(kind: Kind, seed: u64, file: &Value, tally: &mut Tally) {
    tally.files += 1;
    let Ok(evidence) = Evidence::from_bytes(file.to_string().as_bytes()) else {
        tally.refused += 1;
        return;
    };
    match verify(&evidence) {
        Err(_) => tally.refused += 1,
        Ok(verified) if !verified.valid => tally.rejected += 1,
        Ok(verified) => {
            let claim = verified.claim;
            assert!(oracle::is_true(&evidence), "{kind:?} {seed}: {claim} is false\n{file}");
            tally.accepted += 1;
        }
    }
}
