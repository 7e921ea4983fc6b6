//! Seeded chance.

use ludex_game::below;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded source of chance.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        below(&mut self.0, n)
    }

    #[allow(dead_code)] // not all tests take chances
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}
