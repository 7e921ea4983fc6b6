//! Best-first searches with too little memory: what they say is right, if less.

mod common;

use common::{Explicit, Random, Shape};
use ludex_game::{Outcome, Turn};
use ludex_search::{
    Algorithm, BestFirstOptions, BestFirstSolver, Budget, Evaluation, Silent, SolveReport,
};

const ALGORITHMS: [Algorithm; 8] = [
    Algorithm::MinMax,
    Algorithm::Blind,
    Algorithm::Pns,
    Algorithm::Pp,
    Algorithm::Mcts,
    Algorithm::Mopns,
    Algorithm::Mopp,
    Algorithm::ScoreBounded,
];

fn solve(game: &Explicit, options: BestFirstOptions, budget: &Budget) -> SolveReport<u16> {
    BestFirstSolver::new(game, options, budget.max_bytes).solve(&0, budget, &mut Silent)
}

/// The states that can be reached.
fn reachable(game: &Explicit) -> usize {
    let mut seen = vec![false; game.turn.len()];
    seen[0] = true;
    for state in 0..seen.len() {
        if let (true, Turn::Of(agent)) = (seen[state], game.turn[state]) {
            for &next in &game.next[state][agent.index()] {
                seen[next as usize] = true;
            }
        }
    }
    seen.iter().filter(|&&seen| seen).count()
}

/// A game of 300 to 3000 states that can be reached.
fn large(random: &mut Random, shape: Shape) -> Explicit {
    loop {
        let mut game = Explicit::random(random, shape, 3000);
        game.repeats = false;
        if reachable(&game) >= 300 {
            return game;
        }
    }
}

/// Options for a large game: its DAG is not to be unfolded into a tree.
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

#[test]
fn with_a_twentieth_of_the_memory_nothing_is_wrong() {
    let (mut asked, mut solved) = ([0; 8], [0; 8]);
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let shape = if seed % 2 == 0 { Shape::Tree } else { Shape::Dag };
        let mut game = large(&mut random, shape);
        let values = game.minimax();
        if random.one_in(2) {
            game.hint(&mut random, &values);
        }
        for (algorithm, at) in ALGORITHMS.into_iter().zip(0..) {
            let mut options = options(&mut random, algorithm, shape);
            let budget = Budget { max_nodes: Some(100_000), ..Budget::default() };
            let whole = solve(&game, options, &budget);
            if whole.stopped.is_none() {
                assert_eq!(whole.bounds.exact(), Some(Outcome(values[0])), "seed {seed}");
            }
            if whole.created < 300 {
                continue;
            }
            let max_bytes = whole.bytes / 20;
            for prune in [false, true] {
                options.prune = prune;
                let budget = Budget { max_nodes: Some(40_000), max_bytes, ..Budget::default() };
                let report = solve(&game, options, &budget);
                let text = format!("seed {seed}: {options:?} {report:?}");
                assert!(
                    report.bounds.low.0 <= values[0] && values[0] <= report.bounds.high.0,
                    "{text}"
                );
                assert!(report.bytes <= max_bytes, "{text} {max_bytes}");
                asked[at] += 1;
                solved[at] += usize::from(report.bounds.exact().is_some());
            }
        }
    }
    println!("{asked:?} {solved:?}");
}
