//! Engines beside a second one: every difference is a fault.

use ludex_game::{Agent, Model, SimultaneousGame};
use ludex_gdl::{Description, EngineChoice, GdlGame};

/// A heap of three from which one role takes one or two.
const HEAP: &str = "(role you) (init (heap 3)) (minus 3 1 2) (minus 3 2 1) (minus 2 1 1)
    (minus 2 2 0) (minus 1 1 0)
    (<= (legal you (take ?k)) (true (heap ?n)) (minus ?n ?k ?m))
    (<= (next (heap ?m)) (does you (take ?k)) (true (heap ?n)) (minus ?n ?k ?m))
    (<= terminal (true (heap 0)))
    (<= (goal you 100) (true (heap 0))) (<= (goal you 0) (not (true (heap 0))))";

/// Plays all there is to play, and returns the fault.
fn fault(engine: &str, reference: &str) -> Option<String> {
    let text = |text| Description::parse(text).expect("a game");
    let reference = GdlGame::with_engine(text(reference), EngineChoice::Tables).expect("a game");
    let game = GdlGame::new(text(engine)).expect("a game").compared_with(&reference);
    assert_eq!((game.engine_name(), game.reference_name()), ("network", Some("tables")));
    let mut open = vec![game.initial()];
    while let Some(state) = open.pop() {
        let mut moves = Vec::new();
        game.moves(&state, Agent::FIRST, &mut moves);
        game.payoff(&state, Agent::FIRST);
        for mv in moves {
            let mut next = state.clone();
            game.play_joint(&mut next, &[mv]);
            open.push(next);
        }
    }
    game.fault()
}

#[test]
fn every_difference_of_the_engines_is_a_fault() {
    assert_eq!(fault(HEAP, HEAP), None);
    for (part, other, what) in [
        ("(init (heap 3))", "(init (heap 2))", "the facts"),
        ("(<= terminal (true (heap 0)))", "(<= terminal (true (heap 1)))", "the end"),
        ("(minus 2 1 1)", "(minus 2 3 1)", "the legal moves"),
        ("(minus 2 1 1)", "(minus 2 1 0)", "the successor"),
        ("(goal you 100)", "(goal you 90)", "the goals"),
    ] {
        let difference = fault(HEAP, &HEAP.replacen(part, other, 1)).expect(what);
        let due = format!("the engines network and tables differ in {what}");
        assert!(difference.starts_with(&due), "{difference}");
    }
}
