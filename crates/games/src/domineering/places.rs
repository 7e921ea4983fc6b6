//! The places where the dominoes of one agent fit, by shifts.

use crate::bitboard::Bitboard;

/// How the dominoes of one agent lie. A place is named by its lower or left cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places<W> {
    /// The distance from a cell to the cell of the same domino above or to the right.
    step: u32,
    /// The cells that have such a neighbour.
    lower: W,
}

impl<W: Bitboard> Places<W> {
    /// Returns the places of upright dominoes, on a board counted row by row.
    pub fn upright(rows: u32, columns: u32) -> Places<W> {
        Places { step: columns, lower: W::lowest((rows - 1) * columns) }
    }

    /// Returns the places of flat dominoes.
    pub fn flat(rows: u32, columns: u32) -> Places<W> {
        let row = W::lowest(columns - 1);
        let lower = (0..rows).fold(W::EMPTY, |cells, r| cells | row << (r * columns));
        Places { step: 1, lower }
    }

    /// Returns the domino with this lower cell.
    #[inline(always)]
    pub fn domino(&self, lower: u32) -> W {
        let cell = W::cell(lower);
        cell | cell << self.step
    }

    /// Returns all places on these empty cells.
    #[inline(always)]
    pub fn all(&self, empty: W) -> W {
        empty & (empty >> self.step) & self.lower
    }

    /// Returns the cells that dominoes on these places cover.
    #[inline(always)]
    pub fn cells_of(&self, places: W) -> W {
        places | places << self.step
    }

    /// Returns the cells a domino can still cover.
    #[inline(always)]
    pub fn covered(&self, empty: W) -> W {
        self.cells_of(self.all(empty))
    }

    /// Returns the lowest cells of all runs: cells next to each other in the direction of the
    /// dominoes.
    #[inline(always)]
    fn starts(&self, empty: W) -> W {
        empty & !((empty & self.lower) << self.step)
    }

    /// Packs as many dominoes as fit next to each other: half of each run, filled from its start.
    /// Returns their cells and their number.
    #[inline]
    pub fn packed(&self, empty: W) -> (W, u32) {
        let places = self.packed_places(empty);
        (self.cells_of(places), places.count())
    }

    /// Returns the places of these dominoes.
    #[inline]
    pub fn packed_places(&self, mut empty: W) -> W {
        let mut packed = W::EMPTY;
        loop {
            let places = self.all(empty);
            if places.is_empty() {
                return packed;
            }
            let ends = places & self.starts(empty);
            packed |= ends;
            empty &= !self.cells_of(ends);
        }
    }

    /// Returns the places whose domino would cover one of these cells.
    #[inline(always)]
    pub fn touching(&self, cells: W) -> W {
        (cells | cells >> self.step) & self.lower
    }

    /// Returns the cells next to these in the direction of the dominoes.
    #[inline(always)]
    pub fn beside(&self, cells: W) -> W {
        (cells & self.lower) << self.step | ((cells >> self.step) & self.lower)
    }

    /// Returns the cells and the number of guards: pairs of places side by side that do not
    /// overlap, of which one is closed on its other side. `across` are the places of the opponent.
    #[inline]
    pub fn guards(&self, across: &Places<W>, empty: W) -> (W, u32) {
        let behind = (empty >> across.step) & across.lower;
        let (inner, count) = self.packed(across.starts(empty) & behind);
        let guards = inner | inner << across.step;
        let rest = empty & !guards;
        let before = (rest & across.lower) << across.step;
        let (inner, more) = self.packed(rest & !behind & before);
        (guards | inner | inner >> across.step, count + more)
    }

    /// Returns places that are no better than the next one up or down their run, which is not one
    /// of these; `covered` are the cells the opponent can cover.
    ///
    /// For example, compare a domino on cells 1 and 2 of a run with one on 2 and 3. If 3 is the end
    /// of the run, it is of no use to the agent after the former, so filling it, too, does the
    /// agent no harm. And if the opponent cannot cover 1, the latter is at least as good as filling
    /// all three.
    #[inline]
    pub fn dominated(&self, empty: W, covered: W) -> W {
        let places = self.all(empty);
        let starts = self.starts(empty);
        let ends = empty & !((empty >> self.step) & self.lower);
        let next_up = (places >> self.step) & self.lower;
        let up = places & next_up & !covered & ((ends >> self.step) >> self.step);
        let next_down = (places & !up) << self.step;
        let down = places & next_down & !(covered >> self.step) & (starts << self.step);
        up | down
    }

    /// Returns the runs that hold none of these cells.
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
