//! `ludex replay`: plays a file of moves and prints every state reached.

use super::{End, set_up};
use crate::args::ReplayArgs;
use crate::open;
use crate::print;
use crate::problem::Problem;

/// Plays the file. Nothing is printed unless all of it can be played.
pub fn run(args: ReplayArgs) -> Result<End, Problem> {
    let mut game = set_up(&args.position)?;
    let text = open::read_or_stdin(&args.moves_file)?;
    let mut states = vec![game.reached()];
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        game.step(line)?;
        states.push(game.reached());
    }
    states.iter().for_each(print::json_line);
    Ok(End::Answered)
}
