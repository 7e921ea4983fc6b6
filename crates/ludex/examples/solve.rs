//! Solves a game: its value, the best moves, and what it took to find them.

use ludex::{Best, InputError, Solve};

pub(crate) fn main() -> Result<(), InputError> {
    let game = ludex::open("connect4:columns=4,rows=4")?;
    println!("{}", game.picture().to_text());
    let solved = game.solve(&Solve::new().best(Best::All))?;
    println!("{} for {}", solved.value, solved.first);
    println!("best moves: {}", solved.best.join(" "));
    println!("{} nodes in {:.3} s by {}", solved.nodes, solved.seconds, solved.algorithm);
    Ok(())
}
