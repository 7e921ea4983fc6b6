//! Equilibria of random games, compared with their definition.

use ludex_matrix::exact::BigRational;
use ludex_matrix::general::{Bimatrix, equilibrium_sets, strict_dominance};
use num_traits::{One, Signed, Zero};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

/// Returns what a player gets by each of its strategies against a mixture of the other's.
fn worths(payoffs: &[Vec<i64>], mix: &[BigRational]) -> Vec<BigRational> {
    let worth = |row: &Vec<i64>| row.iter().zip(mix).map(|(&n, p)| whole(n) * p).sum();
    payoffs.iter().map(worth).collect()
}

fn transposed(matrix: &[Vec<i64>]) -> Vec<Vec<i64>> {
    (0..matrix[0].len()).map(|column| matrix.iter().map(|row| row[column]).collect()).collect()
}

/// Returns whether nobody gains by another strategy.
fn is_equilibrium(
    first: &[Vec<i64>],
    second: &[Vec<i64>],
    row: &[BigRational],
    column: &[BigRational],
) -> bool {
    let best = |worths: &[BigRational], mix: &[BigRational]| {
        let most = worths.iter().max().expect("a strategy").clone();
        worths.iter().zip(mix).all(|(worth, p)| p.is_zero() || *worth == most)
    };
    let mixed = |mix: &[BigRational]| {
        mix.iter().all(|p| !p.is_negative()) && mix.iter().sum::<BigRational>().is_one()
    };
    mixed(row)
        && mixed(column)
        && best(&worths(first, column), row)
        && best(&worths(&transposed(second), row), column)
}

fn below(rng: &mut Xoshiro256PlusPlus, n: u64) -> i64 {
    (rng.next_u64() % n) as i64
}

/// Returns a matrix of whole numbers from `-range` to `range`.
fn random_matrix(
    rng: &mut Xoshiro256PlusPlus,
    (rows, columns): (usize, usize),
    range: u64,
) -> Vec<Vec<i64>> {
    let entry = |rng: &mut Xoshiro256PlusPlus| below(rng, 2 * range + 1) - range as i64;
    (0..rows).map(|_| (0..columns).map(|_| entry(rng)).collect()).collect()
}

fn bimatrix(first: &[Vec<i64>], second: &[Vec<i64>]) -> Bimatrix {
    let all = |matrix: &[Vec<i64>]| matrix.iter().flatten().map(|&n| whole(n)).collect();
    Bimatrix::new(first.len(), first[0].len(), all(first), all(second)).expect("a game")
}

/// Lists all equilibria in pure strategies by trying every pair.
fn pure(first: &[Vec<i64>], second: &[Vec<i64>]) -> usize {
    let unit = |size: usize, place: usize| -> Vec<BigRational> {
        (0..size).map(|i| if i == place { whole(1) } else { whole(0) }).collect()
    };
    let (rows, columns) = (first.len(), first[0].len());
    let pairs = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    pairs.filter(|&(i, j)| is_equilibrium(first, second, &unit(rows, i), &unit(columns, j))).count()
}

/// Small ranges make many ties, large ones none: then the number of equilibria is odd.
#[test]
fn equilibria_of_random_games_are_equilibria_and_none_is_missing() {
    let count = std::env::var("LUDEX_BIMATRIX").map_or(300, |n| n.parse().expect("a number"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(26);
    for round in 0..count {
        let size = (1 + below(&mut rng, 4) as usize, 1 + below(&mut rng, 4) as usize);
        let range = [1, 2, 1_000_000][round % 3];
        let first = random_matrix(&mut rng, size, range);
        let second = random_matrix(&mut rng, size, range);
        let found = bimatrix(&first, &second).extreme_equilibria(&mut || true).expect("found");
        assert!(!found.is_empty(), "every game has an equilibrium: {first:?} {second:?}");
        for one in &found {
            assert!(is_equilibrium(&first, &second, &one.row, &one.column), "{one:?}");
            let worth = worths(&first, &one.column).into_iter().max();
            assert_eq!(worth.as_ref(), Some(&one.payoffs[0]));
        }
        let is_pure = |mix: &[BigRational]| mix.iter().any(One::is_one);
        let pures = found.iter().filter(|e| is_pure(&e.row) && is_pure(&e.column)).count();
        assert_eq!(pures, pure(&first, &second), "{first:?} {second:?}");
        if range == 1_000_000 {
            assert_eq!(found.len() % 2, 1, "{first:?} {second:?}");
        }
        // Any mixture within a set is an equilibrium: its middle is.
        for set in equilibrium_sets(&found).expect("few sets") {
            let middle = |list: &[Vec<BigRational>]| -> Vec<BigRational> {
                let size = whole(list.len() as i64);
                (0..list[0].len())
                    .map(|i| list.iter().map(|mix| mix[i].clone()).sum::<BigRational>() / &size)
                    .collect()
            };
            let (row, column) = (middle(&set.rows), middle(&set.columns));
            assert!(is_equilibrium(&first, &second, &row, &column), "{set:?}");
        }
    }
}

#[test]
fn a_game_without_any_difference_has_all_pairs() {
    let zero = vec![vec![0; 3]; 2];
    let found = bimatrix(&zero, &zero).extreme_equilibria(&mut || true).expect("found");
    assert_eq!(found.len(), 6);
    let sets = equilibrium_sets(&found).expect("few sets");
    assert_eq!(sets.len(), 1);
    assert_eq!((sets[0].rows.len(), sets[0].columns.len()), (2, 3));
}

#[test]
fn work_that_is_stopped_gives_nothing() {
    let zero = vec![vec![0; 3]; 3];
    let mut steps = 0;
    let stopped = bimatrix(&zero, &zero).extreme_equilibria(&mut || {
        steps += 1;
        steps < 5
    });
    assert_eq!(stopped, None);
}

#[test]
fn mixtures_dominate_where_no_pure_strategy_does() {
    let rows = [[3, 0], [0, 3], [1, 1]].map(|row| row.map(whole).to_vec());
    assert_eq!(strict_dominance(&rows, 0), Ok(None));
    let by = strict_dominance(&rows, 2).expect("a matrix").expect("dominated").by;
    assert!(by[2].is_zero());
    let worth = |column: usize| -> BigRational {
        rows.iter().zip(&by).map(|(row, weight)| &row[column] * weight).sum()
    };
    assert!(worth(0) > whole(1) && worth(1) > whole(1));
    let equal = [[1, 1], [1, 1]].map(|row| row.map(whole).to_vec());
    assert_eq!(strict_dominance(&equal, 0), Ok(None), "equally good is not better");
}
