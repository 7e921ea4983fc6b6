//! `ludex ggp` and `ludex match`: the protocol of general game playing, as a player and as a manager.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;

use ludex::{InputError, Limits, files, open_match_within, played_text};
use ludex_game::Model;
use ludex_ggp::{
    GdlFrontEnd, Host, HostOptions, ManagerOptions, Network, ServerOptions, manage_match, serve,
    share_freed_memory,
};
use ludex_play::{Played, PlayerSpec};

use super::End;
use super::play::ended;
use crate::args::{GgpArgs, MatchArgs};
use crate::print::{self, say, tell};
use crate::{interrupt, watch};

/// Answers game managers until Ctrl-C.
pub fn ggp(args: GgpArgs) -> Result<End, InputError> {
    let player: PlayerSpec =
        args.player.parse().map_err(|error| InputError::in_text("player", &args.player, error))?;
    if player.limited {
        let message = "a limit of the player means nothing here: the clock of a match counts";
        return Err(InputError::about("player", &args.player, message));
    }
    share_freed_memory();
    let place = (args.address.as_str(), args.port);
    let listener = TcpListener::bind(place).map_err(|error| {
        InputError::new(format!("cannot listen on {}:{}: {error}", args.address, args.port))
    })?;
    interrupt::install();
    if !args.output.quiet {
        let at = listener.local_addr().map_or_else(|_| args.port.to_string(), |at| at.to_string());
        tell!("{} listens on {at}; Ctrl-C ends it", args.name);
    }
    let (max_memory, seed) = (args.max_memory, args.seed);
    let process = Some(watch::memory_up_to(usize::MAX));
    let limits = Limits { max_memory, seed, process, ..Limits::default() };
    let front = GdlFrontEnd::new(player, limits);
    let options = HostOptions { name: args.name, ..HostOptions::default() };
    let host = Arc::new(Host::new(front, options));
    serve(listener, host, ServerOptions::default(), &interrupt::flag().0)
        .map_err(|error| InputError::new(format!("cannot go on listening: {error}")))?;
    Ok(End::Answered)
}

/// Plays a match between players on the network.
pub fn manage(args: MatchArgs) -> Result<End, InputError> {
    let text = files::read(Path::new(&args.rules))?;
    let limits = args.limits.limits();
    let deadline = limits.budget().deadline;
    let read = open_match_within(&args.rules, &text, &limits)?;
    print::warnings(&read.warnings);
    let game = read.simultaneous;
    let roles = game.agents().len();
    if args.urls.len() != roles {
        let message = format!(
            "{} for {}",
            print::counted(args.urls.len() as u64, "player"),
            print::counted(roles as u64, "role")
        );
        let names = game.agents().names().join(", ");
        return Err(InputError::new(message).help(format!("the roles are {names}")));
    }
    interrupt::install();
    let options = ManagerOptions {
        id: args.id,
        start_clock: args.start_clock,
        play_clock: args.play_clock,
        deadline,
        seed: args.seed,
        ..ManagerOptions::default()
    };
    let (show, mut shown) = (!args.output.json && !args.output.quiet, 0);
    let mut watch = |moves: &[Played]| {
        if show {
            moves[shown..].iter().for_each(|mv| say!("{}", played_text(mv, &print::toned)));
            shown = moves.len();
        }
    };
    let stop = interrupt::flag();
    let transcript =
        manage_match(&game, &text, &args.urls, &options, &Network, Some(&stop.0), &mut watch);
    ended(&transcript, &read.warnings, args.output.json)
}
