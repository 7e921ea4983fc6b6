//! Random numbers for tests.

use crate::mix;

/// Returns how many random cases a test tries: `quick`, times the number in the environment variable
/// `LUDEX_TRIALS` for a long run.
///
/// ```
/// assert!(ludex_base::trials(100) >= 100);
/// ```
pub fn trials(quick: u64) -> u64 {
    let times = std::env::var("LUDEX_TRIALS").ok().and_then(|times| times.parse().ok());
    quick * times.unwrap_or(1)
}

/// A small generator of random numbers (SplitMix64), for tests: a seed means the same numbers on
/// every machine, whatever other crates change.
///
/// ```
/// let mut random = ludex_base::Random::new(7);
/// assert!((0..100).all(|_| random.below(6) < 6));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts with a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number below `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// Returns true in this many of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns true once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
