//! Best-first searches with too little memory: their results are right, if incomplete.

use ludex_game::Outcome;
use ludex_search::{
    Algorithm, BestFirstOptions, BestFirstSolver, Budget, Evaluation, Silent, SolveReport,
};

use crate::cases::best_first as cases;
use crate::common;
use cases::ALGORITHMS;
use common::{Explicit, Random, Shape};

fn solve(game: &Explicit, options: BestFirstOptions, budget: &Budget) -> SolveReport<u16> {
    BestFirstSolver::new(game, options, budget.max_bytes).solve(&0, budget, &mut Silent)
}

/// Returns options for a large game: its DAG must not be unfolded into a tree.
fn options(random: &mut Random, algorithm: Algorithm, shape: Shape) -> BestFirstOptions {
    BestFirstOptions {
        second_level: random.one_in(4),
        iterative: random.one_in(3),
        transpositions: shape == Shape::Dag || random.one_in(2),
        hints: random.one_in(3),
        symmetry: false,
        evaluation: if random.one_in(2) { Evaluation::Mobility } else { Evaluation::None },
        mobility: random.one_in(2),
        shortcut: random.one_in(2),
        seed: random.below(1000) as u64,
        ..BestFirstOptions::new(algorithm)
    }
}

/// More than a path with all its siblings takes in the games below: the least a search needs.
const A_PATH: usize = 8 << 10;

#[test]
fn with_little_memory_all_is_solved_for_which_a_path_fits() {
    // For a half, a fifth and a twentieth of the memory: how many searches, how many of them
    // solved.
    let mut tried = [0; 3];
    let mut solved = [0; 3];
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let shape = if seed % 2 == 0 { Shape::Tree } else { Shape::Dag };
        let states = 5000 + random.below(20_000);
        let mut game = Explicit::deep(&mut random, shape, states);
        let values = game.minimax();
        if random.one_in(3) {
            game.hint(&mut random, &values);
        }
        for algorithm in ALGORITHMS {
            let mut options = options(&mut random, algorithm, shape);
            let budget = Budget { max_nodes: Some(100_000), ..Budget::default() };
            let whole = solve(&game, options, &budget);
            if whole.stopped.is_some() || whole.created < 4000 {
                continue;
            }
            assert_eq!(whole.bounds.exact(), Some(Outcome(values[0])), "seed {seed}");
            for (part, at) in [2, 5, 20].into_iter().zip(0..) {
                options.prune = random.one_in(2);
                let max_bytes = whole.bytes / part;
                let budget = Budget { max_nodes: Some(1_000_000), max_bytes, ..Budget::default() };
                let report = solve(&game, options, &budget);
                let text = format!("seed {seed}: {options:?} {report:?}");
                let (low, high) = (report.bounds.low.0, report.bounds.high.0);
                assert!(low <= values[0] && values[0] <= high, "{text}");
                // One unfolding is done before its size is known.
                assert!(report.bytes <= max_bytes + 512, "{text}");
                let done = report.bounds.exact().is_some();
                assert!(done || max_bytes < A_PATH, "{text}");
                tried[at] += 1;
                solved[at] += usize::from(done);
            }
        }
    }
    println!("solved with less memory: {solved:?} of {tried:?}");
    assert!(tried[0] > 50);
    assert!(solved[2] * 10 >= tried[2] * 7, "{solved:?} of {tried:?}");
}

#[test]
fn what_is_solved_with_the_last_byte_is_solved() {
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let game = Explicit::deep(&mut random, Shape::Tree, 40);
        for algorithm in ALGORITHMS {
            let options = BestFirstOptions { hints: false, ..BestFirstOptions::new(algorithm) };
            for max_bytes in (0..4000).step_by(40) {
                let budget = Budget { max_nodes: Some(2_000), max_bytes, ..Budget::default() };
                let report = solve(&game, options, &budget);
                let done = report.bounds.exact().is_some();
                assert_eq!(done, report.stopped.is_none(), "seed {seed}: {options:?} {report:?}");
                assert_eq!(done, !report.best.is_empty(), "seed {seed}: {options:?} {report:?}");
            }
        }
    }
}
