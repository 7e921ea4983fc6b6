//! What the tests of best-first search share: the algorithms, random games and options.

use ludex_search::{Algorithm, BestFirstOptions, BestMoves, Evaluation};

use crate::common::{Explicit, Random, Shape};

pub const ALGORITHMS: [Algorithm; 8] = [
    Algorithm::MinMax,
    Algorithm::Blind,
    Algorithm::Pns,
    Algorithm::Pp,
    Algorithm::Mcts,
    Algorithm::Mopns,
    Algorithm::Mopp,
    Algorithm::ScoreBounded,
];

/// Makes a tree, a DAG or a graph with cycles, every other one with hints.
pub fn random_game(random: &mut Random, seed: u64) -> Explicit {
    let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][seed as usize % 3];
    let states = if shape == Shape::Cyclic { 7 } else { 40 };
    let mut game = Explicit::random(random, shape, states);
    if !game.repeats && random.one_in(2) {
        let values = game.minimax();
        game.hint(random, &values);
    }
    game
}

/// Returns random options for it.
pub fn random_options(random: &mut Random, algorithm: Algorithm) -> BestFirstOptions {
    BestFirstOptions {
        second_level: random.one_in(3),
        iterative: random.one_in(3),
        transpositions: random.one_in(2),
        hints: random.one_in(2),
        symmetry: random.one_in(2),
        best: if random.one_in(2) { BestMoves::All } else { BestMoves::One },
        evaluation: if random.one_in(2) { Evaluation::Mobility } else { Evaluation::None },
        mobility: random.one_in(2),
        shortcut: random.one_in(2),
        prune: random.one_in(2),
        seed: random.below(1000) as u64,
        ..BestFirstOptions::new(algorithm)
    }
}
