//! Matrix games as linear programs for a general solver: tried where a large matrix is too much for
//! the dense tableau, before exact arithmetic, which takes long there.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

use crate::error::{MatrixError, check};
use crate::solver::Solution;

/// Solves a matrix by a general linear programming solver, once for each player. Returns `Ok(None)`
/// if that solver fails. The value is between what the two strategies guarantee.
///
/// ```
/// use ludex_matrix::solve_by_program;
/// let solution = solve_by_program(2, 2, &[3.0, -1.0, -1.0, 1.0]).unwrap().unwrap();
/// assert!((solution.value - 1.0 / 3.0).abs() < 1e-9);
/// ```
pub fn solve_by_program(
    rows: usize,
    columns: usize,
    entries: &[f64],
) -> Result<Option<Solution>, MatrixError> {
    check(rows, columns, entries)?;
    let least = entries.iter().copied().fold(f64::INFINITY, f64::min);
    let most = entries.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let spread = most - least;
    if !spread.is_finite() {
        return Ok(None);
    }
    // All entries are scaled to between 0 and 1.
    let scale = if spread > 0.0 { 1.0 / spread } else { 1.0 };
    let at = |row: usize, column: usize| (entries[row * columns + column] - least) * scale;
    let row = guarantee(rows, columns, at);
    let column = guarantee(columns, rows, |column, row| 1.0 - at(row, column));
    let (Some(row), Some(column)) = (row, column) else { return Ok(None) };
    let lowest = (0..columns).map(|j| (0..rows).map(|i| row[i] * at(i, j)).sum::<f64>());
    let highest = (0..rows).map(|i| (0..columns).map(|j| column[j] * at(i, j)).sum::<f64>());
    let low = lowest.fold(f64::INFINITY, f64::min);
    let high = highest.fold(f64::NEG_INFINITY, f64::max);
    let value = least + (low + high) / 2.0 / scale;
    Ok(Some(Solution { value, row, column }))
}

/// Returns a strategy over `moves` that guarantees the most against each of `replies`.
fn guarantee(moves: usize, replies: usize, pays: impl Fn(usize, usize) -> f64) -> Option<Vec<f64>> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (0.0, 1.0));
    let weights: Vec<_> = (0..moves).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    for reply in 0..replies {
        let gets = weights.iter().enumerate().map(|(mv, &weight)| (weight, pays(mv, reply)));
        let terms: Vec<_> = gets.chain([(value, -1.0)]).collect();
        problem.add_constraint(&terms, ComparisonOp::Ge, 0.0);
    }
    let all: Vec<_> = weights.iter().map(|&weight| (weight, 1.0)).collect();
    problem.add_constraint(&all, ComparisonOp::Eq, 1.0);
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let mut weights: Vec<f64> = weights.iter().map(|&weight| solution[weight].max(0.0)).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    sum.is_normal().then_some(weights)
}
