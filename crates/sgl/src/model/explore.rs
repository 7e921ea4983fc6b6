//! The reachable part of a model.

use std::ops::ControlFlow;

use ludex_base::{Budget, Csr, OutOfBudget, Set, Stopped};

use super::program::Step;
use super::{Evaluator, States};

/// The limit on states if the budget has none.
const MAX_STATES: u64 = 200_000_000;

/// Returns the default budget: 8 GiB, 200 million states, no deadline.
pub fn default_budget() -> Budget {
    Budget { max_nodes: Some(MAX_STATES), max_bytes: 8 << 30, ..Budget::default() }
}

/// Checks a budget; the clock and the stop flag only once in a while.
pub(crate) fn within(
    budget: &Budget,
    states: usize,
    bytes: usize,
    steps: usize,
) -> Result<(), OutOfBudget> {
    let most = budget.max_nodes.unwrap_or(MAX_STATES);
    if states as u64 > most {
        return Err(OutOfBudget::states(most));
    }
    if bytes > budget.max_bytes {
        let limit = format!("{} MiB", budget.max_bytes >> 20);
        return Err(OutOfBudget::new(Stopped::Memory, limit));
    }
    match steps.is_multiple_of(16) {
        true => budget.poll().map_err(OutOfBudget::polled),
        false => Ok(()),
    }
}

/// States in the order they were reached, breadth first.
pub(crate) struct Explored<S> {
    pub states: States<S>,
    /// The state and the action that first led to each state; the start leads to itself.
    from: Vec<(u32, u32)>,
    /// Whether every move leads one level down, so that no play has a cycle.
    pub graded: bool,
    /// The moves of each state as (action, state); empty unless requested.
    pub moves: Csr<(u32, u32)>,
}

impl<S: Set> Explored<S> {
    /// Returns the actions that lead from the start to a state.
    pub fn line(&self, state: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let mut at = state;
        while self.from[at as usize].0 != at {
            line.push(self.from[at as usize].1);
            at = self.from[at as usize].0;
        }
        line.reverse();
        line
    }
}

/// What [`explore`] calls for every state, with its number and its moves.
pub(crate) type Visit<'v, S> =
    dyn FnMut(&mut Evaluator<'_, S>, u32, &S, &S) -> ControlFlow<()> + 'v;

/// Explores from the start by the moves that a strategy allows, or by all legal ones; `visit` is
/// called once per state and may stop the exploration.
pub(crate) fn explore<S: Set>(
    evaluator: &mut Evaluator<'_, S>,
    budget: &Budget,
    keep_moves: bool,
    strategy: Option<Step>,
    visit: &mut Visit<'_, S>,
) -> Result<Explored<S>, OutOfBudget> {
    let mut states = States::new(evaluator.world.bits());
    states.number(&evaluator.world.start());
    let mut found = Explored { states, from: vec![(0, 0)], graded: true, moves: Csr::new() };
    // The next level starts at `level`.
    let (mut at, mut level) = (0, 1);
    while at < found.states.len() {
        if at == level {
            level = found.states.len();
        }
        let bytes = found.states.bytes()
            + size_of_val(found.from.as_slice())
            + size_of_val(found.moves.edges())
            + evaluator.world.bytes();
        within(budget, found.states.len(), bytes, at)?;
        let state = found.states.get(at);
        let row = evaluator.allowed(strategy, &state);
        let visited = visit(evaluator, at as u32, &state, &row);
        evaluator.finished()?;
        if visited.is_break() {
            break;
        }
        for action in row.iter() {
            let next = evaluator.world.update(&state, action);
            let (number, new) = found.states.number(&next);
            if new {
                found.from.push((at as u32, action));
            }
            found.graded &= number as usize >= level;
            if keep_moves {
                found.moves.push_edge((action, number));
            }
        }
        if keep_moves {
            found.moves.end_row();
        }
        at += 1;
    }
    Ok(found)
}
