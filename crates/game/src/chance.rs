//! What chance does.

use rand::Rng;

use crate::{Agent, Fraction, Model};

/// Returns what can happen in a state where chance moves, each with its probability.
pub fn chances<G: Model>(game: &G, state: &G::State) -> Vec<(G::Move, Fraction)> {
    let (mut moves, mut probabilities) = (Vec::new(), Vec::new());
    game.moves(state, Agent::CHANCE, &mut moves);
    game.probabilities(state, &mut probabilities);
    moves.into_iter().zip(probabilities).collect()
}

/// Returns what happens by chance in a state where chance moves: each of the possible moves with its
/// probability, as far as random numbers of 53 bits can tell them apart.
pub fn roll<G: Model>(game: &G, state: &G::State, rng: &mut impl Rng) -> Option<G::Move> {
    let chances = chances(game, state);
    let mut left = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    for &(mv, probability) in &chances {
        left -= probability.number();
        if left < 0.0 {
            return Some(mv);
        }
    }
    chances.last().map(|&(mv, _)| mv)
}
