//! What a few random playouts show about a game: whether agents choose simultaneously, the range of
//! payoffs, the length of plays and the branching factor.
//!
//! Searches then assume that payoffs stay in their ranges, and that those of two agents have a
//! constant sum. They check this at every final state they meet and drop the assumption where it is
//! broken.

use ludex_game::{Agent, Scores, Turn, below, roll};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use crate::player::code_of;
use crate::{Clock, Rules};

/// The most playouts, and the most moves of all of them.
const PLAYOUTS: u64 = 40;
const MOVES: u64 = 20_000;
/// The number of outcomes from which on they are taken for numbers that need not all occur.
const MANY: usize = 1_000;
/// The longest playout, and the number of moves after which it looks at the clock.
const LONGEST: u64 = 2_000;
const LOOK: u64 = 64;

/// The range of the payoffs of an agent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    /// The smallest payoff.
    pub low: f64,
    /// The greatest payoff.
    pub high: f64,
}

impl Range {
    /// Returns the position of a payoff in the range, from 0 to 1.
    pub fn share(self, payoff: f64) -> f64 {
        let width = self.high - self.low;
        if width > 0.0 { ((payoff - self.low) / width).clamp(0.0, 1.0) } else { 0.5 }
    }

    /// Returns the payoff at a position of the range.
    pub fn payoff(self, share: f64) -> f64 {
        self.low + share * (self.high - self.low)
    }

    /// Returns whether a payoff is in the range.
    pub fn has(self, payoff: f64) -> bool {
        (self.low..=self.high).contains(&payoff)
    }

    pub(crate) fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub(crate) fn with(self, payoff: f64) -> Range {
        self.hull(Range { low: payoff, high: payoff })
    }
}

/// What is known of a game, or was observed in playouts.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// The payoffs of each agent.
    pub ranges: Vec<Range>,
    /// The payoffs of each agent that were observed, as far as they make a range: what one of two
    /// opponents can win so can the other.
    pub observed: Option<Vec<Range>>,
    /// The sum of the payoffs of two agents, if it is constant: what one wins the other loses.
    pub sum: Option<f64>,
    /// Whether there are states where several agents have a choice.
    pub simultaneous: bool,
    /// The mean number of moves to choose from.
    pub branching: f64,
    /// The share of turns at which the only agent to move has one move.
    pub forced: f64,
    /// The share of choices that are moves which the agent has played before in the same playout:
    /// none where pieces are put and stay, many where they move about.
    pub recurring: f64,
    /// The mean number of moves of the playouts that ended.
    pub length: f64,
    /// The mean number of choices in a playout, ended or not.
    pub choices: f64,
    /// The number of moves after which a playout is given up.
    pub longest: u64,
    /// The share of playouts that did not end.
    pub endless: f64,
}

impl Survey {
    /// Plays a game at random from a state. With a clock that counts nodes the result depends on
    /// the seed only.
    pub fn new<G: Rules>(
        game: &G,
        start: &G::State,
        seed: u64,
        clock: &Clock<'_, G::Move>,
    ) -> Survey {
        let mut plays = RandomPlays::new(game, seed);
        for playout in 0..PLAYOUTS {
            if playout > 0 && (plays.moves > MOVES || clock.time_is_up()) {
                break;
            }
            plays.playout(start, clock);
        }
        plays.survey()
    }

    /// Writes the payoffs of a final state as shares of their ranges. Returns `false` if they
    /// contradict the survey, which is then widened to allow for them.
    pub fn shares<G: Rules>(&mut self, game: &G, end: &G::State, out: &mut [f32]) -> bool {
        let mut fits = true;
        for (agent, share) in game.agents().iter().zip(out.iter_mut()) {
            let payoff = game.payoff(end, agent);
            let range = &mut self.ranges[agent.index()];
            fits &= range.has(payoff);
            *range = range.with(payoff);
            *share = range.share(payoff) as f32;
        }
        if let Some(sum) = self.sum {
            let same = (total(game, end) - sum).abs() < 1e-9;
            fits &= same;
            self.sum = self.sum.filter(|_| same);
            out[1] = 1.0 - out[0];
        }
        fits
    }

    /// Writes the mean payoffs of many plays as shares of their ranges, as [`Survey::shares`] does
    /// for one; plays that did not come to an end are worth half.
    pub fn mean_shares(&mut self, scores: &Scores, plays: u64, out: &mut [f32]) -> bool {
        let (ended, mut fits) = (scores.plays as f64, true);
        let open = 0.5 * plays.saturating_sub(scores.plays) as f64;
        for (agent, share) in out.iter_mut().enumerate() {
            let range = &mut self.ranges[agent];
            let mean = scores.mean(agent);
            if ended > 0.0 {
                fits &= range.has(mean);
                *range = range.with(mean);
            }
            *share = ((range.share(mean) * ended + open) / (ended + open * 2.0).max(1.0)) as f32;
        }
        if let Some(sum) = self.sum.filter(|_| ended > 0.0) {
            // Payoffs with a constant sum have opposite deviations: as much for one as for the
            // other.
            let spread = |agent: usize| scores.squares[agent] / ended - scores.mean(agent).powi(2);
            let same = (scores.mean(0) + scores.mean(1) - sum).abs() < 1e-6
                && (spread(0) - spread(1)).abs() < 1e-3;
            fits &= same;
            self.sum = self.sum.filter(|_| same);
            out[1] = 1.0 - out[0];
        }
        fits
    }
}

/// Returns the sum of the payoffs of two agents.
fn total<G: Rules>(game: &G, end: &G::State) -> f64 {
    game.payoff(end, Agent::FIRST) + game.payoff(end, Agent::SECOND)
}

/// Random playouts, and what was observed in them.
struct RandomPlays<'g, G: Rules> {
    game: &'g G,
    rng: Xoshiro256PlusPlus,
    moves: u64,
    choices: u64,
    options: u64,
    forced: u64,
    recurring: u64,
    /// The moves of this playout, by their codes.
    played: FxHashSet<u32>,
    ended: u64,
    started: u64,
    ended_moves: u64,
    longest: u64,
    simultaneous: bool,
    seen: Vec<Option<Range>>,
    sum: Option<f64>,
    constant: bool,
}

impl<'g, G: Rules> RandomPlays<'g, G> {
    fn new(game: &'g G, seed: u64) -> Self {
        RandomPlays {
            game,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            moves: 0,
            choices: 0,
            options: 0,
            forced: 0,
            recurring: 0,
            played: FxHashSet::default(),
            ended: 0,
            started: 0,
            ended_moves: 0,
            longest: 0,
            simultaneous: false,
            seen: vec![None; game.agents().len()],
            sum: None,
            constant: game.agents().len() == 2,
        }
    }

    fn playout(&mut self, start: &G::State, clock: &Clock<'_, G::Move>) {
        let (mut state, mut moves, mut chosen) = (start.clone(), Vec::new(), Vec::new());
        self.started += 1;
        self.played.clear();
        for played in 0..LONGEST {
            // A slow game must not take the time of the move.
            if played % LOOK == LOOK - 1 && clock.time_is_up() {
                return;
            }
            chosen.clear();
            match self.game.turn(&state) {
                Turn::Final => return self.end(&state, played),
                Turn::Of(agent) => {
                    let count = self.pick(&state, agent, &mut moves, &mut chosen);
                    self.forced += u64::from(count == 1);
                }
                Turn::Chance => chosen.extend(roll(self.game, &state, &mut self.rng)),
                Turn::Together => {
                    let mut free = 0;
                    for agent in self.game.agents().iter() {
                        free += u32::from(self.pick(&state, agent, &mut moves, &mut chosen) > 1);
                    }
                    self.simultaneous |= free > 1;
                }
            }
            self.moves += 1;
            self.game.step(&mut state, &chosen);
        }
    }

    /// Chooses a random move for an agent. Returns how many moves it had.
    fn pick(
        &mut self,
        state: &G::State,
        agent: Agent,
        moves: &mut Vec<G::Move>,
        chosen: &mut Vec<G::Move>,
    ) -> usize {
        moves.clear();
        self.game.moves(state, agent, moves);
        if moves.len() > 1 {
            self.choices += 1;
            self.options += moves.len() as u64;
        }
        let mv = moves.get(below(&mut self.rng, moves.len())).copied();
        if let (Some(mv), true) = (mv, moves.len() > 1) {
            self.recurring += u64::from(!self.played.insert(code_of(agent.0, mv)));
        }
        chosen.extend(mv);
        moves.len()
    }

    fn end(&mut self, state: &G::State, played: u64) {
        self.ended += 1;
        self.ended_moves += played;
        self.longest = self.longest.max(played);
        for agent in self.game.agents().iter() {
            let payoff = self.game.payoff(state, agent);
            let seen = &mut self.seen[agent.index()];
            let range = seen.unwrap_or(Range { low: payoff, high: payoff });
            *seen = Some(range.with(payoff));
        }
        if self.constant {
            let total = total(self.game, state);
            self.constant = (total - *self.sum.get_or_insert(total)).abs() < 1e-9;
        }
    }

    /// Returns the ranges of the observed payoffs, if all of them are more than one number.
    fn observed(&self) -> Option<Vec<Range>> {
        let mut seen: Vec<Range> = self.seen.iter().copied().collect::<Option<_>>()?;
        if let (Some(sum), true, [first, second]) = (self.sum, self.constant, &mut seen[..]) {
            let mirrored = |range: &Range| Range { low: sum - range.high, high: sum - range.low };
            *first = first.hull(mirrored(first));
            *second = mirrored(first);
        }
        seen.iter().all(|range| range.low < range.high).then_some(seen)
    }

    fn survey(self) -> Survey {
        let outcomes = self.game.outcomes();
        let low = outcomes.iter().next().map_or(0.0, |worst| outcomes.number(worst));
        let listed = Range { low, high: outcomes.number(outcomes.best()) };
        let observed = self.observed();
        // In a long list of numbers most do not occur, and those that do differ too little.
        let all = match &observed {
            Some(observed) if outcomes.len() > MANY => observed[0],
            _ => listed,
        };
        // Where nothing ended two agents are taken for opponents as the model has them.
        let sum = if self.ended == 0 { Some(0.0) } else { self.sum };
        let sum = sum.filter(|_| self.constant);
        let range = |agent: usize| match (agent, sum) {
            (1, Some(sum)) => Range { low: sum - all.high, high: sum - all.low },
            _ => self.seen[agent].map_or(all, |seen| all.hull(seen)),
        };
        let longest = if self.ended == self.started { 4 * self.longest } else { 2 * self.longest };
        Survey {
            observed,
            ranges: (0..self.seen.len()).map(range).collect(),
            sum,
            simultaneous: self.simultaneous,
            branching: self.options as f64 / self.choices.max(1) as f64,
            forced: self.forced as f64 / self.moves.max(1) as f64,
            recurring: self.recurring as f64 / self.choices.max(1) as f64,
            choices: self.choices as f64 / self.started.max(1) as f64,
            length: self.ended_moves as f64 / self.ended.max(1) as f64,
            longest: longest.clamp(200, LONGEST),
            endless: 1.0 - self.ended as f64 / self.started.max(1) as f64,
        }
    }
}
