//! The record of a game of a tournament, as data and as text.

use std::fmt::Write;

use ludex_base::{MoveWords, quote};
use serde::{Deserialize, Serialize};

use super::TournamentResult;
use crate::{End, Transcript};

/// A game of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The round, from 0.
    pub round: usize,
    /// The names of the players, in playing order.
    pub players: Vec<String>,
    /// What each of them got; empty if the game has no result.
    pub scores: Vec<f64>,
    /// How it ended.
    pub end: End,
    /// The moves of each turn, as `ludex replay` reads them: one move, or one for each agent with
    /// tabs between them.
    pub moves: Vec<String>,
}

impl GameRecord {
    /// Makes the record of a match.
    pub fn new(round: usize, transcript: &Transcript) -> GameRecord {
        let mut moves: Vec<String> = Vec::new();
        let mut turn = None;
        for played in &transcript.moves {
            match moves.last_mut().filter(|_| turn == Some(played.turn)) {
                Some(line) => *line = format!("{line}\t{}", played.mv),
                None => moves.push(played.mv.clone()),
            }
            turn = Some(played.turn);
        }
        let (players, scores) = (transcript.players.clone(), transcript.scores.clone());
        GameRecord { round, players, scores, end: transcript.end, moves }
    }
}

impl TournamentResult {
    /// Returns the record of all games: headings in brackets, then the numbered moves, as chess
    /// players write them. Moves with blanks stand in quotation marks.
    pub fn record(&self) -> String {
        let mut text = String::new();
        for (number, game) in self.games.iter().enumerate() {
            let mut tag = |name: &str, value: &str| _ = writeln!(text, "[{name} {}]", quote(value));
            tag("Game", &self.game);
            tag("Number", &(number + 1).to_string());
            tag("Round", &(game.round + 1).to_string());
            for (seat, player) in self.seats.iter().zip(&game.players) {
                tag(&seat.agent, player);
            }
            tag("Result", &result(game));
            text += &format!("\n{}\n\n", numbered(&game.moves));
        }
        text
    }
}

/// Returns what every agent got, and why a game has no result.
fn result(game: &GameRecord) -> String {
    let scores: Vec<String> = game.scores.iter().map(f64::to_string).collect();
    match game.end {
        End::Final => scores.join(" "),
        End::Resigned(place) => format!("{} ({} gave up)", scores.join(" "), game.players[place]),
        End::Moves | End::Stopped => "* (no result)".to_string(),
    }
}

/// Returns the moves with their numbers, in lines of at most 80 columns as far as they fit.
fn numbered(moves: &[String]) -> String {
    let mut lines = vec![String::new()];
    for (number, turn) in moves.iter().enumerate() {
        let words: Vec<String> = turn.split('\t').map(word).collect();
        let entry = format!("{}. {}", number + 1, words.join(" "));
        let line = lines.last_mut().expect("there is a line");
        match line.is_empty() || line.len() + entry.len() < 80 {
            true if line.is_empty() => line.push_str(&entry),
            true => *line = format!("{line} {entry}"),
            false => lines.push(entry),
        }
    }
    lines.join("\n")
}

fn word(mv: &str) -> String {
    if MoveWords::is_word(mv) { mv.to_string() } else { quote(mv) }
}
