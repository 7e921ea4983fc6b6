//! What coalitions can force, compared with the depth-n winning-strategy formula of the modal
//! checker.

use ludex_base::trials;
use ludex_game::{Agent, Model, Notation, Question};
use ludex_logic::{Definitions, Vocabulary, compile};
use ludex_prolog::{Options, Program, PrologGame, PrologState, answer, query, verify};
use ludex_search::Semantics;

use crate::common;
use common::{ATOMS, Kind, Random, turn_based};

/// The agent wins within n plies whatever the others do, if some agent is always on turn.
const DEFINITION: &str = "forced(0, goal) = goal
forced(n, goal) = goal | turn(A) & <A> forced(n-1, goal) | turn(B) & [B] forced(n-1, goal)\n";

#[test]
fn force_agrees_with_the_winning_strategy_formula() {
    let mut definitions = Definitions::prelude().clone();
    definitions.add("forced", DEFINITION).expect("well written");
    let (mut compared, mut yes, mut no) = (0, 0, 0);
    let wanted = trials(400);
    for seed in 0..20 * wanted {
        if compared == wanted {
            break;
        }
        let kind = Kind { converse: seed % 3 == 0, negation: seed % 4 == 1, ..Kind::default() };
        let text = turn_based(&Random::new(seed, kind));
        let program = Program::read(&text).expect("a program");
        let Ok(game) = PrologGame::new(&program, 1000) else { continue };
        let both = game.agents().named("1").zip(game.agents().named("2"));
        let Some((first, second)) = both else { continue };
        let mut asked = false;
        for (player, agent) in [(1, first), (2, second)] {
            let Some(semantics) = turn_based_semantics(&game, agent) else { continue };
            for (number, atom) in game.atoms().iter().enumerate() {
                if !ATOMS.contains(&atom.as_str()) || game.holds(&game.initial(), number as u32) {
                    continue; // forced already
                }
                let question = format!("force {{{player}}} : {atom}");
                let strict = Options { strict: true, ..Options::default() };
                let forced = answer(&program, &question, &strict).expect("turn-based");
                let truth = by_formula(&game, &semantics, agent, atom, &definitions);
                assert_eq!(forced.result, truth, "seed {seed} {question}\n{text}");
                let witness = forced.witness.expect("a witness");
                verify(&program, &question, truth, &witness).expect("it proves the answer");
                (asked, yes, no) = (true, yes + usize::from(truth), no + usize::from(!truth));
            }
        }
        compared += u64::from(asked);
    }
    assert_eq!(compared, wanted);
    assert!(yes.min(no) as u64 > wanted / 4, "{yes} and {no}");
    println!("{compared} programs; {yes} goals can be forced, {no} cannot");
}

/// Returns the states of a game where at most one agent can act in each; `None` for other games.
fn turn_based_semantics(game: &PrologGame, asked: Agent) -> Option<Semantics<'_, PrologGame>> {
    let semantics = Semantics::new(Question { game, asked }, &game.initial(), 1000)?;
    let one_at_most = |state: &PrologState| {
        let acts = |agent: &Agent| {
            let mut moves = Vec::new();
            game.moves(state, *agent, &mut moves);
            !moves.is_empty()
        };
        game.agents().iter().filter(acts).count() <= 1
    };
    semantics.states().iter().all(one_at_most).then_some(semantics)
}

/// Returns the truth of the formula with n the number of states.
fn by_formula(
    game: &PrologGame,
    semantics: &Semantics<'_, PrologGame>,
    asked: Agent,
    atom: &str,
    definitions: &Definitions,
) -> bool {
    let text = format!("forced({}, {atom})", semantics.states().len());
    let compiled = compile(&text, definitions, &Vocabulary::of(game, asked)).expect("well written");
    semantics.satisfying(&compiled.formulas, compiled.root)[0]
}

/// The searches of [BR04, Section 6] give wrong answers for these programs.
#[test]
fn the_published_searches_differ() {
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
    options.budget.max_nodes = Some(200);
    assert_eq!(answer(&program, "force {1} : done", &options).expect("asked").result, true);
    let unknown = answer(&program, "force {1} : no", &options).expect("asked");
    let stopped = unknown.stopped.map(|stopped| stopped.to_string());
    assert_eq!(stopped.as_deref(), Some("no answer within the limit of states"));
    assert!(unknown.result.is_null() && unknown.notes.is_empty());
    let states = answer(&program, "states", &options).expect("asked");
    assert!(states.result.is_null() && states.stopped.is_some());
    assert_eq!(states.notes, ["at least 201"]);
    assert_eq!(
        query(&program, "plan done").expect("asked").result,
        serde_json::json!(["[1:up][1:up][1:up][1:stop]"])
    );
}
