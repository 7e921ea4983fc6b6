//! The solver for many small matrices.

use crate::error::{MatrixError, check, width};
use crate::exact;
use crate::large::solve_by_program;
use crate::tableau::{Ending, Tableau};

/// A result is accepted if the guarantees of the two strategies differ by at most this fraction of
/// the difference between the largest and the smallest entry.
const GAP: f64 = 1e-9;

/// Matrices with more rows or columns than this are solved by exact arithmetic only as a last
/// resort.
const LARGE: usize = 64;

/// The value of a matrix game and optimal strategies.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The expected payoff of the row player, which the column player pays.
    pub value: f64,
    /// An optimal mixed strategy of the row player.
    pub row: Vec<f64>,
    /// An optimal mixed strategy of the column player.
    pub column: Vec<f64>,
}

/// Solves matrix games one after the other in the same memory.
///
/// Pure saddle points and 2×2 games are solved directly; the rest goes through the simplex method,
/// which is quicker than a search for dominated rows and columns would be. What the strategies
/// guarantee is computed from the entries as they were given, and a result whose guarantees do not
/// meet is replaced by that of [`exact::solve_floats`].
#[derive(Clone, Debug, Default)]
pub struct Solver {
    row: Vec<f64>,
    column: Vec<f64>,
    tableau: Tableau,
    /// The sums of the columns' entries, or their maxima.
    sums: Vec<f64>,
}

impl Solver {
    /// Returns a solver with an empty workspace.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Returns the value of a matrix given row by row, for the row player. The strategies are then
    /// in [`Solver::row`] and [`Solver::column`]. Returns NaN if the matrix is empty, its size is
    /// wrong or an entry is not finite ([`Solver::checked`] says which).
    pub fn solve(&mut self, rows: usize, columns: usize, entries: &[f64]) -> f64 {
        if check(rows, columns, entries).is_err() {
            return f64::NAN;
        }
        let (row, maximin) = best_minimum(columns, entries);
        let (column, minimax) = self.least_maximum(columns, entries);
        self.row.clear();
        self.row.resize(rows, 0.0);
        self.column.clear();
        self.column.resize(columns, 0.0);
        if maximin >= minimax {
            self.row[row] = 1.0;
            self.column[column] = 1.0;
            return maximin;
        }
        let found = match entries {
            &[a, b, c, d] if rows == 2 => self.two_by_two([a, b, c, d]),
            _ => self.simplex(columns, entries),
        };
        found.unwrap_or_else(|| self.with_care(rows, columns, entries))
    }

    /// Solves as [`Solver::solve`] does, with an error if the matrix is not a matrix game.
    pub fn checked(
        &mut self,
        rows: usize,
        columns: usize,
        entries: &[f64],
    ) -> Result<f64, MatrixError> {
        check(rows, columns, entries)?;
        Ok(self.solve(rows, columns, entries))
    }

    /// Returns the row player's strategy of the last matrix.
    pub fn row(&self) -> &[f64] {
        &self.row
    }

    /// Returns the column player's strategy of the last matrix.
    pub fn column(&self) -> &[f64] {
        &self.column
    }

    /// Returns the column with the least maximum, and that maximum.
    fn least_maximum(&mut self, columns: usize, entries: &[f64]) -> (usize, f64) {
        self.sums.clear();
        self.sums.extend_from_slice(&entries[..columns]);
        for row in entries.chunks_exact(columns).skip(1) {
            for (sum, &entry) in self.sums.iter_mut().zip(row) {
                *sum = if entry > *sum { entry } else { *sum };
            }
        }
        let mut best = 0;
        for (column, &maximum) in self.sums.iter().enumerate() {
            if maximum < self.sums[best] {
                best = column;
            }
        }
        (best, self.sums[best])
    }

    /// Solves a 2×2 game without a saddle point: both players mix, so that the other is
    /// indifferent. Returns `None` if the differences are too large for `f64`.
    #[inline]
    fn two_by_two(&mut self, [a, b, c, d]: [f64; 4]) -> Option<f64> {
        let sum = (a - b) + (d - c);
        let row = (d - c) / sum;
        let column = (d - b) / sum;
        self.row.copy_from_slice(&[row, 1.0 - row]);
        self.column.copy_from_slice(&[column, 1.0 - column]);
        sum.is_normal().then_some(a * row + c * (1.0 - row))
    }

    /// Runs the simplex method on the entries scaled to between 1 and 2, so that the value is
    /// positive: `max Σ y_j` where `A y ≤ 1` has `Σ y_j = 1 / value`, and the strategies are its
    /// solution and the prices, divided by that sum.
    fn simplex(&mut self, columns: usize, entries: &[f64]) -> Option<f64> {
        let (least, scale) = self.run_simplex(self.row.len(), columns, entries)?;
        self.tableau.primal(&mut self.column);
        self.tableau.dual(&mut self.row);
        normalise(&mut self.row);
        normalise(&mut self.column);
        let (low, high) = self.guarantees(columns, entries, least);
        ((high - low) * scale <= GAP).then_some(least + (low + (high - low) / 2.0))
    }

    /// Computes an optimal tableau; returns the least entry and the scale, or `None` if it fails.
    fn run_simplex(&mut self, rows: usize, columns: usize, entries: &[f64]) -> Option<(f64, f64)> {
        let least = entries.iter().copied().fold(f64::INFINITY, f64::min);
        let most = entries.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let scale = 1.0 / (most - least);
        if !scale.is_normal() {
            return None;
        }
        self.tableau.reset(rows, columns);
        for (row, entries) in entries.chunks_exact(columns).enumerate() {
            let (cells, limit) = self.tableau.row_mut(row);
            for (cell, entry) in cells.iter_mut().zip(entries) {
                *cell = (entry - least) * scale + 1.0;
            }
            *limit = 1.0;
        }
        self.tableau.row_mut(rows).0.fill(-1.0);
        (self.tableau.maximise() == Ending::Optimal).then_some((least, scale))
    }

    /// Returns the least payoff of the row strategy, and the greatest payment of the column
    /// strategy, both relative to the least entry: differences of entries are more exact than the
    /// entries of a shifted matrix.
    fn guarantees(&mut self, columns: usize, entries: &[f64], least: f64) -> (f64, f64) {
        self.sums.fill(0.0);
        let mut high = f64::NEG_INFINITY;
        for (entries, &weight) in entries.chunks_exact(columns).zip(&self.row) {
            let mut pays = 0.0;
            for ((sum, &entry), &column) in self.sums.iter_mut().zip(entries).zip(&self.column) {
                let entry = entry - least;
                *sum += weight * entry;
                pays += entry * column;
            }
            high = high.max(pays);
        }
        let low = self.sums.iter().copied().fold(f64::INFINITY, f64::min);
        (low, high)
    }

    /// Solves where the simplex method failed: by exact arithmetic, unless that would take very
    /// long and a general solver succeeds.
    #[cold]
    fn with_care(&mut self, rows: usize, columns: usize, entries: &[f64]) -> f64 {
        if rows.max(columns) > LARGE
            && let Ok(Some(solution)) = solve_by_program(rows, columns, entries)
        {
            let least = entries.iter().copied().fold(f64::INFINITY, f64::min);
            let most = entries.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (self.row, self.column) = (solution.row, solution.column);
            let (low, high) = self.guarantees(columns, entries, least);
            if high - low <= GAP * (most - least) {
                return solution.value;
            }
        }
        let Ok(solution) = exact::solve_floats(rows, columns, entries) else { return f64::NAN };
        let solution = solution.to_floats();
        (self.row, self.column) = (solution.row, solution.column);
        solution.value
    }
}

/// Returns a basis that is likely optimal; the empty one if the numbers are too large for `f64`.
pub(crate) fn propose(rows: usize, columns: usize, entries: &[f64]) -> Vec<u32> {
    let mut solver = Solver::new();
    match solver.run_simplex(rows, columns, entries) {
        Some(_) => solver.tableau.basis().to_vec(),
        None => Vec::new(),
    }
}

/// Returns the row with the largest minimum, and that minimum.
fn best_minimum(columns: usize, entries: &[f64]) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (row, entries) in entries.chunks_exact(columns).enumerate() {
        let minimum = entries.iter().copied().fold(f64::INFINITY, f64::min);
        if minimum > best.1 {
            best = (row, minimum);
        }
    }
    best
}

/// Normalises weights, which rounding may have left slightly negative, to a distribution.
fn normalise(weights: &mut [f64]) {
    weights.iter_mut().for_each(|weight| *weight = weight.max(0.0));
    let scale = 1.0 / weights.iter().sum::<f64>();
    weights.iter_mut().for_each(|weight| *weight *= scale);
}

/// Returns the value and optimal strategies of a matrix given as rows.
///
/// ```
/// use ludex_matrix::{MatrixError, solve_rows};
/// let solution = solve_rows(&[vec![1.0, -1.0], vec![-1.0, 1.0]]).unwrap();
/// assert_eq!(solution.row, [0.5, 0.5]);
/// let ragged = solve_rows(&[vec![1.0, 2.0], vec![3.0]]);
/// assert_eq!(ragged, Err(MatrixError::Ragged { row: 2, expected: 2, found: 1 }));
/// ```
pub fn solve_rows(rows: &[Vec<f64>]) -> Result<Solution, MatrixError> {
    let columns = width(rows)?;
    let entries: Vec<f64> = rows.iter().flatten().copied().collect();
    let mut solver = Solver::new();
    let value = solver.checked(rows.len(), columns, &entries)?;
    Ok(Solution { value, row: solver.row, column: solver.column })
}
