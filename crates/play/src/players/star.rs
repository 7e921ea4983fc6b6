//! Monte Carlo *-minimax: depth-first search with the pruning of Star1, over a few sampled rolls
//! where chance moves \[LSVAW13\].
//!
//! For games of turns with one agent or two opponents. The search deepens until the clock stops it;
//! leaves are valued by a few random playouts. Where few things can happen all are searched, each with its
//! probability; where many can, a few are drawn with replacement, and count alike.

use ludex_game::{Agent, DynMove, DynState, Model, Turn, below, chances, roll};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::limit::Ticker;
use crate::player::{moves_of, open_choice};
use crate::survey::Survey;
use crate::{Clock, Decision, PlayableGame, Player, Thought};

/// The rolls that are drawn where more can happen.
const WIDTH: usize = 6;
/// The playouts that value a leaf: one says little where chance decides much.
const PLAYOUTS: u32 = 16;
/// The greatest depth.
const DEEPEST: u32 = 64;

/// A player by Monte Carlo *-minimax.
pub struct StarSampling<'g> {
    game: &'g PlayableGame,
    rng: Xoshiro256PlusPlus,
    survey: Survey,
}

/// The time is up.
struct Up;

impl<'g> StarSampling<'g> {
    /// Makes a player of a game of which this is known.
    pub fn new(game: &'g PlayableGame, survey: Survey, seed: u64) -> Self {
        StarSampling { game, rng: Xoshiro256PlusPlus::seed_from_u64(seed), survey }
    }
}

impl Player<PlayableGame> for StarSampling<'_> {
    fn choose(
        &mut self,
        state: &DynState,
        agent: Agent,
        clock: &Clock<'_, DynMove>,
    ) -> Option<Decision<DynMove>> {
        let mut moves = match open_choice(self.game, state, agent, clock) {
            Ok(moves) => moves,
            Err(decision) => return decision,
        };
        let StarSampling { game, rng, survey } = self;
        let mut search =
            Search { game, rng, survey, agent, ticker: Ticker::new(clock), cut: false };
        let mut value = None;
        for depth in 1..=DEEPEST {
            search.cut = false;
            let Ok(found) = search.root(state, &mut moves, depth) else { break };
            value = Some(found);
            clock.offer(moves[0]);
            if !search.cut {
                break;
            }
        }
        let range = search.survey.ranges[agent.index()];
        let value = value.map(|share| range.payoff(share));
        let thought = Thought { value, proven: false, nodes: search.ticker.nodes };
        moves.first().map(|&mv| Decision { mv, thought })
    }
}

/// A search for a move of an agent; values are shares of its range of payoffs.
struct Search<'s, 'c> {
    game: &'s PlayableGame,
    rng: &'s mut Xoshiro256PlusPlus,
    survey: &'s Survey,
    agent: Agent,
    ticker: Ticker<'s, 'c, DynMove>,
    /// Whether the depth ended the search of some state.
    cut: bool,
}

impl Search<'_, '_> {
    /// Searches all moves to a depth, and puts the best first. Returns its value.
    fn root(&mut self, state: &DynState, moves: &mut [DynMove], depth: u32) -> Result<f64, Up> {
        let (mut best, mut place) = (f64::NEG_INFINITY, 0);
        for (number, &mv) in moves.iter().enumerate() {
            let value = self.value(&self.after(state, mv), depth - 1, best.max(0.0), 1.0)?;
            if value > best {
                (best, place) = (value, number);
            }
        }
        moves[..=place].rotate_right(1);
        Ok(best)
    }

    fn after(&self, state: &DynState, mv: DynMove) -> DynState {
        let mut next = state.clone();
        self.game.step(&mut next, &[mv]);
        next
    }

    /// Returns the value of a state, or a bound of it where it is outside the window.
    fn value(&mut self, state: &DynState, depth: u32, low: f64, high: f64) -> Result<f64, Up> {
        if self.ticker.tick() {
            return Err(Up);
        }
        match self.game.turn(state) {
            Turn::Final => Ok(self.share(state)),
            Turn::Of(agent) if depth > 0 => self.choice(state, agent, depth, (low, high)),
            Turn::Chance if depth > 0 => self.chance(state, depth, (low, high)),
            Turn::Of(_) | Turn::Chance | Turn::Together => {
                self.cut = true;
                let sum: f64 = (0..PLAYOUTS).map(|_| self.play_out(state)).sum();
                Ok(sum / f64::from(PLAYOUTS))
            }
        }
    }

    fn share(&self, state: &DynState) -> f64 {
        self.survey.ranges[self.agent.index()].share(self.game.payoff(state, self.agent))
    }

    fn choice(
        &mut self,
        state: &DynState,
        agent: Agent,
        depth: u32,
        (mut low, mut high): (f64, f64),
    ) -> Result<f64, Up> {
        let own = agent == self.agent;
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        for mv in moves_of(self.game, state, agent) {
            let value = self.value(&self.after(state, mv), depth - 1, low, high)?;
            if own {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        Ok(best)
    }

    /// Searches what can happen one after the other, each with the window outside of which it decides
    /// alone, where nothing is below 0 or above 1.
    fn chance(&mut self, state: &DynState, depth: u32, (low, high): (f64, f64)) -> Result<f64, Up> {
        let rolls = self.rolls(state);
        // What is expected of the rolls so far, and the weight of the others.
        let (mut sum, mut open) = (0.0, 1.0);
        for (mv, weight) in rolls {
            open = (open - weight).max(0.0);
            let least = (low - sum - open) / weight;
            let most = (high - sum) / weight;
            let window = (least.max(0.0), most.min(1.0));
            sum += weight * self.value(&self.after(state, mv), depth - 1, window.0, window.1)?;
            if sum >= high {
                return Ok(sum);
            }
            if sum + open <= low {
                return Ok(sum + open);
            }
        }
        Ok(sum)
    }

    /// Returns all that can happen with its probability, or a few samples of it.
    fn rolls(&mut self, state: &DynState) -> Vec<(DynMove, f64)> {
        let all = chances(self.game, state);
        if all.len() <= WIDTH {
            return all.into_iter().map(|(mv, probability)| (mv, probability.number())).collect();
        }
        self.cut = true;
        let samples = (0..WIDTH).filter_map(|_| roll(self.game, state, self.rng));
        samples.map(|mv| (mv, 1.0 / WIDTH as f64)).collect()
    }

    /// Plays at random to the end, and returns what the agent gets.
    fn play_out(&mut self, start: &DynState) -> f64 {
        let mut state = start.clone();
        for _ in 0..self.survey.longest {
            let mv = match self.game.turn(&state) {
                Turn::Final => return self.share(&state),
                Turn::Together => break,
                Turn::Chance => roll(self.game, &state, self.rng),
                Turn::Of(agent) => {
                    let moves = moves_of(self.game, &state, agent);
                    moves.get(below(self.rng, moves.len())).copied()
                }
            };
            let Some(mv) = mv else { break };
            self.game.step(&mut state, &[mv]);
        }
        0.5
    }
}
