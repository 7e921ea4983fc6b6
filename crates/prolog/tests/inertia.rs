//! Declarations of games: what stays as it is, and what may be empty.

use ludex_prolog::{Options, Program, answer, query};
use serde_json::{Value, json};

fn program(text: &str) -> Program {
    Program::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn result(text: &str, question: &str) -> Value {
    let found = query(&program(text), question);
    found.unwrap_or_else(|error| panic!("{question}: {error}\n{text}")).result
}

fn error(text: &str) -> (String, String) {
    let error = Program::read(text).expect_err(text);
    (error.message.clone(), error.help.unwrap_or_default())
}

const ROBOT: &str = "
:- inertial at/1, holds/1, on/1.
at(hall). on(lamp).
[...] door(hall,attic). [...] door(attic,hall). [...] thing(lamp).
[1:go(Y)] at(Y) :- at(X), door(X,Y).
[1:go(Y)] NOT at(X) :- at(X), door(X,Y).
[1:take(T)] holds(T) :- thing(T), NOT holds(T).
[1:drop(T)] NOT holds(T) :- holds(T).
[1:switch] NOT on(T) :- on(T), holds(T).
dark :- NOT on(lamp).
goal :- dark, at(attic).
";

#[test]
fn what_is_inertial_stays_until_an_action_ends_it() {
    let scenery = |path: &str| result(ROBOT, &format!("scenery {path}"));
    assert_eq!(scenery("[1:go(attic)]"), json!(["at(attic)", "on(lamp)"]));
    assert_eq!(
        scenery("[1:go(attic)][1:take(lamp)]"),
        json!(["at(attic)", "holds(lamp)", "on(lamp)"])
    );
    // An action that only ends something is enabled where it does.
    assert_eq!(scenery("[1:take(lamp)][1:drop(lamp)]"), json!(["at(hall)", "on(lamp)"]));
    assert_eq!(result(ROBOT, "enabled []"), json!(["1:go(attic)", "1:take(lamp)"]));
    let expected = json!(["1:drop(lamp)", "1:go(attic)", "1:switch"]);
    assert_eq!(result(ROBOT, "enabled [1:take(lamp)]"), expected);
    let plans = result(ROBOT, "plan goal");
    assert_eq!(plans.as_array().map(Vec::len), Some(3), "{plans}");
    assert_eq!(result(ROBOT, "states"), 8);
    // What an action makes true is true, whatever it ends.
    let both = ":- inertial p/0. p. [1:a] p :- p. [1:a] NOT p :- p.";
    assert_eq!(result(both, "scenery [1:a]"), json!(["p"]));
    // After an action that is not enabled nothing stays.
    assert_eq!(
        result(":- inertial p/0. p. [1:a] q :- r. [1:b] r :- p.", "scenery [1:a]"),
        json!([])
    );
    assert_eq!(result(":- inertial p/0. p. [1:b] r :- p.", "holds [1:b] : p, r"), true);
    assert_eq!(result(":- inertial p/0. p. [1:b] r :- p.", "holds [] : [1:b] p"), true);
}

#[test]
fn traces_go_through_what_is_inertial() {
    let text =
        ":- inertial p/0. p. s. [1:a] q :- s. [1:a] NOT t :- s. :- inertial t/0. goal :- p, q.";
    let found = query(&program(text), "trace goal").expect("a trace");
    let last = found.result.as_array().and_then(|lines| lines.last()).cloned();
    assert!(last.is_some_and(|line| line.to_string().ends_with("[1:a]\"")), "{:?}", found.result);
    let with_end = "
        :- inertial p/0. p. s. [1:a] q :- s. [1:b] q :- s. [1:b] NOT p :- s. goal :- p, q.";
    let found = query(&program(with_end), "trace goal").expect("a trace");
    let witness = found.witness.expect("a derivation").to_string();
    assert!(witness.contains("NOT ends(1:a,p)") && !witness.contains('$'), "{witness}");
    // Resolution from the goal cannot guess an action that only ends something: it says so.
    let found = query(&program(ROBOT), "trace dark").expect("no trace");
    assert!(found.notes.iter().any(|note| note.contains("does not find")), "{:?}", found.notes);
}

#[test]
fn declarations_are_printed_and_read_back() {
    let text = ":- dynamic u/0.\np.\n[1:a] NOT p :- p, NOT u.\n[P:M] NOT q(X).\n[1:b] q(1) :- p.\n\
                :- inertial p/0.\n:- inertial q/1.\n";
    let read = program(text);
    assert_eq!(read.to_text(), text);
    assert_eq!(program(&read.to_text()).clauses().len(), read.clauses().len());
}

#[test]
fn declarations_that_mean_nothing_are_refused() {
    let (message, help) = error("p. [1:a] NOT p :- p.");
    assert_eq!(message, "`p/0` is not inertial");
    assert!(help.contains(":- inertial p/0."), "{help}");
    let (message, _) = error(":- inertial p/0. p :- q. q. [1:a] r :- q.");
    assert!(message.contains("not only changed by actions"), "{message}");
    assert!(error(":- inertial p/0. [...] p. [1:a] r :- p.").0.contains("not only"));
    assert!(error(":- inertial p. [1:a] p :- p.").0.contains("number of arguments"));
    assert!(error("p. [1:a][1:b] NOT p :- p.").0.contains("by itself"));
    assert!(error("p. NOT p :- p. [1:a] q :- p.").0.contains("by itself"));
}

#[test]
fn a_predicate_that_nothing_defines_is_an_error_in_a_game() {
    let (message, help) = error("at(1). [1:go(Y)] at(Y) :- att(X), Y is X + 1.");
    assert_eq!(
        (message.as_str(), help.as_str()),
        ("nothing defines `att/1`", "did you mean `at`?")
    );
    let (message, help) = error("at(1). [1:go(Y)] at(Y) :- at(X,Y).");
    assert_eq!((message.as_str(), help.as_str()), ("nothing defines `at/2`", "there is `at/1`"));
    let (message, help) = error("at(1). [1:go] at(2) :- at(1), NOT blocked(2).");
    assert_eq!(message, "nothing defines `blocked/1`");
    assert_eq!(help, "if it is to be false, declare `:- dynamic blocked/1.`");
    assert!(error("turn. [1:go] turn :- trun.").1.contains("turn"));
    // What is declared may be empty, and a proposition that is like no other is warned of.
    let declared = ":- dynamic blocked/1. at(1). [1:go] at(2) :- at(1), NOT blocked(2).";
    assert_eq!(result(declared, "plan at(2)"), json!(["[1:go]"]));
    assert!(program(declared).warnings().is_empty());
    assert_eq!(program("s. [1:a] m :- s, NOT zzz.").warnings().len(), 1);
    // Questions say it beside the answer.
    let notes = query(&program(declared), "plan att(2)").expect("an answer").notes;
    let due = "nothing defines `att/1`: it is false in every scenery (did you mean `at`?)";
    assert_eq!(notes, [due]);
}

#[test]
fn a_program_without_actions_knows_what_prolog_knows() {
    // `between/3` is no predicate of games, but one of ordinary programs.
    let options = Options::default();
    let found = answer(&program("small(X) :- between(1,3,X)."), "?- small(X).", &options);
    assert_eq!(found.expect("answers").result.as_array().map(Vec::len), Some(3));
    let counting = ":- dynamic count/1. next(N) :- count(M), N is M + 1.";
    let found = answer(&program(counting), "?- assertz(count(1)), next(N).", &options);
    assert_eq!(found.expect("an answer").result[0]["bindings"]["N"], "2");
}

#[test]
fn the_ferry_has_two_shortest_plans() {
    let text = include_str!("../../../games/prolog/ferry.gp");
    let plan = |first: &str, second: &str| {
        let steps = [
            "take(goat,far)",
            "row(near)",
            &format!("take({first},far)"),
            "take(goat,near)",
            &format!("take({second},far)"),
            "row(near)",
            "take(goat,far)",
        ];
        steps.map(|step| format!("[farmer:{step}]")).concat()
    };
    let expected = json!([plan("cabbage", "wolf"), plan("wolf", "cabbage")]);
    assert_eq!(result(text, "plan across"), expected);
}
