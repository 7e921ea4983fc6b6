//! Plays of best moves beside a value: in random games every move of them keeps the value.

use ludex::{Best, Language, Solve, open_text};
use ludex_game::{Agent, Outcome};
use ludex_game::{
    ExplicitGame, ExplicitState, Game, GraphShape, Model, Notation, RandomGame, Turn,
};

/// Returns the value of a state by its definition.
fn value(game: &ExplicitGame, state: &ExplicitState) -> Outcome {
    let Turn::Of(agent) = game.turn(state) else { return game.outcome(state) };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let values = moves.iter().map(|&mv| value(game, &game.after(state, agent, mv)));
    let best = if agent == Agent::FIRST { values.max() } else { values.min() };
    best.expect("an agent on turn has moves")
}

#[test]
fn every_move_of_a_line_keeps_the_value() {
    let mut plays = 0;
    for seed in 0..60 {
        let shape = [GraphShape::Tree, GraphShape::Dag][seed as usize % 2];
        let kind = RandomGame { states: 14, shape, outcomes: 3, ..RandomGame::default() };
        let game = kind.generate(seed);
        let session = open_text(Language::Json, &game.to_json()).expect("it is read");
        for algorithm in ["auto", "alphabeta", "pns", "dfpn", "mopns", "retrograde"] {
            let request = Solve { line: true, ..Solve::new().algorithm(algorithm).best(Best::One) };
            let solved = session.solve(&request).expect("it is solved");
            let mut state = game.initial();
            let expected = value(&game, &state);
            let Some(line) = solved.line.filter(|_| !solved.open_line) else { continue };
            for text in &line {
                let agent = game.turn(&state).agent().expect("the play is not over");
                let mv = game.read_move(&state, agent, text).expect("a legal move");
                game.play(&mut state, agent, mv);
                assert_eq!(value(&game, &state), expected, "{algorithm}, game {seed}: {line:?}");
            }
            assert_eq!(game.turn(&state), Turn::Final, "{algorithm}, game {seed}: {line:?}");
            plays += 1;
        }
    }
    assert!(plays > 200, "only {plays} plays");
}

#[test]
fn a_line_is_found_only_where_it_is_asked_for_and_play_ends() {
    let line = |game: &str, line| {
        let game = ludex::open(game).expect("a game");
        game.solve(&Solve { line, ..Solve::new() }).expect("it is solved").line
    };
    assert_eq!(line("tictactoe", false), None);
    assert_eq!(line("tictactoe", true).map(|line| line.len()), Some(9));
    assert_eq!(line("go:size=2", true), None);
}
