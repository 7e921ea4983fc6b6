//! Endgame tables: the value of every state that a strong solution has met, kept in a store.

use ludex_base::sort_by_key;
use ludex_game::{Bounds, DynGame, DynMove, DynState, Game, HashSeed, Model, Outcome};
use ludex_search::{SolveReport, SolvedState};

/// What is known of the states of a game, sorted by their keys.
pub(super) struct EndgameTable {
    states: Vec<SolvedState>,
    /// The seed of the keys, in games that have keys with seeds.
    pub seed: HashSeed,
    /// The time that it took to solve them.
    pub seconds: f64,
}

/// The bytes of a state: its key, its bounds, its distance.
const BYTES: usize = 16;

impl Default for EndgameTable {
    fn default() -> EndgameTable {
        EndgameTable { states: Vec::new(), seed: HashSeed::random(), seconds: 0.0 }
    }
}

impl EndgameTable {
    /// Adds states that were solved within some time, with keys of the table's seed. Different
    /// states with one key are dropped.
    pub fn add(&mut self, states: Vec<SolvedState>, seconds: f64) {
        self.states.extend(states);
        sort_by_key(&mut self.states, |state| state.key);
        self.states.dedup();
        let ambiguous: Vec<u64> = self
            .states
            .windows(2)
            .filter(|pair| pair[0].key == pair[1].key)
            .map(|pair| pair[0].key)
            .collect();
        self.states.retain(|state| ambiguous.binary_search(&state.key).is_err());
        self.seconds += seconds;
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    fn find(&self, game: &DynGame, state: &DynState) -> Option<&SolvedState> {
        let key = game.seeded_key(state, self.seed).unwrap_or_else(|| game.key(state));
        let place = self.states.binary_search_by_key(&key, |state| state.key).ok()?;
        Some(&self.states[place])
    }

    /// Returns the answer for a state with all of its best moves, and its distance to the end.
    /// Returns `None` if the state or one that a move leads to is not in the table.
    pub fn report(
        &self,
        game: &DynGame,
        state: &DynState,
    ) -> Option<(SolveReport<DynMove>, Option<u32>)> {
        let known = self.find(game, state)?;
        let report = SolveReport::unknown(known.bounds);
        let Some((value, agent)) = known.bounds.exact().zip(game.turn(state).agent()) else {
            return Some((report, known.distance));
        };
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        let mut best = Vec::new();
        for mv in moves {
            let after = self.find(game, &game.after(state, agent, mv))?.bounds;
            let keeps = match agent {
                ludex_game::Agent::FIRST => after.low >= value,
                _ => after.high <= value,
            };
            best.extend(keeps.then_some(mv));
        }
        Some((SolveReport { best, all_best: true, ..report }, known.distance))
    }

    /// Returns the table as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + BYTES * self.states.len());
        bytes.extend(self.seconds.to_le_bytes());
        bytes.extend(self.seed.word().to_le_bytes());
        for SolvedState { key, bounds, distance } in &self.states {
            bytes.extend(key.to_le_bytes());
            bytes.extend(bounds.low.0.to_le_bytes());
            bytes.extend(bounds.high.0.to_le_bytes());
            bytes.extend(distance.unwrap_or(u32::MAX).to_le_bytes());
        }
        bytes
    }

    /// Returns the table that these bytes are, if they are one for outcomes up to the best.
    pub fn from_bytes(bytes: &[u8], best: Outcome) -> Option<EndgameTable> {
        let (seconds, bytes) = bytes.split_first_chunk()?;
        let (seed, bytes) = bytes.split_first_chunk()?;
        let (entries, rest) = bytes.as_chunks::<BYTES>();
        let states: Vec<SolvedState> = entries.iter().map(read).collect();
        let sorted = states.is_sorted_by(|a, b| a.key < b.key);
        let sound = states
            .iter()
            .all(|SolvedState { bounds, .. }| bounds.low <= bounds.high && bounds.high <= best);
        let seconds = f64::from_le_bytes(*seconds);
        let seed = HashSeed::from_word(u64::from_le_bytes(*seed));
        (sorted && sound && rest.is_empty()).then_some(EndgameTable { states, seed, seconds })
    }
}

fn read(entry: &[u8; BYTES]) -> SolvedState {
    let word = u128::from_le_bytes(*entry);
    let outcome = |bits: u32| Outcome((word >> bits) as u16);
    let distance = (word >> 96) as u32;
    SolvedState {
        key: word as u64,
        bounds: Bounds { low: outcome(64), high: outcome(80) },
        distance: (distance != u32::MAX).then_some(distance),
    }
}
