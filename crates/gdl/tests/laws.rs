//! Games in GDL satisfy the conformance laws of games.

use ludex_game::{check_laws, check_simultaneous_laws};
use ludex_gdl::GdlGame;

fn own(name: &str) -> GdlGame {
    let path = format!("{}/../../games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    GdlGame::read(&std::fs::read_to_string(path).expect("the game is there")).expect("a game")
}

#[test]
fn games_with_turns_obey_the_laws() {
    for name in ["tictactoe", "nim", "eightpuzzle", "threesome"] {
        let game = own(name).in_turn().expect("one role at a time has a choice");
        check_laws(&game, 1, 4).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn games_with_joint_moves_obey_the_laws() {
    for name in ["goofspiel", "tictactoe"] {
        check_simultaneous_laws(&own(name), 1, 4).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

#[test]
fn goofspiel_has_no_turns() {
    assert!(own("goofspiel").in_turn().is_err());
}

#[test]
fn both_notations_are_the_same_game() {
    let infix = "
        role(white)  % comments as in Prolog
        role(black).
        init(control(white))
        init(heap(2))
        succ(0,1) succ(1,2)
        other(white,black) other(black,white)
        legal(P,take) :- true(control(P))
        legal(P,noop) :- role(P) & ~true(control(P))
        next(control(Q)) :- true(control(P)) & other(P,Q)
        next(heap(M)) <= true(heap(N)) & succ(M,N)
        terminal :- true(heap(0))
        goal(P,100) :- true(control(Q)) & other(P,Q)
        goal(P,0) :- true(control(P))";
    let game = GdlGame::read(infix).expect("a game").in_turn().expect("turns");
    check_laws(&game, 1, 2).expect("the laws");
}
