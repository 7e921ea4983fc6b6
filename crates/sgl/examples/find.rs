//! Searches for strategies of both players of some games.
//!
//! Run with `cargo run --release -p ludex-sgl --example find [NAME…]`; a name is one of the list in
//! this file or a GDL file.

use cpu_time::ProcessTime;
use ludex_game::{Game, Notation};
use ludex_games::{Breakthrough, ConnectFour, Mnk, Scoring};
use ludex_gdl::GdlGame;
use ludex_sgl::find_strategy;

fn find(name: &str, game: &(impl Game + Notation)) {
    for player in game.agents().iter() {
        let start = ProcessTime::now();
        let found = find_strategy(game, name, player, &Default::default());
        let seconds = start.elapsed().as_secs_f64();
        match found {
            Ok(found) => println!(
                "{name} for {}: {:?}, verified {}, {} mistakes in {} positions, {} rules, \
                 {seconds:.2} s\n{}",
                game.agents().name(player),
                found.goal,
                found.verified,
                found.mistakes,
                found.positions,
                found.rules.len(),
                found.text
            ),
            Err(reason) => println!("{name}: {reason} ({seconds:.2} s)"),
        }
    }
}

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        let usual = [
            "mk:m=3,k=3",
            "connect4:columns=4,rows=4",
            "breakthrough:rows=4,columns=4",
            "games/gdl/tictactoe.kif",
        ];
        names.extend(usual.map(str::to_owned));
    }
    for name in &names {
        match name.as_str() {
            "mk:m=3,k=3" => find(name, &Mnk::<1>::new(3, 3, 3)),
            "mk:m=4,k=3" => find(name, &Mnk::<1>::new(4, 4, 3)),
            "mk:m=4,k=4" => find(name, &Mnk::<1>::new(4, 4, 4)),
            "connect4:columns=4,rows=4" => {
                find(name, &ConnectFour::<u64>::new(4, 4, 4, Scoring::Result));
            }
            "connect4:columns=5,rows=4" => {
                find(name, &ConnectFour::<u64>::new(5, 4, 4, Scoring::Result));
            }
            "breakthrough:rows=4,columns=4" => find(name, &Breakthrough::<u64>::new(4, 4)),
            file => match std::fs::read_to_string(file).map(|text| GdlGame::read(&text)) {
                Ok(Ok(game)) => match game.in_turn() {
                    Ok(game) => find(name, &game),
                    Err(_) => println!("{name}: one agent must move at a time"),
                },
                Ok(Err(error)) => println!("{name}: {error}"),
                Err(error) => println!("{name}: {error}"),
            },
        }
    }
}
