//! Which moves to try first: the one found best before, those that cut at the same ply, those that cut anywhere.

use std::hash::Hash;

use ludex_game::Agent;

use crate::player::code_of;

const CODES: usize = 1 << 12;
/// What the best move known and the killer moves count, beyond any history.
const FIRST: u32 = u32::MAX;
const KILLER: u32 = u32::MAX - 2;

/// A move that may be tried, under the code statistics are kept by.
#[derive(Clone, Copy)]
pub(super) struct Choice<M> {
    pub agent: Agent,
    pub mv: M,
    pub code: u32,
    /// How promising it is.
    pub score: u32,
}

/// What is known of moves wherever they were played.
pub(super) struct Ordering {
    /// How often a move was the best, by its code.
    history: Vec<u32>,
    /// The last two moves that cut, by ply.
    killers: Vec<[u32; 2]>,
}

impl Ordering {
    pub fn new() -> Ordering {
        Ordering { history: vec![0; CODES], killers: Vec::new() }
    }

    /// A move with how promising it is at a ply; `first` is the code of the best one known.
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

    /// The move decided a search to this depth at this ply.
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

    /// Lets the past count less.
    pub fn fade(&mut self) {
        self.history.iter_mut().for_each(|score| *score /= 4);
        self.killers.clear();
    }
}
