//! Best-first searches compared with the definition of the value.

use ludex_game::{Agent, Bounds, Outcome, Turn};
use ludex_search::{BestFirstOptions, BestFirstSolver, BestMoves, Budget, Silent, SolveReport};

use crate::cases::best_first as cases;
use crate::common;
use cases::{ALGORITHMS, random_game, random_options};
use common::{Explicit, Random};

fn solve(game: &Explicit, options: BestFirstOptions, budget: &Budget) -> SolveReport<u16> {
    BestFirstSolver::new(game, options, budget.max_bytes).solve(&0, budget, &mut Silent)
}

/// Returns the moves of the root after which the agent to move can still force its result.
fn optimal(game: &Explicit, truth: Bounds) -> Vec<u16> {
    let Some(agent) = game.turn[0].agent() else { return Vec::new() };
    let next = &game.next[0][agent.index()];
    let keeps = |&i: &u16| {
        let after = game.forced(next[usize::from(i)] as usize);
        if agent == Agent::FIRST { after.low >= truth.low } else { after.high <= truth.high }
    };
    (0..next.len() as u16).filter(keeps).collect()
}

fn assert_right(game: &Explicit, options: BestFirstOptions, report: &SolveReport<u16>, seed: u64) {
    let truth = game.forced(0);
    assert_eq!(report.bounds, truth, "seed {seed}: {options:?}");
    let mut best = report.best.clone();
    best.sort_unstable();
    let good = if truth.exact().is_some() { optimal(game, truth) } else { Vec::new() };
    if options.best == BestMoves::All {
        assert_eq!(best, good, "seed {seed}: {options:?}");
    } else {
        assert_eq!(best.is_empty(), good.is_empty(), "seed {seed}: {options:?}");
        assert!(best.iter().all(|mv| good.contains(mv)), "seed {seed}: {options:?}");
    }
}

#[test]
fn every_algorithm_agrees_with_the_definition() {
    for seed in 0..10_000 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        for algorithm in ALGORITHMS {
            let options = random_options(&mut random, algorithm);
            let budget = Budget { max_nodes: Some(20_000), ..Budget::default() };
            let report = solve(&game, options, &budget);
            assert_eq!(report.stopped, None);
            assert_right(&game, options, &report, seed);
            let budget = Budget { max_bytes: report.bytes / 20, ..budget };
            let truth = game.forced(0);
            let Bounds { low, high } = solve(&game, options, &budget).bounds;
            assert!(low <= truth.low && truth.high <= high, "seed {seed}: {options:?}");
        }
    }
}

/// Makes a DAG of layers of two states, each of which leads to both of the next: many more paths
/// than states.
fn ladder(random: &mut Random, layers: usize) -> Explicit {
    let mut game = Explicit::blank(1 + 2 * layers, 2, 3);
    for state in 0..game.turn.len() {
        let layer = state.div_ceil(2);
        if layer < layers {
            game.turn[state] = Turn::Of(Agent((layer % 2) as u8));
            game.next[state][layer % 2] = [1, 2].map(|i| (2 * layer + i) as u32).to_vec();
        }
        game.outcome[state] = Outcome(random.below(3) as u16);
    }
    game
}

#[test]
fn a_descent_does_not_take_as_long_as_there_are_ways() {
    for algorithm in ALGORITHMS {
        for layers in [10, 60, 150] {
            let game = ladder(&mut Random::new(layers as u64), layers);
            let budget = Budget { max_nodes: Some(200_000), ..Budget::default() };
            for threads in [1, 2] {
                let options = BestFirstOptions { threads, ..BestFirstOptions::new(algorithm) };
                let report = solve(&game, options, &budget);
                assert_eq!(report.stopped, None, "{options:?}");
                assert_eq!(report.bounds.exact(), Some(Outcome(game.minimax()[0])), "{options:?}");
            }
        }
    }
}
