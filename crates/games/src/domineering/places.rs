//! Where the dominoes of one agent fit, by shifts.

use crate::word::Word;

/// How the dominoes of one agent lie. A place is named by its lower or left cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<W> {
    /// From a cell to the cell of the same domino above or to the right.
    step: u32,
    /// The cells that have such a neighbour.
    lower: W,
}

impl<W: Word> Places<W> {
    /// Upright dominoes, on a board counted row by row.
    pub fn upright(rows: u32, columns: u32) -> Places<W> {
        Places { step: columns, lower: W::lowest((rows - 1) * columns) }
    }

    /// Flat dominoes.
    pub fn flat(rows: u32, columns: u32) -> Places<W> {
        let row = W::lowest(columns - 1);
        let lower = (0..rows).fold(W::EMPTY, |cells, r| cells | row << (r * columns));
        Places { step: 1, lower }
    }

    /// The domino with this lower cell.
    #[inline(always)]
    pub fn domino(&self, lower: u32) -> W {
        let cell = W::cell(lower);
        cell | cell << self.step
    }

    /// All places on these empty cells.
    #[inline(always)]
    pub fn all(&self, empty: W) -> W {
        empty & (empty >> self.step) & self.lower
    }

    /// The cells a domino can still cover.
    #[inline(always)]
    pub fn covered(&self, empty: W) -> W {
        let places = self.all(empty);
        places | places << self.step
    }

    /// The lowest cells of all runs: cells next to each other in the direction of the dominoes.
    #[inline(always)]
    fn starts(&self, empty: W) -> W {
        empty & !((empty & self.lower) << self.step)
    }

    /// As many dominoes as fit next to each other, returned with their number: half of each run,
    /// filled up from its start.
    #[inline]
    pub fn packed(&self, mut empty: W) -> (W, u32) {
        let (mut used, mut count) = (W::EMPTY, 0);
        loop {
            let places = self.all(empty);
            if places.is_empty() {
                return (used, count);
            }
            let ends = places & self.starts(empty);
            let dominoes = ends | ends << self.step;
            count += ends.count();
            used |= dominoes;
            empty ^= dominoes;
        }
    }

    /// The runs that hold none of these cells.
    #[inline]
    pub fn runs_without(&self, empty: W, mut cells: W) -> W {
        loop {
            let up = (cells & self.lower) << self.step;
            let down = (cells >> self.step) & self.lower;
            let more = cells | ((up | down) & empty);
            if more == cells {
                return empty & !cells;
            }
            cells = more;
        }
    }
}
