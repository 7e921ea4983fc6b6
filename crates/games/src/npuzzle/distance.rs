//! How many slides a puzzle takes at least: the distances of the tiles from home, with the detours
//! of those that are in each other's way \[HMY92\].

use super::patterns::patterns;
use super::{LARGEST, NPuzzle, PuzzleState};

/// The cell of every tile; that of the blank is at 0.
pub(super) type Cells = [u8; LARGEST * LARGEST];

impl NPuzzle {
    /// Returns an admissible and consistent estimate of the slides to the solved puzzle: the best
    /// of three.
    pub(super) fn least_slides(&self, state: PuzzleState) -> u32 {
        let cells = self.cells(state);
        let tables = patterns(self.size);
        let by_tables = tables.slides(&cells).max(tables.slides(&self.mirrored(&cells)));
        by_tables.max(self.detours(&cells))
    }

    fn cells(&self, state: PuzzleState) -> Cells {
        let mut cells = [0; LARGEST * LARGEST];
        for cell in 0..self.size * self.size {
            cells[state.tile(cell)] = cell as u8;
        }
        cells
    }

    /// Returns the image of a cell in the diagonal.
    pub(super) fn turned(&self, cell: usize) -> usize {
        cell % self.size * self.size + cell / self.size
    }

    /// Returns the mirror image in the diagonal, with the tiles renamed to match: it takes as many
    /// slides, but the tables estimate it by other groups of tiles.
    fn mirrored(&self, cells: &Cells) -> Cells {
        let mut mirrored = [0; LARGEST * LARGEST];
        mirrored[0] = self.turned(cells[0].into()) as u8;
        for tile in 1..self.size * self.size {
            mirrored[self.turned(tile - 1) + 1] = self.turned(cells[tile].into()) as u8;
        }
        mirrored
    }

    /// Returns the distance of a tile on this cell from its home, in rows and columns.
    pub(super) fn distance(&self, tile: usize, cell: usize) -> usize {
        let (home, size) = (tile - 1, self.size);
        (home / size).abs_diff(cell / size) + (home % size).abs_diff(cell % size)
    }

    /// Returns the sum of all distances, and two slides more for every tile that has to leave its
    /// row or column to let others pass.
    fn detours(&self, cells: &Cells) -> u32 {
        let size = self.size;
        let mut sum = 0;
        // The home column of the tiles of each row that are in their home row, by column; for
        // columns likewise. 0 where there is none.
        let mut rows = [[0; LARGEST]; LARGEST];
        let mut columns = [[0; LARGEST]; LARGEST];
        for (tile, &cell) in cells.iter().enumerate().take(size * size).skip(1) {
            let (home, cell) = (tile - 1, usize::from(cell));
            sum += self.distance(tile, cell) as u32;
            if home / size == cell / size {
                rows[cell / size][cell % size] = (home % size + 1) as u8;
            }
            if home % size == cell % size {
                columns[cell % size][cell / size] = (home / size + 1) as u8;
            }
        }
        sum + rows.iter().chain(&columns).map(|line| 2 * leaving(line)).sum::<u32>()
    }
}

/// Returns how many tiles of a line have to leave it: all but as many as are in order.
fn leaving(line: &[u8; LARGEST]) -> u32 {
    let mut longest = [0; LARGEST];
    for place in (0..LARGEST).filter(|&place| line[place] > 0) {
        let before = (0..place).filter(|&other| (1..line[place]).contains(&line[other]));
        longest[place] = 1 + before.map(|other| longest[other]).max().unwrap_or(0);
    }
    let tiles = line.iter().filter(|&&home| home > 0).count() as u32;
    tiles - longest.into_iter().max().unwrap_or(0)
}
