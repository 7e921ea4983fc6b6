//! Plays a match between two players, and a small tournament.

use ludex::{InputError, Play, Tournament};

pub(crate) fn main() -> Result<(), InputError> {
    let game = ludex::open("connect4:columns=5,rows=4")?;
    let transcript = game.play(&Play::new("mcts@500n,alphabeta@500n"), &mut |picture, moves| {
        let last = moves.last().expect("somebody has moved");
        println!("{} plays {}\n{}", last.agent, last.mv, picture.to_text());
    })?;
    println!("scores: {:?}", transcript.scores);

    let request = Tournament {
        players: "mcts@200n,alphabeta@200n,random".to_string(),
        rounds: 2,
        ..Tournament::default()
    };
    let result = game.tournament(&request, &|_, _| {})?;
    for standing in &result.standings {
        println!("{:<16} {:.3}", standing.player, standing.score);
    }
    Ok(())
}
