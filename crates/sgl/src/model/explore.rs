//! The part of a model that play can reach.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::{Bits, Evaluator, World};
use crate::error::NO_ANSWER;

/// What a query may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most states that are kept.
    pub states: usize,
    /// The most memory that states and moves may take, in bytes.
    pub bytes: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Gives up when this becomes true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    /// 8 GiB, 200 million states and no deadline.
    fn default() -> Limits {
        Limits { states: 200_000_000, bytes: 8 << 30, deadline: None, stop: None }
    }
}

impl Limits {
    /// Why to give up, if so; the clock is read once in a while only.
    pub(crate) fn reached(&self, states: usize, bytes: usize, steps: usize) -> Option<String> {
        if states > self.states {
            return Some(format!("{NO_ANSWER} {} states", self.states));
        }
        if bytes > self.bytes {
            return Some(format!("{NO_ANSWER} {} MiB", self.bytes >> 20));
        }
        if !steps.is_multiple_of(1024) {
            return None;
        }
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Some(format!("{NO_ANSWER} the time"));
        }
        let stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        stopped.then(|| format!("{NO_ANSWER} the time until the interruption"))
    }
}

/// States in the order they were reached, breadth first.
pub(crate) struct Explored<S> {
    pub states: Vec<S>,
    /// The state and action that first led to each state; the start leads to itself.
    from: Vec<(u32, u32)>,
    /// Every move leads one level down, so that no play has a cycle.
    pub graded: bool,
    /// Where the moves of each state start in `targets`; empty unless asked for.
    pub offsets: Vec<u32>,
    /// Moves as (action, state).
    pub targets: Vec<(u32, u32)>,
}

impl<S> Explored<S> {
    /// The actions that lead from the start to a state.
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

    /// The moves of a state, if they were kept.
    pub fn moves(&self, state: usize) -> &[(u32, u32)] {
        &self.targets[self.offsets[state] as usize..self.offsets[state + 1] as usize]
    }
}

fn hash(state: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Explores from the start by the moves that `moves` gives for each state; `visit` sees each state
/// once, with its moves, and may break off.
pub(crate) fn explore<M: World<W>, const W: usize>(
    evaluator: &mut Evaluator<'_, M, W>,
    limits: &Limits,
    keep_moves: bool,
    mut moves: impl FnMut(&mut Evaluator<'_, M, W>, &M::State) -> Bits<W>,
    mut visit: impl FnMut(&mut Evaluator<'_, M, W>, u32, &M::State, Bits<W>) -> ControlFlow<()>,
) -> Result<Explored<M::State>, String> {
    let start = evaluator.world.start();
    let mut index: HashTable<u32> = HashTable::new();
    index.insert_unique(hash(&start), 0, |_| 0);
    let mut found = Explored {
        states: vec![start],
        from: vec![(0, 0)],
        graded: true,
        offsets: if keep_moves { vec![0] } else { Vec::new() },
        targets: Vec::new(),
    };
    // The next level starts at `level`.
    let (mut at, mut level) = (0, 1);
    while at < found.states.len() {
        if at == level {
            level = found.states.len();
        }
        // A state, where it came from, its place in the index; and the moves.
        let bytes = found.states.len() * (size_of::<M::State>() + 18)
            + size_of_val(found.targets.as_slice())
            + evaluator.world.bytes();
        if let Some(reason) = limits.reached(found.states.len(), bytes, at) {
            return Err(reason);
        }
        let state = found.states[at].clone();
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
                found.targets.push((action, number));
            }
        }
        if keep_moves {
            found.offsets.push(found.targets.len() as u32);
        }
        at += 1;
    }
    Ok(found)
}
