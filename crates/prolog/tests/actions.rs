//! Actions that are variables: frame axioms are written once for all actions.

use ludex_prolog::{Program, PrologGame, query};
use serde_json::json;

const LAMPS: &str = "
lamp(a). lamp(b). turn(1).
[1:wait] turn(2) :- turn(1).
[2:swap(X)] turn(1) :- turn(2), lamp(X).
[P:M] lamp(X) :- lamp(X).
";

#[test]
fn a_variable_action_was_refused() {
    let program = Program::read(LAMPS).unwrap();
    let scenery = |path: &str| query(&program, &format!("scenery {path}")).unwrap().result;
    assert_eq!(scenery("[1:wait]"), json!(["lamp(a)", "lamp(b)", "turn(2)"]));
    assert_eq!(scenery("[1:wait][2:swap(a)]"), json!(["lamp(a)", "lamp(b)", "turn(1)"]));
    assert_eq!(query(&program, "states").unwrap().result, json!(2));
    assert_eq!(Program::read(&program.to_text()).unwrap().to_text(), program.to_text());
    PrologGame::new(&program, 100).expect("a game");
}

#[test]
fn a_variable_without_an_owner_stands_for_any_action() {
    let program = Program::read(&LAMPS.replace("[P:M]", "[A]")).unwrap();
    let scenery = query(&program, "scenery [1:wait]").unwrap().result;
    assert_eq!(scenery, json!(["lamp(a)", "lamp(b)", "turn(2)"]));
}

#[test]
fn a_body_that_binds_the_action_enables_it() {
    let text = "can(1,up). can(1,jump(3)). [P:M] done(M) :- can(P,M).";
    let program = Program::read(text).unwrap();
    assert_eq!(query(&program, "enabled []").unwrap().result, json!(["1:jump(3)", "1:up"]));
    assert_eq!(query(&program, "plan done(up)").unwrap().result, json!(["[1:up]"]));
}
