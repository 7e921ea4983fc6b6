//! An evaluation for any game, learned from random playouts.
//!
//! The features are the game's own atoms and mobility. Their weights are those of a logistic
//! regression on the results of random playouts, one step of gradient descent for each state met.
//! If a game has an evaluation of its own, that is used instead.

use ludex_base::sort_by;
use ludex_game::{Agent, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::survey::Survey;
use crate::{Clock, Rules};

/// The greatest number of atoms in the evaluation, those with the greatest weights.
const ATOMS: usize = 256;
/// The greatest number of atoms that are learned about.
const MOST_ATOMS: usize = 1 << 14;
/// The greatest number of playouts and of moves to learn from.
const PLAYOUTS: u64 = 1_000;
const MOVES: u64 = 60_000;
/// The learning rate.
const RATE: f32 = 0.3;

/// The evaluation of a game.
pub(super) struct Evaluator {
    pub survey: Survey,
    own: bool,
    /// The atoms that have a weight.
    atoms: Vec<u32>,
    /// Weights by agent: of each atom, then of mobility, then a constant.
    weights: Vec<Vec<f32>>,
}

impl Evaluator {
    /// Learns the weights from random playouts from a state.
    pub fn new<G: Rules>(
        game: &G,
        start: &G::State,
        survey: Survey,
        seed: u64,
        clock: &Clock<'_, G::Move>,
    ) -> Evaluator {
        let agents = game.agents().len();
        let own = survey.sum.is_some() && game.evaluation(start).is_some();
        let count = if own { 0 } else { game.atoms().len().min(MOST_ATOMS) };
        let atoms: Vec<u32> = (0..count as u32).collect();
        let weights = vec![vec![0.0; count + 2]; agents];
        let mut evaluator = Evaluator { survey, own, atoms, weights };
        if !own {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut moves = 0;
            for playout in 0..PLAYOUTS {
                if playout > 0 && (moves > MOVES || clock.time_is_up()) {
                    break;
                }
                moves += evaluator.learn(game, start, &mut rng);
            }
            evaluator.keep_heavy();
        }
        evaluator
    }

    /// Returns the value of a state for an agent, as a share of the range of its payoffs.
    pub fn share<G: Rules>(
        &self,
        game: &G,
        state: &G::State,
        agent: Agent,
        buffer: &mut Vec<G::Move>,
    ) -> f32 {
        if self.own {
            let first = game.evaluation(state).unwrap_or(0.5) as f32;
            return if agent == Agent::FIRST { first } else { 1.0 - first };
        }
        if self.survey.sum.is_some() && agent == Agent::SECOND {
            return 1.0 - self.share(game, state, Agent::FIRST, buffer);
        }
        let weights = &self.weights[agent.index()];
        let count = self.atoms.len();
        let mut sum = weights[count + 1] + weights[count] * mobility(game, state, agent, buffer);
        for (&atom, &weight) in self.atoms.iter().zip(weights) {
            if game.holds(state, atom) {
                sum += weight;
            }
        }
        logistic(sum)
    }

    /// Plays one playout and learns from its states. Returns the number of moves.
    fn learn<G: Rules>(&mut self, game: &G, start: &G::State, rng: &mut Xoshiro256PlusPlus) -> u64 {
        let mut state = start.clone();
        let mut lessons: Vec<(Vec<u32>, Vec<f32>)> = Vec::new();
        let (mut moves, mut chosen) = (Vec::new(), Vec::new());
        let mut played = 0;
        while played < self.survey.longest && game.turn(&state) != Turn::Final {
            let true_atoms = self.atoms.iter().copied().filter(|&a| game.holds(&state, a));
            let mobility =
                game.agents().iter().map(|agent| mobility(game, &state, agent, &mut moves));
            lessons.push((true_atoms.collect(), mobility.collect()));
            chosen.clear();
            let agents = match game.turn(&state) {
                Turn::Of(agent) => agent.0..agent.0 + 1,
                _ => 0..game.agents().len() as u8,
            };
            for agent in agents.map(Agent) {
                moves.clear();
                game.moves(&state, agent, &mut moves);
                chosen.extend(moves.get(below(rng, moves.len())));
            }
            game.step(&mut state, &chosen);
            played += 1;
        }
        if game.turn(&state) == Turn::Final {
            let mut shares = vec![0.0; game.agents().len()];
            self.survey.shares(game, &state, &mut shares);
            for (atoms, mobility) in &lessons {
                for (agent, &share) in shares.iter().enumerate() {
                    self.correct(agent, atoms, mobility[agent], share);
                }
            }
        }
        played.max(1)
    }

    /// Does one step of gradient descent.
    fn correct(&mut self, agent: usize, atoms: &[u32], mobility: f32, share: f32) {
        let weights = &mut self.weights[agent];
        let count = weights.len() - 2;
        let sum: f32 = atoms.iter().map(|&atom| weights[atom as usize]).sum();
        let error = share - logistic(sum + weights[count] * mobility + weights[count + 1]);
        let step = RATE * error / (atoms.len() as f32 + 2.0);
        for &atom in atoms {
            weights[atom as usize] += step;
        }
        weights[count] += step * mobility;
        weights[count + 1] += step;
    }

    /// Keeps only the atoms with the greatest weights.
    fn keep_heavy(&mut self) {
        let weight =
            |atom: u32| self.weights.iter().map(|w| w[atom as usize].abs()).fold(0.0, f32::max);
        let mut atoms = self.atoms.clone();
        atoms.retain(|&atom| weight(atom) > 0.0);
        sort_by(&mut atoms, |&a, &b| weight(b).total_cmp(&weight(a)));
        atoms.truncate(ATOMS);
        for weights in &mut self.weights {
            let rest = [weights[weights.len() - 2], weights[weights.len() - 1]];
            *weights = atoms.iter().map(|&atom| weights[atom as usize]).chain(rest).collect();
        }
        self.atoms = atoms;
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns how many more moves an agent has than the others on average, scaled to -1 to 1. In a
/// game without moves off turn this only says who is on turn, which is useful as well.
fn mobility<G: Rules>(game: &G, state: &G::State, agent: Agent, moves: &mut Vec<G::Move>) -> f32 {
    moves.clear();
    game.moves(state, agent, moves);
    let own = moves.len() as f32;
    moves.clear();
    for other in game.agents().opponents(agent) {
        game.moves(state, other, moves);
    }
    let others = moves.len() as f32 / (game.agents().len() as f32 - 1.0).max(1.0);
    (own - others) / (own + others + 1.0)
}
