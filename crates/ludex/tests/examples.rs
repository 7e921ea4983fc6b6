//! The examples are run as they stand.

#[path = "../examples/check_and_verify.rs"]
mod check_and_verify;
#[path = "../examples/own_game.rs"]
mod own_game;
#[path = "../examples/play_match.rs"]
mod play_match;
#[path = "../examples/solve.rs"]
mod solve;
#[path = "../examples/walk_proof.rs"]
mod walk_proof;

#[test]
fn examples_run() {
    check_and_verify::main().expect("a formula is checked");
    own_game::main().expect("a game of one's own is solved");
    play_match::main().expect("a match is played");
    solve::main().expect("a game is solved");
    walk_proof::main().expect("a proof is walked through");
}

#[test]
fn a_game_of_ones_own_is_short() {
    let text = include_str!("../examples/own_game.rs");
    assert!(text.lines().count() < 60, "{} lines", text.lines().count());
}
