//! `ludex show`: draws a position.

use ludex::InputError;

use super::{End, set_up};
use crate::args::ShowArgs;
use crate::print;
use crate::watch;

/// Draws the position.
pub fn run(args: ShowArgs) -> Result<End, InputError> {
    let limits = args.limits.limits();
    let game = set_up(args.position, limits.clone())?;
    match &args.svg {
        Some(path) if args.verdicts => game.draw_verdicts(path, &limits)?,
        Some(path) => game.draw(path, args.tree, args.line.as_deref(), &limits)?,
        None => {}
    }
    let shown = game.show();
    watch::release();
    match args.output.json {
        true => print::json_about(&game, &shown, true),
        false => print::page(shown.page(&print::toned)),
    }
    Ok(End::Answered)
}
