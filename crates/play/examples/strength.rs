//! Compares the strength of two players: many matches in several games, with confidence intervals.
//!
//!     cargo run --release -p ludex-play --example strength -- auto@50ms uct@50ms 40 connect4 hex game.kif
//!
//! The number is that of matches for each game. Without names of games it plays five games of the
//! GDL corpus: common games of two opponents, of different kinds (lines to make, a race, small
//! boards in a large one, captures, territory), none of them decided at the start.

use std::sync::Arc;

use ludex_game::{Hints, Model, Notation, Numbered};
use ludex_games::{Breakthrough, ConnectFour, Domineering, Hex, Scoring, Woodpush};
use ludex_gdl::GdlGame;
use ludex_play::{
    MatchOptions, NoContext, PlayableGame, PlayerSpec, Standing, TournamentOptions,
    TournamentResult, play_tournament, total,
};
use ludex_rewrite::{Description, RewriteGame};

/// The corpus and its games; `bench/STRENGTH.md` has their results.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/gdl");
const GAMES: [&str; 5] =
    ["connectFour", "breakthrough", "nineBoardTicTacToe", "pawnWhopping", "reversi"];

/// Opens a game that is built in, or one of a file.
fn open(name: &str) -> PlayableGame {
    match name {
        "connect4" => turns(ConnectFour::<u64>::new(7, 6, 4, Scoring::Result)),
        "breakthrough" => turns(Breakthrough::<u64>::new(6, 6)),
        "hex" => turns(Hex::<u64>::hex(7)),
        "domineering" => turns(Domineering::<u64>::new(8, 8)),
        "woodpush" => turns(Woodpush::new(10, 3)),
        file => {
            let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
            if file.ends_with(".toss") {
                let description =
                    Description::parse(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
                let game = RewriteGame::new(&description).unwrap_or_else(|e| panic!("{file}: {e}"));
                return turns(game);
            }
            let game = GdlGame::read(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
            match game.in_turn() {
                Ok(game) => turns(game),
                Err(game) => PlayableGame::simultaneous(Arc::new(Numbered::new(game))),
            }
        }
    }
}

fn turns<G: Hints<State: 'static> + Notation + Send + 'static>(game: G) -> PlayableGame {
    PlayableGame::turns(Arc::new(Numbered::new(game)))
}

fn run(name: &str, players: &[PlayerSpec], games: usize) -> TournamentResult {
    let game = open(name);
    // Other work on the machine must not decide games.
    let contest = MatchOptions { processor_time: true, max_moves: 500, ..Default::default() };
    let rounds = games.div_ceil(game.agents().len());
    let options = TournamentOptions { rounds, contest, ..Default::default() };
    play_tournament(name, &game, players, &NoContext, &options, None, &|_, _, _, _| {})
        .unwrap_or_else(|error| panic!("{error}"))
}

fn print(game: &str, standing: &Standing) {
    let game = game.rsplit('/').next().unwrap_or(game);
    let Standing { player, games, wins, draws, losses, score, interval, faults, .. } = standing;
    println!(
        "{game:24} {player:16} {games:4} games  +{wins} ={draws} -{losses}  {:5.1} %  ({:.1}-{:.1})  {faults} faults",
        100.0 * score,
        100.0 * interval.low,
        100.0 * interval.high
    );
}

fn main() {
    let mut words = std::env::args().skip(1);
    let mut spec = |default: &str| {
        let text = words.next().unwrap_or_else(|| default.to_string());
        text.parse::<PlayerSpec>().unwrap_or_else(|error| panic!("{error}"))
    };
    let players = [spec("auto@50ms"), spec("uct@50ms")];
    let games = words.next().and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut names: Vec<String> = words.collect();
    if names.is_empty() {
        names = GAMES.map(|game| format!("{CORPUS}/{game}.kif")).to_vec();
    }
    let mut results = Vec::new();
    for name in &names {
        let result = run(name, &players, games);
        print(name, &result.standings[0]);
        results.push(result);
    }
    print("all", &total(&results)[0]);
}
