//! A player that chooses at random.

use ludex_game::{Agent, Model, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::player::moves_of;
use crate::{Clock, Decision, Player};

/// Plays moves with equal probability.
pub struct Random<'g, G> {
    game: &'g G,
    rng: Xoshiro256PlusPlus,
}

impl<'g, G: Model> Random<'g, G> {
    /// Makes a player of a game.
    pub fn new(game: &'g G, seed: u64) -> Self {
        Random { game, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Model> Player<G> for Random<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        _clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        let moves = moves_of(self.game, state, agent);
        moves.get(below(&mut self.rng, moves.len())).map(|&mv| Decision::plain(mv))
    }
}
