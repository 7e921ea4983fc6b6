//! Programs as games: the laws of the conformance kit.

use std::path::Path;

use ludex_game::{Agent, Game, Model, Notation, Turn, check_laws};
use ludex_prolog::{Program, PrologGame};

fn example(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/prolog").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let program = Program::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let warnings: Vec<&str> = program.warnings().iter().map(|w| w.message.as_str()).collect();
    assert!(warnings.is_empty(), "{name}: {warnings:?}");
    program
}

#[test]
fn examples_obey_the_laws() {
    for name in ["table1.gp", "nim.gp", "coalition.gp", "compose.gp", "memory.gp", "centipede.gp"] {
        let game = PrologGame::new(&example(name), 10_000).expect(name);
        assert!(game.is_complete(), "{name}");
        check_laws(&game, 7, 20).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn larger_examples_obey_the_laws() {
    for name in ["tictactoe.gp", "cluedo-small.gp"] {
        let game = PrologGame::new(&example(name), 300).expect(name);
        check_laws(&game, 3, 3).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn cluedo_with_the_full_deck_can_be_played() {
    let game = PrologGame::new(&example("cluedo.gp"), 3).expect("a game");
    let (mut state, mut moves) = (game.initial(), Vec::new());
    assert_eq!(game.agents().names()[0], "1");
    game.moves(&state, Agent::FIRST, &mut moves);
    assert_eq!(moves.len(), 5 * 4 * 6);
    let ask =
        game.read_move(&state, Agent::FIRST, "ask(plum,rope,study)").expect("he can ask that");
    game.play(&mut state, Agent::FIRST, ask);
    let Turn::Of(second) = game.turn(&state) else { panic!("somebody replies") };
    assert_eq!(game.agents().name(second), "2");
}

#[test]
fn a_position_names_what_is_wrong_with_it() {
    let game = PrologGame::new(&example("nim.gp"), 1000).expect("a game");
    let text = game.write_position(&game.initial());
    assert_eq!(game.read_position(&text).expect("its own text"), game.initial());
    assert!(game.read_position("{turn(1), pile(x)}").is_err(), "x is no number");
    let error = game.read_position("{turn(1) pile(2)}").expect_err("a comma is missing");
    assert_eq!(error.span, 9..13);
}
