//! Node counts of fixed searches. A change of a search that should not change what it visits keeps
//! these numbers; one that should says so and states the new ones.

use crate::error::InputError;
use crate::open::open;
use crate::requests::{Best, Check, Limits, SetUp, Solve};

/// Games to solve.
const SOLVE: [(&str, &str); 5] = [
    ("tictactoe", ""),
    ("connect4:columns=5,rows=4", ""),
    ("connect4:scoring=distance", "2252576253462244111563365343671351441"),
    ("domineering:rows=5,columns=5", ""),
    ("hex:size=3", ""),
];

/// Games, positions and formulas to check.
const CHECK: [(&str, &str, &str); 3] = [
    ("tictactoe", "", "omega(5)"),
    ("chess", "8/8/P7/8/7p/8/p1K5/k7 w", "omega(3)"),
    ("chess", "8/8/P7/8/7p/8/p1K5/k7 w", "pt(3)"),
];

/// Returns what was searched, with the number of nodes of each search.
pub fn signature() -> Result<Vec<(String, u64)>, InputError> {
    let mut counts = Vec::new();
    for (game, moves) in SOLVE {
        counts.push((format!("solve {game} {moves}").trim().to_string(), solve(game, moves)?));
    }
    for (game, position, formula) in CHECK {
        let position = (!position.is_empty()).then_some(position);
        counts.push((format!("check {game} {formula}"), check(game, position, formula)?));
    }
    Ok(counts)
}

fn solve(game: &str, moves: &str) -> Result<u64, InputError> {
    let mut game = open(game)?;
    game.set_up(&SetUp::moves(moves))?;
    let request = Solve::new().algorithm("alphabeta").best(Best::One).limits(Limits::fixed());
    Ok(game.solve(&request)?.nodes)
}

fn check(game: &str, position: Option<&str>, formula: &str) -> Result<u64, InputError> {
    let mut game = open(game)?;
    game.set_up(&SetUp { position: position.map(str::to_string), ..SetUp::default() })?;
    Ok(game.check(&Check::new(formula).limits(Limits::fixed()))?.nodes)
}
