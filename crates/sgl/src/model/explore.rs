//! The reachable part of a model.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use hashbrown::HashTable;
use ludex_base::{Bits, Budget, Csr, OutOfBudget, Stopped};
use rustc_hash::FxHasher;

use super::Evaluator;

/// The limit on states if the budget has none.
const MAX_STATES: u64 = 200_000_000;

/// Returns the default budget: 8 GiB, 200 million states, no deadline.
pub fn default_budget() -> Budget {
    Budget { max_nodes: Some(MAX_STATES), max_bytes: 8 << 30, deadline: None, stop: None }
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
    match steps.is_multiple_of(1024) {
        true => budget.poll().map_err(OutOfBudget::polled),
        false => Ok(()),
    }
}

/// States in the order they were reached, breadth first.
pub(crate) struct Explored<const W: usize> {
    pub states: Vec<Bits<W>>,
    /// The state and the action that first led to each state; the start leads to itself.
    from: Vec<(u32, u32)>,
    /// Whether every move leads one level down, so that no play has a cycle.
    pub graded: bool,
    /// The moves of each state as (action, state); empty unless requested.
    pub moves: Csr<(u32, u32)>,
}

impl<const W: usize> Explored<W> {
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

fn hash(state: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Explores from the start by the moves that `moves` returns for each state; `visit` is called once
/// per state, with its moves, and may stop the exploration.
pub(crate) fn explore<const W: usize>(
    evaluator: &mut Evaluator<'_, W>,
    budget: &Budget,
    keep_moves: bool,
    mut moves: impl FnMut(&mut Evaluator<'_, W>, &Bits<W>) -> Bits<W>,
    mut visit: impl FnMut(&mut Evaluator<'_, W>, u32, &Bits<W>, Bits<W>) -> ControlFlow<()>,
) -> Result<Explored<W>, OutOfBudget> {
    let start = evaluator.world.start();
    let mut index: HashTable<u32> = HashTable::new();
    index.insert_unique(hash(&start), 0, |_| 0);
    let mut found =
        Explored { states: vec![start], from: vec![(0, 0)], graded: true, moves: Csr::new() };
    // The next level starts at `level`.
    let (mut at, mut level) = (0, 1);
    while at < found.states.len() {
        if at == level {
            level = found.states.len();
        }
        // A state, where it came from, its place in the index; and the moves.
        let bytes = found.states.len() * (size_of::<Bits<W>>() + 18)
            + size_of_val(found.moves.edges())
            + evaluator.world.bytes();
        within(budget, found.states.len(), bytes, at)?;
        let state = found.states[at];
        let row = moves(evaluator, &state);
        if visit(evaluator, at as u32, &state, row).is_break() {
            break;
        }
        for action in row.iter() {
            let next = evaluator.world.update(&state, action);
            let states = &mut found.states;
            let entry = index.entry(
                hash(&next),
                |&other| states[other as usize] == next,
                |&other| hash(&states[other as usize]),
            );
            let number = match entry {
                hashbrown::hash_table::Entry::Occupied(entry) => *entry.get(),
                hashbrown::hash_table::Entry::Vacant(entry) => {
                    let number = states.len() as u32;
                    entry.insert(number);
                    states.push(next);
                    found.from.push((at as u32, action));
                    number
                }
            };
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
