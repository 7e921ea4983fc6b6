//! Best-first model checking agrees with the semantics on random games, whatever the options.

mod common;

use common::{Explicit, Random, Shape, ask, random_formula};
use ludex_game::Question;
use ludex_logic::{Formula, Formulas};
use ludex_search::{
    BestFirstCheckOptions, BestFirstChecker, Budget, CheckAlgorithm, Conjunctions, Semantics,
    Silent,
};

const SHAPES: [Shape; 3] = [Shape::Tree, Shape::Dag, Shape::Cyclic];

/// Calls the test with a game, a question, formulas of it and the generator.
fn for_random_questions(
    count: u64,
    test: impl Fn(Question<Explicit>, &Formulas, &[Formula], &mut Random),
) {
    for seed in 0..count {
        let mut random = Random::new(seed);
        let game = Explicit::random(&mut random, SHAPES[seed as usize % 3], 16);
        let mut dag = Formulas::new();
        let formulas: Vec<Formula> = (0..3)
            .map(|_| {
                let depth = random.below(8);
                random_formula(&mut random, &game, &mut dag, depth)
            })
            .collect();
        let asked = random.below(game.agents.len()) as u8;
        test(ask(&game, asked), &dag, &formulas, &mut random);
    }
}

fn random_options(random: &mut Random) -> BestFirstCheckOptions {
    let algorithm = [CheckAlgorithm::Pnps, CheckAlgorithm::Mcps][random.below(2)];
    BestFirstCheckOptions {
        algorithm,
        transpositions: random.one_in(2),
        conjunctions: [Conjunctions::Sum, Conjunctions::Max][random.below(2)],
        mobility: random.one_in(2),
        second_level: random.one_in(3),
        shortcut: !random.one_in(4),
        seed: random.below(1000) as u64,
        threads: if random.one_in(50) { 2 } else { 1 },
    }
}

#[test]
fn searches_agree_with_the_semantics() {
    for_random_questions(20_000, |question, dag, formulas, random| {
        let semantics = Semantics::new(question, &0, 100).expect("a small game");
        for &formula in formulas {
            let truth = semantics.satisfying(dag, formula);
            let options = random_options(random);
            let checker = BestFirstChecker::new(question, dag, options, 1 << 20);
            for (state, &holds) in semantics.states().iter().zip(&truth) {
                let report = checker.check(state, formula, &Budget::default(), &mut Silent);
                assert_eq!(report.answer, Some(holds), "{options:?}");
                assert_eq!(report.stopped, None);
            }
        }
    });
}
