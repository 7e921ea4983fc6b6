//! Minimal Proof Search finds the right answers and the cheapest proofs of them, for any costs.

use ludex_game::{Agent, Atom, Question};
use ludex_logic::{Formula, Formulas};
use ludex_search::{
    Budget, Cost, Costs, DfMps, Heuristics, MinimalReport, Mps, MpsOptions, Semantics, Silent,
    Stopped, check_costs, proof_cost,
};

use crate::cases::costs;
use crate::cases::formulas as cases;
use crate::common;
use cases::{is_proof, replay};
use common::{Explicit, Random, Shape, ask, random_formula};
use costs::{Cheapest, RandomCosts, all_costs, random_costs};

/// Calls the test with a game, a question, a formula of it, a cost function and the generator.
fn for_random_pairs(
    count: u64,
    (states, depth): (usize, usize),
    test: impl Fn(Question<Explicit>, &Formulas, Formula, &dyn Costs, &mut Random),
) {
    for seed in 0..count {
        let mut random = Random::new(seed);
        let shape = [Shape::Tree, Shape::Dag, Shape::Cyclic][seed as usize % 3];
        let game = Explicit::random(&mut random, shape, states);
        let mut dag = Formulas::new();
        let depth = random.below(depth + 1);
        let formula = random_formula(&mut random, &game, &mut dag, depth);
        let asked = random.below(game.agents.len()) as u8;
        let costs = random_costs(&mut random);
        test(ask(&game, asked), &dag, formula, costs.costs(), &mut random);
    }
}

/// Returns random options for the best-first search.
fn random_options(random: &mut Random) -> MpsOptions {
    MpsOptions {
        transpositions: random.one_in(2),
        second_level: random.one_in(2),
        shortcut: !random.one_in(4),
        threads: if random.one_in(50) { 2 } else { 1 },
    }
}

/// Asserts that a report is right, and that its proof is one and has the claimed cost.
fn expect(
    question: Question<Explicit>,
    dag: &Formulas,
    formula: Formula,
    costs: &dyn Costs,
    (holds, cost): (bool, Cost),
    report: &MinimalReport<u16>,
) {
    assert_eq!(report.stopped, None);
    assert_eq!((report.answer, report.cost()), (Some(holds), Some(cost)));
    let proof = report.proof.as_ref().expect("there is a proof");
    let root = proof.nodes.len() - 1;
    assert_eq!(proof.nodes[root].holds != formula.negated(), holds);
    assert!(is_proof(question, dag, proof, root, &0, formula));
    assert_eq!(proof_cost(proof, dag, formula, costs), Some(cost));
    replay(question, dag, formula, holds, &report.line);
}

#[test]
fn random_costs_obey_the_laws() {
    for seed in 0..200 {
        let costs = RandomCosts::new(&mut Random::new(seed));
        assert_eq!(check_costs(&costs, 3, seed), Ok(()), "{costs:?}");
    }
}

/// [Saf13, Prop. 23], on every proof there is.
#[test]
fn heuristics_are_admissible() {
    let listed = std::cell::Cell::new(0);
    for_random_pairs(4000, (6, 5), |question, dag, formula, costs, _| {
        let heuristics = Heuristics::new(dag, costs);
        for state in 0..question.game.turn.len() as u32 {
            for (holds, least) in [(true, heuristics.i(formula)), (false, heuristics.j(formula))] {
                let Some(all) = all_costs(question, dag, costs, (state, formula, holds)) else {
                    continue;
                };
                assert!(all.iter().all(|&cost| least <= cost), "{least} against {all:?}");
                listed.set(listed.get() + all.len());
            }
        }
    });
    assert!(listed.get() > 10_000, "enough different proofs: {}", listed.get());
}

#[test]
fn the_cheapest_of_all_proofs_is_found() {
    let compared = std::cell::Cell::new(0);
    for_random_pairs(6000, (8, 5), |question, dag, formula, costs, random| {
        let (yes, no) = (all_costs(question, dag, costs, (0, formula, true)), {
            all_costs(question, dag, costs, (0, formula, false))
        });
        let (Some(yes), Some(no)) = (yes, no) else { return };
        assert!(yes.is_empty() != no.is_empty(), "there is either a proof or a disproof");
        let cheapest = *yes.first().or(no.first()).expect("one of the two");
        let known = (!yes.is_empty(), cheapest);
        assert_eq!(Cheapest::new(question, dag, costs).of(0, formula), known);
        let bytes = [0, 64, 1 << 16][random.below(3)];
        let mut search = DfMps::new(question, dag, costs, bytes);
        let report = search.check(&0, formula, &Budget::default(), &mut Silent);
        expect(question, dag, formula, costs, known, &report);
        compared.set(compared.get() + 1);
    });
    assert!(compared.get() > 5000, "most games are small enough: {}", compared.get());
}

#[test]
fn all_searches_agree_with_the_semantics_and_on_the_cost() {
    for_random_pairs(6000, (16, 9), |question, dag, formula, costs, random| {
        let semantics = Semantics::new(question, &0, 100).expect("a small game");
        let known = Cheapest::new(question, dag, costs).of(0, formula);
        assert_eq!(semantics.satisfying(dag, formula)[0], known.0);
        let options = random_options(random);
        let bytes = if random.one_in(2) { 1 << 20 } else { 1 << 12 };
        let search = Mps::new(question, dag, costs, options, bytes);
        let report = search.check(&0, formula, &Budget::default(), &mut Silent);
        if bytes == 1 << 20 || report.stopped != Some(Stopped::Memory) {
            expect(question, dag, formula, costs, known, &report);
        }
        let bytes = [0, 64, 256, 1 << 16][random.below(4)];
        let mut search = DfMps::new(question, dag, costs, bytes);
        let report = search.check(&0, formula, &Budget::default(), &mut Silent);
        expect(question, dag, formula, costs, known, &report);
        // The entries of the table are right for other roots as well.
        let mut cheapest = Cheapest::new(question, dag, costs);
        for &state in semantics.states() {
            let report = search.check(&state, formula, &Budget::default(), &mut Silent);
            let (holds, cost) = cheapest.of(state, formula);
            assert_eq!((report.answer, report.cost()), (Some(holds), Some(cost)));
        }
    });
}

/// Makes a game that takes a while, and the formula that A can reach its atom 0 within a number of
/// moves.
fn large(random: &mut Random) -> (Explicit, Formulas, Formula) {
    let mut game = Explicit::layered(random, 8, 14);
    game.labels.iter_mut().for_each(|labels| *labels = random.below(16) as u8 & 14);
    for lucky in 0..14 {
        game.labels[7 * 14 + lucky] |= u8::from(random.one_in(2));
    }
    let mut dag = Formulas::new();
    let (atom, other) = (dag.atom(Atom::Own(0)), dag.atom(Atom::Own(1 + random.below(3) as u32)));
    let mut formula = atom;
    for move_number in (0..7).rev() {
        formula = match move_number % 2 {
            0 => dag.diamond(Agent::FIRST, formula),
            _ => dag.boxed(Agent::SECOND, formula),
        };
        if random.one_in(3) {
            formula = dag.and(formula, if random.one_in(2) { formula } else { !other });
        }
        formula = dag.or(atom, formula);
    }
    (game, dag, formula)
}

#[test]
fn little_memory_changes_no_cost() {
    let mut enough = 0;
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let (game, dag, formula) = large(&mut random);
        let (question, choice) = (ask(&game, 0), random_costs(&mut random));
        let costs = choice.costs();
        let known = Cheapest::new(question, &dag, costs).of(0, formula);
        for second_level in [false, true] {
            let options = MpsOptions { second_level, ..random_options(&mut random) };
            let check = |bytes, max_nodes| {
                let search = Mps::new(question, &dag, costs, options, bytes);
                let budget = Budget { max_nodes, ..Budget::default() };
                search.check(&0, formula, &budget, &mut Silent)
            };
            let report = check(1 << 24, None);
            expect(question, &dag, formula, costs, known, &report);
            // The tree may have half of the memory. If what has to be in memory at one time does
            // not fit, a search continues until its budget ends.
            let few = check(report.bytes, Some(1000 + 20 * report.nodes));
            assert!(few.bytes <= report.bytes / 2);
            if few.stopped.is_none() {
                expect(question, &dag, formula, costs, known, &few);
                enough += 1;
            } else {
                let least = if known.0 { few.value.proof } else { few.value.disproof };
                assert!(least <= known.1, "Prop. 28");
            }
        }
    }
    assert!(enough > 50, "half of the memory is often enough: {enough}");
}

#[test]
fn a_search_that_is_stopped_has_bounds() {
    for_random_pairs(2000, (16, 9), |question, dag, formula, costs, random| {
        let (holds, cost) = Cheapest::new(question, dag, costs).of(0, formula);
        let budget = Budget { max_nodes: Some(random.below(12) as u64), ..Budget::default() };
        let options = random_options(random);
        let reports = [
            DfMps::new(question, dag, costs, 1 << 12).check(&0, formula, &budget, &mut Silent),
            Mps::new(question, dag, costs, options, 1 << 20).check(
                &0,
                formula,
                &budget,
                &mut Silent,
            ),
        ];
        for report in reports {
            assert!(report.answer.is_none_or(|answer| answer == holds));
            let least = if holds { report.value.proof } else { report.value.disproof };
            assert!(least <= cost, "Prop. 28");
            assert_eq!(report.stopped.is_none(), report.proof.is_some());
            assert!(!report.value.settled || least == cost);
        }
    });
}
