//! Best-first model checking agrees with the semantics on random games, whatever the options; its
//! lines and proofs are right.

use ludex_search::{
    BestFirstCheckOptions, BestFirstChecker, Budget, CheckAlgorithm, Conjunctions, Semantics,
    Silent, Stopped,
};

use crate::cases::formulas as cases;
use crate::common;
use cases::{for_random_questions, is_proof, replay};
use common::Random;

const ALGORITHMS: [CheckAlgorithm; 2] = [CheckAlgorithm::Pnps, CheckAlgorithm::Mcps];

fn random_options(random: &mut Random, algorithm: CheckAlgorithm) -> BestFirstCheckOptions {
    BestFirstCheckOptions {
        algorithm,
        transpositions: random.one_in(2),
        conjunctions: [Conjunctions::Sum, Conjunctions::Max][random.below(2)],
        look: random.one_in(2),
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
            for algorithm in ALGORITHMS {
                let options = random_options(random, algorithm);
                let checker = BestFirstChecker::new(question, dag, options, 1 << 20);
                for (state, &holds) in semantics.states().iter().zip(&truth) {
                    let report = checker.check(state, formula, &Budget::default(), &mut Silent);
                    assert_eq!(report.answer, Some(holds), "{options:?}");
                    assert_eq!(report.stopped, None);
                }
            }
        }
    });
}

#[test]
fn lines_replay_and_proofs_prove() {
    for_random_questions(10_000, |question, dag, formulas, random| {
        for &formula in formulas {
            for algorithm in ALGORITHMS {
                let options = random_options(random, algorithm);
                let checker = BestFirstChecker::new(question, dag, options, 1 << 20);
                let (report, proof) = checker.prove(&0, formula, &Budget::default(), &mut Silent);
                let holds = report.answer.expect("no limit");
                let proof = proof.expect("enough memory");
                let root = proof.nodes.len() - 1;
                assert_eq!(proof.nodes[root].holds != formula.negated(), holds);
                assert!(is_proof(question, dag, &proof, root, &0, formula), "{options:?}");
                replay(question, dag, formula, holds, &report.line);
            }
        }
    });
}

/// With little memory or few nodes there may be no answer or no proof, but never a wrong one.
#[test]
fn with_little_nothing_is_wrong() {
    let (mut answers, mut proofs, mut stops) = (0, 0, 0);
    for_random_questions(6_000, |question, dag, formulas, random| {
        let semantics = Semantics::new(question, &0, 100).expect("a small game");
        for &formula in formulas {
            let algorithm = ALGORITHMS[random.below(2)];
            let options = random_options(random, algorithm);
            let max_bytes = [300, 1000, 3000][random.below(3)];
            let most = [30, 3000][random.below(2)];
            let max_nodes = 1 + random.below(most) as u64;
            let budget = Budget { max_nodes: Some(max_nodes), ..Budget::default() };
            let checker = BestFirstChecker::new(question, dag, options, max_bytes);
            let (report, proof) = checker.prove(&0, formula, &budget, &mut Silent);
            assert!(report.nodes <= max_nodes);
            match report.answer {
                Some(holds) => {
                    assert_eq!(holds, semantics.satisfying(dag, formula)[0]);
                    answers += 1;
                }
                None => {
                    let short = matches!(report.stopped, Some(Stopped::Memory | Stopped::Nodes));
                    assert!(short, "{:?} {options:?}", report.stopped);
                    assert_eq!(proof, Err(report.stopped.expect("a reason")));
                    stops += 1;
                }
            }
            if let Ok(proof) = proof {
                assert!(is_proof(question, dag, &proof, proof.nodes.len() - 1, &0, formula));
                proofs += 1;
            }
        }
    });
    assert!(answers > proofs && proofs > stops && stops > 0, "{answers} {proofs} {stops}");
}
