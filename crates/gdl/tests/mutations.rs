//! Descriptions changed at random are played or refused, in bounded time and memory.
//! `LUDEX_MUTATIONS` sets the processor time in seconds.

use std::time::Duration;

use cpu_time::ProcessTime;
use ludex_game::{Model, Notation, below};
use ludex_gdl::{GdlGame, Playouts};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::mutate;

/// Returns the texts of small games: faults in rules do not depend on the size of the board.
fn texts() -> Vec<(String, String)> {
    let folders = ["tests/games", "../../games/gdl", "../../../shared/data/gdl"];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        let files = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "kif"));
        texts.extend(files.map(|path| {
            (path.display().to_string(), std::fs::read_to_string(&path).expect("it can be read"))
        }));
    }
    texts.sort();
    texts
}

/// Parses and plays a text, and returns the result in words.
fn try_out(text: &str, seed: u64) -> &'static str {
    match GdlGame::read(text) {
        Err(error) => {
            assert!(text.get(error.span.clone()).is_some(), "{error:?} points into the text");
            "refused"
        }
        Ok(game) => {
            let initial = game.initial();
            let written = game.write_position(&initial);
            assert_eq!(game.read_position(&written).as_ref(), Ok(&initial), "{written}");
            let scores = Playouts::new(&game, seed).run(&initial, 4, 40);
            assert!(scores.sums.iter().all(|sum| sum.is_finite()));
            if game.fault().is_some() { "too large" } else { "played" }
        }
    }
}

#[test]
fn mutated_games_do_no_harm() {
    let seconds: Option<u64> = std::env::var("LUDEX_MUTATIONS").ok().and_then(|s| s.parse().ok());
    let (start, limit) = (ProcessTime::now(), Duration::from_secs(seconds.unwrap_or(5)));
    let mut texts = texts();
    if seconds.is_none() {
        texts.retain(|(_, text)| text.len() < 6000);
    }
    let mut counts = std::collections::BTreeMap::new();
    let mut slowest = (Duration::ZERO, String::new());
    let mut seed = 0;
    while start.elapsed() < limit {
        seed += 1;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (name, text) = &texts[below(&mut rng, texts.len())];
        let mutated = mutate::mutate(text, &mut rng);
        let begun = ProcessTime::now();
        let came = std::panic::catch_unwind(|| try_out(&mutated, seed));
        let came = came.unwrap_or_else(|_| panic!("{name}, seed {seed}:\n{mutated}"));
        *counts.entry(came).or_insert(0) += 1;
        if begun.elapsed() > slowest.0 {
            slowest = (begun.elapsed(), format!("{name}, seed {seed}"));
        }
    }
    println!("{counts:?}, slowest {slowest:?}");
    assert!(slowest.0 < Duration::from_secs(120), "{slowest:?}");
    assert!(counts.len() >= 2, "some are played and some refused: {counts:?}");
}
