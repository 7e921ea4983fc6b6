//! Solves a game: `cargo run --example solve -- connect4:columns=5,rows=4`.

use ludex::{InputError, Solve};

pub fn main() -> Result<(), InputError> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "connect4:columns=4,rows=4".to_string());
    let game = ludex::open(&name)?;
    println!("{}", game.picture().to_text());
    let solved = game.solve(&Solve::new().all_best(true))?;
    println!("{} for {}", solved.value, solved.first);
    println!("best moves: {}", solved.best.join(" "));
    println!("{} nodes in {:.3} s by {}", solved.nodes, solved.seconds, solved.algorithm);
    Ok(())
}
