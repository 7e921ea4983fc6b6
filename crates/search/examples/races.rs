//! What races and fights are worth in Breakthrough: df-pn with all that the game knows, or with all
//! but these.
//!
//! `races ROWS COLUMNS with|without SECONDS MEBIBYTES` prints a line of JSON.

use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ludex_game::Model;
use ludex_games::Breakthrough;
use ludex_search::{Budget, DfPn, DfPnOptions, Silent};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<usize>().ok());
    let races = arguments.get(2).map(|word| word == "with");
    let (Some(rows @ 4..=32), Some(columns @ 2..=16), Some(races), Some(seconds), Some(mebibytes)) =
        (number(0), number(1), races, number(3), number(4))
    else {
        eprintln!("races ROWS COLUMNS with|without SECONDS MEBIBYTES");
        return ExitCode::from(2);
    };
    if rows * columns > 64 {
        eprintln!("a board has at most 64 cells here");
        return ExitCode::from(2);
    }
    let game = Breakthrough::<u64>::new(rows, columns);
    let game = if races { game } else { game.without_races() };
    let budget = Budget::default().within(Duration::from_secs(seconds as u64));
    let start = Instant::now();
    let mut search = DfPn::new(&game, DfPnOptions::default(), mebibytes << 20);
    let report = search.solve(&game.initial(), &budget, &mut Silent);
    let value = match report.bounds.exact() {
        Some(outcome) => format!("\"{}\"", game.outcomes().name(outcome)),
        None => "null".to_string(),
    };
    let (nodes, seconds) = (report.value_nodes, start.elapsed().as_secs_f64());
    println!("{{\"value\": {value}, \"nodes\": {nodes}, \"seconds\": {seconds:.2}}}");
    ExitCode::SUCCESS
}
