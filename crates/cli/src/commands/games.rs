//! `ludex games`: the list of games, or the page of one.

use ludex::{InputError, lists};

use super::End;
use crate::args::GamesArgs;
use crate::print;

/// Lists the games or describes one.
pub fn run(args: GamesArgs) -> Result<End, InputError> {
    match &args.name {
        name if args.output.json => print::json(&lists::games(name.as_deref())?),
        None => print::page(ludex::games_page(&print::toned)),
        Some(name) => print::page(ludex::game_page(lists::known_game(name)?, &print::toned)?),
    }
    Ok(End::Answered)
}
