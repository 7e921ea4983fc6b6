//! Looks for strategies of both players of some games.
//!
//! Run with `cargo run --release -p ludex-sgl --example find [GAME…]`.

use std::time::Instant;

use ludex_game::{Notation, SimultaneousGame};
use ludex_games::{Playable, Visitor, build};
use ludex_sgl::find_strategy;

struct Finder(String);

impl Visitor for Finder {
    type Output = ();

    fn sequential<G: Playable>(self, game: G) {
        for player in game.agents().iter() {
            let start = Instant::now();
            let found = find_strategy(&game, &self.0, player, &Default::default());
            let seconds = start.elapsed().as_secs_f64();
            match found {
                Ok(found) => println!(
                    "{} for {}: {:?}, verified {}, {} mistakes in {} positions, {} rules, \
                     {seconds:.2} s\n{}",
                    self.0,
                    game.agents().name(player),
                    found.goal,
                    found.verified,
                    found.mistakes,
                    found.positions,
                    found.rules.len(),
                    found.text
                ),
                Err(reason) => println!("{}: {reason} ({seconds:.2} s)", self.0),
            }
        }
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(self, _game: G) {
        println!("{}: one agent must move at a time", self.0);
    }
}

fn main() {
    let mut games: Vec<String> = std::env::args().skip(1).collect();
    if games.is_empty() {
        games = ["mk:m=3,k=3", "connect4:columns=4,rows=4", "breakthrough:rows=4,columns=4"]
            .map(str::to_owned)
            .to_vec();
    }
    for game in games {
        if let Err(error) = build(&game, Finder) {
            println!("{game}: {error}");
        }
    }
}
