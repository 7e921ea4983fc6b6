//! What coalitions can force, against the depth-n winning-strategy formula of the modal checker.

mod common;

use common::{ATOMS, Kind, Random};
use ludex_game::{Agent, Model, Notation, Question};
use ludex_logic::{Definitions, Vocabulary, compile};
use ludex_prolog::{Options, Program, PrologGame, answer, query, verify};
use ludex_search::Semantics;

/// A wins from here within n plies whatever the others do, where someone is always on turn.
const DEFINITION: &str = "forced(0, goal) = goal
forced(n, goal) = goal | turn(A) & <A> forced(n-1, goal) | turn(B) & [B] forced(n-1, goal)\n";

#[test]
fn force_agrees_with_the_winning_strategy_formula() {
    let mut definitions = Definitions::prelude().clone();
    definitions.add("forced", DEFINITION).expect("well written");
    let (mut compared, mut yes) = (0, 0);
    for seed in 0..60_000 {
        if compared == 2000 {
            break;
        }
        let kind = Kind { converse: seed % 3 == 0, negation: seed % 4 == 1, long_heads: false };
        let random = Random::new(seed, kind);
        let program = Program::read(&random.text()).expect("a program");
        let atom = ATOMS[seed as usize % ATOMS.len()];
        let strict = Options { strict: true, ..Options::default() };
        let question = format!("force {{1}} : {atom}");
        // Turn-based programs only: never do both players have an action.
        let Ok(forced) = answer(&program, &question, &strict) else { continue };
        let Ok(game) = PrologGame::new(&program, 1000) else { continue };
        let both = game.agents().named("1").zip(game.agents().named("2"));
        let (Some((first, _)), true) = (both, game.atoms().iter().any(|a| a == atom)) else {
            continue;
        };
        let truth = by_formula(&game, first, atom, &definitions);
        let Some(truth) = truth else { continue };
        assert_eq!(forced.result, truth, "seed {seed} {atom}\n{}", random.text());
        let witness = forced.witness.expect("a witness");
        verify(&program, &question, truth, &witness).expect("it proves the answer");
        compared += 1;
        yes += usize::from(truth);
    }
    assert_eq!(compared, 2000);
    assert!(yes > 200 && yes < 1800, "{yes}");
}

/// The truth of the formula with n at least the number of states; nothing if some state is not turn-based.
fn by_formula(
    game: &PrologGame,
    asked: Agent,
    atom: &str,
    definitions: &Definitions,
) -> Option<bool> {
    let question = Question { game, asked };
    let semantics = Semantics::new(question, &game.initial(), 1000).expect("a small game");
    for state in semantics.states() {
        let mut owners = 0;
        for agent in game.agents().iter() {
            let mut moves = Vec::new();
            game.moves(state, agent, &mut moves);
            owners += usize::from(!moves.is_empty());
        }
        if owners > 1 {
            return None;
        }
    }
    let text = format!("forced({}, {atom})", semantics.states().len());
    let compiled = compile(&text, definitions, &Vocabulary::of(game, asked)).expect("well written");
    Some(semantics.satisfying(&compiled.formulas, compiled.root)[0])
}

/// Section 8 of the errata: where the printed searches go wrong, and how.
#[test]
fn the_published_searches_differ_where_the_notes_say() {
    let says = |text: &str, question: &str, published: &str, exact: bool| {
        let program = Program::read(text).expect("a program");
        let options = Options { as_published: true, ..Options::default() };
        let answer = answer(&program, question, &options).expect("answered");
        assert_eq!(answer.result, exact, "{question}");
        let note = answer.notes.last().expect("a note");
        assert!(note.contains(&format!("says {published}")), "{question}: {note}");
    };
    let lost_context = "s. [1:a] m :- s. [1:a] n :- s. [2:c] p :- m. [2:d] q :- n.";
    says(lost_context, "force {1} : p", "yes", false);
    let dead_tail = "s. [1:a] m :- s. [2:c] p :- m. [2:d] n :- m. [1:e] p :- n, r.";
    says(dead_tail, "force {1} : p", "yes", false);
    let intermediate = "s. [1:a] m :- s. [2:b] n :- m. [2:c] o :- m. [1:d] p :- n.
        [1:e] o1 :- o. [2:f] o2 :- o1. [1:g] p :- o2.";
    says(intermediate, "force {1} : p", "no", true);
    let stall = "s. [1:a] m :- s. [2:go] win(1) :- m. [2:wait] m :- m.";
    says(stall, "force {1} : win(1)", "yes", false);
    let plain = "s. [1:a] p :- s. [1:b] q :- s.";
    says(plain, "force {1} : p", "yes", true);
}

#[test]
fn a_graph_without_end_has_no_answer_but_a_proof_counts() {
    let text =
        "n(0). [1:up] n(M) :- n(N), M is N + 1. [1:stop] done :- n(3). [1:never] no :- n(-1).";
    let program = Program::read(text).expect("a program");
    let mut options = Options::default();
    options.limits.states = 200;
    assert_eq!(answer(&program, "force {1} : done", &options).expect("asked").result, true);
    let unknown = answer(&program, "force {1} : no", &options).expect("asked");
    assert!(unknown.result.is_null() && !unknown.notes.is_empty());
    assert!(answer(&program, "states", &options).expect("asked").result.is_null());
    assert_eq!(
        query(&program, "plan done").expect("asked").result,
        serde_json::json!(["[1:up][1:up][1:up][1:stop]"])
    );
}
