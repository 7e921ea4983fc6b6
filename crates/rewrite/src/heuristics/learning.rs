//! Learns the weights of a combination of heuristics by self-play, which \[KS11\] suggests.
//!
//! Weights are changed one at a time. Changed weights play against the present ones, and replace
//! them if they win clearly, twice. The result is at least as good as the initial heuristic, as far
//! as plays with a search of two moves can show.

use ludex_base::Budget;
use ludex_game::{Agent, Game, Model, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Evaluation, Feature, Weights};
use crate::{Rational, RewriteGame, RewriteState, Unplayable};

/// The changes of a weight that are tried, in units of the size of its feature.
const CHANGES: [f64; 4] = [1.0, -0.5, 0.25, -0.125];
/// The share of points that counts as clearly more than half.
const CLEARLY: f64 = 0.6;
/// The greatest length of a play; a longer one is a draw.
const LONGEST: u64 = 300;
/// The value of a payoff of 1, which is more than any heuristic.
const WIN: f64 = 1e9;
/// The number of random moves at the start of a play.
const CHANCE: u64 = 3;
/// The search depth of the players.
const DEPTH: u32 = 2;

/// The parameters of learning.
#[derive(Clone, Debug)]
pub struct Lessons {
    /// The number of plays that decide whether a change is an improvement.
    pub plays: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Lessons {
    fn default() -> Lessons {
        Lessons { plays: 60, seed: 0 }
    }
}

/// Learns weights for the heuristics of a game for two players by self-play. When the budget is used
/// up, the result is the weights so far.
pub fn learn(
    game: &RewriteGame,
    lessons: &Lessons,
    budget: &Budget,
) -> Result<Weights, Unplayable> {
    let mut learner = Learner::new(game, lessons, budget)?;
    let usual = learner.usual();
    let mut best = usual.clone();
    for change in CHANGES {
        for feature in 0..learner.features.len() {
            let mut other = best.clone();
            other[feature] += change;
            if learner.score(&other, &best)? > CLEARLY && learner.score(&other, &best)? > CLEARLY {
                best = other;
            }
        }
    }
    // Each step is an improvement, but improvements need not be transitive.
    if best != usual && learner.score(&best, &usual)? <= 0.5 {
        best = usual;
    }
    Ok(learner.weights(&best))
}

/// Returns the heuristics that may be combined.
fn features() -> impl Iterator<Item = Feature> {
    let alphas = [(1, 4), (1, 2)].map(|(n, d)| Feature::Goals(Rational::new(n, d)));
    alphas.into_iter().chain([Feature::Conditions(4), Feature::Conditions(2)])
}

struct Learner<'g> {
    game: &'g RewriteGame,
    plays: u64,
    features: Vec<Feature>,
    /// The size of each feature: its root mean square in random plays.
    sizes: Vec<f64>,
    seed: u64,
    budget: &'g Budget,
}

impl<'g> Learner<'g> {
    fn new(
        game: &'g RewriteGame,
        lessons: &Lessons,
        budget: &'g Budget,
    ) -> Result<Learner<'g>, Unplayable> {
        let mut learner = Learner {
            game,
            plays: lessons.plays,
            features: vec![],
            sizes: vec![],
            seed: lessons.seed << 32,
            budget,
        };
        for feature in features() {
            // Heuristics that cannot be derived from these goals, or that count nothing, are
            // omitted.
            let evaluation = match Evaluation::feature(game, &feature, budget) {
                Ok(evaluation) => evaluation,
                Err(Unplayable::Stopped(_)) => break,
                Err(_) => continue,
            };
            let size = learner.size(&evaluation);
            if size > 0.0 {
                learner.features.push(feature);
                learner.sizes.push(size);
            }
        }
        if learner.features.is_empty() {
            budget.poll().map_err(|stopped| Unplayable::Stopped(stopped.into()))?;
        }
        match learner.features.is_empty() || game.description().players.len() != 2 {
            true => Err(Unplayable::TooLarge("there are no heuristics to combine".into())),
            false => Ok(learner),
        }
    }

    fn is_stopped(&self) -> bool {
        self.budget.poll().is_err()
    }

    fn size(&self, evaluation: &Evaluation) -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let (mut squares, mut seen) = (0.0, 0.0);
        for moves in (0..32).map(|play| play % 16).take_while(|_| !self.is_stopped()) {
            let mut state = self.game.initial();
            self.game.random_playout(&mut state, &mut rng, moves, &mut Vec::new());
            squares += evaluation.value(self.game, &state, Agent::FIRST).powi(2);
            seen += 1.0;
        }
        f64::sqrt(squares / f64::max(seen, 1.0))
    }

    /// Returns the default heuristic.
    fn usual(&self) -> Vec<f64> {
        let usual = &Weights::of(self.game.heuristic_choice()).0[0].0;
        self.features.iter().map(|feature| if feature == usual { 1.0 } else { 0.0 }).collect()
    }

    /// Converts shares to weights of the heuristics, the greatest of which is 1.
    fn weights(&self, shares: &[f64]) -> Weights {
        let weights = shares.iter().zip(&self.sizes).map(|(share, size)| share / size);
        let most = weights.clone().fold(0.0, |most: f64, weight| most.max(weight.abs()));
        let rounded = weights.map(|weight| (weight / most.max(1e-300) * 1e6).round() / 1e6);
        let parts = self.features.iter().cloned().zip(rounded);
        Weights(parts.filter(|(_, weight)| *weight != 0.0).collect())
    }

    /// Returns the share of points of one heuristic against another, in plays with equal openings
    /// and both assignments of sides. Plays after a stop count nothing.
    fn score(&mut self, one: &[f64], other: &[f64]) -> Result<f64, Unplayable> {
        let evaluation = |w| Evaluation::weighted(self.game, &self.weights(w), self.budget);
        let (one, other) = match (evaluation(one), evaluation(other)) {
            (Err(Unplayable::Stopped(_)), _) | (_, Err(Unplayable::Stopped(_))) => return Ok(0.0),
            (one, other) => (one?, other?),
        };
        let mut score = 0.0;
        for play in 0..self.plays {
            let points = match play % 2 {
                0 => self.play(&one, &other),
                _ => self.play(&other, &one).map(|points| 1.0 - points),
            };
            let Some(points) = points else { break };
            score += points;
            self.seed += play % 2;
        }
        Ok(score / self.plays.max(1) as f64)
    }

    /// Plays one game, and returns the points of the first player, from 0 to 1; `None` if it was
    /// stopped.
    fn play(&self, first: &Evaluation, second: &Evaluation) -> Option<f64> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let (game, mut state, mut moves) = (self.game, self.game.initial(), Vec::new());
        for ply in 0..LONGEST {
            let Turn::Of(agent) = game.turn(&state) else { break };
            if self.is_stopped() {
                return None;
            }
            moves.clear();
            game.moves(&state, agent, &mut moves);
            let evaluation = if agent == Agent::FIRST { first } else { second };
            let at = match ply < CHANCE {
                true => below(&mut rng, moves.len()),
                false => self.choose(evaluation, &state, agent, &moves)?,
            };
            game.play(&mut state, agent, moves[at]);
        }
        Some(match game.turn(&state) {
            Turn::Final => 0.5 + 0.5 * game.payoff(&state, Agent::FIRST).clamp(-1.0, 1.0),
            _ => 0.5,
        })
    }

    /// Returns the place of the move that a search of two moves prefers; `None` if it was stopped.
    fn choose(
        &self,
        evaluation: &Evaluation,
        state: &RewriteState,
        agent: Agent,
        moves: &[crate::RewriteMove],
    ) -> Option<usize> {
        let mut best = (0, f64::NEG_INFINITY);
        for (i, &mv) in moves.iter().enumerate() {
            if self.is_stopped() {
                return None;
            }
            let next = self.game.after(state, agent, mv);
            let value = self.value(evaluation, &next, agent, DEPTH - 1, (best.1, f64::INFINITY));
            if value > best.1 {
                best = (i, value);
            }
        }
        Some(best.0)
    }

    /// Returns the alpha-beta value of a state for an agent.
    fn value(
        &self,
        evaluation: &Evaluation,
        state: &RewriteState,
        me: Agent,
        depth: u32,
        (mut alpha, mut beta): (f64, f64),
    ) -> f64 {
        let game = self.game;
        let mover = match game.turn(state) {
            Turn::Of(mover) if depth > 0 => mover,
            Turn::Final => return WIN * game.payoff(state, me),
            _ => return evaluation.value(game, state, me),
        };
        let mut moves = Vec::new();
        game.moves(state, mover, &mut moves);
        for mv in moves {
            let next = game.after(state, mover, mv);
            let value = self.value(evaluation, &next, me, depth - 1, (alpha, beta));
            match mover == me {
                true => alpha = alpha.max(value),
                false => beta = beta.min(value),
            }
            if alpha >= beta {
                break;
            }
        }
        if mover == me { alpha } else { beta }
    }
}
