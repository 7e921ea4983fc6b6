//! The programs of [Saf13, Fig. 5.9–5.10] against matrix games: an entry `t` is dominated exactly
//! if the game of advantages, with `e_i − t` as one more column, is not lost for the row player.

use ludex_matrix::{EntryBounds, Solver};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Returns the value of the game of advantages over an action that has `t` in the column asked
/// about.
fn advantage(solver: &mut Solver, e: &[f64], columns: usize, advantages: &[f64], t: f64) -> f64 {
    let mut entries = Vec::new();
    for (i, e) in e.iter().enumerate() {
        entries.extend_from_slice(&advantages[i * columns..(i + 1) * columns]);
        entries.push(e - t);
    }
    solver.solve(e.len(), columns + 1, &entries)
}

#[test]
fn the_largest_dominated_entry() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut below = |n: u64| rng.next_u64() % n;
    let (mut bounds, mut solver, mut found) = (EntryBounds::new(), Solver::new(), 0);
    for case in 0..40_000 {
        let (rows, columns) = (1 + below(6) as usize, below(6) as usize);
        let mut number = |centre: f64| match case % 4 {
            0 => below(7) as f64 - centre,
            1 => below(3) as f64 - centre / 3.0,
            2 => below(1 << 40) as f64 / (1u64 << 37) as f64 - centre,
            // Bounds as in a search: the range of the payoffs, and values between.
            _ => {
                [0.0, 1.0, 2.0, below(1 << 40) as f64 / (1u64 << 39) as f64][below(4) as usize]
                    - centre / 3.0
            }
        };
        let e: Vec<f64> = (0..rows).map(|_| number(3.0)).collect();
        let advantages: Vec<f64> = (0..rows * columns).map(|_| number(2.0)).collect();
        let context = || format!("case {case}: {e:?} {advantages:?}");
        match bounds.largest(&e, columns, &advantages) {
            Some(largest) => {
                found += 1;
                let at = advantage(&mut solver, &e, columns, &advantages, largest);
                assert!(at >= -1e-10, "{largest} is not dominated: {at}\n{}", context());
                let above = advantage(&mut solver, &e, columns, &advantages, largest + 1e-6);
                assert!(above < 0.0, "{largest} is not the largest: {above}\n{}", context());
            }
            None => {
                let low = advantage(&mut solver, &e, columns, &advantages, -1e6);
                assert!(low < 0.0, "there is a mixture: {low}\n{}", context());
            }
        }
    }
    assert!(found > 10_000, "{found}");
}
