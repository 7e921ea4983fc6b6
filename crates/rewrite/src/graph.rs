//! The graph of all states of a game, and the payoff that the first player can force.

use std::collections::BTreeMap;
use std::time::Duration;

use ludex_base::{Budget, Csr, OutOfBudget, Player, Stopped, attractor};
use ludex_game::{Agent, Game, Model, Turn};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Rational, RewriteGame, RewriteState};

/// The limits on states and time if a budget sets none.
const MAX_STATES: u64 = 5_000_000;
const MAX_TIME: Duration = Duration::from_secs(600);

/// Returns the budget of queries that come without one: 5 million states, 1 GiB, ten minutes.
pub fn default_budget() -> Budget {
    Budget { max_nodes: Some(MAX_STATES), max_bytes: 1 << 30, ..Budget::default() }
}

/// Returns the budget with a deadline, if it has none.
pub(crate) fn with_deadline(budget: &Budget) -> Budget {
    match budget.deadline {
        Some(_) => budget.clone(),
        None => budget.clone().within(MAX_TIME),
    }
}

/// The graph of all states that can be reached.
#[derive(Debug, Default)]
pub struct StateGraph {
    /// The player who moves in each state, `None` if it is final.
    movers: Vec<Option<Agent>>,
    /// The successors of each state.
    moves: Csr<u32>,
    /// The final states with the payoff of the first player.
    finals: Vec<(u32, Rational)>,
}

impl StateGraph {
    /// Visits all states in breadth-first order.
    pub fn explore(game: &RewriteGame, budget: &Budget) -> Result<StateGraph, OutOfBudget> {
        let budget = with_deadline(budget);
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
                    graph.moves.push_edge(known.number(game.after(&state, agent, mv)));
                }
            }
            graph.moves.end_row();
            known.check(&budget, at)?;
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

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.movers.len()
    }

    /// Returns the number of final states for each payoff of the first player.
    pub fn terminals(&self) -> BTreeMap<Rational, usize> {
        let mut counts = BTreeMap::new();
        for (_, payoff) in &self.finals {
            *counts.entry(payoff.clone()).or_default() += 1;
        }
        counts
    }

    /// Returns the payoff that the first player can force, while the others can force that it gets
    /// no more. Returns `None` if there is no such payoff, as plays may be infinite.
    pub fn value(&self) -> Option<Rational> {
        let payoffs: Vec<Rational> = self.terminals().into_keys().collect();
        // The best payoff that the first player can force, and the worst one that the others can.
        let forced = payoffs.partition_point(|payoff| self.forces(true, |p| p >= payoff));
        let low = payoffs.get(forced.checked_sub(1)?)?;
        let ceiling = payoffs.partition_point(|payoff| !self.forces(false, |p| p <= payoff));
        let high = payoffs.get(ceiling)?;
        (low == high).then(|| low.clone())
    }

    /// Returns whether the first player (or the coalition of all others) can force a final state
    /// with such a payoff: backwards from these states.
    fn forces(&self, first: bool, good: impl Fn(&Rational) -> bool) -> bool {
        let ends = self.finals.iter().filter(|(_, payoff)| good(payoff));
        let player = |state: usize, _| match (self.movers[state] == Some(Agent::FIRST)) == first {
            true => Player::Some,
            false => Player::All,
        };
        let ends = ends.map(|&(state, _)| state as usize);
        attractor(&self.moves, |&next| next, ends, player)[0].is_some()
    }
}

/// The states that were reached, each with its number.
#[derive(Default)]
struct Known {
    states: Vec<RewriteState>,
    /// The numbers of the states with a key; different states may have equal keys.
    numbers: FxHashMap<u64, SmallVec<[u32; 2]>>,
    bytes: usize,
}

impl Known {
    /// Returns the number of a state, which is added if it is new.
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

    /// Checks a budget; the clock and the stop flag are read only at intervals.
    fn check(&self, budget: &Budget, visited: usize) -> Result<(), OutOfBudget> {
        let most = budget.max_nodes.unwrap_or(MAX_STATES);
        if self.states.len() as u64 > most {
            return Err(OutOfBudget::states(most));
        }
        if self.bytes > budget.max_bytes {
            let limit = format!("{} bytes of memory", budget.max_bytes);
            return Err(OutOfBudget::new(Stopped::Memory, limit));
        }
        match visited.is_multiple_of(256) {
            true => budget.poll().map_err(OutOfBudget::polled),
            false => Ok(()),
        }
    }
}
