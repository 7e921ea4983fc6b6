//! Faults that users met: each test is named after what was wrong, and asks its relatives too.

use ludex_prolog::{Error, Options, Program, answer, query};
use serde_json::{Value, json};

fn program(text: &str) -> Program {
    Program::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn result(text: &str, question: &str) -> Value {
    let found = query(&program(text), question);
    found.unwrap_or_else(|error| panic!("{question}: {error}\n{text}")).result
}

#[test]
fn a_not_about_another_effect_was_called_a_loop() {
    let reported = "q. f :- NOT [1:a] d, q. [1:a] p :- q.";
    assert_eq!(result(reported, "holds [] : f"), true);
    assert_eq!(result(reported, "holds [1:a] : [1:a-] f"), true);
    // The same in a clause of an effect, with an action that has variables, and where the same
    // action has an effect that matters.
    assert_eq!(result("q. f :- NOT [1:a] d, q. [1:a] p :- f.", "plan p"), json!(["[1:a]"]));
    assert_eq!(result("q. f :- NOT [P:b] d, q. [1:a] p :- f.", "enabled []"), json!(["1:a"]));
    let related = "q. f :- NOT [1:a] d, q. [1:a] d :- r. [1:a] p :- f.";
    assert_eq!(result(related, "plan p"), json!(["[1:a]"]));
    let true_after = "q. r. f :- NOT [1:a] d, q. [1:a] d :- r. [1:a] p :- f. [1:a] z :- q.";
    assert_eq!(result(true_after, "plan p"), json!([]));
    assert_eq!(result(true_after, "holds [1:a] : [1:a-] f"), false);
}

#[test]
fn a_not_that_depends_on_itself_is_refused() {
    for text in [
        "q. f :- NOT [1:a] p, q. [1:a] p :- f.",
        "q. f :- NOT [1:a] d, q. d :- p. [1:a] p :- f.",
        "q. f :- NOT [1:a][1:a] p, q. [1:a] p :- f. [1:a] q :- q.",
        "q. [1:a] p :- [1:a] r. r :- NOT p.",
    ] {
        let Err(Error::Program(error)) = query(&program(text), "plan p") else {
            panic!("{text} has an answer")
        };
        assert!(error.message.contains("negation through a loop"), "{error:?}\n{text}");
    }
}

#[test]
fn resolution_missed_a_plan_that_stops_inside_a_clause() {
    for (text, plan) in [
        ("[...] p. [1:b][1:a] p :- p. [2:d] t :- [1:b-] p.", "[1:b][2:d]"),
        ("[...] p. [1:b][1:a][1:c] p :- p. [2:d] t :- [1:a-][1:b-] p.", "[1:b][1:a][2:d]"),
        ("s. [1:b(X)][1:a] p :- s, c(X). [...] c(1). [2:d] t :- [1:b(X)-] s.", "[1:b(1)][2:d]"),
    ] {
        assert_eq!(result(text, "plan t"), json!([plan]), "{text}");
        let trace = query(&program(text), "trace t").expect(text);
        let last = trace.result.as_array().and_then(|lines| lines.last()).cloned();
        let last = last.and_then(|line| line.as_str().map(str::to_owned)).unwrap_or_default();
        assert!(last.ends_with(plan), "{:?}\n{text}", trace.result);
    }
}

#[test]
fn a_list_of_known_length_was_looked_for_without_end() {
    let bindings = |question: &str| result("s.", question);
    let found = bindings("?- length(L,2).");
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(bindings("?- length(L,-1)."), json!([]));
    let reversed = bindings("?- reverse(L,[a,b]).");
    assert_eq!(reversed, json!([{ "plan": "[]", "bindings": { "L": "[b,a]" } }]));
    let counted = bindings("?- length([a,b,c],N).");
    assert_eq!(counted, json!([{ "plan": "[]", "bindings": { "N": "3" } }]));
    assert_eq!(bindings("?- length([a,b],3)."), json!([]));
    assert_eq!(result("s.", "holds [] : length([a|L],3), reverse([1,2],[2,1])"), true);
}

#[test]
fn a_limit_on_inferences_is_kept_where_one_scenery_never_ends() {
    let options = Options { max_inferences: 100_000, ..Options::default() };
    for question in ["?- member(x,L), length(L,N), N > 5000.", "?- member(x,L), fail."] {
        let found = answer(&program("s."), question, &options).expect(question);
        assert!(found.stopped.is_some(), "{question}: {:?}", found.result);
    }
}

#[test]
fn goals_with_not_were_missing_in_derivation_trees() {
    let text = "s. [1:a] p :- s, NOT q. [2:b] t :- p, NOT r.";
    let found = query(&program(text), "trace t").expect("a trace");
    let witness = found.witness.expect("a derivation");
    let steps = witness["steps"].as_array().expect("steps");
    let nots: Vec<&Value> = steps.iter().filter(|step| step["rule"] == "NOT").collect();
    let resolved: Vec<&Value> = nots.iter().map(|step| &step["resolved"]).collect();
    assert_eq!(resolved, [&json!("NOT q"), &json!("[1:a] NOT r")]);
    assert_eq!(nots.iter().map(|step| &step["from"]).collect::<Vec<_>>(), [&json!(2), &json!(1)]);
    for part in ["svg", "text"] {
        let drawn = witness[part].as_str().expect(part);
        assert!(drawn.contains("NOT q") && drawn.contains("NOT r"), "{drawn}");
    }
    assert_eq!(found.result, json!(["EXT(3) [2:b]", "EXT(2) [1:a][2:b]", "RED(1) [1:a][2:b]"]));
}

#[test]
fn names_of_new_predicates_were_shown_in_traces() {
    let text = "s. [1:row(X);2:row(Y)] at(X,Y) :- s, side(X), side(Y). [...] side(l).";
    let found = query(&program(text), "trace at(l,l)").expect("a trace");
    let witness = found.witness.expect("a derivation").to_string();
    assert!(!witness.contains('$'), "{witness}");
    assert!(witness.contains("at'(l,l)"), "{witness}");
    let memory = "s. [1:a] t :- s, NOT [2:b-] s. [1:c;2:d] u :- t.";
    let found = query(&program(memory), "trace u").expect("a trace");
    assert!(!found.witness.expect("a derivation").to_string().contains('$'));
}

const DEAD_TAIL: &str = "s. [1:a] m :- s. [2:c] p :- m. [2:d] n :- m. [1:e] p :- n, r.";
const STALL: &str = "s. [1:a] m :- s. [2:go] win(1) :- m. [2:wait] m :- m.";
const LOST_CONTEXT: &str = "s. [1:a] m :- s. [1:a] n :- s. [2:c] p :- m. [2:d] q :- n.";

#[test]
fn the_published_search_was_said_to_err_for_the_wrong_reason() {
    let options = Options { as_published: true, ..Options::default() };
    for (text, question, action, reason) in [
        (DEAD_TAIL, "force {1} : p", "[2:d]", "bodies of clauses for the goal"),
        (STALL, "force {1} : win(1)", "[2:wait]", "another instance of the goal"),
        (LOST_CONTEXT, "force {1} : p", "[2:d]", "the body of one clause only"),
    ] {
        let found = answer(&program(text), question, &options).expect(text);
        assert_eq!(found.result, false);
        let notes = found.notes.join("\n");
        assert!(notes.contains(action) && notes.contains(reason), "{text}: {notes}");
    }
}

#[test]
fn a_player_that_does_not_exist_could_force_a_goal_without_a_remark() {
    let text = "s. [1:a] p :- s. [1:b] p :- s.";
    for (question, forced) in [("force {7} : p", true), ("force {7,8} : q", false)] {
        let found = query(&program(text), question).expect(question);
        assert_eq!(found.result, forced, "{question}");
        let note = "player 7 never acts in play up to the goal; those who do: 1";
        assert!(found.notes.iter().any(|n| n == note), "{:?}", found.notes);
    }
    let found = query(&program(text), "force {7} : s").expect("an answer");
    assert_eq!(found.notes, ["player 7 never acts in play up to the goal; nobody does"]);
    let found = query(&program(text), "force {1} : p").expect("an answer");
    assert!(found.notes.is_empty(), "{:?}", found.notes);
}
