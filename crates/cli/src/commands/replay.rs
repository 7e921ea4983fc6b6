//! `ludex replay`: plays a file of moves and prints every state reached.

use ludex::{InputError, Place, files};

use super::End;
use crate::args::ReplayArgs;
use crate::print;
use crate::watch;

/// Plays the file. Nothing is printed unless all of it can be played.
pub fn run(args: ReplayArgs) -> Result<End, InputError> {
    let limits = args.limits.limits();
    let mut game = ludex::open_simultaneous_within(&args.position.game, &limits)?;
    print::warnings(game.warnings());
    game.set_up(&args.position.set_up())?;
    let text = files::read_or_stdin(&args.moves_file)?;
    let mut states = vec![game.reached()];
    for (line, place) in Place::split(&args.moves_file, &text, str::lines) {
        if line.trim().is_empty() {
            continue;
        }
        game.step(line).map_err(|error| error.within(&place))?;
        states.push(game.reached());
    }
    watch::release();
    states.iter().for_each(|state| print::json_about(&game, state, false));
    Ok(End::Answered)
}
