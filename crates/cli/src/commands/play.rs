//! `ludex play` and `ludex tournament`: games between players.

use std::sync::Mutex;

use ludex_game::Picture;
use ludex_play::{End as Ending, Played, PlayerSpec, Standing, Table, Transcript, total};
use serde_json::json;

use super::{End, set_up};
use crate::args::{PlayArgs, TournamentArgs};
use crate::complaint::Complaint;
use crate::interrupt;
use crate::open;
use crate::print::{self, BAD, FAINT, GOOD, STRONG, say, styled};
use crate::progress::Bar;
use crate::requests::{PlayRequest, TournamentRequest};

/// Plays one game and shows it as it goes.
pub fn play(args: PlayArgs) -> Result<End, Complaint> {
    let game = set_up(&args.position)?;
    let request = PlayRequest {
        players: players(&args.players)?,
        seed: args.seed,
        max_bytes: args.max_memory as usize,
    };
    interrupt::install();
    let (show, mut shown) = (!args.output.json && !args.output.quiet, 0);
    let start = game.picture();
    let mut watch = |picture: Picture, moves: &[Played]| {
        if show && shown == 0 {
            say!("{}", start.to_text());
        }
        if show {
            moves[shown..].iter().for_each(told);
            shown = moves.len();
            say!("{}", picture.to_text());
        }
    };
    let transcript = game.play(&request, &mut watch)?;
    ended(&transcript, args.output.json)
}

/// Prints how a game ended.
pub fn ended(transcript: &Transcript, as_json: bool) -> Result<End, Complaint> {
    match as_json {
        true => print::json(transcript),
        false => verdict(transcript),
    }
    Ok(End::of(!matches!(transcript.end, Ending::Stopped | Ending::Moves)))
}

/// A move, and what the player thought of it.
pub fn told(played: &Played) {
    let value = played.thought.value.map(|value| {
        format!("{}{value:.2}", if played.thought.proven { "proved " } else { "expects " })
    });
    let thought = value.map_or(String::new(), |value| format!(" ({value})"));
    say!("{} {}{}", played.agent, styled(STRONG, &played.mv), styled(FAINT, thought));
}

fn verdict(transcript: &Transcript) {
    for (agent, (player, score)) in
        transcript.agents.iter().zip(transcript.players.iter().zip(&transcript.scores))
    {
        say!("{agent} ({player}): {}", styled(STRONG, score));
    }
    for fault in &transcript.faults {
        let player = &transcript.players[fault.place];
        say!("{} turn {}: {player} {}", styled(BAD, "fault"), fault.turn + 1, fault.what);
    }
    match transcript.end {
        Ending::Final => {}
        Ending::Resigned(place) => say!("{} gave up", transcript.players[place]),
        Ending::Moves => say!("{}", styled(FAINT, "stopped: too many moves")),
        Ending::Stopped => say!("{}", styled(FAINT, "stopped: interrupted")),
    }
}

/// Plays many games and prints the tables.
pub fn tournament(args: TournamentArgs) -> Result<End, Complaint> {
    let players = players(&args.players)?;
    let games = args.games.iter().map(|name| open::open(name)).collect::<Result<Vec<_>, _>>()?;
    let request = TournamentRequest {
        players,
        rounds: args.rounds as usize,
        seed: args.seed,
        threads: args.threads as usize,
        max_bytes: args.max_memory as usize,
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
    let all = total(&tables);
    match args.output.json {
        true => print::json(&json!({ "table": tables, "total": all })),
        false => {
            tables.iter().for_each(page);
            if tables.len() > 1 {
                say!("{}", styled(STRONG, "all games"));
                standings(&all);
            }
        }
    }
    Ok(End::of(!interrupt::interrupted()))
}

fn page(table: &Table) {
    let length = format!("{} matches of {:.1} moves", table.matches, table.length);
    say!("{} {}", styled(STRONG, &table.game), styled(FAINT, length));
    standings(&table.standings);
    say!("");
}

fn standings(standings: &[Standing]) {
    let head = ["player", "games", "won", "drawn", "lost", "score", "95 %", "faults"];
    let mut rows = vec![head.map(String::from).to_vec()];
    for one in standings {
        rows.push(vec![
            one.player.clone(),
            one.games.to_string(),
            one.wins.to_string(),
            one.draws.to_string(),
            one.losses.to_string(),
            format!("{:.3}", one.score),
            format!("{:.3}–{:.3}", one.interval.low, one.interval.high),
            one.faults.to_string(),
        ]);
    }
    print::table(&rows);
    let best = standings.iter().max_by(|a, b| a.score.total_cmp(&b.score));
    if let Some(best) = best.filter(|best| best.interval.low > 0.5) {
        say!("{} is ahead beyond chance", styled(GOOD, &best.player));
    }
}

fn players(text: &str) -> Result<Vec<PlayerSpec>, Complaint> {
    PlayerSpec::list(text).map_err(|error| Complaint::in_text("players", text, error))
}
