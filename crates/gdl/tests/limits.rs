//! Games that grow without bound: exceeding a limit is a fault that the game reports, never an
//! answer.

use std::time::Duration;

use ludex_base::{Budget, NoAnswer, Stopped};
use ludex_game::{Model, SimultaneousGame, Turn};
use ludex_gdl::{Category, Description, EngineChoice, GdlGame, GdlMove};

const ENGINES: [EngineChoice; 3] = [EngineChoice::Auto, EngineChoice::Joins, EngineChoice::Tables];

/// Returns a game with one role, one move, and a rule for the next state.
fn growing(init: &str, next: &str) -> String {
    format!("(role you) {init} (legal you go) {next} (<= terminal (true never)) (goal you 50)")
}

/// Returns a game whose state is a number as a term, nested deeper in every step.
fn counter() -> String {
    growing("(init (n zero))", "(<= (next (n (s ?x))) (true (n ?x)))")
}

/// Returns a game whose number of facts is squared in every step.
fn pairs() -> String {
    growing("(init a) (init b)", "(<= (next (pair ?x ?y)) (true ?x) (true ?y))")
}

/// Plays until the game has a fault, or for `steps` steps.
fn play(game: &GdlGame, steps: usize) -> usize {
    let mut state = game.initial();
    for step in 0..steps {
        let mut joint: Vec<GdlMove> = Vec::new();
        for agent in game.agents().iter() {
            game.moves(&state, agent, &mut joint);
        }
        game.play_joint(&mut state, &joint);
        let over = game.turn(&state) == Turn::Final;
        assert_eq!(over, game.fault().is_some(), "it ends by a fault only");
        if over {
            return step;
        }
    }
    steps
}

#[test]
fn growth_beyond_the_limits_is_a_fault() {
    let deeper = ENGINES.map(|choice| (counter(), choice, 2000, "nested"));
    let more = (pairs(), EngineChoice::Joins, 10, "more than");
    for (text, choice, steps, word) in deeper.into_iter().chain([more]) {
        let description = Description::parse(&text).expect("a game");
        let game = GdlGame::with_engine(description, choice).expect("it starts well");
        assert_eq!(game.fault(), None, "nothing is wrong at the start");
        assert!(play(&game, steps) < steps, "{choice:?} must stop");
        let fault = game.fault().expect("it has stopped");
        assert!(fault.contains(word), "{choice:?}: {fault}");
        assert_eq!(Model::fault(&&game), Some(fault.clone()), "references tell it, too");
        assert_eq!(game.in_turn().expect("one role").fault(), Some(fault));
    }
}

#[test]
fn games_within_the_limits_have_no_fault() {
    let text = counter().replace("(true never)", "(true (n (s (s (s zero)))))");
    for choice in ENGINES {
        let game = GdlGame::with_engine(Description::parse(&text).expect("a game"), choice);
        let game = game.expect("it is built");
        let mut state = game.initial();
        let mut steps = 0;
        while game.turn(&state) != Turn::Final {
            let mut joint = Vec::new();
            game.moves(&state, ludex_game::Agent::FIRST, &mut joint);
            game.play_joint(&mut state, &joint);
            steps += 1;
        }
        assert_eq!((steps, game.fault()), (3, None), "{choice:?}");
        assert_eq!(game.goal(&state, ludex_game::Agent::FIRST), 50);
    }
}

/// A game that exceeds the limits in the initial state is refused.
#[test]
fn a_start_beyond_the_limits_is_refused() {
    let deep = "(s ".repeat(120) + "z" + &")".repeat(120);
    let text = format!(
        "(role you) (init (n {deep})) (goal you 0) (<= terminal (true never))
         (<= (legal you (a (b (c (d (e (f (g (h (i ?n)))))))))) (true (n ?n)))"
    );
    let error = GdlGame::read(&text).map(|game| game.statistics()).unwrap_err();
    assert_eq!(error.category, Category::Limit, "{error}");
}

/// Statistics polled no limit; and what is not proved in time is not unprovable.
#[test]
fn statistics_end_with_the_budget() {
    let text = include_str!("../../../games/gdl/tictactoe.kif");
    let game = GdlGame::read(text).expect("a game");
    let late = Budget::default().within(Duration::ZERO);
    assert_eq!(game.statistics_within(&late).err(), Some(Stopped::Time));
    assert!(game.statistics().findings.acyclic);
    let error = GdlGame::read_within(text, &late).expect_err("no time is left");
    assert!(matches!(error, NoAnswer::Stopped(_)));
}
