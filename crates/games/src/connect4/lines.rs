//! Lines of stones by shifts: whether there is one, and which cells would complete one.

use crate::bitboard::Bitboard;

/// The shape of a board, with its masks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<W> {
    /// All cells, and the lowest of each column.
    pub board: W,
    pub bottom: W,
    /// The cells with an odd number of cells above them in their column: the lower ones when the
    /// empty cells of each column are paired from the top.
    lower: W,
    /// Up, to the right and down, to the right, to the right and up: one step in bits.
    steps: [u32; 4],
    line: u32,
}

impl<W: Bitboard> Lines<W> {
    pub fn new(columns: u32, rows: u32, line: u32) -> Lines<W> {
        let (mut board, mut bottom, mut lower) = (W::EMPTY, W::EMPTY, W::EMPTY);
        for column in 0..columns {
            board |= W::lowest(rows) << (column * (rows + 1));
            bottom |= W::cell(column * (rows + 1));
            for row in (0..rows).filter(|row| (rows - row).is_multiple_of(2)) {
                lower |= W::cell(column * (rows + 1) + row);
            }
        }
        Lines { board, bottom, lower, steps: [1, rows, rows + 1, rows + 2], line }
    }

    /// Returns whether the stones contain a line.
    #[inline]
    pub fn has_line(&self, stones: W) -> bool {
        // The loops below are unrolled where the length is known.
        if self.line == 4 { self.runs(stones, 4).any() } else { self.runs(stones, self.line).any() }
    }

    /// Returns all cells that would complete a line of these stones. Occupied cells and bits
    /// outside the board may be among them; in a column only the cell on top of the stack counts.
    #[inline]
    pub fn completing(&self, stones: W) -> W {
        if self.line == 4 { self.gaps(stones, 4) } else { self.gaps(stones, self.line) }
    }

    /// Returns the lowest cells of all lines.
    #[inline(always)]
    fn runs(&self, stones: W, line: u32) -> W {
        let mut found = W::EMPTY;
        for step in self.steps {
            let mut run = stones;
            for _ in 1..line {
                run = stones & (run >> step);
            }
            found |= run;
        }
        found
    }

    #[inline(always)]
    fn gaps(&self, stones: W, line: u32) -> W {
        let [up, across @ ..] = self.steps;
        let mut found = gap(stones, up, line - 1, line);
        for step in across {
            for place in 0..line {
                found |= gap(stones, step, place, line);
            }
        }
        found
    }

    /// Returns the cells a stone can fall onto.
    #[inline]
    pub fn landings(&self, all: W) -> W {
        all.plus(self.bottom) & self.board
    }

    /// Returns the landings of the agent on turn that do not let the opponent win with its next
    /// stone, provided it cannot win at once itself: only the cell where the opponent threatens to
    /// win, if it does, and never the cell below one where it would. Empty if every move loses.
    #[inline]
    pub fn safe(&self, mine: W, all: W) -> W {
        let landings = self.landings(all);
        let theirs = self.completing(mine ^ all) & self.board & !all;
        let forced = landings & theirs;
        let moves = if forced.is_empty() {
            landings
        } else if forced.rest().is_empty() {
            forced
        } else {
            W::EMPTY
        };
        moves & !(theirs >> 1)
    }

    /// Returns the result of following up, if it is possible: Allis' rule of claimeven for whole
    /// boards.
    ///
    /// Where every column has an even number of empty cells the agent not on turn can answer each
    /// stone by one on top of it, so that it gets all upper cells and the opponent all lower ones.
    /// It does not lose if these hold no line with the opponent's stones, and then wins if its own
    /// cells hold one. Where one column is odd the agent on turn can bring this about by playing
    /// there. Returns the worst and the best result, -1 to 1, for the agent on turn.
    #[inline]
    pub fn follow_up(&self, mine: W, all: W) -> (i32, i32) {
        let odd = self.landings(all) & !self.lower;
        let empty = self.board & !all;
        let (below, above) = (empty & self.lower, empty & !self.lower);
        let theirs = mine ^ all;
        if odd.is_empty() {
            if self.has_line(mine | below) {
                return (-1, 1);
            }
            return (-1, -i32::from(self.has_line(theirs | above)));
        }
        if odd.rest().any() || self.has_line(theirs | below) {
            return (-1, 1);
        }
        (i32::from(self.has_line(mine | above)), 1)
    }
}

/// Returns the cells that are the missing one at `place` of a line in this direction.
#[inline(always)]
fn gap<W: Bitboard>(stones: W, step: u32, place: u32, line: u32) -> W {
    let mut found = !W::EMPTY;
    let (mut below, mut above) = (stones, stones);
    for _ in 0..place {
        below <<= step;
        found &= below;
    }
    for _ in place + 1..line {
        above >>= step;
        found &= above;
    }
    found
}
