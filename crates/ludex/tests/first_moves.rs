//! Which first moves make a formula true, against the formula after each of them.

use ludex::{Check, FirstMove, Session, SetUp};

fn at(game: &str, moves: &str) -> Session {
    let mut session = ludex::open(game).expect("built in");
    session.set_up(&SetUp::moves(moves)).expect("legal");
    session
}

fn names(moves: &[FirstMove], holds: bool) -> Vec<&str> {
    moves.iter().filter(|mv| mv.holds == Some(holds)).map(|mv| mv.mv.as_str()).collect()
}

#[test]
fn a_move_is_allowed_if_the_rest_of_the_concept_is_true_after_it() {
    for moves in ["a1 b1", "a1 b2", "b2 a1 c3"] {
        let session = at("tictactoe", moves);
        let turn = session.show().turn.expect("somebody is on turn");
        let found = session.first_moves(&Check::new("omega(3)")).expect("small");
        let legal = session.board().moves;
        assert_eq!(found.len(), legal.len());
        for FirstMove { agent, mv, holds } in &found {
            let mut after = session.clone();
            after.step(mv).expect("legal");
            let rest = Check { agent: Some(turn.clone()), ..Check::new("[B] omega(2)") };
            let truth = after.check(&rest).expect("small").answer;
            assert_eq!((agent, *holds), (&turn, truth), "{moves}: {mv}");
        }
        // The concept is true exactly if a move makes it so.
        let whole = session.check(&Check::new("omega(3)")).expect("small").answer;
        assert_eq!(whole, Some(!names(&found, true).is_empty()), "{moves}");
    }
}

#[test]
fn an_agent_that_is_not_on_turn_threatens() {
    let session = at("tictactoe", "a1 a2 b1");
    let request = Check { agent: Some("X".to_string()), ..Check::new("<X> win(X)") };
    let found = session.first_moves(&request).expect("small");
    assert_eq!((found[0].agent.as_str(), names(&found, true)), ("X", vec!["c1"]));
    // A box of the agent on turn: the moves that do not lose at once.
    let held = session.first_moves(&Check::new("[O] !<X> win(X)")).expect("small");
    assert_eq!((held[0].agent.as_str(), names(&held, true)), ("O", vec!["c1"]));
}

#[test]
fn formulas_without_moves_and_about_coalitions_are_told_apart() {
    let session = at("tictactoe", "");
    assert!(session.first_moves(&Check::new("final")).expect("small").is_empty());
    let refused = session.first_moves(&Check::new("<<X>>F win(X)")).expect_err("a coalition");
    assert!(refused.message.contains("coalitions"), "{refused}");
    let mixed = session.first_moves(&Check::new("final | <A> !final")).expect("small");
    assert_eq!(names(&mixed, true).len(), 9);
}
