//! Random plays from a state to the end, many at a time.

use ludex_game::{Model, Sampler, Scores, SimultaneousGame, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{GdlGame, GdlMove, GdlState};
use crate::net::{Batch, Circuit, Lanes};

/// The number of words of 64 states in a batch.
const WIDTH: usize = 4;

/// Random plays of a game: every role picks uniformly among its legal moves.
///
/// In a network plays run in parallel, one in each bit, and a play that ends is replaced by a new
/// one immediately. All plays that begin are completed: stopping at a number of plays would favour
/// short ones.
#[derive(Debug)]
pub struct Playouts<'g> {
    game: &'g GdlGame,
    rng: Xoshiro256PlusPlus,
}

impl<'g> Playouts<'g> {
    /// Creates a player of random games.
    pub fn new(game: &'g GdlGame, seed: u64) -> Playouts<'g> {
        Playouts { game, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Plays a number of games from a state, in at most `rounds` joint moves. The limit is for
    /// unbounded games, where fewer plays than requested may end.
    pub fn run(&mut self, state: &GdlState, plays: u64, rounds: u64) -> Scores {
        let Some(network) = &self.game.compiled.network else {
            return self.one_by_one(state, plays, rounds);
        };
        let (circuit, start) = (&network.circuit, network.bits(state));
        match plays {
            0..=64 => batch::<1>(circuit, start, &mut self.rng, plays, rounds),
            _ => batch::<WIDTH>(circuit, start, &mut self.rng, plays, rounds),
        }
    }

    fn one_by_one(&mut self, start: &GdlState, plays: u64, most: u64) -> Scores {
        let game = self.game;
        let roles = game.agents().len();
        let mut scores = Scores::new(roles);
        while scores.plays < plays && scores.plies < most {
            let mut state = start.clone();
            while game.turn(&state) != Turn::Final && scores.plies < most {
                let joint: Vec<GdlMove> = game
                    .agents()
                    .iter()
                    .map(|agent| {
                        let mut moves = Vec::new();
                        game.moves(&state, agent, &mut moves);
                        moves[below(&mut self.rng, moves.len())]
                    })
                    .collect();
                game.play_joint(&mut state, &joint);
                scores.plies += 1;
            }
            if game.turn(&state) == Turn::Final {
                scores.plays += 1;
                for agent in game.agents().iter() {
                    scores.add(agent.index(), game.payoff(&state, agent), 1);
                }
            }
        }
        scores
    }
}

impl Sampler<GdlState> for Playouts<'_> {
    fn sample(&mut self, state: &GdlState, plays: u64, rounds: u64) -> Scores {
        self.run(state, plays, rounds)
    }
}

fn count<const W: usize>(lanes: Lanes<W>) -> u32 {
    lanes.iter().map(|word| word.count_ones()).sum()
}

/// The number of plays each lane still has to complete.
struct Quota<const W: usize> {
    left: Vec<u64>,
    /// The lanes with plays left.
    active: Lanes<W>,
}

impl<const W: usize> Quota<W> {
    fn new(plays: u64) -> Self {
        let lanes = 64 * W as u64;
        let left: Vec<u64> =
            (0..lanes).map(|lane| plays / lanes + u64::from(lane < plays % lanes)).collect();
        let mut active = [0; W];
        for (lane, _) in left.iter().enumerate().filter(|(_, left)| **left > 0) {
            active[lane / 64] |= 1 << (lane % 64);
        }
        Quota { left, active }
    }

    /// Records the lanes whose play ended. Returns those that count.
    fn finish(&mut self, ended: Lanes<W>) -> Lanes<W> {
        let counted: Lanes<W> = std::array::from_fn(|w| ended[w] & self.active[w]);
        for (w, &word) in counted.iter().enumerate() {
            let mut lanes = word;
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                self.left[64 * w + lane] -= 1;
                if self.left[64 * w + lane] == 0 {
                    self.active[w] &= !(1 << lane);
                }
            }
        }
        counted
    }
}

fn batch<const W: usize>(
    circuit: &Circuit,
    start: Vec<bool>,
    rng: &mut Xoshiro256PlusPlus,
    plays: u64,
    rounds: u64,
) -> Scores {
    let mut scores = Scores::new(circuit.goals.len());
    let mut batch = Batch::<W>::new(circuit, start);
    let mut quota = Quota::<W>::new(plays);
    let mut round = 0;
    while quota.active != [0; W] && round < rounds {
        round += 1;
        scores.plies += u64::from(count(quota.active));
        batch.step(circuit, rng, |finished| {
            let counted = quota.finish(finished.lanes);
            scores.plays += u64::from(count(counted));
            scores.plies -= u64::from(count(counted)); // evaluating a final state is not a move
            for role in 0..circuit.goals.len() {
                for (value, lanes) in finished.goals(role) {
                    let lanes: Lanes<W> = std::array::from_fn(|w| lanes[w] & counted[w]);
                    scores.add(role, f64::from(value), count(lanes));
                }
            }
        });
    }
    scores
}
