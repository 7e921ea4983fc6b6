//! The author's intention beside what was found: cooks, and intended solutions that fail.

use ludex_game::{Agent, Game, Model, Notation};
use ludex_games::Chess;
use ludex_logic::Stipulation;
use serde::{Deserialize, Serialize};

use super::ProblemSolved;
use crate::error::InputError;

/// How a solution compares with what its author intended.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct ProblemIntention {
    /// The intended solutions: keys, or lines, which may stop early.
    pub intended: Vec<Vec<String>>,
    /// Those that do not solve.
    pub failing: Vec<Vec<String>>,
    /// Solutions that were not intended, as books print them.
    pub cooks: Vec<String>,
    /// Whether the intended solutions are all there are; `None` if the search did not end, and
    /// nothing else was found by then.
    pub sound: Option<bool>,
}

/// Reads the intended solutions, between semicolons: `1.Qf6`, `1.Nxb1 Ba5 2.Na3 O-O-O#`.
pub(super) fn read(
    text: &str,
    game: &Chess,
    state: &<Chess as Model>::State,
    stipulation: &Stipulation,
    first: Agent,
) -> Result<Vec<Vec<String>>, InputError> {
    let mut all = Vec::new();
    for part in text.split(';').filter(|part| !part.trim().is_empty()) {
        let movers = match stipulation.cooperative() {
            true => stipulation.movers(first),
            false => vec![first],
        };
        let (mut state, mut line) = (state.clone(), Vec::new());
        let words = part.split_whitespace().filter_map(|word| Some((word, move_of(word)?)));
        for ((word, written), &agent) in words.zip(&movers) {
            let mv = game.read_move(&state, agent, &written).ok_or_else(|| {
                let start = word.as_ptr() as usize - text.as_ptr() as usize;
                InputError::at("intention", text, start..start + word.len(), "this is no move here")
                    .help("solutions stand between semicolons: 1.Qf6; 1.Nxb1 Ba5 2.Na3 O-O-O#")
            })?;
            line.push(game.write_move(&state, agent, mv));
            game.play(&mut state, agent, mv);
        }
        all.push(line);
    }
    Ok(all)
}

/// Returns the move of a word without its number and marks, or `None` if there is none in it.
fn move_of(word: &str) -> Option<String> {
    let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = match after_number.starts_with(['.', '…']) {
        true => after_number.trim_start_matches(['.', '…']),
        false => word,
    };
    let word = word.trim_end_matches(['!', '?', '+', '#', '=', ',']).replace('*', "x");
    let knight = word.strip_prefix('S').map(|rest| format!("N{rest}"));
    let word = knight.unwrap_or(word);
    (!word.is_empty() && word != "e.p.").then_some(word)
}

/// Compares what was found with what was intended.
pub(super) fn compare(solved: &ProblemSolved, intended: Vec<Vec<String>>) -> ProblemIntention {
    let short = solved.short.iter().flatten().filter(|_| solved.keys.is_none());
    let all: Vec<(&Vec<String>, String)> = solved
        .solutions
        .iter()
        .zip(solved.printed.iter().cloned())
        .chain(short.map(|line| (line, line.join(" "))))
        .collect();
    let meant = |line: &Vec<String>| intended.iter().any(|wanted| line.starts_with(wanted));
    let cooks: Vec<String> = all
        .iter()
        .filter(|(line, _)| !meant(line))
        .map(|(_, printed)| printed.trim_end_matches('!').to_string())
        .collect();
    let solves = |wanted: &&Vec<String>| !all.iter().any(|(line, _)| line.starts_with(wanted));
    let failing: Vec<Vec<String>> = intended.iter().filter(solves).cloned().collect();
    let sound = match (cooks.is_empty(), failing.is_empty()) {
        (true, true) => solved.complete.then_some(true),
        (true, false) => solved.complete.then_some(false),
        (false, _) => Some(false),
    };
    ProblemIntention { intended, failing, cooks, sound }
}
