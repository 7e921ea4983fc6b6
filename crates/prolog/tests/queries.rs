//! Questions of every kind about small programs, with answers computed by hand from the
//! definitions.

use ludex_base::{Budget, NoAnswer};
use ludex_prolog::{Error, Options, Program, PrologGame, answer, query};
use serde_json::{Value, json};

/// Checks the answers of questions about a program.
fn check(text: &str, expected: &[(&str, Value)]) {
    let program = Program::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    for (question, result) in expected {
        let found = query(&program, question).unwrap_or_else(|e| panic!("{question}: {e}"));
        assert_eq!(found.result, *result, "{question}\n{text}");
    }
}

#[test]
fn negation_and_arithmetic() {
    let lamp = "off. level(0).
[1:on] lit :- off.
[1:on] level(N) :- off, level(N).
[2:up] level(M) :- lit, level(N), N < 2, M is N + 1.
[2:up] lit :- lit, level(N), N < 2.
[1:out] off :- lit.
[1:out] level(N) :- lit, level(N).
dark :- NOT lit.
full :- level(2), lit.";
    check(
        lamp,
        &[
            ("enabled []", json!(["1:on"])),
            ("scenery [1:on]", json!(["level(0)", "lit"])),
            ("enabled [1:on]", json!(["1:out", "2:up"])),
            ("scenery [1:on][2:up]", json!(["level(1)", "lit"])),
            ("enabled [1:on][2:up][2:up]", json!(["1:out"])),
            ("scenery [2:up]", json!([])),
            ("holds [] : dark", json!(true)),
            ("holds [1:on] : dark", json!(false)),
            ("holds [1:on] : NOT dark, level(N), N =< 0", json!(true)),
            ("holds [1:on][2:up] : level(N), N * 2 - 1 =:= 1", json!(true)),
            ("plan full", json!(["[1:on][2:up][2:up]"])),
            ("plans 2 full", json!([])),
            ("plans 3 full", json!(["[1:on][2:up][2:up]"])),
            ("plan dark", json!(["[]"])),
            ("states", json!(6)),
            // Where only the other players can act, they must: both sides can act at once.
            ("force {1} : full", json!(true)),
            ("force {2} : full", json!(true)),
            ("force {2} : off, level(2)", json!(true)),
            ("force {} : level(3)", json!(false)),
            ("?- level(X), lit.", json!([{"plan": "[1:on]", "bindings": {"X": "0"}}])),
            ("trace lit", json!(["EXT(3) [1:on]", "RED(1) [1:on]"])),
            ("trace full via []", json!([])),
        ],
    );
}

#[test]
fn lists_and_function_symbols() {
    let hand = "hand([ace,king]).
[P:play(C)] table(C) :- player(P), hand(H), member(C,H).
[P:play(C)] hand(R) :- player(P), hand(H), pick(C,H,R).
[...] player(1).
[...] pick(X,[X|T],T).
pick(X,[Y|T],[Y|R]) :- pick(X,T,R).
empty :- hand([]).";
    check(
        hand,
        &[
            ("enabled []", json!(["1:play(ace)", "1:play(king)"])),
            ("scenery [1:play(king)]", json!(["hand([ace])", "table(king)"])),
            ("plan empty", json!(["[1:play(ace)][1:play(king)]", "[1:play(king)][1:play(ace)]"])),
            ("plans 1 table(king)", json!(["[1:play(king)]"])),
            ("plans 2 table(king)", json!(["[1:play(king)]", "[1:play(ace)][1:play(king)]"])),
            ("states", json!(5)),
            ("holds [1:play(ace)] : hand([X]), X <> ace", json!(true)),
            ("holds [] : length([a,b],N), N =:= 2", json!(true)),
            ("holds [] : append(X,[king],Y), hand(Y)", json!(true)),
            ("?- hand([X|T]).", json!([{"plan": "[]", "bindings": {"X": "ace", "T": "[king]"}}])),
            ("force {1} : empty, table(ace)", json!(true)),
            ("force {2} : empty", json!(true)),
        ],
    );
}

#[test]
fn the_past() {
    let text = "s.
[1:a] t :- s.
[1:b] t :- s.
[2:c] u :- t, [1:a-] s.
[2:d] v :- t, NOT [1:a-] s.";
    check(
        text,
        &[
            ("plans 2 u", json!(["[1:a][2:c]"])),
            ("plans 2 v", json!(["[1:b][2:d]"])),
            ("enabled [1:a]", json!(["2:c"])),
            ("enabled [1:b]", json!(["2:d"])),
            ("scenery [1:a]", json!(["t"])),
            ("holds [1:a] : [1:a-] s", json!(true)),
            ("holds [1:b] : [1:a-] s", json!(false)),
            ("holds [] : [1:a-] s", json!(false)),
            ("holds [1:a][2:c] : [2:c-][1:a-] s", json!(true)),
            ("holds [1:b][2:c] : [2:c-][1:a-] s", json!(false)),
            ("holds [] : [1:a] t", json!(true)),
            ("holds [] : [1:a][1:a-] s", json!(true)),
            ("states", json!(5)),
            ("force {1} : u", json!(true)),
            ("force {2} : v", json!(false)),
            ("force {1,2} : v", json!(true)),
        ],
    );
}

#[test]
fn coalitions_and_actions_of_nobody() {
    let text = "s.
[1:l] x :- s.  [1:r] y :- s.
[2:l] p :- x.  [2:r] q :- x.
[3:l] p :- y.  [3:r] q :- y.
[rain] p :- q.";
    check(
        text,
        &[
            ("force {} : p", json!(true)),
            ("force {1} : q", json!(false)),
            ("force {2} : q", json!(false)),
            ("force {1,2} : q", json!(true)),
            ("force {2,3} : q", json!(true)),
            ("?- {1,3} q.", json!(true)),
            ("?- {3} q.", json!(false)),
            ("plan p", json!(["[1:l][2:l]", "[1:r][3:l]"])),
            (
                "plans 3 p",
                json!(["[1:l][2:l]", "[1:r][3:l]", "[1:l][2:r][rain]", "[1:r][3:r][rain]"]),
            ),
            ("enabled [1:l][2:r]", json!(["rain"])),
            ("states", json!(5)),
            (
                "trace p via [1:r][3:l]",
                json!(["EXT(6) [3:l]", "EXT(3) [1:r][3:l]", "RED(1) [1:r][3:l]"]),
            ),
        ],
    );
}

#[test]
fn choices_sequences_and_players_that_are_variables() {
    let text = "at(a). [...] edge(a,b). [...] edge(b,c). [...] player(1). [...] player(2).
[P:go(X,Y)] at(Y) :- player(P), at(X), edge(X,Y).
[1:jump ; 2:land(Y)] at(Y) :- at(X), edge(X,Z), edge(Z,Y).
[1:stop + 2:stop] done :- at(c).";
    check(
        text,
        &[
            ("enabled []", json!(["1:go(a,b)", "1:jump", "2:go(a,b)"])),
            ("enabled [1:jump]", json!(["2:land(c)"])),
            ("scenery [1:jump]", json!([])),
            ("scenery [1:jump][2:land(c)]", json!(["at(c)"])),
            ("holds [1:go(a,b)] : edge(a,b), NOT at(a)", json!(true)),
            (
                "plan at(c)",
                json!([
                    "[1:go(a,b)][1:go(b,c)]",
                    "[1:go(a,b)][2:go(b,c)]",
                    "[1:jump][2:land(c)]",
                    "[2:go(a,b)][1:go(b,c)]",
                    "[2:go(a,b)][2:go(b,c)]"
                ]),
            ),
            ("enabled [1:jump][2:land(c)]", json!(["1:stop", "2:stop"])),
            ("states", json!(5)),
            ("force {1} : done", json!(true)),
            ("?- at(X), edge(X,Y).", json!([{"plan": "[]", "bindings": {"X": "a", "Y": "b"}}])),
            ("?- at(X), X <> a, X <> b, P = me.", {
                let plan = |plan: &str| json!({"plan": plan, "bindings": {"X": "c", "P": "me"}});
                json!([
                    plan("[1:go(a,b)][1:go(b,c)]"),
                    plan("[1:go(a,b)][2:go(b,c)]"),
                    plan("[1:jump][2:land(c)]"),
                    plan("[2:go(a,b)][1:go(b,c)]"),
                    plan("[2:go(a,b)][2:go(b,c)]")
                ])
            }),
        ],
    );
}

#[test]
fn variables_of_an_answer_are_told_apart() {
    let found = json!([{"plan": "[]", "bindings": {"X": "_1", "Y": "_2", "Z": "_1"}}]);
    check("p(X,Y,X).", &[("?- p(X,Y,Z).", found)]);
}

#[test]
fn notes_say_what_to_know() {
    let program = Program::read("s. [1:a] m :- s. [2:b] n :- s.").expect("a program");
    let notes = |question: &str| query(&program, question).expect("answered").notes;
    assert_eq!(notes("plan zzz(1)"), ["nothing defines `zzz/1`: it is false in every scenery"]);
    assert_eq!(
        notes("scenery [1:c]"),
        ["the path is not legal: not all of its actions are enabled"]
    );
    assert_eq!(
        notes("force {1} : m"),
        ["both sides can act in one scenery; the coalition is taken to act first"]
    );
    let strict = Options { strict: true, ..Options::default() };
    assert!(matches!(answer(&program, "force {1} : m", &strict), Err(Error::Program(_))));
}

#[test]
fn faults_point_at_the_clause() {
    let text = "q(a).\np(X) :- q(X), X > 1.";
    let program = Program::read(text).expect("a program");
    let Err(Error::Program(error)) = query(&program, "holds [] : p(a)") else { panic!("a fault") };
    assert_eq!(error.message, "`a` is no number");
    assert_eq!(&text[error.span], "p(X) :- q(X), X > 1.");
    let Err(Error::Query(error)) = query(&program, "holds [] : X > 1") else { panic!("a fault") };
    assert_eq!(error.message, "a variable of a `>` goal has no value");
}

#[test]
fn plans_on_a_self_loop_came_longest_first() {
    let text = "s.  [1:a] s :- s.  [1:b] w :- s.";
    check(
        text,
        &[
            ("plans 3 w", json!(["[1:b]", "[1:a][1:b]", "[1:a][1:a][1:b]"])),
            ("plans 2 s", json!(["[]", "[1:a]", "[1:a][1:a]"])),
            ("plan w", json!(["[1:b]"])),
        ],
    );
}

#[test]
fn a_raised_flag_stops_plans_and_the_opening_of_a_game() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    let program = Program::read("s.  [1:a] s :- s.  [1:b] s :- s.  [1:c] w :- s.").expect("rules");
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let budget = Budget { stop, ..Budget::default() };
    let options = Options { budget: budget.clone(), ..Options::default() };
    let answer = answer(&program, "plans 15 w", &options).expect("a question");
    assert!(answer.stopped.is_some(), "{answer:?}");
    let opened = PrologGame::opened_within(&program, 1_000, &budget);
    assert!(matches!(opened, Err(NoAnswer::Stopped(_))));
    let in_time = PrologGame::opened_within(&program, 1_000, &Budget::default());
    assert!(in_time.is_ok());
}
