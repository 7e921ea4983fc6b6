//! Stores that somebody made in order to be believed.

use std::path::PathBuf;

use ludex_store::{Key, Store};
use serde_json::Value;

use crate::forger::Forger;
use crate::{Place, answer};

const NIM: &str = "nim:heaps=3-4-5";

fn forged(place: &Place, edit: impl FnOnce(&mut Forger)) -> PathBuf {
    let mut forger = Forger::read(&place.store());
    edit(&mut forger);
    forger.write(&place.store());
    place.store()
}

fn require_own_answer(answer: &Value, value: &str) {
    assert_eq!(answer["value"], value, "{answer}");
    assert_eq!((&answer["exact"], &answer["stored"]), (&true.into(), &false.into()), "{answer}");
    assert_eq!(answer["store"]["trusted"], false, "{answer}");
}

#[test]
fn an_edited_store_made_a_win_a_loss() {
    let place = Place::new();
    assert_eq!(answer(&mut place.solve(&[NIM]))["value"], "win");
    forged(&place, |forger| forger.edit_answers(|answer| (answer.low, answer.high) = (0, 0)));
    require_own_answer(&answer(&mut place.solve(&[NIM])), "win");
    let again = answer(&mut place.solve(&[NIM]));
    assert_eq!((&again["value"], &again["stored"]), (&"win".into(), &true.into()), "{again}");
    assert_eq!(again["store"], Value::Null, "this answer is sealed");
}

#[test]
fn an_edited_store_made_it_panic() {
    let place = Place::new();
    answer(&mut place.solve(&[NIM]));
    forged(&place, |forger| forger.edit_answers(|answer| (answer.low, answer.high) = (999, 999)));
    require_own_answer(&answer(&mut place.solve(&[NIM])), "win");
}

#[test]
fn an_edited_endgame_table_is_not_believed() {
    let place = Place::new();
    let after = [NIM, "--moves", "1:1"];
    let right = answer(&mut place.solve_alone(&after))["value"].clone();
    answer(&mut place.solve(&[NIM, "--algorithm", "retrograde"]));
    let table = answer(&mut place.solve(&after));
    assert_eq!((&table["value"], &table["stored"]), (&right, &true.into()), "{table}");
    std::fs::remove_file(place.store()).expect("there");
    answer(&mut place.solve(&[NIM, "--algorithm", "retrograde"]));
    // Eight bytes, then 16 a state: its key, its bounds, its distance.
    let turn_around = |table: &mut Vec<u8>| {
        for state in table[8..].chunks_exact_mut(16) {
            let low = 1 - state[8].min(1);
            (state[8], state[10]) = (low, low);
        }
    };
    forged(&place, |forger| forger.edit_checkpoints(turn_around));
    require_own_answer(&answer(&mut place.solve(&after)), right.as_str().expect("a name"));
}

#[test]
fn a_store_of_somebody_else_is_said_to_be_that() {
    let place = Place::new();
    answer(&mut place.solve(&[NIM]));
    answer(place.solve(&[NIM, "--moves", "1:1"]).env("LUDEX_KEY", place.path("another")));
    require_own_answer(&answer(&mut place.solve(&[NIM, "--moves", "1:1"])), "loss");
    assert_eq!(answer(&mut place.solve(&[NIM]))["stored"], true, "mine is still mine");
    let mut command = place.solve(&[NIM, "--moves", "1:2"]);
    let args: Vec<_> = command.get_args().filter(|arg| *arg != "--json").collect();
    let mut for_people = std::process::Command::new(command.get_program());
    for_people.args(args).env("LUDEX_KEY", place.path("key"));
    let output = for_people.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("not all of this store was written with your key"), "{text}");
    answer(&mut command);
}

#[test]
fn a_store_needs_a_key() {
    let place = Place::new();
    let mut command = place.solve(&[NIM]);
    for name in ["LUDEX_KEY", "HOME", "XDG_STATE_HOME", "LOCALAPPDATA"] {
        command.env_remove(name);
    }
    let output = command.output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("LUDEX_KEY"));
    let home = place.path("home");
    command.env("HOME", &home);
    assert_eq!(answer(&mut command)["stored"], false);
    assert_eq!(answer(&mut command)["stored"], true);
    let key = Key::at(&home.join(".local/state/ludex/key")).expect("a key was made");
    assert!(!Store::open(place.store(), &key).expect("a store").is_foreign());
}
