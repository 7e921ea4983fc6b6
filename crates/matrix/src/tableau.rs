//! The condensed tableau: the simplex method where a pivot swaps a basic and a nonbasic variable.
//!
//! It solves `max c·y` subject to `A y ≤ b`, `y ≥ 0`, where `b ≥ 0`, so that `y = 0` is a start and
//! no first phase is needed. Slack variables have no columns of their own: a tableau of an `m × n`
//! problem has `m + 1` rows of `n + 1` numbers, rounded up to whole vectors, and a pivot is one
//! pass of multiply-and-subtract over it.

/// Reduced costs above this count as not negative.
const COST: f64 = 1e-12;

/// The least pivot.
const PIVOT: f64 = 1e-10;

/// The length of a vector: rows are padded to a multiple.
const LANES: usize = 4;

/// The end of a run of the simplex method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    Optimal,
    Unbounded,
    /// Rounding errors, or too many pivots.
    Stuck,
}

/// A condensed tableau; see the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tableau {
    /// Row by row: the constraints with their right-hand side after the columns, then the
    /// objective.
    cells: Vec<f64>,
    rows: usize,
    columns: usize,
    width: usize,
    /// The variable each row solves for: `y_j` is `j`, the slack of row `i` is `columns + i`.
    basic: Vec<u32>,
    /// The variable of each column.
    nonbasic: Vec<u32>,
}

impl Tableau {
    /// Allocates a problem: everything is 0, the slacks are basic.
    pub fn reset(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.width = (columns + 1).next_multiple_of(LANES);
        self.cells.clear();
        self.cells.resize((rows + 1) * self.width, 0.0);
        self.nonbasic.clear();
        self.nonbasic.extend(0..columns as u32);
        self.basic.clear();
        self.basic.extend(columns as u32..(columns + rows) as u32);
    }

    /// Returns the coefficients of a constraint (or of the objective, negated, as the last row),
    /// and its right-hand side.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> (&mut [f64], &mut f64) {
        let start = row * self.width;
        let (coefficients, rest) = self.cells[start..start + self.width].split_at_mut(self.columns);
        (coefficients, &mut rest[0])
    }

    /// Returns the value of the objective.
    pub fn objective(&self) -> f64 {
        self.cells[self.rows * self.width + self.columns]
    }

    /// Writes the values of `y`.
    pub fn primal(&self, y: &mut [f64]) {
        y.fill(0.0);
        for (row, &variable) in self.basic.iter().enumerate() {
            if let Some(y) = y.get_mut(variable as usize) {
                *y = self.cells[row * self.width + self.columns];
            }
        }
    }

    /// Writes the prices of the constraints: the solution of the dual problem.
    pub fn dual(&self, x: &mut [f64]) {
        x.fill(0.0);
        let costs = &self.cells[self.rows * self.width..];
        for (&variable, &cost) in self.nonbasic.iter().zip(costs) {
            if let Some(row) = (variable as usize).checked_sub(self.columns) {
                x[row] = cost;
            }
        }
    }

    /// Returns the variables in the basis: `y_j` is `j`.
    pub fn basis(&self) -> &[u32] {
        &self.basic
    }

    /// Runs the simplex method to its end. Small widths have specialised code.
    pub fn maximise(&mut self) -> Ending {
        match self.width {
            4 => self.run(4),
            8 => self.run(8),
            12 => self.run(12),
            16 => self.run(16),
            width => self.run(width),
        }
    }

    #[inline(always)]
    fn run(&mut self, width: usize) -> Ending {
        let size = self.rows + self.columns;
        let (mut best, mut stalled) = (f64::NEG_INFINITY, 0);
        for _ in 0..50 * size + 500 {
            // Ties can make Dantzig's rule cycle; Bland's rule \[Bla77\] cannot.
            let bland = stalled > size;
            let Some(column) = self.entering(bland) else { return Ending::Optimal };
            let Some(row) = self.leaving(width, column, bland) else { return Ending::Unbounded };
            self.pivot(width, row, column);
            let objective = self.objective();
            if objective > best + 1e-13 * best.abs() {
                (best, stalled) = (objective, 0);
            } else {
                stalled += 1;
            }
        }
        Ending::Stuck
    }

    /// Returns the column with the most negative cost (Dantzig), or the first variable with one
    /// (Bland).
    #[inline(always)]
    fn entering(&self, bland: bool) -> Option<usize> {
        let start = self.rows * self.width;
        let costs = &self.cells[start..start + self.columns];
        if bland {
            let candidates = (0..self.columns).filter(|&column| costs[column] < -COST);
            return candidates.min_by_key(|&column| self.nonbasic[column]);
        }
        let (mut best, mut least) = (None, -COST);
        for (column, &cost) in costs.iter().enumerate() {
            if cost < least {
                (best, least) = (Some(column), cost);
            }
        }
        best
    }

    /// Returns the row that limits the column most; of equals the one with the largest pivot, or
    /// the first variable (Bland).
    #[inline(always)]
    fn leaving(&self, width: usize, column: usize, bland: bool) -> Option<usize> {
        let (mut best, mut least, mut largest) = (None, f64::INFINITY, 0.0);
        let rows = self.cells.chunks_exact(width).take(self.rows);
        for (row, cells) in rows.enumerate() {
            let pivot = cells[column];
            if pivot <= PIVOT {
                continue;
            }
            let limit = cells[self.columns].max(0.0) / pivot;
            let better = match best {
                Some(old) if limit == least && bland => self.basic[row] < self.basic[old],
                Some(_) if limit == least => pivot > largest,
                _ => limit < least,
            };
            if better {
                (best, least, largest) = (Some(row), limit, pivot);
            }
        }
        best
    }

    #[inline(always)]
    fn pivot(&mut self, width: usize, row: usize, column: usize) {
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
        let (above, rest) = self.cells.split_at_mut(row * width);
        let (pivot, below) = rest.split_at_mut(width);
        let inverse = 1.0 / pivot[column];
        pivot[column] = 1.0;
        pivot.iter_mut().for_each(|cell| *cell *= inverse);
        let pivot = &*pivot;
        above.chunks_exact_mut(width).for_each(|cells| eliminate(cells, pivot, column));
        below.chunks_exact_mut(width).for_each(|cells| eliminate(cells, pivot, column));
    }
}

/// Subtracts the multiple of the pivot row that clears a column.
#[inline(always)]
fn eliminate(cells: &mut [f64], pivot: &[f64], column: usize) {
    let factor = std::mem::take(&mut cells[column]);
    for (cell, pivot) in cells.iter_mut().zip(pivot) {
        *cell -= factor * pivot;
    }
}
