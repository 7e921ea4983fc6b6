//! The positions of a board.

use ludex_game::below;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::runner::{NotRun, Runner};
use crate::table::Selection;

/// The prefix of a line that is a position in the notation of the game rather than moves from the
/// start, as in a batch of `ludex check`.
pub const SET_UP: &str = "position ";

/// Returns the lines of play that lead to the selected positions, or the positions themselves.
pub fn positions(
    runner: &mut dyn Runner,
    game: &str,
    selection: &Selection,
    seed: u64,
) -> Result<Vec<String>, NotRun> {
    if !selection.listed.is_empty() {
        let set_up = |position: &String| format!("{SET_UP}{position}");
        return Ok(selection.listed.iter().map(set_up).collect());
    }
    let mut lines = match selection.sample {
        Some(count) => sample(runner, game, selection.after, count, seed)?,
        None => all(runner, game, selection.after)?,
    };
    if let Some(number) = selection.pick {
        let picked = number.checked_sub(1).and_then(|at| lines.into_iter().nth(at));
        lines = picked.into_iter().collect();
    }
    Ok(lines)
}

/// Returns the numbers of fights: those of a quick run are spread over those of a full one, because
/// neighbouring numbers have similar armies.
pub(crate) fn fights([quick, most]: [u32; 2], full: bool, seed: u64) -> Vec<String> {
    let count = u64::from(if full { most } else { quick });
    let number = |at: u64| {
        seed.wrapping_mul(u64::from(most)).wrapping_add(at * u64::from(most) / count.max(1))
    };
    (0..count).map(|at| number(at).to_string()).collect()
}

/// Returns all sequences of exactly this many moves, in the order of the game's moves.
fn all(runner: &mut dyn Runner, game: &str, moves: u32) -> Result<Vec<String>, NotRun> {
    let mut lines = vec![String::new()];
    for _ in 0..moves {
        let mut longer = Vec::new();
        for line in &lines {
            longer.extend(runner.moves(game, line)?.iter().map(|mv| extended(line, mv)));
        }
        lines = longer;
    }
    Ok(lines)
}

/// The number of plays in a row that may end too early before a sample is abandoned.
const TRIES: u32 = 1000;

/// Returns random plays of this many moves that do not end the game. Each position is independent
/// of the count, so that a larger sample contains a smaller one.
fn sample(
    runner: &mut dyn Runner,
    game: &str,
    moves: u32,
    count: u32,
    seed: u64,
) -> Result<Vec<String>, NotRun> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut lines, mut failed) = (Vec::new(), 0);
    while lines.len() < count as usize && failed < TRIES {
        let mut line = String::new();
        let mut legal = runner.moves(game, &line)?;
        for _ in 0..moves {
            if legal.is_empty() {
                break;
            }
            line = extended(&line, &legal[below(&mut rng, legal.len())]);
            legal = runner.moves(game, &line)?;
        }
        if legal.is_empty() {
            failed += 1;
        } else {
            failed = 0;
            lines.push(line);
        }
    }
    Ok(lines)
}

fn extended(line: &str, mv: &str) -> String {
    if line.is_empty() { mv.to_string() } else { format!("{line} {mv}") }
}
