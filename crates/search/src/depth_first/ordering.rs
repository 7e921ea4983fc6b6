//! Move ordering: the table's move, then killer moves and history, by [`Hints::history_index`].
//!
//! Moves stay where the game has put them and are picked by score, so a move's index in the list
//! identifies it in the transposition table. If a game has no history indices its own order is
//! kept.

use ludex_game::{Agent, Hints};

use crate::table::NO_MOVE;

/// Two moves that caused cutoffs at a ply of the search.
type Killers = [u32; 2];

const NO_SLOT: u32 = u32::MAX;
const FIRST: u32 = u32::MAX;
const KILLER: u32 = 1 << 30;
const MOST: u32 = 1 << 29;

/// Statistics of moves, and the scores of the moves on the search's move stack.
#[derive(Debug)]
pub(crate) struct MoveOrder {
    slots: usize,
    /// By agent and history index.
    history: Vec<u32>,
    killers: Vec<Killers>,
    /// Parallel to the move stack; empty if there are no history indices. 0: already tried.
    scores: Vec<u32>,
}

impl MoveOrder {
    /// Makes an order without statistics. With `learn` false the game's order is kept.
    pub fn new<G: Hints>(game: &G, learn: bool) -> MoveOrder {
        let slots = if learn { game.history_size() } else { 0 };
        MoveOrder {
            slots,
            history: vec![1; slots * game.agents().len()],
            killers: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// Scores the moves on top of the move stack, from `base` on.
    #[inline]
    pub fn score<G: Hints>(
        &mut self,
        game: &G,
        moves: &[G::Move],
        base: usize,
        (agent, level, hint): (Agent, usize, u16),
    ) {
        if self.slots == 0 {
            return;
        }
        let killers = self.killers.get(level).copied().unwrap_or([NO_SLOT; 2]);
        let history = &self.history[agent.index() * self.slots..][..self.slots];
        self.scores.truncate(base);
        self.scores.extend(moves[base..].iter().map(|&mv| {
            let slot = game.history_index(mv);
            let killer = if killers.contains(&(slot as u32)) { KILLER } else { 0 };
            killer + history.get(slot).copied().unwrap_or(1)
        }));
        if let Some(score) = self.scores.get_mut(base + usize::from(hint)) {
            *score = FIRST;
        }
    }

    /// Returns the index (from `base` on) of the move to try at this step, of `count` steps in all.
    #[inline]
    pub fn pick(&mut self, base: usize, count: usize, step: usize, hint: u16) -> usize {
        if self.slots > 0 {
            return self.pick_best(base, count);
        }
        let hint = usize::from(hint);
        match step {
            _ if hint >= count => step,
            0 => hint,
            _ if step <= hint => step - 1,
            _ => step,
        }
    }

    #[inline]
    fn pick_best(&mut self, base: usize, count: usize) -> usize {
        let scores = &mut self.scores[base..base + count];
        let mut best = 0;
        for i in 1..count {
            if scores[i] > scores[best] {
                best = i;
            }
        }
        scores[best] = 0;
        best
    }

    /// Credits a move that decided a node which took this much work.
    #[inline]
    pub fn credit<G: Hints>(
        &mut self,
        game: &G,
        mv: G::Move,
        (agent, level, work): (Agent, usize, u8),
    ) {
        if self.slots == 0 {
            return;
        }
        let slot = game.history_index(mv);
        if self.killers.len() <= level {
            self.killers.resize(level + 1, [NO_SLOT; 2]);
        }
        let killers = &mut self.killers[level];
        if killers[0] != slot as u32 {
            *killers = [slot as u32, killers[0]];
        }
        if let Some(score) = self.history.get_mut(agent.index() * self.slots + slot) {
            *score += u32::from(work) * u32::from(work);
            if *score >= MOST {
                self.history.iter_mut().for_each(|score| *score = *score / 2 + 1);
            }
        }
    }
}

/// Converts an index to the form stored in the table.
#[inline]
pub(crate) fn place(index: usize) -> u16 {
    u16::try_from(index).unwrap_or(NO_MOVE)
}
