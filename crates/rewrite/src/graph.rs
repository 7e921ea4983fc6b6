//! All states of a game, and what the first player can force in it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludex_game::{Agent, Game, Model, TextError, Turn};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Rational, RewriteGame, RewriteState};

/// Limits to the work of a query.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most states that are visited.
    pub states: usize,
    /// The most memory for states, in bytes.
    pub bytes: usize,
    /// The longest time for visiting states.
    pub time: Duration,
    /// How many elements may be tried when a formula or a term is evaluated.
    pub fuel: u64,
    /// Set by somebody else to stop.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        let time = Duration::from_secs(600);
        Limits { states: 5_000_000, bytes: 1 << 30, time, fuel: 2_000_000_000, stop: None }
    }
}

/// How messages about limits start.
pub(crate) const NO_ANSWER: &str = "no answer within";

/// Whether a query failed only since its limits were reached.
pub fn out_of_budget(error: &TextError) -> bool {
    error.message.starts_with(NO_ANSWER)
}

/// Why not all states were visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unexplored {
    /// There are more states than allowed.
    #[error("{NO_ANSWER} {0} states")]
    States(usize),
    /// The states take more memory than allowed.
    #[error("{NO_ANSWER} {0} bytes of memory")]
    Memory(usize),
    /// The time was up.
    #[error("{NO_ANSWER} the time")]
    Time,
    /// Somebody said stop.
    #[error("{NO_ANSWER} the time until the interruption")]
    Stopped,
}

/// The graph of all states that can be reached.
#[derive(Debug, Default)]
pub struct StateGraph {
    /// Who moves in each state; nobody where it is final.
    movers: Vec<Option<Agent>>,
    /// The states before each state, with repetitions.
    before: Vec<Vec<u32>>,
    /// How many moves each state has.
    moves: Vec<u32>,
    /// The final states with the payoff of the first player.
    finals: Vec<(u32, Rational)>,
}

impl StateGraph {
    /// Visits all states, those nearest to the start first.
    pub fn explore(game: &RewriteGame, limits: &Limits) -> Result<StateGraph, Unexplored> {
        let deadline = Instant::now() + limits.time;
        let mut graph = StateGraph::default();
        let mut known = Known::default();
        known.number(game.initial());
        let mut moves = Vec::new();
        while graph.states() < known.states.len() {
            let at = graph.states();
            let state = known.states[at].clone();
            graph.enter(game, &state, at as u32);
            moves.clear();
            if let Turn::Of(agent) = game.turn(&state) {
                game.moves(&state, agent, &mut moves);
                for &mv in &moves {
                    let number = known.number(game.after(&state, agent, mv));
                    graph.before.resize(known.states.len(), Vec::new());
                    graph.before[number as usize].push(at as u32);
                }
            }
            graph.moves.push(moves.len() as u32);
            within(limits, &known, at, deadline)?;
        }
        Ok(graph)
    }

    fn enter(&mut self, game: &RewriteGame, state: &RewriteState, number: u32) {
        let mover = game.turn(state).agent();
        self.movers.push(mover);
        if mover.is_none() {
            self.finals.push((number, game.first_payoff(state)));
        }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.movers.len()
    }

    /// How many final states there are for each payoff of the first player.
    pub fn terminals(&self) -> BTreeMap<Rational, usize> {
        let mut counts = BTreeMap::new();
        for (_, payoff) in &self.finals {
            *counts.entry(payoff.clone()).or_default() += 1;
        }
        counts
    }

    /// The payoff the first player can force while the others can force that it gets no more. Nothing if there
    /// is no such payoff, as plays can go on for ever.
    pub fn value(&self) -> Option<Rational> {
        let payoffs: Vec<Rational> = self.terminals().into_keys().collect();
        // The best payoff the first player can force, the worst one the others can.
        let forced = payoffs.partition_point(|payoff| self.forces(true, |p| p >= payoff));
        let low = payoffs.get(forced.checked_sub(1)?)?;
        let ceiling = payoffs.partition_point(|payoff| !self.forces(false, |p| p <= payoff));
        let high = payoffs.get(ceiling)?;
        (low == high).then(|| low.clone())
    }

    /// Whether the first player (or all others together) can force a final state with such a payoff:
    /// backwards from these states.
    fn forces(&self, first: bool, good: impl Fn(&Rational) -> bool) -> bool {
        let mut won = vec![false; self.states()];
        let mut left = self.moves.clone();
        let ends = self.finals.iter().filter(|(_, payoff)| good(payoff)).map(|&(state, _)| state);
        let mut queue: Vec<u32> = ends.collect();
        queue.iter().for_each(|&state| won[state as usize] = true);
        while let Some(state) = queue.pop() {
            for &before in &self.before[state as usize] {
                let i = before as usize;
                left[i] -= 1;
                let own = (self.movers[i] == Some(Agent::FIRST)) == first;
                if !won[i] && (own || left[i] == 0) {
                    won[i] = true;
                    queue.push(before);
                }
            }
        }
        won[0]
    }
}

/// The states that were reached, each with its number.
#[derive(Default)]
struct Known {
    states: Vec<RewriteState>,
    /// By their keys, which different states might share.
    numbers: FxHashMap<u64, SmallVec<[u32; 2]>>,
    bytes: usize,
}

impl Known {
    /// The number of a state, a new one if it is new.
    fn number(&mut self, state: RewriteState) -> u32 {
        let numbers = self.numbers.entry(state.key).or_default();
        if let Some(&number) = numbers.iter().find(|&&n| self.states[n as usize] == state) {
            return number;
        }
        let number = self.states.len() as u32;
        numbers.push(number);
        self.bytes += 200 + 8 * state.words.len();
        self.states.push(state);
        number
    }
}

fn within(
    limits: &Limits,
    known: &Known,
    visited: usize,
    deadline: Instant,
) -> Result<(), Unexplored> {
    if known.states.len() > limits.states {
        return Err(Unexplored::States(limits.states));
    }
    if known.bytes > limits.bytes {
        return Err(Unexplored::Memory(limits.bytes));
    }
    if !visited.is_multiple_of(256) {
        return Ok(());
    }
    if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return Err(Unexplored::Stopped);
    }
    if Instant::now() > deadline { Err(Unexplored::Time) } else { Ok(()) }
}
