//! `ludex analyse` and `ludex compare`.

use std::sync::Mutex;

use ludex::{Analyse, Compared, InputError, Session, Tournament, files};

use super::{End, open};
use crate::args::{AnalyseArgs, CompareArgs};
use crate::interrupt;
use crate::print::{self, say};
use crate::progress::{Bar, Spinner};
use crate::watch;

/// Analyses a game.
pub fn run(args: AnalyseArgs) -> Result<End, InputError> {
    args.html.iter().try_for_each(|path| files::require_writable(path))?;
    let mut limits = args.budget.limits(true, &Spinner::new());
    let game = open(&args.game, &mut limits)?;
    let request = Analyse { players: args.players, games: args.games as usize, limits };
    interrupt::install();
    let (mut bar, mut done) = (Bar::new(args.output.quiet), 0);
    let parts = 2 + request.players.split(',').count() as u64;
    let mut analysis = game.analyse(&request, &mut |part| {
        bar.show(done, parts, part);
        done += 1;
    })?;
    drop(bar);
    analysis.game = args.game;
    watch::release();
    if let Some(path) = &args.html {
        files::write(path, analysis.to_html())?;
    }
    match args.output.json {
        true => print::json(&analysis),
        false => say!("{}", analysis.to_text()),
    }
    Ok(End::of(!interrupt::interrupted()))
}

/// Compares searches or players.
pub fn compare(args: CompareArgs) -> Result<End, InputError> {
    args.csv.iter().chain(&args.svg).try_for_each(|path| files::require_writable(path))?;
    let mut limits = args.budget.limits(true, &Spinner::new());
    let games = args.games.iter().map(|name| open(name, &mut limits));
    let games = games.collect::<Result<Vec<_>, _>>()?;
    watch::release(); // the limits are those of each search
    interrupt::install();
    let compared = compared(&args, &games)?;
    if let Some(path) = &args.csv {
        files::write(path, compared.csv())?;
    }
    if let (Some(path), Some(drawing)) = (&args.svg, compared.svg()) {
        files::write(path, drawing)?;
    }
    match args.output.json {
        true => print::json(&compared),
        false => say!("{}", compared.to_text()),
    }
    Ok(End::of(!compared.stopped))
}

fn compared(args: &CompareArgs, games: &[Session]) -> Result<Compared, InputError> {
    let limits = args.budget.limits(true, &Spinner::new());
    watch::release();
    let bar = Mutex::new(Bar::new(args.output.quiet));
    let show = |done: usize, all: usize, next: &str| {
        bar.lock().expect("nobody panics with it").show(done as u64, all as u64, next);
    };
    let Some(players) = args.players.clone() else {
        return ludex::compare_algorithms(games, &args.algorithms, &limits, &mut |a, b, c| {
            show(a, b, c)
        });
    };
    let request = Tournament {
        players,
        rounds: args.rounds as usize,
        seed: args.budget.seed,
        threads: args.budget.threads as usize,
        stop: limits.stop.clone(),
        opening: limits,
        ..Tournament::default()
    };
    ludex::compare_players(games, &request, &show)
}
