//! Playouts, and the statistics they keep about moves.

use ludex_game::{Agent, Turn, below, roll};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Policy;
use crate::Rules;
use crate::player::code_of;

/// The number of entries for statistics about moves, for each agent.
const CODES: usize = 1 << 13;

/// Statistics about the moves of each agent, and the moves of the current simulation.
pub(super) struct MoveStatistics {
    /// The mean result of a move wherever it was played: its sum and its number.
    average: Vec<(f32, f32)>,
    /// How much better than its siblings a move was in the tree: the sum and the number.
    gain: Vec<(f32, f32)>,
    /// The simulation that played a move, and when it did so for the last time.
    played: Vec<u64>,
    simulation: u64,
    /// The moves of this simulation.
    trail: Vec<(u8, u32)>,
}

impl MoveStatistics {
    pub fn new(agents: usize) -> MoveStatistics {
        MoveStatistics {
            average: vec![(0.0, 0.0); agents * CODES],
            gain: vec![(0.0, 0.0); agents * CODES],
            played: vec![0; agents * CODES],
            simulation: 0,
            trail: Vec::new(),
        }
    }

    /// Starts a simulation.
    pub fn begin(&mut self) {
        self.simulation += 1;
        self.trail.clear();
    }

    #[inline]
    fn at(agent: u8, code: u32) -> usize {
        usize::from(agent) * CODES + code as usize % CODES
    }

    /// Records that an agent with a choice played a move, at this depth of the simulation.
    #[inline]
    pub fn note(&mut self, agent: u8, code: u32, depth: usize) {
        self.trail.push((agent, code));
        self.played[Self::at(agent, code)] = self.simulation << 20 | depth as u64 & 0xf_ffff;
    }

    /// Returns whether the agent played the move in this simulation, at this depth or later.
    #[inline]
    pub fn was_played(&self, agent: u8, code: u32, depth: usize) -> bool {
        let played = self.played[Self::at(agent, code)];
        played >> 20 == self.simulation && (played & 0xf_ffff) as usize >= depth
    }

    /// Returns the mean result of a move, and 1 for a move that was never played.
    #[inline]
    pub fn mean(&self, agent: u8, code: u32) -> f32 {
        let (sum, count) = self.average[Self::at(agent, code)];
        if count > 0.0 { sum / count } else { 1.0 }
    }

    /// Records by how much a move in the tree was better than its siblings.
    pub fn credit(&mut self, agent: u8, code: u32, gain: f32) {
        let (sum, count) = &mut self.gain[Self::at(agent, code)];
        *sum += gain;
        *count += 1.0;
    }

    /// Returns by how much a move was better than its siblings on average, shrunk towards 0 for
    /// moves that were rarely chosen.
    #[inline]
    pub fn gain(&self, agent: u8, code: u32) -> f32 {
        let (sum, count) = self.gain[Self::at(agent, code)];
        sum / (count + 1.0)
    }

    /// Adds the result of the simulation to the statistics of its moves.
    pub fn learn(&mut self, shares: &[f32]) {
        for &(agent, code) in &self.trail {
            let (sum, count) = &mut self.average[Self::at(agent, code)];
            *sum += shares[usize::from(agent)];
            *count += 1.0;
        }
    }

    /// Reduces the weight of the statistics, when the search moves on to another state.
    pub fn fade(&mut self, share: f32) {
        for (sum, count) in self.average.iter_mut().chain(&mut self.gain) {
            *sum *= share;
            *count *= share;
        }
    }
}

/// A random playout, until the game is over or a number of moves is reached.
pub(super) struct Playout<'a, 'g, G: Rules> {
    pub game: &'a G,
    pub rng: &'a mut Xoshiro256PlusPlus,
    pub statistics: &'a mut MoveStatistics,
    pub moves: &'a mut Vec<G::Move>,
    pub chosen: &'a mut Vec<G::Move>,
    /// The number of moves drawn, of which the best is played.
    pub draw: u32,
    /// Whether the moves played are needed later.
    pub note: bool,
    /// The policy that playouts mostly follow, where it has a move.
    pub policy: Option<&'a mut Policy<'g, G>>,
}

/// One of this many moves is random instead of the policy's, which may be wrong and does not vary.
const STRAY: usize = 8;

impl<G: Rules> Playout<'_, '_, G> {
    /// Plays from a state. Returns whether the game is over, and the number of moves played.
    pub fn run(&mut self, state: &mut G::State, start: usize, longest: u64) -> (bool, usize) {
        for depth in start..start + longest as usize {
            self.chosen.clear();
            match self.game.turn(state) {
                Turn::Final => return (true, depth - start),
                Turn::Of(agent) => self.pick(state, agent, depth),
                Turn::Chance => self.chosen.extend(roll(self.game, state, self.rng)),
                Turn::Together => {
                    for agent in self.game.agents().iter() {
                        self.pick(state, agent, depth);
                    }
                }
            }
            self.game.step(state, self.chosen);
        }
        (self.game.turn(state) == Turn::Final, longest as usize)
    }

    #[inline]
    fn pick(&mut self, state: &G::State, agent: Agent, depth: usize) {
        self.moves.clear();
        self.game.moves(state, agent, self.moves);
        let count = self.moves.len();
        if count < 2 {
            self.chosen.extend(self.moves.first());
            return;
        }
        let mut first = self.moves[below(self.rng, count)];
        if let Some(policy) = &mut self.policy
            && below(self.rng, STRAY) > 0
            && let Some(advised) = policy(state, agent)
        {
            first = advised;
        }
        if !self.note {
            self.chosen.push(first);
            return;
        }
        let (mut mv, mut code) = (first, code_of(agent.0, first));
        if self.draw > 1 && self.policy.is_none() {
            let mut mean = self.statistics.mean(agent.0, code);
            for _ in 1..self.draw {
                let other = self.moves[below(self.rng, count)];
                let other_code = code_of(agent.0, other);
                let other_mean = self.statistics.mean(agent.0, other_code);
                if other_mean > mean {
                    (mv, code, mean) = (other, other_code, other_mean);
                }
            }
        }
        self.statistics.note(agent.0, code, depth);
        self.chosen.push(mv);
    }
}
