//! Learning the weights of a combination of heuristics by self-play.
//!
//! Plays are greedy by the weights so far, with some chance; after each the weights take a step of logistic
//! regression towards how it ended.

use ludex_game::{Agent, Game, Model, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Evaluation, Feature, Weights};
use crate::{Rational, RewriteGame, RewriteState, Unplayable};

/// Every so many moves is a random one.
const CHANCE: usize = 6;
/// The longest play; a longer one teaches nothing.
const LONGEST: usize = 400;
/// The first step of the weights; later ones are smaller.
const RATE: f64 = 0.05;

/// How weights are learnt.
#[derive(Clone, Debug)]
pub struct Lessons {
    /// How many plays.
    pub plays: usize,
    /// The seed of all chance.
    pub seed: u64,
}

impl Default for Lessons {
    fn default() -> Lessons {
        Lessons { plays: 300, seed: 0 }
    }
}

/// Learns weights for the heuristics a game has, by playing against itself. The game is for two.
pub fn learn(game: &RewriteGame, lessons: &Lessons) -> Result<Weights, Unplayable> {
    let mut pupil = Pupil::new(game, lessons.seed)?;
    for play in 0..lessons.plays {
        let (seen, end) = pupil.play();
        if let Some(end) = end {
            let rate = RATE / (1.0 + play as f64 / 100.0);
            seen.iter().for_each(|features| pupil.correct(features, end, rate));
        }
    }
    Ok(pupil.weights())
}

/// The heuristics that may be combined.
fn features() -> Vec<Feature> {
    let alphas = [(1, 4), (1, 2)].map(|(n, d)| Feature::Goals(Rational::new(n, d)));
    alphas.into_iter().chain([Feature::Conditions(4), Feature::Conditions(2)]).collect()
}

struct Pupil<'g> {
    game: &'g RewriteGame,
    features: Vec<Feature>,
    evaluations: Vec<Evaluation>,
    weights: Vec<f64>,
    /// The mean square of each feature so far: features are weighed by their size.
    squares: Vec<f64>,
    seen: f64,
    rng: Xoshiro256PlusPlus,
}

impl<'g> Pupil<'g> {
    /// Starts from the heuristic that is chosen without learning.
    fn new(game: &'g RewriteGame, seed: u64) -> Result<Pupil<'g>, Unplayable> {
        let (mut features, mut evaluations) = (features(), Vec::new());
        // What cannot be derived from these goals is left out.
        features.retain(|feature| match Evaluation::feature(game, feature) {
            Ok(evaluation) => {
                evaluations.push(evaluation);
                true
            }
            Err(_) => false,
        });
        if features.is_empty() || game.description().players.len() != 2 {
            return Err(Unplayable::TooLarge("there are no heuristics to combine".into()));
        }
        let usual = Weights::of(game.heuristic_choice()).0[0].0.clone();
        let weights = features.iter().map(|f| if *f == usual { 1.0 } else { 0.0 }).collect();
        let squares = vec![0.0; features.len()];
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(Pupil { game, features, evaluations, weights, squares, seen: 0.0, rng })
    }

    fn values(&self, state: &RewriteState) -> Vec<f64> {
        let value = |e: &Evaluation| e.value(self.game, state, Agent::FIRST);
        self.evaluations.iter().map(value).collect()
    }

    /// The size of a feature: the root of its mean square.
    fn size(&self, i: usize) -> f64 {
        (self.squares[i] / self.seen.max(1.0)).sqrt().max(1e-9)
    }

    fn sum(&self, values: &[f64]) -> f64 {
        values.iter().enumerate().map(|(i, value)| self.weights[i] * value / self.size(i)).sum()
    }

    /// The features of the states of a play, and how it ended for the first agent: from 0 to 1.
    fn play(&mut self) -> (Vec<Vec<f64>>, Option<f64>) {
        let (game, mut seen, mut moves) = (self.game, Vec::new(), Vec::new());
        let mut state = game.initial();
        while let Turn::Of(agent) = game.turn(&state) {
            if seen.len() == LONGEST {
                return (seen, None);
            }
            let values = self.values(&state);
            self.seen += 1.0;
            values.iter().zip(&mut self.squares).for_each(|(value, sum)| *sum += value * value);
            seen.push(values);
            moves.clear();
            game.moves(&state, agent, &mut moves);
            let at = match below(&mut self.rng, CHANCE) {
                0 => below(&mut self.rng, moves.len()),
                _ => self.greedy(&state, agent, &moves),
            };
            game.play(&mut state, agent, moves[at]);
        }
        let outcomes = game.outcomes();
        let (worst, best) = outcomes.iter().fold((f64::MAX, f64::MIN), |(low, high), outcome| {
            (low.min(outcomes.number(outcome)), high.max(outcomes.number(outcome)))
        });
        let share = (game.payoff(&state, Agent::FIRST) - worst) / (best - worst).max(1e-9);
        (seen, Some(share))
    }

    /// The move after which the state is best by the weights so far.
    fn greedy(&self, state: &RewriteState, agent: Agent, moves: &[crate::RewriteMove]) -> usize {
        let worth = |mv| {
            let next = self.game.after(state, agent, mv);
            let first = match self.game.turn(&next) {
                Turn::Final => 1e9 * self.game.payoff(&next, Agent::FIRST),
                _ => self.sum(&self.values(&next)),
            };
            if agent == Agent::FIRST { first } else { -first }
        };
        let worths: Vec<f64> = moves.iter().map(|&mv| worth(mv)).collect();
        let best = (0..moves.len()).max_by(|&a, &b| worths[a].total_cmp(&worths[b]));
        best.unwrap_or(0)
    }

    /// One step of logistic regression.
    fn correct(&mut self, values: &[f64], end: f64, rate: f64) {
        let error = end - 1.0 / (1.0 + (-self.sum(values)).exp());
        for (i, value) in values.iter().enumerate() {
            let step = rate * error * value / self.size(i);
            self.weights[i] += step.clamp(-0.1, 0.1);
        }
    }

    /// The weights for the features as they are, the greatest being 1 or -1.
    fn weights(&self) -> Weights {
        let plain: Vec<f64> =
            (0..self.weights.len()).map(|i| self.weights[i] / self.size(i)).collect();
        let most = plain.iter().fold(0.0f64, |most, weight| most.max(weight.abs())).max(1e-12);
        let rounded = plain.iter().map(|weight| (weight / most * 1e6).round() / 1e6);
        let pairs = self.features.iter().cloned().zip(rounded);
        Weights(pairs.filter(|(_, weight)| *weight != 0.0).collect())
    }
}
