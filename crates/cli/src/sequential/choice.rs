//! `--algorithm auto`: the search that fits a game, and why.

use ludex_games::Playable;

use crate::args::SolveAlgorithm;

/// The search that has proved quickest on games of this kind.
pub fn choose<G: Playable>(game: &G) -> (SolveAlgorithm, String) {
    let outcomes = game.outcomes().len();
    if game.can_repeat() {
        let why = "play can come back to a position, so the graph of positions is kept";
        return (SolveAlgorithm::Alphabeta, why.to_string());
    }
    (SolveAlgorithm::Alphabeta, format!("positions do not repeat, {outcomes} outcomes"))
}
