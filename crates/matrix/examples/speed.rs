//! Random matrices solved per second of processor time, with both strategies: `cargo run --release
//! --example speed`.

use cpu_time::ProcessTime;
use ludex_matrix::{Solver, solve_by_program};
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
        let (start, mut solved, mut sum) = (ProcessTime::now(), 0, 0.0);
        while start.elapsed().as_secs_f64() < 0.4 {
            for matrix in &matrices {
                sum += solver.solve(size, size, matrix) + solver.row()[0] + solver.column()[0];
            }
            solved += count;
        }
        let rate = solved as f64 / start.elapsed().as_secs_f64();
        println!("{size}x{size}: {rate:.0} per second (mean sum {:.6})", sum / solved as f64);
        if [5, 13, 50, 100, 200].contains(&size) {
            let start = ProcessTime::now();
            let (mut solved, mut worst) = (0, 0.0_f64);
            while solved < matrices.len() && start.elapsed().as_secs_f64() < 1.0 {
                let by_program = solve_by_program(size, size, &matrices[solved]);
                let by_program = by_program.expect("a matrix").expect("a solution").value;
                worst = worst.max((by_program - solver.solve(size, size, &matrices[solved])).abs());
                solved += 1;
            }
            let rate = solved as f64 / start.elapsed().as_secs_f64();
            println!("  by a general program: {rate:.0} per second, apart by {worst:.1e}");
        }
    }
}
