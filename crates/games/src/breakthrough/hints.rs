//! Hints for Breakthrough: decided races, move order by advance, symmetry.

use ludex_game::{Agent, Bounds, Hints, Model, Outcome};

use super::{Breakthrough, Pieces, Step};
use crate::bitboard::Bitboard;
use crate::board::share;
use crate::permutation::canonical_board_key;

impl<W: Bitboard> Hints for Breakthrough<W> {
    fn bounds(&self, state: &Pieces<W>) -> Bounds {
        match self.decided(state) {
            Some(winner) => Bounds::exactly(self.outcome_for(Some(winner))),
            None => Bounds { low: Outcome::WORST, high: self.outcomes.best() },
        }
    }

    /// Puts the most advanced moves first, captures before other moves. If a runner can be taken,
    /// only such captures are listed.
    fn candidates(&self, state: &Pieces<W>, out: &mut Vec<Step>) {
        let (start, own) = (out.len(), state.turn);
        self.moves(state, own, out);
        let mut moves = out.split_off(start);
        let runners = self.runners(state, own.other());
        if runners.any() && self.decided(state).is_none() {
            moves.retain(|mv| runners.has(mv.to.into()));
        }
        let taken = state.pieces[own.other().index()];
        // Rank and place in one number: numbers are sorted by code that many games share.
        let rank = |(place, mv): (usize, &Step)| {
            let row = usize::from(mv.to) / self.columns;
            let left = if own == Agent::FIRST { self.rows - 1 - row } else { row };
            let last = usize::from(left > 0) << 1 | usize::from(!taken.has(mv.to.into()));
            (last << 8 | left) << 16 | place
        };
        let mut ranks: Vec<usize> = moves.iter().enumerate().map(rank).collect();
        ranks.sort_unstable();
        out.extend(ranks.into_iter().map(|rank| moves[rank & 0xffff]));
    }

    fn canonical_key(&self, state: &Pieces<W>) -> u64 {
        canonical_board_key(state.pieces, state.turn, &self.mirror)
    }

    fn history_size(&self) -> usize {
        6 * self.rows * self.columns
    }

    #[inline]
    fn history_index(&self, mv: Step) -> usize {
        let direction = usize::from(mv.from.abs_diff(mv.to)) + 1 - self.columns;
        6 * usize::from(mv.from) + 3 * usize::from(mv.from < mv.to) + direction
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["advance"]
    }

    /// Returns the first agent's share of all pieces, each weighted by the square of its row
    /// counted from its own side, since a piece near the goal is expensive to stop.
    fn evaluation(&self, _which: usize, state: &Pieces<W>) -> f64 {
        let row = |cell: u32| cell as usize / self.columns;
        let first = state.pieces[0].cells().map(|cell| row(cell) + 1);
        let second = state.pieces[1].cells().map(|cell| self.rows - row(cell));
        let square = |row: usize| (row * row) as u32;
        share([first.map(square).sum(), second.map(square).sum()])
    }
}
