//! Games beside the rules as they are written: every difference is a fault.

use std::time::Duration;

use ludex_base::{Budget, Random};
use ludex_game::{Agent, DynGame, Game, Model, Turn};
use ludex_sgl::{File, open_game_compared};

const NIM: &str = "
    const most = 2;
    agents A, B;
    action take(t,i) by t for t in agents, i in 1..most;
    fluent left(n) for n in 0..5;  fluent turn(t) for t in agents;
    init left(5), turn(A);
    define over := left(0);
    define wins(t) := over & turn(other(t));
    terminal := over;
    legal take(t,i) := turn(t) & or(n in i..5) left(n);
    next left(n) := or(i in 1..most) (left(n+i) & or(t in agents) does(take(t,i)));
    next turn(t) := turn(other(t));
";

/// Returns the game of a text, compared with the rules of another one within a budget.
fn compared(text: &str, rules: &str) -> DynGame {
    let [file, rules] = [text, rules].map(|text| File::read("g.sgl", text).expect("a file"));
    open_game_compared(&file, &rules, &Budget::default()).expect("a game")
}

/// Returns the first difference of a game from other rules in random plays.
fn difference(text: &str, rules: &str) -> Option<String> {
    let game = compared(text, rules);
    let mut random = Random::new(1);
    for _ in 0..20 {
        let mut state = game.initial();
        while let Turn::Of(agent) = game.turn(&state) {
            let mut moves = Vec::new();
            game.moves(&state, Agent::SECOND, &mut moves);
            moves.clear();
            game.moves(&state, agent, &mut moves);
            let mv = moves[random.below(moves.len())];
            game.play(&mut state, agent, mv);
        }
        game.outcome(&state);
    }
    game.fault()
}

#[test]
fn every_difference_from_the_rules_is_a_fault() {
    assert_eq!(difference(NIM, NIM), None);
    for (part, other, what) in [
        ("init left(5)", "init left(4)", "the atoms"),
        ("over & turn(other(t))", "over & turn(t)", "who has won"),
        ("terminal := over", "terminal := left(1)", "the turn"),
        ("or(n in i..5) left(n)", "or(n in i+i-1..5) left(n)", "the moves"),
        ("left(n+i) & or", "left(n+i-1) & or", "a successor"),
        ("next turn(t) := turn(other(t))", "next turn(t) := turn(t)", "a successor"),
    ] {
        let found = difference(NIM, &NIM.replacen(part, other, 1)).expect(what);
        let due = format!("the engine and the rules as they are written differ in {what} of");
        assert!(found.starts_with(&due), "{found}");
    }
}

#[test]
fn rules_that_take_too_long_are_given_up() {
    let file = File::read("nim.sgl", NIM).expect("a file");
    let late = Budget::default().within(Duration::ZERO);
    match open_game_compared(&file, &file, &late) {
        Ok(game) => {
            let fault = game.fault().expect("a fault");
            assert!(fault.contains("the time is up"), "{fault}");
        }
        Err(why) => assert!(why.to_string().contains("time"), "{why}"),
    }
}
