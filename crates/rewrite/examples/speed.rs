//! Random playouts, perft and heuristic evaluations per second of the games in `games/toss`, beside the built-in
//! games where there is one. Processor time: a busy machine does not spoil it.
//!
//!     cargo run --release -p ludex-rewrite --example speed [GAME]

use std::io::Write;
use std::path::Path;

use cpu_time::ProcessTime;
use ludex_game::{Agent, Game, Model, perft, random_playout};
use ludex_games::{Breakthrough, Chess, ConnectFour, Hex, Mk, Scoring};
use ludex_rewrite::{Description, Evaluation, RewriteGame};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Moves of random playouts per second.
fn playout_moves<G: Game>(game: &G) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut moves, mut played, start) = (Vec::new(), 0u64, ProcessTime::now());
    while start.elapsed().as_secs_f64() < 0.5 {
        for _ in 0..10 {
            let mut state = game.initial();
            played += u64::from(random_playout(game, &mut state, &mut rng, 500, &mut moves));
        }
    }
    played as f64 / start.elapsed().as_secs_f64()
}

/// Nodes of perft per second, at the depth that takes a second or so.
fn perft_nodes<G: Game>(game: &G) -> f64 {
    let (mut depth, mut rate, mut before) = (1, 0.0, 1);
    loop {
        let start = ProcessTime::now();
        let nodes = perft(game, &game.initial(), depth);
        let seconds = start.elapsed().as_secs_f64();
        // Small games end before a second is over.
        if nodes == 0 {
            return rate;
        }
        rate = nodes as f64 / seconds;
        if seconds * (nodes / before).max(1) as f64 > 1.0 {
            return rate;
        }
        (depth, before) = (depth + 1, nodes);
    }
}

/// Heuristic evaluations per second, over the states of random plays.
fn evaluations(game: &RewriteGame) -> f64 {
    let evaluation =
        Evaluation::new(game, game.heuristic_choice()).expect("the heuristic compiles");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut states = Vec::new();
    for length in 0..40 {
        let mut state = game.initial();
        random_playout(game, &mut state, &mut rng, length, &mut Vec::new());
        states.push(state);
    }
    let (mut done, mut sum, start) = (0u64, 0.0, ProcessTime::now());
    while start.elapsed().as_secs_f64() < 0.5 {
        for state in &states {
            sum += evaluation.value(game, state, Agent::FIRST);
            done += 1;
        }
    }
    assert!(sum.is_finite());
    done as f64 / start.elapsed().as_secs_f64()
}

fn row<G: Game>(name: &str, built_in: Option<&G>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss");
    let text =
        std::fs::read_to_string(folder.join(format!("{name}.toss"))).expect("the game is there");
    let description = Description::parse(&text).expect("the game is right");
    let game = RewriteGame::new(&description).expect("the game is playable");
    let (playouts, nodes) = (playout_moves(&game), perft_nodes(&game));
    let ratio = |ours: f64, theirs: f64| format!("{:10.0} {:6.1}", theirs / 1e3, theirs / ours);
    let beside = built_in.map_or(String::new(), |built_in| {
        format!(
            "{} {}",
            ratio(playouts, playout_moves(built_in)),
            ratio(nodes, perft_nodes(built_in))
        )
    });
    print!("{name:14} {:10.1} {:10.1} {beside:38}", playouts / 1e3, nodes / 1e3);
    std::io::stdout().flush().expect("the terminal is there");
    println!("{:10.1}", evaluations(&game) / 1e3);
}

fn main() {
    let only = std::env::args().nth(1);
    let wanted = |name: &str| only.as_ref().is_none_or(|only| only == name);
    println!("thousands a second: moves of random playouts, perft nodes;");
    println!("built-in: moves of playouts, times ours, perft nodes, times ours; evaluations");
    if wanted("tic-tac-toe") {
        row("tic-tac-toe", Some(&Mk::<1>::new(3, 3, 3)));
    }
    if wanted("mk-5-4") {
        row("mk-5-4", Some(&Mk::<1>::new(5, 5, 4)));
    }
    if wanted("connect4") {
        row("connect4", Some(&ConnectFour::<u64>::new(7, 6, 4, Scoring::Result)));
    }
    if wanted("connect5") {
        row("connect5", Some(&Mk::<1>::new(8, 8, 5)));
    }
    if wanted("gomoku") {
        row("gomoku", Some(&Mk::<4>::new(15, 15, 5)));
    }
    if wanted("breakthrough") {
        row("breakthrough", Some(&Breakthrough::<u64>::new(8, 8)));
    }
    if wanted("pawn-whopping") {
        row("pawn-whopping", None::<&RewriteGame>);
    }
    if wanted("checkers") {
        row("checkers", None::<&RewriteGame>);
    }
    if wanted("chess") {
        row("chess", Some(&Chess::new(false)));
    }
    if wanted("hex") {
        row("hex", Some(&Hex::<u64>::hex(5)));
    }
}
