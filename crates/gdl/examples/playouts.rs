//! Prints the speed of random plays, game by game.
//!
//!     cargo run --release -p ludex-gdl --example playouts -- \
//!         [--seconds S] [--seed N] [--joins|--tables] FILE.kif…
//!
//! A play goes from the initial state to a terminal one, and the goal of every role is evaluated.
//! Columns: the game, seconds to build it, its engine, gates (or rules), facts, plays and joint
//! moves per processor second.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use ludex_game::Model;
use ludex_gdl::{Description, EngineChoice, GdlGame, Playouts};

fn main() {
    let (mut seconds, mut seed, mut files) = (1.0, 1, Vec::new());
    let mut engine = EngineChoice::Auto;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse::<f64>().ok());
        match argument.as_str() {
            "--seconds" => seconds = number().expect("--seconds needs a number"),
            "--seed" => seed = number().expect("--seed needs a number") as u64,
            "--joins" => engine = EngineChoice::Joins,
            "--tables" => engine = EngineChoice::Tables,
            _ => files.push(argument),
        }
    }
    println!(
        "{:<24} {:>8} {:<8} {:>9} {:>6} {:>12} {:>12}",
        "game", "build s", "engine", "gates", "facts", "plays/s", "moves/s"
    );
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let name = file.rsplit('/').next().unwrap_or(&file).trim_end_matches(".kif");
        match measure(&text, engine, seconds, seed) {
            Ok(row) => println!("{name:<24} {row}"),
            Err(error) => println!("{name:<24} {error}"),
        }
    }
}

fn measure(
    text: &str,
    engine: EngineChoice,
    seconds: f64,
    seed: u64,
) -> Result<String, ludex_gdl::GdlError> {
    let start = Instant::now();
    let game = GdlGame::with_engine(Description::parse(text)?, engine)?;
    let built = start.elapsed().as_secs_f64();
    let mut playouts = Playouts::new(&game, seed);
    let (clock, limit) = (ProcessTime::now(), Duration::from_secs_f64(seconds));
    // Engines without a network play one game after the other, slowly; a network plays a batch at
    // once, and a larger number of plays keeps all lanes of the batch busy.
    let (mut plays, mut plies, mut amount) =
        (0, 0, if game.network_size().is_some() { 256 } else { 1 });
    while clock.elapsed() < limit {
        let scores = playouts.run(&game.initial(), amount, u64::MAX);
        plays += scores.plays;
        plies += scores.plies;
        amount *= 2;
    }
    let spent = clock.elapsed().as_secs_f64();
    let size = game.network_size();
    Ok(format!(
        "{built:>8.2} {:<8} {:>9} {:>6} {:>12.0} {:>12.0}",
        game.engine_name(),
        size.map_or(0, |s| s.gates),
        size.map_or(0, |s| s.facts),
        plays as f64 / spent,
        plies as f64 / spent
    ))
}
