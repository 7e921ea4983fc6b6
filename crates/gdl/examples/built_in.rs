//! Prints the speed of random plays of the games in `games/gdl`, compared with the built-in
//! versions.
//!
//!     cargo run --release -p ludex-gdl --example built_in -- [SECONDS]
//!
//! Columns: the game, moves per processor second in GDL and built in, and the ratio of the two.

use std::time::Duration;

use cpu_time::ProcessTime;
use ludex_game::{Game, Model, Notation};
use ludex_games::{Breakthrough, ConnectFour, Mnk, NPuzzle, Nim, Scoring};
use ludex_gdl::{GdlGame, Playouts};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The number of moves after which a play of an unbounded game is abandoned.
const LIMIT: u32 = 500;

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(1.0);
    let limit = Duration::from_secs_f64(seconds);
    println!("{:<16} {:>14} {:>14} {:>6}", "game", "GDL moves/s", "built in", "ratio");
    let mk = Mnk::<2>::new(3, 3, 3);
    row("tictactoe", &mk, mk.initial(), limit);
    let connect = ConnectFour::<u64>::new(7, 6, 4, Scoring::Result);
    row("connect4", &connect, connect.initial(), limit);
    let breakthrough = Breakthrough::<u64>::new(8, 8);
    row("breakthrough", &breakthrough, breakthrough.initial(), limit);
    let nim = Nim::new(&[3, 4, 5]);
    row("nim", &nim, nim.initial(), limit);
    let puzzle = NPuzzle::new(3, 0, 1);
    let start = puzzle.read_position("1-2-3/4-_-5/7-8-6").expect("a position");
    row("eightpuzzle", &puzzle, start, limit);
}

fn row<G: Game>(name: &str, game: &G, start: G::State, limit: Duration) {
    let (ours, theirs) = (in_gdl(name, limit), built_in(game, &start, limit));
    println!("{name:<16} {ours:>14.0} {theirs:>14.0} {:>6.2}", ours / theirs);
}

fn in_gdl(name: &str, limit: Duration) -> f64 {
    let path = format!("{}/../../games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let game = GdlGame::read(&text).expect("a game");
    let (mut playouts, clock, mut plies) = (Playouts::new(&game, 1), ProcessTime::now(), 0);
    while clock.elapsed() < limit {
        plies += playouts.run(&game.initial(), 4096, u64::from(LIMIT)).plies;
    }
    plies as f64 / clock.elapsed().as_secs_f64()
}

fn built_in<G: Game>(game: &G, start: &G::State, limit: Duration) -> f64 {
    let (mut rng, mut moves) = (Xoshiro256PlusPlus::seed_from_u64(1), Vec::new());
    let (clock, mut plies) = (ProcessTime::now(), 0);
    while clock.elapsed() < limit {
        for _ in 0..64 {
            let mut state = start.clone();
            let played = game.random_playout(&mut state, &mut rng, LIMIT, &mut moves);
            plies += u64::from(played);
            // Every agent's payoff is computed, as in GDL.
            game.agents().iter().for_each(|a| _ = std::hint::black_box(game.payoff(&state, a)));
        }
    }
    plies as f64 / clock.elapsed().as_secs_f64()
}
