//! How strong a player is beside another: many games at several games, with error bars.
//!
//!     cargo run --release -p ludex-play --example strength -- auto@50ms uct@50ms 40 connect4 hex game.kif
//!
//! The number is that of matches for each game. Without games it takes five of the corpus of GDL, the
//! same ones always: games of two opponents that a general player meets often, of different kinds (lines
//! to make, a race, small boards in a large one, captures, territory), none of them decided at the start.

use ludex_games::{Breakthrough, ConnectFour, Domineering, Hex, Scoring, Woodpush};
use ludex_gdl::GdlGame;
use ludex_play::{
    MatchOptions, PlayerSpec, Quick, Rules, Standing, Table, Together, TournamentOptions, Turns,
    play_tournament, total,
};
use ludex_rewrite::{Description, RewriteGame};

/// The corpus and its games; `bench/STRENGTH.md` has their results.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/gdl");
const GAMES: [&str; 5] =
    ["connectFour", "breakthrough", "nineBoardTicTacToe", "pawnWhopping", "reversi"];

/// Plays a game that is built in, or one of a file.
fn contest(name: &str, players: &[PlayerSpec], games: usize) -> Table {
    match name {
        "connect4" => run(name, &Turns(CONNECT4()), players, games),
        "breakthrough" => run(name, &Turns(Breakthrough::<u64>::new(6, 6)), players, games),
        "hex" => run(name, &Turns(Hex::<u64>::hex(7)), players, games),
        "domineering" => run(name, &Turns(Domineering::<u64>::new(8, 8)), players, games),
        "woodpush" => run(name, &Turns(Woodpush::new(10, 3)), players, games),
        file => {
            let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
            if file.ends_with(".toss") {
                let description =
                    Description::parse(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
                let game = RewriteGame::new(&description).unwrap_or_else(|e| panic!("{file}: {e}"));
                return run(name, &Turns(game), players, games);
            }
            let game = GdlGame::read(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
            match game.in_turn() {
                Ok(game) => run(name, &Quick::new(Turns(&game), &game), players, games),
                Err(game) => run(name, &Quick::new(Together(&game), &game), players, games),
            }
        }
    }
}

const CONNECT4: fn() -> ConnectFour = || ConnectFour::new(7, 6, 4, Scoring::Result);

fn run<G: Rules>(name: &str, game: &G, players: &[PlayerSpec], games: usize) -> Table {
    // Other work on the machine must not decide games.
    let contest = MatchOptions { processor_time: true, max_moves: 500, ..Default::default() };
    let rounds = games.div_ceil(game.agents().len());
    let options = TournamentOptions { rounds, contest, ..Default::default() };
    play_tournament(name, game, players, &options, None, &|_, _, _, _| {})
        .unwrap_or_else(|error| panic!("{error}"))
}

fn print(game: &str, standing: &Standing) {
    let game = game.rsplit('/').next().unwrap_or(game);
    let Standing { player, games, wins, draws, losses, score, interval, faults } = standing;
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
    let mut tables = Vec::new();
    for name in &names {
        let table = contest(name, &players, games);
        print(name, &table.standings[0]);
        tables.push(table);
    }
    print("all", &total(&tables)[0]);
}
