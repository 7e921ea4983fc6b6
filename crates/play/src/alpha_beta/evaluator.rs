//! An evaluation for any game, learned from random playouts.
//!
//! The features are the numbers of true atoms of each pattern ([`Patterns`]), mobility, and who is
//! on turn; their weights predict the results of playouts (ridge regression). Where playouts do not
//! end, as in chess, the weights predict how many moves the agents will have to choose from, which
//! is what pieces are worth. If a game has an evaluation of its own, that is used instead.

use ludex_base::sort_by;
use ludex_game::{Agent, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::patterns::{Feature, Patterns};
use super::regression::{Fit, Rows, fit};
use crate::survey::Survey;
use crate::{Clock, Rules};

/// The greatest number of features in the evaluation, those with the greatest weights.
const FEATURES: usize = 1024;
/// The greatest number of atoms that are learned about.
const MOST_ATOMS: usize = 1 << 12;
/// The greatest number of states to learn from, and the least for a fit.
const LESSONS: usize = 4_000;
/// The greatest number of true atoms in all of them.
const STORED: usize = 200_000;
const LEAST_LESSONS: usize = 32;
/// The number of states to learn from in a playout.
const KEPT: f64 = 6.0;
/// The greatest number of moves of the playouts for one fit.
const MOVES: u64 = 60_000;
/// The longest playout to learn from.
const LONGEST: u64 = 400;
/// The number of plies whose choices are what a state is worth where playouts do not end.
const WINDOW: usize = 16;
/// The penalty of a squared weight: of a pattern, of mobility, of being on turn. A pattern counts
/// for about 0.07 of a win, mobility for 0.3.
const PENALTIES: [f32; 3] = [200.0, 10.0, 10.0];
/// The steps of a regression.
const STEPS: usize = 16;
/// Mobility is left out, as it takes time, unless it makes this share of the evaluation.
const MOBILE: f32 = 0.15;
/// A move changes the evaluation much if it does so by this multiple of the median.
const NOISY: f32 = 4.0;

/// The evaluation of a game.
pub(super) struct Evaluator {
    pub survey: Survey,
    /// The change of the evaluation by a move from which on the state is not quiet.
    pub noise: f32,
    own: bool,
    names: Vec<String>,
    patterns: Patterns,
    lessons: Vec<Lesson>,
    /// The number of true atoms in all lessons.
    stored: usize,
    /// The number of lessons of the last fit.
    fitted: usize,
    rng: Xoshiro256PlusPlus,
    /// The features that have a weight.
    terms: Vec<Feature>,
    /// The weights for each agent, or for the first only if it is opposed to the second.
    weights: Vec<Weights>,
}

/// The weights of the features for an agent.
#[derive(Clone, Debug, Default)]
struct Weights {
    terms: Vec<f32>,
    mobility: f32,
    turn: f32,
    constant: f32,
}

/// A state to learn from.
struct Lesson {
    /// The true atoms there, and after the next move.
    atoms: Vec<u32>,
    after: Vec<u32>,
    /// For each agent its mobility, whether it is on turn, and what the state turned out to be
    /// worth, from -1 to 1.
    mobility: Vec<f32>,
    turn: Vec<f32>,
    worth: Vec<f32>,
    /// Whether the playout came to an end.
    ended: bool,
}

impl Evaluator {
    /// Makes an evaluator that has not learned anything yet.
    pub fn new<G: Rules>(game: &G, start: &G::State, survey: Survey, seed: u64) -> Evaluator {
        let own = survey.sum.is_some() && game.evaluation(start).is_some();
        let mut names = if own { Vec::new() } else { game.atoms() };
        names.truncate(MOST_ATOMS);
        let agents = if survey.sum.is_some() { 1 } else { game.agents().len() };
        Evaluator {
            survey,
            noise: f32::INFINITY,
            own,
            patterns: Patterns::new(&names),
            names,
            lessons: Vec::new(),
            stored: 0,
            fitted: 0,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            terms: Vec::new(),
            weights: vec![Weights::default(); agents],
        }
    }

    /// Returns whether more playouts would change the weights.
    pub fn is_learning(&self) -> bool {
        !self.own && self.lessons.len() < LESSONS && self.stored < STORED
    }

    /// Learns from random playouts from a state.
    pub fn learn<G: Rules>(&mut self, game: &G, start: &G::State, clock: &Clock<'_, G::Move>) {
        let most = clock.nodes().map_or(MOVES, |nodes| nodes.clamp(2_000, MOVES));
        let playing = clock.part(0.6);
        let mut moves = 0;
        while self.is_learning() && moves < most && !playing.time_is_up() {
            moves += self.playout(game, start, clock);
        }
        if self.lessons.len() >= LEAST_LESSONS.max(self.fitted * 3 / 2) {
            self.fit();
        }
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
        let mut sum = weights.constant + weights.turn * turn(game, state, agent);
        if weights.mobility != 0.0 {
            sum += weights.mobility * mobility(game, state, agent, buffer);
        }
        for (feature, &weight) in self.terms.iter().zip(&weights.terms) {
            if game.holds(state, feature.atom)
                && feature.other.is_none_or(|other| game.holds(state, other))
            {
                sum += weight;
            }
        }
        0.5 + 0.5 * sum.tanh()
    }

    /// Plays one playout and keeps some of its states. Returns the number of moves.
    fn playout<G: Rules>(&mut self, game: &G, start: &G::State, clock: &Clock<'_, G::Move>) -> u64 {
        let longest = self.survey.longest.min(LONGEST);
        let stride = (self.survey.length.min(longest as f64) / KEPT).max(1.0) as usize;
        let mut next = below(&mut self.rng, stride) as u64;
        let mut state = start.clone();
        let (mut moves, mut chosen) = (Vec::new(), Vec::new());
        let mut kept: Vec<(usize, Lesson)> = Vec::new();
        let mut choices: Vec<(u8, f32)> = Vec::new();
        let mut played = 0;
        while played < longest && game.turn(&state) != Turn::Final {
            if played.is_multiple_of(16) && played > 0 && clock.time_is_up() {
                break;
            }
            let keep = played == next;
            if keep {
                kept.push((choices.len(), self.lesson(game, &state, &mut moves)));
                next += 1 + below(&mut self.rng, 2 * stride - 1) as u64;
            }
            chosen.clear();
            let agents = match game.turn(&state) {
                Turn::Of(agent) => agent.0..agent.0 + 1,
                _ => 0..game.agents().len() as u8,
            };
            for agent in agents {
                moves.clear();
                game.moves(&state, Agent(agent), &mut moves);
                chosen.extend(moves.get(below(&mut self.rng, moves.len())));
                choices.push((agent, (moves.len() as f32).ln()));
            }
            game.step(&mut state, &chosen);
            if let (true, Some((_, lesson))) = (keep, kept.last_mut()) {
                lesson.after = self.true_atoms(game, &state);
            }
            played += 1;
        }
        let ended = game.turn(&state) == Turn::Final;
        let mut shares = vec![0.5; game.agents().len()];
        if ended {
            self.survey.shares(game, &state, &mut shares);
        }
        for (at, mut lesson) in kept {
            let window = &choices[at..choices.len().min(at + WINDOW)];
            lesson.ended = ended;
            lesson.worth = match ended {
                true => shares.iter().map(|share| 2.0 * share - 1.0).collect(),
                false => (0..shares.len() as u8).map(|agent| freedom(agent, window)).collect(),
            };
            self.stored += lesson.atoms.len();
            self.lessons.push(lesson);
        }
        played.max(1)
    }

    fn true_atoms<G: Rules>(&self, game: &G, state: &G::State) -> Vec<u32> {
        (0..self.names.len() as u32).filter(|&atom| game.holds(state, atom)).collect()
    }

    /// Returns what there is to learn about a state, before it is known what it is worth.
    fn lesson<G: Rules>(&self, game: &G, state: &G::State, moves: &mut Vec<G::Move>) -> Lesson {
        let agents = || game.agents().iter().take(self.weights.len());
        Lesson {
            atoms: self.true_atoms(game, state),
            after: Vec::new(),
            mobility: agents().map(|agent| mobility(game, state, agent, moves)).collect(),
            turn: agents().map(|agent| turn(game, state, agent)).collect(),
            worth: Vec::new(),
            ended: false,
        }
    }

    /// Finds the weights by the lessons so far.
    fn fit(&mut self) {
        if self.fitted == 0 {
            let states: Vec<Vec<u32>> = self.lessons.iter().map(|l| l.atoms.clone()).collect();
            self.patterns.pair(&self.names, &states);
        }
        self.fitted = self.lessons.len();
        let patterns = &self.patterns;
        let [mobile, turn] = [patterns.count as u32, patterns.count as u32 + 1];
        let ended = self.lessons.iter().filter(|lesson| lesson.ended).count();
        let mut penalties = vec![PENALTIES[0]; patterns.count];
        // Mobility predicts itself where it is what states are worth.
        penalties.push(if 2 * ended >= self.fitted { PENALTIES[1] } else { 1e9 });
        penalties.push(PENALTIES[2]);
        let found: Vec<Vec<u32>> =
            self.lessons.iter().map(|lesson| patterns.features_of(&lesson.atoms)).collect();
        let fits: Vec<Fit> = (0..self.weights.len())
            .map(|agent| {
                let mut rows = Rows::default();
                for (lesson, features) in self.lessons.iter().zip(&found) {
                    let counted = features.iter().flat_map(|&feature| patterns.of(feature));
                    let rest = [(mobile, lesson.mobility[agent]), (turn, lesson.turn[agent])];
                    rows.push(counted.map(|&pattern| (pattern, 1.0)).chain(rest));
                }
                let worth: Vec<f32> = self.lessons.iter().map(|l| l.worth[agent]).collect();
                fit(&rows, &worth, &penalties, STEPS)
            })
            .collect();
        self.take(&fits);
        self.noise = self.noise_of_moves();
    }

    /// Takes the weights that were found: those of the features with the greatest ones.
    fn take(&mut self, fits: &[Fit]) {
        let patterns = &self.patterns;
        let weight = |fit: &Fit, feature: u32| -> f32 {
            patterns.of(feature).iter().map(|&pattern| fit.weights[pattern as usize]).sum()
        };
        let all = 0..patterns.features.len() as u32;
        let largest: Vec<f32> = all
            .clone()
            .map(|feature| fits.iter().map(|fit| weight(fit, feature).abs()).fold(0.0, f32::max))
            .collect();
        let mut kept: Vec<u32> = all.filter(|&feature| largest[feature as usize] > 1e-4).collect();
        sort_by(&mut kept, |&a, &b| largest[b as usize].total_cmp(&largest[a as usize]));
        kept.truncate(FEATURES);
        kept.sort_unstable();
        self.terms = kept.iter().map(|&feature| patterns.features[feature as usize]).collect();
        let spread = |values: &mut dyn Iterator<Item = f32>| {
            let values: Vec<f32> = values.collect();
            let mean = values.iter().sum::<f32>() / values.len().max(1) as f32;
            (values.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / values.len() as f32).sqrt()
        };
        for (agent, fit) in fits.iter().enumerate() {
            let [mobile, turn] = [patterns.count, patterns.count + 1].map(|c| fit.weights[c]);
            let part = spread(&mut self.lessons.iter().map(|l| mobile * l.mobility[agent]));
            let whole = spread(&mut self.lessons.iter().map(|l| l.worth[agent]));
            let matters = part > MOBILE * whole * fit.explained.max(0.0).sqrt();
            let mean = self.lessons.iter().map(|l| l.mobility[agent]).sum::<f32>()
                / self.lessons.len().max(1) as f32;
            self.weights[agent] = Weights {
                terms: kept.iter().map(|&feature| weight(fit, feature)).collect(),
                mobility: if matters { mobile } else { 0.0 },
                turn,
                constant: fit.constant + if matters { 0.0 } else { mobile * mean },
            };
        }
    }

    /// Returns the change of the evaluation by a move that is large compared with most moves.
    fn noise_of_moves(&self) -> f32 {
        let weights = &self.weights[0].terms;
        let value = |atoms: &[u32]| -> f32 {
            let holds = |atom: u32| atoms.binary_search(&atom).is_ok();
            let terms = self.terms.iter().zip(weights);
            terms
                .filter(|(f, _)| holds(f.atom) && f.other.is_none_or(holds))
                .map(|(_, &weight)| weight)
                .sum()
        };
        let changes =
            self.lessons.iter().take(500).map(|l| (value(&l.after) - value(&l.atoms)).abs());
        let mut changes: Vec<f32> = changes.collect();
        sort_by(&mut changes, |a, b| a.total_cmp(b));
        let median = changes.get(changes.len() / 2).copied().unwrap_or(0.0);
        (NOISY * median).max(0.01)
    }
}

/// Returns whether an agent is on turn (1), somebody else (-1), or all are (0).
fn turn<G: Rules>(game: &G, state: &G::State, agent: Agent) -> f32 {
    match game.turn(state) {
        Turn::Of(mover) if mover == agent => 1.0,
        Turn::Of(_) => -1.0,
        _ => 0.0,
    }
}

/// Returns how many more moves an agent has to choose from than the others in a part of a playout,
/// from -1 to 1.
fn freedom(agent: u8, choices: &[(u8, f32)]) -> f32 {
    let mean = |own: bool| {
        let list = choices.iter().filter(|(other, _)| (*other == agent) == own);
        let (sum, count) = list.fold((0.0, 0.0), |(sum, count), (_, n)| (sum + n, count + 1.0));
        if count > 0.0 { sum / count } else { 0.0 }
    };
    (mean(true) - mean(false)).tanh()
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
