//! `ludex play` and `ludex tournament`: games between players.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

use ludex::{
    InputError, Limits, Play, Tournament, Warning, files, played_text, tournament_page,
    transcript_page,
};
use ludex_game::Picture;
use ludex_play::{End as Ending, Played, TournamentResult, Transcript, total};
use serde_json::json;

use super::{End, open, set_up};
use crate::args::{PlayArgs, TournamentArgs};
use crate::interrupt;
use crate::print::{self, say};
use crate::progress::Bar;
use crate::terminal::Terminal;
use crate::watch;

/// Plays one game and shows it as it goes.
pub fn play(args: PlayArgs) -> Result<End, InputError> {
    let (seed, max_memory) = (args.seed, args.max_memory);
    let (start, limits) = (Instant::now(), opening(args.max_seconds, max_memory));
    let mut game = set_up(args.position, limits.clone())?;
    args.load.iter().try_for_each(|path| game.load(path))?;
    args.save.iter().try_for_each(|path| game.require_record(path))?;
    watch::release();
    let (stop, opening) = (interrupt::flag(), watch::left(&limits, start));
    let asked = std::io::stdin().is_terminal() && !args.output.json;
    let players = args.players.unwrap_or_else(|| game.usual_players(asked));
    let request = Play { players, seed, max_memory, stop, opening, whole: true, ..Play::default() };
    interrupt::install();
    let (show, mut shown) = (!args.output.json && !args.output.quiet, game.moves_so_far());
    let (start, terminal) = (game.picture(), Terminal::default());
    let mut watch = |picture: Picture, moves: &[Played]| {
        if !show {
            return;
        }
        if !terminal.drawn.load(Ordering::Relaxed) {
            say!("{}", start.to_marked_text());
        }
        shown = shown.min(moves.len().saturating_sub(1));
        moves[shown..].iter().for_each(|mv| say!("{}", played_text(mv, &print::toned)));
        shown = moves.len();
        say!("{}", picture.to_marked_text());
        terminal.drawn.store(true, Ordering::Relaxed); // by whoever is asked next
    };
    let transcript = game.play_with(&request, &terminal, &mut watch)?;
    if show && !terminal.drawn.load(Ordering::Relaxed) {
        say!("{}", start.to_marked_text());
    }
    args.save.iter().try_for_each(|path| game.save(&transcript, path))?;
    game.ending(&transcript).iter().filter(|_| show).for_each(|how| say!("{how}"));
    match ended(&transcript, game.warnings(), args.output.json)? {
        End::OutOfBudget if transcript.end == Ending::Stopped => Ok(End::Answered), // by `quit`
        end => Ok(end),
    }
}

/// The memory that games may take, whatever their players have.
const GAMES: u64 = 2 << 30;

/// Returns the limits of opening games: players have clocks and tables of their own.
fn opening(max_seconds: Option<f64>, max_memory: u64) -> Limits {
    let (max_memory, stop) = (max_memory.max(GAMES), interrupt::flag());
    watch::hold(Limits { max_seconds, stop, ..Limits::default() }, Some(max_memory))
}

/// Prints how a game ended.
pub fn ended(
    transcript: &Transcript,
    warnings: &[Warning],
    as_json: bool,
) -> Result<End, InputError> {
    match as_json {
        true => print::json(&print::with_warnings(warnings, transcript)),
        false => print::page(transcript_page(transcript, &print::toned)),
    }
    Ok(End::of(!matches!(transcript.end, Ending::Stopped | Ending::Moves)))
}

/// Plays many games and prints the tables.
pub fn tournament(args: TournamentArgs) -> Result<End, InputError> {
    args.record.iter().try_for_each(|path| files::require_writable(path))?;
    let mut limits = opening(args.max_seconds, args.max_memory);
    let games = args.games.iter().map(|name| open(name, &mut limits));
    let games = games.collect::<Result<Vec<_>, _>>()?;
    watch::release();
    let request = Tournament {
        players: args.players,
        rounds: args.rounds as usize,
        seed: args.seed,
        threads: args.threads as usize,
        max_memory: args.max_memory,
        stop: interrupt::flag(),
        opening: limits,
        ..Tournament::default()
    };
    interrupt::install();
    let bar = Mutex::new(Bar::new(args.output.quiet));
    let mut tables = Vec::new();
    for (name, game) in args.games.iter().zip(&games) {
        let watch = |done: usize, all: usize| {
            bar.lock().expect("nobody panics with it").show(done as u64, all as u64, name);
        };
        tables.push(game.tournament(&request, &watch)?);
        if interrupt::interrupted() {
            break;
        }
    }
    drop(bar);
    if let Some(path) = &args.record {
        files::write(path, tables.iter().map(TournamentResult::record).collect::<String>())?;
    }
    let all = total(&tables);
    match args.output.json {
        true => {
            let warnings: Vec<Warning> = games.iter().flat_map(|g| g.warnings()).cloned().collect();
            let tables = json!({ "table": tables, "total": all });
            print::json(&print::with_warnings(&warnings, &tables));
        }
        false => print::page(tournament_page(&tables, &all, &print::toned)),
    }
    Ok(End::of(!interrupt::interrupted()))
}
