//! Random matrices of all kinds against the exact solver.

use ludex_matrix::exact::{self, BigRational};
use ludex_matrix::{MatrixError, Solver, solve_by_program, solve_rows};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

struct Source(Xoshiro256PlusPlus);

impl Source {
    fn new(seed: u64) -> Source {
        Source(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn real(&mut self) -> f64 {
        self.0.next_u64() as f64 / 2f64.powi(63) - 1.0
    }

    /// Returns a matrix of one of many kinds.
    fn matrix(&mut self, kind: usize, rows: usize, columns: usize) -> Vec<f64> {
        let size = rows * columns;
        match kind {
            0 => (0..size).map(|_| self.real()).collect(),
            1 => (0..size).map(|_| self.below(3) as f64 - 1.0).collect(),
            2 => (0..size).map(|_| self.below(2) as f64).collect(),
            3 => vec![self.real(); size],
            4 => self.rank_one(rows, columns),
            5 => self.with_duplicates(rows, columns),
            6 => (0..size).map(|_| self.real() * 10f64.powi(self.below(12) as i32 - 6)).collect(),
            7 => (0..size).map(|_| 1e9 + self.real()).collect(),
            8 => (0..size).map(|_| self.real() * 1e-300).collect(),
            9 => (0..size).map(|_| self.real() * 1.7e308).collect(),
            10 => self.antisymmetric(rows, columns),
            _ => (0..size).map(|_| self.below(100) as f64).collect(),
        }
    }

    fn rank_one(&mut self, rows: usize, columns: usize) -> Vec<f64> {
        let left: Vec<f64> = (0..rows).map(|_| self.below(7) as f64 - 3.0).collect();
        let right: Vec<f64> = (0..columns).map(|_| self.below(7) as f64 - 3.0).collect();
        left.iter().flat_map(|l| right.iter().map(move |r| l * r)).collect()
    }

    fn with_duplicates(&mut self, rows: usize, columns: usize) -> Vec<f64> {
        let few: Vec<f64> = (0..9).map(|_| self.real()).collect();
        let left: Vec<usize> = (0..rows).map(|_| self.below(3)).collect();
        let right: Vec<usize> = (0..columns).map(|_| self.below(3)).collect();
        let few = &few;
        left.iter().flat_map(|l| right.iter().map(move |r| few[3 * l + r])).collect()
    }

    fn antisymmetric(&mut self, rows: usize, columns: usize) -> Vec<f64> {
        let numbers: Vec<f64> = (0..rows * columns).map(|_| self.below(9) as f64).collect();
        let at = |i: usize, j: usize| numbers[(i * columns + j) % numbers.len()];
        (0..rows)
            .flat_map(|i| (0..columns).map(move |j| (i, j)))
            .map(|(i, j)| at(i, j) - at(j, i))
            .collect()
    }
}

const KINDS: usize = 12;

fn spread(entries: &[f64]) -> f64 {
    let most = entries.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = entries.iter().copied().fold(f64::INFINITY, f64::min);
    (most / 4.0 - least / 4.0) * 4.0
}

fn assert_distribution(weights: &[f64], length: usize) {
    assert_eq!(weights.len(), length);
    assert!(weights.iter().all(|weight| (0.0..=1.0 + 1e-12).contains(weight)), "{weights:?}");
    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{weights:?}");
}

fn rational(number: f64) -> BigRational {
    BigRational::from_float(number).unwrap()
}

/// Thousands of matrices: value and guarantees agree with the exact solver.
#[test]
fn agrees_with_the_exact_solver() {
    let mut source = Source::new(5);
    let mut solver = Solver::new();
    for case in 0..6_000 {
        let (rows, columns) = (1 + source.below(8), 1 + source.below(8));
        let entries = source.matrix(case % KINDS, rows, columns);
        let value = solver.solve(rows, columns, &entries);
        let context = || format!("case {case}: {rows}x{columns} {entries:?}");
        let solution = exact::solve_floats(rows, columns, &entries).unwrap();
        let largest = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let tolerance = 1e-9 * spread(&entries).min(f64::MAX) + 1e-15 * largest;
        let truth = solution.to_floats().value;
        assert!((value - truth).abs() <= tolerance, "{value} is not {truth}\n{}", context());
        assert_distribution(solver.row(), rows);
        assert_distribution(solver.column(), columns);
        let exactly: Vec<BigRational> = entries.iter().copied().map(rational).collect();
        let weights = |list: &[f64]| list.iter().copied().map(rational).collect::<Vec<_>>();
        let (low, high) =
            exact::guarantees(columns, &exactly, &weights(solver.row()), &weights(solver.column()))
                .unwrap();
        let slack = rational(tolerance) + rational(1e-14) * rational(entries[0].abs());
        assert!(low >= &solution.value - &slack, "row guarantee\n{}", context());
        assert!(high <= &solution.value + &slack, "column guarantee\n{}", context());
    }
}

/// The exact solver's strategies guarantee its value exactly, whatever was proposed.
#[test]
fn exact_solutions_prove_themselves() {
    let mut source = Source::new(6);
    for case in 0..3_000 {
        let (rows, columns) = (1 + source.below(9), 1 + source.below(9));
        let entries = source.matrix(case % KINDS, rows, columns);
        let solution = exact::solve_floats(rows, columns, &entries).unwrap();
        let exactly: Vec<BigRational> = entries.iter().copied().map(rational).collect();
        let bounds = exact::guarantees(columns, &exactly, &solution.row, &solution.column);
        assert_eq!(bounds, Some((solution.value.clone(), solution.value.clone())), "case {case}");
        for strategy in [&solution.row, &solution.column] {
            assert_eq!(strategy.iter().sum::<BigRational>(), rational(1.0));
            assert!(strategy.iter().all(|weight| *weight >= rational(0.0)));
        }
    }
}

/// Exchanging the players negates the value: `value(−Aᵀ) = −value(A)`.
#[test]
fn exchanging_the_players_negates_the_value() {
    let mut source = Source::new(7);
    let mut solver = Solver::new();
    for case in 0..20_000 {
        let (rows, columns) = (1 + source.below(13), 1 + source.below(13));
        let entries = source.matrix(case % KINDS, rows, columns);
        let at = |i: usize, j: usize| -entries[j * columns + i];
        let exchanged: Vec<f64> = (0..columns)
            .flat_map(|i| (0..rows).map(move |j| (i, j)))
            .map(|(i, j)| at(i, j))
            .collect();
        let value = solver.solve(rows, columns, &entries);
        let other = solver.solve(columns, rows, &exchanged);
        let largest = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        let tolerance = 2e-9 * spread(&entries).min(f64::MAX / 2.0) + 1e-14 * largest;
        assert!((value + other).abs() <= tolerance, "case {case}: {value} {other} {entries:?}");
    }
}

/// Where a saddle point is, both strategies are pure and the value is its entry.
#[test]
fn saddle_points_are_read_off() {
    let mut source = Source::new(8);
    let mut solver = Solver::new();
    for _ in 0..3_000 {
        let (rows, columns) = (1 + source.below(9), 1 + source.below(9));
        let mut entries = source.matrix(0, rows, columns);
        let (row, column) = (source.below(rows), source.below(columns));
        for i in 0..rows {
            entries[i * columns + column] = -2.0 - entries[i * columns + column].abs();
        }
        entries[row * columns + column] = -1.5;
        assert_eq!(solver.solve(rows, columns, &entries), -1.5);
        assert_eq!((solver.row()[row], solver.column()[column]), (1.0, 1.0));
    }
}

/// [Saf13, Example 15]: one equilibrium, in pure strategies, though no action is dominated.
#[test]
fn example_15() {
    let mut solver = Solver::new();
    assert_eq!(solver.solve(3, 3, &[6.0, 1.0, 0.0, 3.0, 3.0, 3.0, 0.0, 1.0, 6.0]), 3.0);
    assert_eq!((solver.row()[1], solver.column()[1]), (1.0, 1.0));
}

/// A dense tableau of 100 x 100 is as exact as a general solver of linear programs.
#[test]
fn large_matrices_agree_with_a_general_solver() {
    let mut source = Source::new(9);
    let mut solver = Solver::new();
    for (size, kind) in [(40, 0), (70, 1), (70, 5), (100, 0), (100, 11)] {
        let entries = source.matrix(kind, size, size + 3);
        let value = solver.solve(size, size + 3, &entries);
        let other = solve_by_program(size, size + 3, &entries).unwrap().unwrap();
        assert!((value - other.value).abs() < 1e-9 * spread(&entries), "{size}: {value}");
        assert_distribution(solver.row(), size);
        assert_distribution(solver.column(), size + 3);
    }
}

#[test]
fn what_is_no_matrix_game() {
    let mut solver = Solver::new();
    assert_eq!(solver.checked(0, 0, &[]), Err(MatrixError::Empty));
    assert_eq!(solver.checked(0, 3, &[]), Err(MatrixError::Empty));
    let size = MatrixError::Size { rows: 2, columns: 2, found: 3 };
    assert_eq!(solver.checked(2, 2, &[1.0; 3]), Err(size));
    let most = MatrixError::Size { rows: usize::MAX, columns: 2, found: 3 };
    assert_eq!(solver.checked(usize::MAX, 2, &[1.0; 3]), Err(most));
    let entry = MatrixError::NotFinite { row: 2, column: 1 };
    assert_eq!(solver.checked(2, 2, &[1.0, 2.0, f64::NAN, 0.0]), Err(entry));
    assert_eq!(solver.checked(2, 2, &[1.0, 2.0, f64::INFINITY, 0.0]), Err(entry));
    assert_eq!(
        exact::solve_floats(1, 1, &[f64::NAN]).unwrap_err().to_string(),
        "the entry in row 1, column 1 is not a finite number"
    );
    assert!(solver.solve(2, 2, &[1.0, 2.0, f64::NAN, 0.0]).is_nan());
    assert_eq!(solve_rows(&[]), Err(MatrixError::Empty));
    assert_eq!(solve_rows(&[vec![]]), Err(MatrixError::Empty));
    let ragged = MatrixError::Ragged { row: 2, expected: 1, found: 2 };
    assert_eq!(solve_rows(&[vec![1.0], vec![1.0, 2.0]]), Err(ragged));
    assert_eq!(solver.checked(1, 1, &[4.0]), Ok(4.0), "a solver goes on after an error");
}
