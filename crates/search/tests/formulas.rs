//! Plain DFPS, fast DFPS and the semantics agree on random games; lines and proofs are right.

use ludex_game::{Agent, Atom, Choice, Turn};
use ludex_logic::Formulas;
use ludex_search::{Budget, CheckOptions, Checker, Queries, Semantics, Silent, check, prove};

use crate::cases::formulas as cases;
use crate::common;
use cases::{for_random_questions, is_proof, replay};
use common::{Explicit, ask};

#[test]
fn searches_agree_with_the_semantics() {
    for_random_questions(20_000, |question, dag, formulas, random| {
        let semantics = Semantics::new(question, &0, 100).expect("a small game");
        let bytes = [0, 64, 256, 1 << 16][random.below(4)];
        let mut warm = Checker::new(question, dag, bytes);
        for &formula in formulas {
            let truth = semantics.satisfying(dag, formula);
            let deepening = if random.one_in(2) { formulas.to_vec() } else { Vec::new() };
            let options = |plain| CheckOptions { plain, deepening: deepening.clone() };
            let budget = Budget { max_bytes: bytes, ..Budget::default() };
            for (state, &holds) in semantics.states().iter().zip(&truth) {
                for plain in [true, false] {
                    let report = warm.check(state, formula, &options(plain), &budget, &mut Silent);
                    assert_eq!(report.answer, Some(holds), "plain {plain}");
                    assert_eq!(report.stopped, None);
                }
            }
            let cold = check(question, &0, dag, formula, &options(false), &budget, &mut Silent);
            assert_eq!(cold.answer, Some(truth[0]));
        }
    });
}

#[test]
fn lines_replay_and_decide() {
    for_random_questions(1500, |question, dag, formulas, random| {
        for &formula in formulas {
            let options = CheckOptions { plain: random.one_in(2), ..CheckOptions::default() };
            let budget = Budget::default();
            let report = check(question, &0, dag, formula, &options, &budget, &mut Silent);
            let holds = report.answer.expect("no limit");
            replay(question, dag, formula, holds, &report.line);
        }
    });
}

#[test]
fn proofs_prove() {
    for_random_questions(2500, |question, dag, formulas, random| {
        for &formula in formulas {
            let max_bytes = if random.one_in(3) { 1 << 15 } else { 1 << 20 };
            let budget = Budget { max_bytes, ..Budget::default() };
            let proof = prove(question, &0, dag, formula, &budget, &mut Silent)
                .expect("enough memory for a small game");
            let root = proof.nodes.len() - 1;
            let shown = proof.nodes[root].holds != formula.negated();
            let semantics = Semantics::new(question, &0, 100).expect("a small game");
            assert_eq!(shown, semantics.satisfying(dag, formula)[0]);
            assert!(is_proof(question, dag, &proof, root, &0, formula));
        }
    });
}

/// Makes a game where Max moves from 0 to 1 or 2, Min from each of these to two final states; Max
/// wins in 4 only, and in 5 and 6.
fn hand_made() -> Explicit {
    let mut game = Explicit::blank(7, 2, 3);
    let (max, min) = (Turn::Of(Agent::FIRST), Turn::Of(Agent::SECOND));
    game.turn[..3].copy_from_slice(&[max, min, min]);
    game.next[0][0] = vec![1, 2];
    game.next[1][1] = vec![3, 4];
    game.next[2][1] = vec![5, 6];
    for winning in [4, 5, 6] {
        game.outcome[winning] = game.outcomes.best();
    }
    game
}

#[test]
fn plain_queries_are_those_counted_by_hand() {
    let game = hand_made();
    let (max, min, mut dag) = (Agent::FIRST, Agent::SECOND, Formulas::new());
    let w = dag.atom(Atom::Win(max));
    // w | <Max> [Min] w: `w` in 0; moves of 0; 1: moves, 3 fails; 2: moves, 5 and 6 hold.
    let inner = dag.boxed(min, w);
    let then = dag.diamond(max, inner);
    let omega = dag.or(w, then);
    let options = CheckOptions { plain: true, ..CheckOptions::default() };
    let ask_for = |formula, state| {
        check(ask(&game, 0), &state, &dag, formula, &options, &Budget::default(), &mut Silent)
    };
    let report = ask_for(omega, 0);
    assert_eq!(report.answer, Some(true));
    assert_eq!(report.queries, Queries { atomic: 4, listmoves: 3, play: 5 });
    let moves = [(max, Choice::Move(1)), (min, Choice::Move(0))];
    assert_eq!(report.line, moves, "Max goes to 2; there Min can do what he likes");
    // In state 3 the game is lost by Max: Min passes, and [Min] w fails. In 4 nobody moves.
    let lost = ask_for(inner, 3);
    assert_eq!(lost.answer, Some(false));
    assert_eq!(lost.queries, Queries { atomic: 1, listmoves: 1, play: 1 });
    assert_eq!(lost.line, [(min, Choice::Pass)]);
    let won = ask_for(inner, 4);
    assert_eq!(won.answer, Some(true));
    assert_eq!(won.queries, Queries { atomic: 0, listmoves: 1, play: 0 });
}

#[test]
fn a_table_saves_queries() {
    // A chain of diamonds in the DAG sense: two moves each to the same next state.
    let mut game = Explicit::blank(21, 1, 2);
    for state in 0..20 {
        game.turn[state] = Turn::Of(Agent::FIRST);
        game.next[state][0] = vec![state as u32 + 1; 2];
    }
    let mut dag = Formulas::new();
    let mut formula = dag.atom(Atom::Own(0));
    for _ in 0..20 {
        formula = dag.diamond(Agent::FIRST, formula);
    }
    let run = |plain| {
        let options = CheckOptions { plain, ..CheckOptions::default() };
        let budget = Budget { max_nodes: Some(1_000_000), ..Budget::default() };
        check(ask(&game, 0), &0, &dag, formula, &options, &budget, &mut Silent)
    };
    assert_eq!(run(false).queries.play, 40);
    assert_eq!(run(false).answer, Some(false));
    assert_eq!(run(true).answer, None, "plain DFPS would visit 2^21 nodes");
}
