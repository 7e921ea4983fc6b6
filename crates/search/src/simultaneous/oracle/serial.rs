//! Serialised games [Saf13, Section 5.2.2]: one agent chooses first and the other sees it. The
//! value with Max first is a lower bound on the value of the game, with Min first an upper bound
//! [Saf13, Prop. 35].

use ludex_game::{Agent, SimultaneousGame};

use crate::budget::deep;
use crate::key::StateKeys;
use crate::simultaneous::context::{MatrixSearchContext, Sides, Step};
use crate::simultaneous::memory::{Interval, Memory};
use crate::table::mix;

/// Alpha-beta search in both serialised games.
#[derive(Debug)]
pub(super) struct Serial {
    /// Bounds on the values, by the agent that chooses first.
    memories: Option<[Memory; 2]>,
    pub nodes: u64,
}

impl Serial {
    /// Returns a search with tables of this many bytes each, or none.
    pub fn new(keys: StateKeys, max_bytes: Option<usize>) -> Serial {
        let memories = max_bytes.map(|bytes| [(); 2].map(|()| Memory::new(keys, bytes)));
        Serial { memories, nodes: 0 }
    }

    /// Returns the bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.memories.iter().flatten().map(Memory::bytes).sum()
    }

    /// Returns the value of a state where `first` chooses first, if it is within the window:
    /// otherwise an upper bound that is at most `alpha`, or a lower bound that is at least `beta`.
    pub fn search<G: SimultaneousGame>(
        &mut self,
        context: &mut MatrixSearchContext<G>,
        state: &G::State,
        first: Agent,
        (alpha, beta): Interval,
        depth: u32,
    ) -> Step<f64> {
        if let Some(payoff) = context.payoff(state)? {
            return Ok(payoff);
        }
        let (low, high) = context.game.value_bounds(state);
        let key = context.keys.key(context.game, state, mix(context.game.key(state)));
        let (low, high) = match &self.memories {
            Some(memories) => memories[first.index()].get(key, (low, high)),
            None => (low, high),
        };
        if high <= alpha || low == high {
            return Ok(high);
        }
        if low >= beta {
            return Ok(low);
        }
        let window = (alpha.max(low), beta.min(high));
        self.nodes += 1;
        context.enter(state)?;
        let sides = context.list(state)?;
        let value = self.lines(context, state, sides, first, window, depth)?;
        context.release(sides);
        context.leave(state);
        if let Some(memories) = &mut self.memories {
            let found = match () {
                () if value <= window.0 => (low, value.max(low)),
                () if value >= window.1 => (value.min(high), high),
                () => (value, value),
            };
            memories[first.index()].put_interval(key, found, (low, high));
        }
        Ok(value)
    }

    /// Returns the value of the best line for the agent that chooses first, each line counted with
    /// the other's best reply.
    fn lines<G: SimultaneousGame>(
        &mut self,
        context: &mut MatrixSearchContext<G>,
        state: &G::State,
        sides: Sides,
        first: Agent,
        (mut alpha, mut beta): Interval,
        depth: u32,
    ) -> Step<f64> {
        let max_first = first == Agent::FIRST;
        let (lines, replies) = match max_first {
            true => (sides.rows, sides.columns),
            false => (sides.columns, sides.rows),
        };
        let mut best = if max_first { f64::NEG_INFINITY } else { f64::INFINITY };
        // The moves listed last are often the strong ones, and refute more.
        for line in (0..lines).rev() {
            let mut worst = if max_first { f64::INFINITY } else { f64::NEG_INFINITY };
            for reply in (0..replies).rev() {
                let (row, column) = if max_first { (line, reply) } else { (reply, line) };
                let child = context.child(state, sides, row, column);
                let window = match max_first {
                    true => (alpha, beta.min(worst)),
                    false => (alpha.max(worst), beta),
                };
                let value = deep::<G::State, _>(depth + 1, || {
                    self.search(context, &child, first, window, depth + 1)
                })?;
                worst = if max_first { worst.min(value) } else { worst.max(value) };
                if max_first && worst <= alpha || !max_first && worst >= beta {
                    break;
                }
            }
            best = if max_first { best.max(worst) } else { best.min(worst) };
            if max_first {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
