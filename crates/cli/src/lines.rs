//! Reading moves: words separated by blanks, or one-character moves run together.

use ludex_game::{Agent, Notation, nearest};

use crate::complaint::Complaint;

/// The name of the `--moves` text in messages.
const MOVES: &str = "moves";

/// The words of a text, and where they start. What stands in parentheses belongs together, as in
/// `(mark 1 1)`.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0_usize;
    text.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(c, ' ' | '\t' | ',' | '\n' | '\r')
    })
    .map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
    .filter(|(_, word)| !word.is_empty())
}

/// Plays the moves of a text with `play`, which plays a word as one move if it is one.
///
/// A word that is no move is tried as a run of one-character moves (`4433`).
pub fn play_words<E>(
    text: &str,
    mut play: impl FnMut(&str) -> Result<(), E>,
    complaint: impl Fn(&str, usize, E) -> Complaint,
) -> Result<(), Complaint> {
    for (at, word) in words(text) {
        let Err(error) = play(word) else { continue };
        if word.chars().count() == 1 {
            return Err(complaint(word, at, error));
        }
        for (offset, letter) in word.char_indices() {
            let letter = &word[offset..offset + letter.len_utf8()];
            match play(letter) {
                Ok(()) => {}
                Err(_) if offset == 0 => return Err(complaint(word, at, error)),
                Err(error) => return Err(complaint(letter, at + offset, error)),
            }
        }
    }
    Ok(())
}

/// The message for a word that is not a legal move.
pub fn not_a_move<G: Notation>(
    game: &G,
    state: &G::State,
    agent: Agent,
    text: &str,
    word: &str,
    at: usize,
) -> Complaint {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let legal: Vec<String> = moves.iter().map(|&m| game.write_move(state, agent, m)).collect();
    let name = game.agents().name(agent);
    let message = format!("`{word}` is not a legal move of {name} here");
    let close = nearest(word, legal.iter().map(String::as_str));
    let close = close.map(|close| format!("did you mean `{close}`? ")).unwrap_or_default();
    let help = format!("{close}the legal moves are {}", shortened(&legal, 40));
    Complaint::at(MOVES, text, at..at + word.len(), message).help(help)
}

/// The message for a joint move that is not one move for each of those who act.
pub fn not_one_each(text: &str, words: &[(usize, &str)], acting: usize) -> Complaint {
    let span = match words {
        [] => 0..text.len(),
        [(start, _), ..] => *start..words.last().map_or(0, |(at, word)| at + word.len()),
    };
    let (message, help) = match acting {
        1 => ("one move was expected", "one agent moves at a time: a line is one move"),
        _ => (
            "one move of every agent was expected",
            "all agents move together: a joint move \
              is one move for each of them, in playing order",
        ),
    };
    Complaint::at(MOVES, text, span, format!("{message}, not {}", words.len())).help(help)
}

/// The message for a move after the end of the game.
pub fn game_over(text: &str, word: &str, at: usize) -> Complaint {
    Complaint::at(MOVES, text, at..at + word.len(), "the game is over before this move")
}

/// A list of moves, cut where it gets long.
pub fn shortened(moves: &[String], most: usize) -> String {
    match moves.len() {
        0 => "none".to_string(),
        n if n <= most => moves.join(" "),
        n => format!("{} … ({n} in all)", moves[..most].join(" ")),
    }
}
