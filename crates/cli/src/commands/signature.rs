//! `ludex signature`: node counts of fixed searches. A change of a search that should not change
//! what it visits keeps these numbers; one that should says so and states the new ones.

use ludex::{Best, Check, InputError, Limits, SetUp, Solve};
use serde_json::{Map, json};

use super::End;
use crate::args::OutputArgs;
use crate::print;

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

/// Prints the counts and their sum.
pub fn run(args: OutputArgs) -> Result<End, InputError> {
    let mut counts: Vec<(String, u64)> = Vec::new();
    for (game, moves) in SOLVE {
        counts.push((format!("solve {game} {moves}").trim().to_string(), solve(game, moves)?));
    }
    for (game, position, formula) in CHECK {
        let position = (!position.is_empty()).then_some(position);
        counts.push((format!("check {game} {formula}"), check(game, position, formula)?));
    }
    let total: u64 = counts.iter().map(|(_, n)| n).sum();
    if args.json {
        let counts: Map<_, _> = counts.into_iter().map(|(name, n)| (name, json!(n))).collect();
        print::json(&json!({ "signature": total, "nodes": counts }));
    } else {
        let rows = counts.into_iter().chain([("signature".to_string(), total)]);
        print::table(&rows.map(|(name, n)| vec![name, print::count(n)]).collect::<Vec<_>>());
    }
    Ok(End::Answered)
}

fn solve(game: &str, moves: &str) -> Result<u64, InputError> {
    let mut game = ludex::open(game)?;
    game.set_up(&SetUp::moves(moves))?;
    let request = Solve::new().algorithm("alphabeta").best(Best::One).limits(Limits::fixed());
    Ok(game.solve(&request)?.nodes)
}

fn check(game: &str, position: Option<&str>, formula: &str) -> Result<u64, InputError> {
    let mut game = ludex::open(game)?;
    game.set_up(&SetUp { position: position.map(str::to_string), ..SetUp::default() })?;
    Ok(game.check(&Check::new(formula).limits(Limits::fixed()))?.nodes)
}
