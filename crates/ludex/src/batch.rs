//! Batches: one position a line.
//!
//! A line is moves from the start (separated by blanks, or run together where every move is one
//! character), or `position …` in the game's notation; an empty line is the start itself. Lines that
//! start with `#` are passed over. In a game whose outcomes are many numbers a line of two words, a
//! run of moves and a number, states the expected score for the side on turn, as published lists do.

use std::path::Path;

use crate::error::Place;
use crate::requests::SetUp;

/// Reads the positions of a batch; `path` says where the text comes from.
pub fn read_batch(path: &Path, text: &str, scored: bool) -> Vec<SetUp> {
    let lines = Place::split(path, text, |text| text.lines().map(str::trim));
    lines
        .filter(|(line, _)| !line.starts_with('#'))
        .map(|(line, place)| SetUp {
            place: Some(place.after(line.len() - without_keyword(line).unwrap_or(line).len())),
            ..set_up(line, scored)
        })
        .collect()
}

/// Returns the position of a line that states one.
fn without_keyword(line: &str) -> Option<&str> {
    line.strip_prefix("position ").map(str::trim_start)
}

fn set_up(line: &str, scored: bool) -> SetUp {
    if let Some(position) = without_keyword(line) {
        return SetUp { position: Some(position.to_string()), ..SetUp::default() };
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match (scored, words.as_slice()) {
        (true, [moves, score]) if moves.len() > 1 && score.parse::<i32>().is_ok() => SetUp {
            moves: Some(moves.to_string()),
            expected: score.parse().ok(),
            ..SetUp::default()
        },
        _ => SetUp { moves: Some(line.to_string()), ..SetUp::default() },
    }
}

/// Says how many lines of a batch state another score.
pub fn disagreement(lines: u64) -> String {
    match lines {
        1 => "1 line disagrees with its score".to_string(),
        _ => format!("{} disagree with their score", ludex_base::counted(lines, "line")),
    }
}
