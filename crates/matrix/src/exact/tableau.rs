//! The condensed tableau in integers over one common denominator, the last pivot. Every number in
//! it is a minor of the matrix, so that divisions leave no remainder (Edmonds, Bareiss).

use num_bigint::BigInt;

use super::integer::Whole;

/// An optimal basic solution: numerators over one denominator.
pub(super) struct Solved {
    pub row: Vec<BigInt>,
    pub column: Vec<BigInt>,
    pub denominator: BigInt,
}

/// `max Σ y_j` where `A y ≤ 1`, `y ≥ 0`, as in the tableau of floating-point numbers.
pub(super) struct Tableau<W> {
    cells: Vec<W>,
    width: usize,
    rows: usize,
    denominator: W,
    /// The variable each row solves for: `y_j` is `j`, the slack of row `i` is `columns + i`.
    basic: Vec<u32>,
    nonbasic: Vec<u32>,
}

impl<W: Whole> Tableau<W> {
    /// Returns the tableau of a positive matrix at `y = 0`.
    pub fn new(rows: u32, columns: u32, entries: &[W]) -> Tableau<W> {
        let mut cells = Vec::new();
        for row in entries.chunks_exact(columns as usize) {
            cells.extend_from_slice(row);
            cells.push(W::one());
        }
        let minus = W::one().negated().expect("one can be negated");
        cells.resize(cells.len() + columns as usize, minus);
        cells.push(W::zero());
        Tableau {
            cells,
            width: columns as usize + 1,
            rows: rows as usize,
            denominator: W::one(),
            basic: (columns..columns + rows).collect(),
            nonbasic: (0..columns).collect(),
        }
    }

    fn at(&self, row: usize, column: usize) -> &W {
        &self.cells[row * self.width + column]
    }

    fn columns(&self) -> usize {
        self.width - 1
    }

    /// Pivots the variables of a basis in, as far as possible.
    pub fn enter(&mut self, basis: &[u32]) -> Option<()> {
        for &variable in basis {
            let Some(column) = self.nonbasic.iter().position(|&v| v == variable) else { continue };
            let row = (0..self.rows)
                .find(|&row| !basis.contains(&self.basic[row]) && !self.at(row, column).is_zero());
            if let Some(row) = row {
                self.pivot(row, column)?;
            }
        }
        Some(())
    }

    /// Returns whether no variable is negative.
    pub fn feasible(&self) -> bool {
        (0..self.rows).all(|row| !self.at(row, self.columns()).is_negative())
    }

    /// Pivots by Bland's rule to the optimum: it never cycles. The problem is bounded, since the
    /// matrix is positive.
    pub fn maximise(&mut self) -> Option<()> {
        while let Some(column) = self.entering() {
            let Some(row) = self.leaving(column)? else { return Some(()) };
            self.pivot(row, column)?;
        }
        Some(())
    }

    fn entering(&self) -> Option<usize> {
        let improving = (0..self.columns()).filter(|&j| self.at(self.rows, j).is_negative());
        improving.min_by_key(|&column| self.nonbasic[column])
    }

    fn leaving(&self, column: usize) -> Option<Option<usize>> {
        let mut best: Option<usize> = None;
        for row in (0..self.rows).filter(|&row| self.at(row, column).is_positive()) {
            best = match best {
                None => Some(row),
                Some(old) => {
                    let sign = W::compare(
                        self.at(row, self.columns()),
                        self.at(old, column),
                        self.at(old, self.columns()),
                        self.at(row, column),
                    )?;
                    let first = sign == 0 && self.basic[row] < self.basic[old];
                    Some(if sign < 0 || first { row } else { old })
                }
            };
        }
        Some(best)
    }

    /// Swaps a basic and a nonbasic variable. The new denominator is the pivot, kept positive.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let pivot = self.at(row, column).clone();
        let negative = pivot.is_negative();
        for i in (0..=self.rows).filter(|&i| i != row) {
            let factor = self.at(i, column).clone();
            for j in (0..self.width).filter(|&j| j != column) {
                let cell =
                    W::cross(self.at(i, j), &pivot, &factor, self.at(row, j), &self.denominator)?;
                self.cells[i * self.width + j] = cell;
            }
            self.cells[i * self.width + column] = factor.negated()?;
        }
        let old = std::mem::replace(&mut self.denominator, pivot);
        self.cells[row * self.width + column] = old;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
        if negative { self.negate() } else { Some(()) }
    }

    fn negate(&mut self) -> Option<()> {
        self.denominator = self.denominator.negated()?;
        for cell in &mut self.cells {
            *cell = cell.negated()?;
        }
        Some(())
    }

    /// Returns the solution of an optimal tableau.
    pub fn solved(&self) -> Solved {
        let mut column = vec![BigInt::default(); self.columns()];
        for (i, &variable) in self.basic.iter().enumerate() {
            if let Some(y) = column.get_mut(variable as usize) {
                *y = self.at(i, self.columns()).to_big();
            }
        }
        let mut row = vec![BigInt::default(); self.rows];
        for (j, &variable) in self.nonbasic.iter().enumerate() {
            if let Some(i) = (variable as usize).checked_sub(self.columns()) {
                row[i] = self.at(self.rows, j).to_big();
            }
        }
        Solved { row, column, denominator: self.denominator.to_big() }
    }
}
