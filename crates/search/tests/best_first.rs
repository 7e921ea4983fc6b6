//! Best-first searches against the plain definition.

mod common;

use common::{Explicit, Random, Shape};
use ludex_game::{Agent, Bounds, Outcome, Turn};
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

/// What each side can force: the best rank Max can, and the least Max can be held to.
fn forced(game: &Explicit, state: usize) -> Bounds {
    let ranks = 1..game.outcomes.len() as u16;
    let low = ranks.clone().filter(|&rank| game.attractor(rank, true)[state]).max();
    let high = ranks.filter(|&rank| game.attractor(rank, false)[state]).min();
    Bounds {
        low: Outcome(low.unwrap_or(0)),
        high: high.map_or(game.outcomes.best(), |rank| Outcome(rank - 1)),
    }
}

fn random_options(random: &mut Random, algorithm: Algorithm) -> BestFirstOptions {
    BestFirstOptions {
        second_level: random.one_in(3),
        iterative: random.one_in(3),
        transpositions: random.one_in(2),
        hints: random.one_in(2),
        symmetry: random.one_in(2),
        all_best: random.one_in(2),
        evaluation: if random.one_in(2) { Evaluation::Mobility } else { Evaluation::None },
        mobility: random.one_in(2),
        shortcut: random.one_in(2),
        prune: random.one_in(2),
        seed: random.below(1000) as u64,
        ..BestFirstOptions::new(algorithm)
    }
}

fn solve(game: &Explicit, options: BestFirstOptions, budget: &Budget) -> SolveReport<u16> {
    BestFirstSolver::new(game, options, budget.max_bytes).solve(&0, budget, &mut Silent)
}

/// The moves of the root after which the agent on turn can still force its result.
fn optimal(game: &Explicit, truth: Bounds) -> Vec<u16> {
    let Some(agent) = game.turn[0].agent() else { return Vec::new() };
    let next = &game.next[0][agent.index()];
    let keeps = |&i: &u16| {
        let after = forced(game, next[usize::from(i)] as usize);
        if agent == Agent::FIRST { after.low >= truth.low } else { after.high <= truth.high }
    };
    (0..next.len() as u16).filter(keeps).collect()
}

fn assert_right(game: &Explicit, options: BestFirstOptions, report: &SolveReport<u16>, seed: u64) {
    let truth = forced(game, 0);
    assert_eq!(report.bounds, truth, "seed {seed}: {options:?}");
    let mut best = report.best.clone();
    best.sort_unstable();
    let good = if truth.exact().is_some() { optimal(game, truth) } else { Vec::new() };
    if options.all_best {
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
        let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][seed as usize % 3];
        let states = if shape == Shape::Cyclic { 7 } else { 40 };
        let mut game = Explicit::random(&mut random, shape, states);
        if !game.repeats && random.one_in(2) {
            let values = game.minimax();
            game.hint(&mut random, &values);
        }
        for algorithm in ALGORITHMS {
            let options = random_options(&mut random, algorithm);
            let budget = Budget { max_nodes: Some(20_000), ..Budget::default() };
            let report = solve(&game, options, &budget);
            assert_eq!(report.stopped, None);
            assert_right(&game, options, &report, seed);
        }
    }
}

/// A DAG of layers of two states, each of which leads to both of the next: many more ways than states.
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
