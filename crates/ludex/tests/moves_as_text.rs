//! What the program prints as a move is read as that move, wherever moves are given as text.

use std::path::Path;

use ludex::{InputError, Language, Session, SetUp, moves_text, open_text, read_batch};
use ludex_base::Random;

fn file(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).display().to_string()
}

fn position(game: &Session, moves: &str) -> Result<String, InputError> {
    let mut game = game.clone();
    game.set_up(&SetUp::moves(moves))?;
    Ok(game.show().position)
}

/// Returns the position after lines of a replay.
fn replayed(game: &Session, lines: &[&str]) -> Result<String, InputError> {
    let mut game = game.clone();
    lines.iter().try_for_each(|line| game.step(line))?;
    Ok(game.show().position)
}

fn batch(game: &Session, text: &str) -> Result<Vec<String>, InputError> {
    let set_ups = read_batch(Path::new("batch"), text, game.is_scored());
    let at = |set_up: &SetUp| {
        let mut game = game.clone();
        game.set_up(set_up).map(|()| game.show().position)
    };
    set_ups.iter().map(at).collect()
}

/// Returns the legal moves of the agent on turn, as they are printed.
fn legal(game: &Session) -> Vec<String> {
    let shown = game.show();
    let Some(turn) = shown.turn else { return Vec::new() };
    let moves = shown.legal[&turn].as_array().expect("a list");
    moves.iter().map(|mv| mv.as_str().expect("a text").to_string()).collect()
}

#[test]
fn moves_with_commas_could_not_be_typed() {
    let game = ludex::open(&file("games/toss/breakthrough.toss")).expect("a game");
    let expected = position(&game, "a2-a3 a7-a6").expect("moves by their elements");
    for moves in [
        "Up:a2,a3 Down:a7,a6",
        "Up:a2,a3,Down:a7,a6",
        "Up:a2,a3, Down:a7,a6",
        "\"Up:a2,a3\" \"Down:a7,a6\"",
        "Up a=a2 b=a3 Down a=a7 b=a6",
        "Up:a=a2,b=a3 Down:a=a7,b=a6",
        "move(White,\"Up:a2,a3\") move(Black,Down:a7,a6)",
        "up:A2,a3\nDown:a7,a6",
    ] {
        assert_eq!(position(&game, moves).expect(moves), expected, "{moves}");
        let line = moves.replace('\n', " ");
        assert_eq!(batch(&game, &line).expect(moves), std::slice::from_ref(&expected), "{moves}");
    }
    for lines in [
        ["Up:a2,a3", "Down:a7,a6"],
        ["Up:a2,a3\tnoop", "noop\tDown:a7,a6"],
        ["Up:a2,a3 noop", "noop Down:a7,a6"],
        ["Up a=a2 b=a3", "\"Down:a7,a6\""],
    ] {
        assert_eq!(replayed(&game, &lines).expect(lines[0]), expected, "{lines:?}");
    }
    let error = position(&game, "Up:a2,a3 Down:a7,a5,Up:b2,b3").expect_err("no move");
    assert!(error.to_string().contains("`Down:a7,a5` is not a legal move"), "{error}");
}

#[test]
fn a_comma_separates_moves_unless_it_is_part_of_one() {
    let text = r#"{ "agents": ["A", "B"], "initial": "s", "states": {
        "s": { "moves": { "A": { "take": "m", "take,all": "w" } } },
        "m": { "moves": { "B": { "all": "n", "say\"no\"": "w" } } },
        "n": { "labels": ["Win"] }, "w": {} } }"#;
    let game = open_text(Language::Json, text).expect("a game");
    for (moves, expected) in [
        ("take,all", "w"),
        ("take, all", "n"),
        ("take all", "n"),
        ("Take,all", "n"),
        ("\"take,all\"", "w"),
        ("\"Take,all\"", "w"),
        ("take say\"no\"", "w"),
        (r#"take "say\"no\"""#, "w"),
    ] {
        assert_eq!(position(&game, moves).expect(moves), expected, "{moves}");
    }
    assert_eq!(replayed(&game, &["take,all"]).expect("a move"), "w");
    assert_eq!(moves_text(["take", "say\"no\""]), r#"take say"no""#);
}

#[test]
fn joint_moves_are_read_as_before() {
    let game = ludex::open("goofspiel:cards=3").expect("a game");
    let expected = position(&game, "1 2 3 3").expect("joint moves");
    for moves in ["1,2,3,3", "1,2 3,3", "1 2, 3 3", "\"1\" 2 3 3"] {
        assert_eq!(position(&game, moves).expect(moves), expected, "{moves}");
    }
    for lines in [["1\t2", "3\t3"], ["1 2", "3,3"], ["1,2", "3 3"]] {
        assert_eq!(replayed(&game, &lines).expect(lines[0]), expected, "{lines:?}");
    }
    assert!(position(&game, "1 2 3").is_err());
    assert!(replayed(&game, &["1 2 3"]).is_err());
}

#[test]
fn random_plays_of_every_language_are_read_as_they_are_printed() {
    for name in [
        "connect4:columns=4,rows=4",
        "tictactoe",
        "chess",
        "games/toss/breakthrough.toss",
        "games/toss/checkers.toss",
        "games/toss/tic-tac-toe.toss",
        "games/gdl/tictactoe.kif",
        "games/prolog/tictactoe.gp",
        "games/prolog/cluedo-small.gp",
        "games/sgl/tictactoe.sgl",
    ] {
        let path = if name.contains('.') { file(name) } else { name.to_string() };
        let game = ludex::open(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut random = Random::new(7);
        let (mut played, mut at) = (Vec::new(), game.clone());
        for _ in 0..12 {
            let moves = legal(&at);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())].clone();
            at.step(&mv).unwrap_or_else(|error| panic!("{name}: {mv}: {error}"));
            played.push(mv);
        }
        assert!(!played.is_empty(), "{name}");
        let expected = at.show().position;
        for text in [moves_text(&played), played.join(",")] {
            assert_eq!(position(&game, &text).expect(&text), expected, "{name}: {text}");
        }
    }
}
