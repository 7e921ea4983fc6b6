//! How many random matrices a second, with both strategies: `cargo run --release --example speed`.

use std::time::Instant;

use ludex_matrix::Solver;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for size in [2, 3, 4, 5, 8, 13, 20, 50, 100, 200] {
        let count = (200_000 / (size * size * size)).max(3);
        let matrices: Vec<Vec<f64>> = (0..count)
            .map(|_| (0..size * size).map(|_| rng.next_u64() as f64 / 2f64.powi(64)).collect())
            .collect();
        let mut solver = Solver::new();
        let (start, mut solved, mut sum) = (Instant::now(), 0, 0.0);
        while start.elapsed().as_secs_f64() < 0.4 {
            for matrix in &matrices {
                sum += solver.solve(size, size, matrix) + solver.row()[0] + solver.column()[0];
            }
            solved += count;
        }
        let rate = solved as f64 / start.elapsed().as_secs_f64();
        println!("{size}x{size}: {rate:.0} per second (mean sum {:.6})", sum / solved as f64);
    }
}
