//! Batches: one position a line.
//!
//! A line is moves from the start (separated by blanks, or run together where every move is one
//! character), or `position …` in the game's notation. Empty lines and lines that start with `#`
//! are passed over. In a game whose outcomes are many numbers a line of two words, a run of moves
//! and a number, states the expected score for the side on turn, as published lists do.

use std::path::Path;

use crate::open;
use crate::problem::{Place, Problem};
use crate::requests::SetUp;

/// The positions of a file.
pub fn read(path: &Path, scored: bool) -> Result<Vec<SetUp>, Problem> {
    let text = open::read_or_stdin(path)?;
    let lines = Place::split(path, &text, |text| text.lines().map(str::trim));
    Ok(lines
        .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, place)| SetUp {
            place: Some(place.after(line.len() - without_keyword(line).unwrap_or(line).len())),
            ..set_up(line, scored)
        })
        .collect())
}

/// The position of a line that states one.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_expected_only_after_a_run_of_moves_in_a_scored_game() {
        let line = set_up("4433 -2", true);
        assert_eq!((line.moves.as_deref(), line.expected), (Some("4433"), Some(-2.0)));
        let line = set_up("4433 -2", false);
        assert_eq!((line.moves.as_deref(), line.expected), (Some("4433 -2"), None));
        assert_eq!(set_up("4 4 3", true).moves.as_deref(), Some("4 4 3"));
        assert_eq!(set_up("4 3", true).expected, None);
        assert_eq!(set_up("position .../... X", true).position.as_deref(), Some(".../... X"));
    }
}
