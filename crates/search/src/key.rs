//! How searches recognise states that they have met before.
//!
//! The place of an entry in a table follows from [`Model::key`], which is the same in every run; so
//! what a table forgets is the same, and with it the number of nodes. But in a game that somebody
//! described, different states can have been given equal keys on purpose. There a search draws a
//! seed, and an entry belongs to a state only if the keys with that seed are equal, too.

use ludex_game::{HashSeed, Model};

/// What a table recognises a state by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// The plain key, mixed: where its entry is.
    pub place: u64,
    /// The key with a seed; 0 in games that have none.
    pub check: u64,
}

/// Makes the keys of the states of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StateKeys {
    /// The seed, in games whose plain keys can be steered.
    seed: Option<HashSeed>,
}

impl StateKeys {
    /// The keys of states that the plain key tells apart.
    pub const PLAIN: StateKeys = StateKeys { seed: None };

    /// Draws a seed, if the game has keys with seeds.
    pub fn new<G: Model>(game: &G) -> StateKeys {
        let seed = HashSeed::random();
        StateKeys { seed: game.seeded_key(&game.initial(), seed).map(|_| seed) }
    }

    /// Returns keys with a seed, for tests of tables.
    #[cfg(test)]
    pub fn seeded() -> StateKeys {
        StateKeys { seed: Some(HashSeed::random()) }
    }

    /// Returns whether the keys have a check.
    pub fn are_seeded(self) -> bool {
        self.seed.is_some()
    }

    /// Returns the seed as a word, if there is one: what is saved is of use with it only.
    pub fn seed(self) -> Option<u64> {
        self.seed.map(HashSeed::word)
    }

    /// Takes over a seed that was saved, unless the game has no keys with seeds.
    pub fn restore_seed(&mut self, word: u64) {
        self.seed = self.seed.map(|_| HashSeed::from_word(word));
    }

    /// Returns the key of a state whose entry is at this place.
    #[inline]
    pub fn key<G: Model>(self, game: &G, state: &G::State, place: u64) -> Key {
        Key { place, check: self.check(game, state).unwrap_or(0) }
    }

    /// Returns the key of a state with the seed, if there is one.
    #[inline]
    pub fn check<G: Model>(self, game: &G, state: &G::State) -> Option<u64> {
        self.seed.and_then(|seed| game.seeded_key(state, seed))
    }

    /// Returns one word that stands for a state where no place depends on it: it is another one in
    /// every run, if there is a seed.
    #[inline]
    pub fn identity<G: Model>(self, game: &G, state: &G::State) -> u64 {
        self.check(game, state).unwrap_or_else(|| game.key(state))
    }
}
