//! A player by alpha-beta with iterative deepening. It uses the evaluation of the game or one
//! learned from playouts, and extends the search where somebody could win at once.
//!
//! Games of two agents are searched by alpha-beta with a transposition table. With more agents the
//! others are assumed to form a coalition against the player (paranoid; Sturtevant and Korf 2000),
//! or only the one with the best reply moves (Schadd and Winands 2011), or each maximises its own
//! payoff (max-n; Luckhardt and Irani 1986). Where moves are simultaneous the others are assumed to
//! know the player's choice.

mod evaluator;
mod max_n;
mod ordering;
mod patterns;
mod quiet;
mod regression;
mod search;
mod simultaneous;
mod table;
mod window;

use ludex_game::Agent;

use self::evaluator::Evaluator;
use self::search::{PROVED, SURE, Search};
use crate::limit::Ticker;
use crate::player::{moves_of, open_choice};
use crate::survey::Survey;
use crate::{Clock, Decision, Player, Rules, Thought};

/// The time is up.
struct Up;

/// The deepest search.
const DEEPEST: u32 = 120;
/// The share of the time for learning the evaluation: for the first move, and for later ones.
const LESSONS: f64 = 0.3;
const LATER_LESSONS: f64 = 0.1;

/// How several opponents are assumed to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// All form a coalition against the player.
    Paranoid,
    /// Only one of them moves, the one with the best reply.
    BestReply,
    /// Each maximises its own payoff.
    MaxN,
}

/// A player by alpha-beta.
pub struct AlphaBeta<'g, G: Rules> {
    game: &'g G,
    style: Style,
    seed: u64,
    survey: Option<Survey>,
    evaluator: Option<Evaluator>,
    search: Search<'g, G>,
}

impl<'g, G: Rules> AlphaBeta<'g, G> {
    /// Makes a player of a game, with a limit in bytes on its transposition table.
    pub fn new(game: &'g G, style: Style, seed: u64, max_bytes: usize) -> Self {
        // A style of its own makes sense against several opponents only, and best replies only
        // where moves can be played off turn.
        let search = Search::new(game, max_bytes);
        AlphaBeta { game, style, seed, survey: None, evaluator: None, search }
    }

    /// Gives the player a survey of the game, so that it need not make one.
    pub fn with_survey(self, survey: Survey) -> Self {
        AlphaBeta { survey: Some(survey), ..self }
    }

    /// Takes the evaluation, or makes one, and gives it a share of the time to learn.
    fn evaluator(&mut self, state: &G::State, clock: &Clock<'_, G::Move>) -> Evaluator {
        let (mut evaluator, share) = match self.evaluator.take() {
            Some(evaluator) => (evaluator, LATER_LESSONS),
            None => {
                let survey = self.survey.take().unwrap_or_else(|| {
                    Survey::new(self.game, state, self.seed, &clock.part(LESSONS / 4.0))
                });
                (Evaluator::new(self.game, state, survey, self.seed), LESSONS)
            }
        };
        if evaluator.is_learning() {
            evaluator.learn(self.game, state, &clock.part(share));
        }
        evaluator
    }

    fn think(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
        evaluator: &Evaluator,
    ) -> Option<Decision<G::Move>> {
        let mut best = Decision::plain(*moves_of(self.game, state, agent).first()?);
        let mut ticker = Ticker::new(clock);
        let reply = self.style == Style::BestReply && self.game.agents().len() > 2;
        self.search.begin(agent, reply);
        for depth in 1..=DEEPEST {
            let found = match self.style {
                Style::MaxN => {
                    max_n::best_move(self.game, evaluator, state, agent, depth, &mut ticker)
                }
                _ => self.search.best_move(state, evaluator, depth, &mut ticker),
            };
            if let Some((mv, value)) = found.best {
                let proven = found.proven && self.is_payoff(value, &evaluator.survey);
                let value = Some(self.payoff(agent, value, proven, &evaluator.survey));
                best = Decision { mv, thought: Thought { value, proven, nodes: ticker.nodes } };
                clock.offer(mv);
            }
            if found.done || ticker.is_up() {
                break;
            }
        }
        best.thought.nodes = ticker.nodes;
        Some(best)
    }

    /// Returns whether what the player can secure is what it gets with perfect play: where the others
    /// want nothing but to hurt it, or where it gets the most there is.
    fn is_payoff(&self, value: i32, survey: &Survey) -> bool {
        survey.sum.is_some() || self.game.agents().len() == 1 || value >= PROVED
    }

    /// Converts a value of the search to a payoff of the agent. A proved value also contains the
    /// distance to the end, which is removed by rounding to the nearest outcome.
    fn payoff(&self, agent: Agent, value: i32, proven: bool, survey: &Survey) -> f64 {
        let share = f64::from(value).clamp(-f64::from(SURE), f64::from(SURE));
        let payoff = survey.ranges[agent.index()].payoff(0.5 + share / (2.0 * f64::from(SURE)));
        let (true, Some(sum)) = (proven, survey.sum) else { return payoff };
        let outcomes = self.game.outcomes();
        let numbers = outcomes.iter().map(|outcome| outcomes.number(outcome));
        let payoffs = numbers.map(|n| if agent == Agent::FIRST { n } else { sum - n });
        payoffs.min_by(|a, b| (a - payoff).abs().total_cmp(&(b - payoff).abs())).unwrap_or(payoff)
    }
}

/// The result of a search to a depth.
struct Found<M> {
    /// The best move and its value, if the search of at least one move is finished.
    best: Option<(M, i32)>,
    /// The value is proved.
    proven: bool,
    /// A deeper search cannot change the result.
    done: bool,
}

impl<G: Rules> Player<G> for AlphaBeta<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        if let Err(forced) = open_choice(self.game, state, agent, clock) {
            return forced;
        }
        let evaluator = self.evaluator(state, clock);
        let decision = self.think(state, agent, clock, &evaluator);
        self.evaluator = Some(evaluator);
        decision
    }

    /// Learns the evaluation.
    fn prepare(&mut self, state: &G::State, _agent: Agent, clock: &Clock<'_, G::Move>) {
        let mut evaluator = self.evaluator(state, clock);
        if evaluator.is_learning() {
            evaluator.learn(self.game, state, clock);
        }
        self.evaluator = Some(evaluator);
    }
}
