//! Random questions about random games, and what a line and a proof of an answer must satisfy.

use ludex_evidence::{Proof, Step};
use ludex_game::{Agent, Choice, Model, Question};
use ludex_logic::{Connective, Formula, Formulas};
use ludex_search::Checker;

use crate::common::{Explicit, Random, Shape, ask, random_formula};

const SHAPES: [Shape; 3] = [Shape::Tree, Shape::Dag, Shape::Cyclic];

/// Calls the test with a game, a question, formulas of it and the generator.
pub fn for_random_questions(
    count: u64,
    mut test: impl FnMut(Question<Explicit>, &Formulas, &[Formula], &mut Random),
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

/// Replays a line: each choice must be one of its agent's, and a choice that decides must be made.
pub fn replay(
    question: Question<Explicit>,
    dag: &Formulas,
    formula: Formula,
    holds: bool,
    line: &[(Agent, Choice<u16>)],
) {
    // All formulas the line may be about here, as it may go into either conjunct.
    let mut state = 0;
    let mut open = vec![(formula, holds)];
    let mut rest = line;
    loop {
        let mut boxes = Vec::new();
        while let Some((formula, holds)) = open.pop() {
            let holds = holds != formula.negated();
            match dag.connective(formula) {
                Connective::And(left, right) => {
                    let truth = |f| Checker::new(question, dag, 1 << 12).holds(&state, f);
                    open.extend(
                        [left, right].map(|f| (f, holds)).iter().filter(|x| truth(x.0) == holds),
                    );
                }
                Connective::Box(agent, inner) => boxes.push((agent, inner, holds)),
                _ => {}
            }
        }
        let Some((&(agent, choice), tail)) = rest.split_first() else { return };
        assert!(question.choices(&state, agent).contains(&choice), "a legal choice");
        state = question.after(&state, agent, choice);
        let mut checker = Checker::new(question, dag, 1 << 12);
        boxes.retain(|&(a, inner, holds)| a == agent && checker.holds(&state, inner) == holds);
        assert!(!boxes.is_empty(), "the choice shows the answer");
        open = boxes.into_iter().map(|(_, inner, holds)| (inner, holds)).collect();
        rest = tail;
    }
}

/// Returns whether this is a proof [Saf13, Def. 25], by walking over the tree.
pub fn is_proof(
    question: Question<Explicit>,
    dag: &Formulas,
    proof: &Proof<u16>,
    number: usize,
    state: &u32,
    formula: Formula,
) -> bool {
    let node = &proof.nodes[number];
    let child = |n: u32, state: &u32, f: Formula, holds: bool| {
        (n as usize) < number
            && (proof.nodes[n as usize].holds != f.negated()) == holds
            && is_proof(question, dag, proof, n as usize, state, f)
    };
    match (dag.connective(formula), node.holds, &node.step) {
        (Connective::True, true, Step::Look) => true,
        (Connective::Atom(atom), holds, Step::Look) => {
            question.game.satisfies(state, atom) == holds
        }
        (Connective::And(l, r), true, &Step::Both(left, right)) => {
            child(left, state, l, true) && child(right, state, r, true)
        }
        (Connective::And(l, _), false, &Step::Left(left)) => child(left, state, l, false),
        (Connective::And(_, r), false, &Step::Right(right)) => child(right, state, r, false),
        (Connective::Box(agent, inner), true, Step::All(children)) => {
            children.iter().map(|c| c.0).eq(question.choices(state, agent))
                && children.iter().all(|&(choice, n)| {
                    child(n, &question.after(state, agent, choice), inner, true)
                })
        }
        (Connective::Box(agent, inner), false, &Step::Some(choice, n)) => {
            question.choices(state, agent).contains(&choice)
                && child(n, &question.after(state, agent, choice), inner, false)
        }
        _ => false,
    }
}
