//! Looking at positions piece by piece, random play, and functions that play.

use std::sync::{Arc, Mutex};

use ludex::{FunctionPlayers, Functions, InputError, Play, Session, SetUp, StopFlag, open};
use ludex_game::Agent;

#[test]
fn the_pieces_are_those_of_show() {
    for name in ["tictactoe", "goofspiel:cards=3", "hog", "nim:heaps=1-2"] {
        let game = open(name).expect("a game");
        let shown = game.show();
        assert_eq!(game.position(), shown.position);
        assert_eq!(game.outcome(), shown.outcome.as_deref());
        let first = game.agents().name(Agent::FIRST);
        assert_eq!(serde_json::json!(game.moves(Agent::FIRST)), shown.legal[first]);
        assert_eq!(game.facts(), game.reached().facts);
    }
}

#[test]
fn positions_are_equal_by_game_and_state() {
    let at = |name: &str, moves: &str| {
        let mut game = open(name).expect("a game");
        game.set_up(&SetUp::moves(moves)).expect("legal moves");
        game
    };
    assert!(at("tictactoe", "a1 b2 c3") == at("mk:m=3,k=3", "c3 b2 a1"));
    assert!(at("tictactoe", "a1") != at("tictactoe", "b2"));
    assert!(at("connect4", "4") != at("connect4:columns=5,rows=4", "4"));
}

#[test]
fn the_first_of_many_random_plays_is_the_single_one() {
    for name in ["connect4", "goofspiel:cards=4", "hog", "npuzzle:scramble=3"] {
        let game = open(name).expect("a game");
        let many = game.playouts(20, 7, &StopFlag::default()).expect("plays");
        let (moves, end) = game.playout(7).expect("a play");
        assert_eq!(many.lengths.len(), 20);
        assert_eq!(moves.len(), many.lengths[0] as usize, "{name}");
        let scores = end.scores().map(|scores| scores.values().next().and_then(|s| s.as_f64()));
        assert_eq!(scores.flatten().is_some(), many.scores[0].is_finite(), "{name}");
        // A play that was given up has no score, which is unlike itself.
        let again = game.playouts(20, 7, &StopFlag::default()).expect("the same plays");
        assert_eq!(format!("{many:?}"), format!("{again:?}"), "{name}");
    }
}

/// Plays the first move, or a wrong one.
struct First(Mutex<Vec<InputError>>);

impl Functions for First {
    fn has(&self, name: &str) -> bool {
        name == "first" || name == "wrong"
    }

    fn choose(&self, name: &str, position: &Session, agent: &str) -> Option<String> {
        let agent = position.agents().named(agent)?;
        let wrong = (name == "wrong").then(|| "z9".to_string());
        wrong.or_else(|| position.moves(agent).into_iter().next())
    }

    fn refused(&self, _: &str, error: InputError) {
        self.0.lock().expect("nobody panics with it").push(error);
    }
}

#[test]
fn functions_of_the_calling_program_play() {
    let functions = Arc::new(First(Mutex::default()));
    let play = |game: &str, players: &str| {
        let functions = Some(FunctionPlayers(functions.clone()));
        let request = Play { functions, ..Play::new(players) };
        open(game).expect("a game").play(&request, &mut |_, _| {})
    };
    let played = play("tictactoe", "function=first,function=first").expect("a game");
    assert_eq!(played.players, ["function=first", "function=first"]);
    assert_eq!(played.moves[0].mv, open("tictactoe").expect("a game").moves(Agent::FIRST)[0]);
    play("goofspiel:cards=3", "function=first,random").expect("a game of simultaneous moves");
    play("tictactoe", "function=wrong,random").expect("the wrong one resigns");
    assert_eq!(functions.0.lock().expect("nobody panics with it").len(), 1);
    let error = play("tictactoe", "function=other,random").expect_err("there is none");
    assert!(error.message.contains("there is no function `other`"));
}
