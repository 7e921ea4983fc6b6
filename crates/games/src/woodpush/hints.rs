//! Hints for Woodpush: bounds by the pieces left, and pushes first.

use ludex_game::{Bounds, Hints, Model};

use super::{Row, Step, Woodpush, most};
use crate::bitboard::Bitboard;
use crate::board::share;

impl Hints for Woodpush {
    /// Returns bounds by the pieces left, since nobody gets new ones: the score is at most that of
    /// all of them at the back.
    fn bounds(&self, row: &Row) -> Bounds {
        let [left, right] = row.pieces.map(|pieces| most(self.length, pieces.count() as usize));
        Bounds { low: self.outcome_of(-right), high: self.outcome_of(left) }
    }

    /// Puts pushes first: they cost the opponent moves and gain some.
    fn candidates(&self, row: &Row, out: &mut Vec<Step>) {
        let start = out.len();
        self.moves(row, row.turn, out);
        out[start..].reverse();
    }

    fn history_size(&self) -> usize {
        2 * self.length
    }

    #[inline]
    fn history_index(&self, mv: Step) -> usize {
        match mv {
            Step::Slide(cell) => usize::from(cell),
            Step::Push(cell) => self.length + usize::from(cell),
        }
    }

    fn evaluations(&self) -> &'static [&'static str] {
        &["steps"]
    }

    /// Returns Left's share of the single steps that all pieces have left, which scores count.
    fn evaluation(&self, _which: usize, row: &Row) -> f64 {
        share(self.steps(row).map(|steps| steps as u32))
    }
}
