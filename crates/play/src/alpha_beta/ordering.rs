//! The order of moves: the best move of an earlier search, killer moves, then the history
//! heuristic.

use std::hash::Hash;

use ludex_game::Agent;

use crate::player::code_of;

const CODES: usize = 1 << 12;
/// The scores of the best known move and of the killer moves, greater than any history score.
const FIRST: u32 = u32::MAX;
const KILLER: u32 = u32::MAX - 2;

/// A move with the number under which statistics about it are kept.
#[derive(Clone, Copy)]
pub(super) struct Choice<M> {
    pub agent: Agent,
    pub mv: M,
    pub code: u32,
    /// The score by which moves are ordered.
    pub score: u32,
}

/// Statistics about moves in all states.
pub(super) struct Ordering {
    /// The history score of a move, by its code.
    history: Vec<u32>,
    /// The last two moves that caused a cutoff, by ply.
    killers: Vec<[u32; 2]>,
}

impl Ordering {
    pub fn new() -> Ordering {
        Ordering { history: vec![0; CODES], killers: Vec::new() }
    }

    /// Returns a move with its score at a ply; `first` is the code of the best known move.
    #[inline]
    pub fn choice<M: Copy + Hash>(
        &self,
        agent: Agent,
        mv: M,
        first: Option<u32>,
        ply: u32,
    ) -> Choice<M> {
        let code = code_of(agent.0, mv);
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let score = match code {
            _ if Some(code) == first => FIRST,
            _ if code == killers[0] => KILLER,
            _ if code == killers[1] => KILLER - 1,
            _ => self.history[code as usize % CODES],
        };
        Choice { agent, mv, code, score }
    }

    /// Records that a move caused a cutoff in a search to this depth at this ply.
    pub fn credit(&mut self, code: u32, depth: u32, ply: u32) {
        let score = &mut self.history[code as usize % CODES];
        *score = score.saturating_add(depth * depth + 1).min(KILLER - 2);
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        if self.killers[ply][0] != code {
            self.killers[ply] = [code, self.killers[ply][0]];
        }
    }

    /// Reduces the history scores.
    pub fn fade(&mut self) {
        self.history.iter_mut().for_each(|score| *score /= 4);
        self.killers.clear();
    }
}
