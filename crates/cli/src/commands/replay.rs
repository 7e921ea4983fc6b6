//! `ludex replay`: plays a file of moves and prints every state reached.

use super::End;
use crate::args::ReplayArgs;
use crate::complaint::{Complaint, Place};
use crate::open;
use crate::print;

/// Plays the file. Nothing is printed unless all of it can be played.
pub fn run(args: ReplayArgs) -> Result<End, Complaint> {
    let mut game = open::open_together(&args.position.game)?;
    game.set_up(args.position.position.as_deref(), args.position.moves.as_deref())?;
    let text = open::read_or_stdin(&args.moves_file)?;
    let mut states = vec![game.reached()];
    for (line, place) in Place::split(&args.moves_file, &text, str::lines) {
        if line.trim().is_empty() {
            continue;
        }
        game.step(line).map_err(|complaint| complaint.within(&place))?;
        states.push(game.reached());
    }
    states.iter().for_each(print::json_line);
    Ok(End::Answered)
}
