//! Exact solutions in rationals, for answers that must be certain.
//!
//! The matrix left after iterated dominance is converted to integers over one denominator. The
//! `f64` simplex method proposes a basis; the tableau of that basis is computed in integers, and if
//! it is not exactly optimal, the simplex method with Bland's rule \[Bla77\] continues from there.
//! Nothing of the proposal needs to be trusted. Numbers are `i64` as long as they fit, then `i128`,
//! then of any length.

mod dominance;
mod integer;
mod tableau;

use num_bigint::BigInt;
pub use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::error::{MatrixError, check, check_size};
use crate::solver::{Solution, propose};
use dominance::Reduced;
use integer::Whole;
use tableau::{Solved, Tableau};

/// The value of a matrix game and optimal strategies, without rounding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactSolution {
    /// The expected payoff of the row player, which the column player pays.
    pub value: BigRational,
    /// An optimal mixed strategy of the row player.
    pub row: Vec<BigRational>,
    /// An optimal mixed strategy of the column player.
    pub column: Vec<BigRational>,
}

impl ExactSolution {
    /// Returns the nearest floating-point numbers.
    pub fn to_floats(&self) -> Solution {
        let floats = |list: &[BigRational]| list.iter().map(to_float).collect();
        let (row, column) = (floats(&self.row), floats(&self.column));
        Solution { value: to_float(&self.value), row, column }
    }
}

fn to_float(number: &BigRational) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}

/// Returns the exact value of a matrix of rationals given row by row.
///
/// ```
/// use ludex_matrix::exact::{self, BigRational};
/// let entries = [3, -1, -1, 1].map(|n| BigRational::from_integer(n.into()));
/// let solution = exact::solve(2, 2, &entries).unwrap();
/// assert_eq!(solution.value, BigRational::new(1.into(), 3.into()));
/// ```
pub fn solve(
    rows: usize,
    columns: usize,
    entries: &[BigRational],
) -> Result<ExactSolution, MatrixError> {
    check_size(rows, columns, entries.len())?;
    let left = Reduced::new(rows, columns, entries);
    let solution =
        solve_reduced(left.rows.len(), left.columns.len(), &left.entries(columns, entries));
    Ok(ExactSolution {
        value: solution.value,
        row: spread(solution.row, &left.rows, rows),
        column: spread(solution.column, &left.columns, columns),
    })
}

/// Extends a strategy for some moves to all moves.
fn spread(weights: Vec<BigRational>, moves: &[usize], length: usize) -> Vec<BigRational> {
    let mut all = vec![BigRational::zero(); length];
    weights.into_iter().zip(moves).for_each(|(weight, &mv)| all[mv] = weight);
    all
}

fn solve_reduced(rows: usize, columns: usize, entries: &[BigRational]) -> ExactSolution {
    let floats: Vec<f64> = entries.iter().map(to_float).collect();
    let basis = propose(rows, columns, &floats);
    let shifted = Shifted::new(entries);
    let (rows, columns) = (rows as u32, columns as u32);
    let solved = run::<i64>(rows, columns, &shifted.entries, &basis)
        .or_else(|| run::<i128>(rows, columns, &shifted.entries, &basis))
        .or_else(|| run::<BigInt>(rows, columns, &shifted.entries, &basis))
        .expect("numbers of any length never overflow");
    shifted.solution(solved)
}

/// Returns the exact value of a matrix of floating-point numbers, each taken exactly.
pub fn solve_floats(
    rows: usize,
    columns: usize,
    entries: &[f64],
) -> Result<ExactSolution, MatrixError> {
    check(rows, columns, entries)?;
    let exactly = |&entry| BigRational::from_float(entry).unwrap_or_else(BigRational::zero);
    let entries: Vec<BigRational> = entries.iter().map(exactly).collect();
    solve(rows, columns, &entries)
}

/// Returns the least payoff of a row strategy, and the greatest payment of a column strategy: the
/// value lies between the two. Strategies that are too short are extended by 0.
pub fn guarantees(
    columns: usize,
    entries: &[BigRational],
    row: &[BigRational],
    column: &[BigRational],
) -> Option<(BigRational, BigRational)> {
    if columns == 0 {
        return None;
    }
    let rows = || entries.chunks_exact(columns);
    let gets = |j: usize| -> BigRational {
        rows().zip(row).map(|(entries, weight)| &entries[j] * weight).sum()
    };
    let pays = |entries: &[BigRational]| -> BigRational {
        entries.iter().zip(column).map(|(entry, weight)| entry * weight).sum()
    };
    Some(((0..columns).map(gets).min()?, rows().map(pays).max()?))
}

/// A matrix as positive integers: an entry is `(least + step · (n − 1)) / denominator`.
struct Shifted {
    entries: Vec<BigInt>,
    denominator: BigInt,
    least: BigInt,
    step: BigInt,
}

impl Shifted {
    fn new(entries: &[BigRational]) -> Shifted {
        let denominator = entries.iter().fold(BigInt::one(), |all, entry| lcm(all, entry.denom()));
        let mut whole: Vec<BigInt> =
            entries.iter().map(|entry| entry.numer() * (&denominator / entry.denom())).collect();
        let least = whole.iter().min().cloned().unwrap_or_default();
        whole.iter_mut().for_each(|n| *n -= &least);
        let step = whole.iter().fold(BigInt::zero(), gcd);
        let step = if step.is_zero() { BigInt::one() } else { step };
        whole.iter_mut().for_each(|n| *n = &*n / &step + 1);
        Shifted { entries: whole, denominator, least, step }
    }

    /// Returns the solution of the original matrix.
    fn solution(&self, solved: Solved) -> ExactSolution {
        // The sum of either solution is 1 / value (see `Solver::simplex`).
        let sum: BigInt = solved.column.iter().sum();
        let share = |n: BigInt| BigRational::new(n, sum.clone());
        let value = BigRational::new(solved.denominator, sum.clone()) - BigRational::one();
        let value = value * &self.step + BigRational::from(self.least.clone());
        ExactSolution {
            value: value / &self.denominator,
            row: solved.row.into_iter().map(share).collect(),
            column: solved.column.into_iter().map(share).collect(),
        }
    }
}

fn gcd(mut a: BigInt, b: &BigInt) -> BigInt {
    let mut b = b.clone();
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a.abs()
}

fn lcm(a: BigInt, b: &BigInt) -> BigInt {
    let common = gcd(a.clone(), b);
    a / common * b
}

/// Solves in one kind of number; returns `None` if a number does not fit.
fn run<W: Whole>(rows: u32, columns: u32, entries: &[BigInt], basis: &[u32]) -> Option<Solved> {
    let entries: Vec<W> = entries.iter().map(W::from_big).collect::<Option<_>>()?;
    let mut tableau = Tableau::new(rows, columns, &entries);
    tableau.enter(basis)?;
    if !tableau.feasible() {
        tableau = Tableau::new(rows, columns, &entries);
    }
    tableau.maximise()?;
    Some(tableau.solved())
}
