//! A player that does not think.

use ludex_game::{Agent, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::player::moves_of;
use crate::{Clock, Decision, Player, Rules};

/// Plays any move, each with the same chance.
pub struct Random<'g, G> {
    game: &'g G,
    rng: Xoshiro256PlusPlus,
}

impl<'g, G: Rules> Random<'g, G> {
    /// A player of a game.
    pub fn new(game: &'g G, seed: u64) -> Self {
        Random { game, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Rules> Player<G> for Random<'_, G> {
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
