//! A player of games with one agent: it searches for the best line and follows it.
//!
//! Two searches share the time. One is systematic: A* with an inadmissible heuristic if the game
//! has an evaluation, else breadth-first search. It finds shortest solutions, and searches small
//! games completely. The other is nested Monte Carlo search (Cazenave 2009), for larger games.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use ludex_game::{Agent, HashSeed, Turn, below};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashSet;

use crate::limit::Ticker;
use crate::player::{identity, moves_of};
use crate::survey::Survey;
use crate::{Clock, Decision, Player, Rules, Thought};

/// The only agent.
const ME: Agent = Agent::FIRST;
/// The weight of the evaluation against the number of moves.
const WEIGHT: f64 = 200.0;
/// The greatest level of nesting.
const LEVELS: u32 = 3;

/// A player of games with one agent.
pub struct Nested<'g, G: Rules> {
    game: &'g G,
    rng: Xoshiro256PlusPlus,
    survey: Option<Survey>,
    max_bytes: usize,
    /// The best line so far, from the state it starts at.
    line: Vec<G::Move>,
    payoff: f64,
    at: Option<u64>,
    /// The seed of the keys of states.
    key_seed: HashSeed,
    /// Whether no line can be better.
    best_possible: bool,
}

/// A state on the frontier of the systematic search.
struct Step<S, M> {
    state: S,
    parent: u32,
    mv: Option<M>,
    depth: u32,
}

impl<'g, G: Rules> Nested<'g, G> {
    /// Makes a player of a game, with a limit in bytes on its systematic search.
    pub fn new(game: &'g G, seed: u64, max_bytes: usize) -> Self {
        Nested {
            game,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            survey: None,
            max_bytes,
            line: Vec::new(),
            payoff: f64::NEG_INFINITY,
            at: None,
            key_seed: HashSeed::random(),
            best_possible: false,
        }
    }

    /// Searches for lines until the clock stops it. Returns the number of nodes.
    fn search(&mut self, state: &G::State, clock: &Clock<'_, G::Move>) -> u64 {
        let survey = match self.survey.take() {
            Some(survey) => survey,
            None => Survey::new(self.game, state, 0, &clock.part(0.1)),
        };
        if self.at != Some(identity(self.game, state, self.key_seed)) {
            (self.line, self.payoff, self.best_possible) = (Vec::new(), f64::NEG_INFINITY, false);
        }
        self.at = Some(identity(self.game, state, self.key_seed));
        let most = survey.ranges[0].high;
        let mut nodes = 0;
        if !self.best_possible {
            let part = clock.part(0.5);
            let mut ticker = Ticker::new(&part);
            // If the game counts moves, each board once, then each board after each number of
            // moves.
            if self.game.uncounted_key(state).is_some() {
                self.look_through(state, most, false, &mut ticker);
            }
            if !self.best_possible {
                self.look_through(state, most, true, &mut ticker);
            }
            nodes += ticker.nodes;
        }
        let rest = clock.less(nodes);
        let mut ticker = Ticker::new(&rest);
        let mut level = 1;
        while !self.best_possible && !ticker.is_up() {
            let (payoff, line) = self.nested(state, level, survey.longest, &mut ticker);
            self.found(payoff, most, || line);
            level = level % LEVELS + 1;
        }
        self.survey = Some(survey);
        nodes + ticker.nodes
    }

    fn found(&mut self, payoff: f64, most: f64, line: impl FnOnce() -> Vec<G::Move>) {
        if payoff > self.payoff {
            (self.payoff, self.line) = (payoff, line());
            self.best_possible |= payoff >= most;
        }
    }

    /// Searches the states systematically, the most promising first. Unless the search is `exact`,
    /// a state is skipped if one was met that differs only in the number of moves.
    fn look_through(
        &mut self,
        start: &G::State,
        most: f64,
        exact: bool,
        ticker: &mut Ticker<'_, '_, G::Move>,
    ) {
        let (game, seed) = (self.game, self.key_seed);
        let key = |state: &G::State| {
            let uncounted = if exact { None } else { game.uncounted_key(state) };
            let seeded = || game.seeded_key(state, seed);
            uncounted.or_else(seeded).unwrap_or_else(|| game.canonical_key(state))
        };
        let room = self.max_bytes / (size_of::<Step<G::State, G::Move>>() + game.heap_bytes() + 64);
        let mut steps = vec![Step { state: start.clone(), parent: 0, mv: None, depth: 0 }];
        let mut seen = FxHashSet::from_iter([key(start)]);
        let mut frontier = BinaryHeap::from([(Reverse(0i64), Reverse(0u32))]);
        while let Some((_, Reverse(at))) = frontier.pop() {
            let depth = steps[at as usize].depth + 1;
            for mv in moves_of(game, &steps[at as usize].state, ME) {
                if ticker.tick() || steps.len() >= room {
                    return;
                }
                let mut next = steps[at as usize].state.clone();
                game.step(&mut next, &[mv]);
                if game.turn(&next) == Turn::Final {
                    let payoff = game.payoff(&next, ME);
                    self.found(payoff, most, || line_to(&steps, at, mv));
                    if self.best_possible {
                        return;
                    }
                } else if seen.insert(key(&next)) {
                    let hope = game.evaluation(&next).unwrap_or(0.0);
                    let rank = i64::from(depth) * 1024 - (hope * WEIGHT * 1024.0) as i64;
                    frontier.push((Reverse(rank), Reverse(steps.len() as u32)));
                    steps.push(Step { state: next, parent: at, mv: Some(mv), depth });
                }
            }
        }
        // All states were searched.
        self.best_possible = exact && self.payoff > f64::NEG_INFINITY;
    }

    /// Returns a line by nested Monte Carlo search and its payoff: each move is the one whose
    /// search of the level below found most, or the next of the best line so far.
    fn nested(
        &mut self,
        start: &G::State,
        level: u32,
        longest: u64,
        ticker: &mut Ticker<'_, '_, G::Move>,
    ) -> (f64, Vec<G::Move>) {
        ticker.tick();
        let game = self.game;
        let (mut state, mut line) = (start.clone(), Vec::new());
        let (mut payoff, mut best) = (f64::NEG_INFINITY, Vec::new());
        while game.turn(&state) != Turn::Final && (line.len() as u64) < longest {
            let moves = moves_of(game, &state, ME);
            if level > 0 && !ticker.is_up() {
                for &mv in &moves {
                    let mut next = state.clone();
                    game.step(&mut next, &[mv]);
                    let (found, rest) = self.nested(&next, level - 1, longest, ticker);
                    if found > payoff {
                        payoff = found;
                        best.clone_from(&line);
                        best.push(mv);
                        best.extend(rest);
                    }
                }
            }
            let next = best.get(line.len()).copied();
            let Some(mv) = next.or_else(|| moves.get(below(&mut self.rng, moves.len())).copied())
            else {
                break;
            };
            game.step(&mut state, &[mv]);
            line.push(mv);
            if level == 0 && ticker.tick() {
                break;
            }
        }
        match game.turn(&state) == Turn::Final {
            true => (game.payoff(&state, ME).max(payoff), line),
            false => (payoff, best),
        }
    }
}

/// Returns the moves that lead to a step, and one more.
fn line_to<S, M: Copy>(steps: &[Step<S, M>], mut at: u32, last: M) -> Vec<M> {
    let mut line = vec![last];
    while let Some(mv) = steps[at as usize].mv {
        line.push(mv);
        at = steps[at as usize].parent;
    }
    line.reverse();
    line
}

impl<G: Rules> Player<G> for Nested<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        let moves = moves_of(self.game, state, agent);
        let &first = moves.first()?;
        clock.offer(first);
        let nodes = self.search(state, clock);
        let value = Some(self.payoff).filter(|payoff| payoff.is_finite());
        let thought = Thought { value, proven: self.best_possible, nodes };
        if self.line.is_empty() {
            let mv = moves[below(&mut self.rng, moves.len())];
            return Some(Decision { mv, thought: Thought { value: None, ..thought } });
        }
        // The rest of the line is the line from the next state.
        let mv = self.line.remove(0);
        let mut next = state.clone();
        self.game.step(&mut next, &[mv]);
        self.at = Some(identity(self.game, &next, self.key_seed));
        Some(Decision { mv, thought })
    }

    fn prepare(&mut self, state: &G::State, _agent: Agent, clock: &Clock<'_, G::Move>) {
        self.search(state, clock);
    }
}
