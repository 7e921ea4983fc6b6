//! Games with humans: taking back, hints, and records that are read again.

use std::cell::RefCell;
use std::path::Path;

use ludex::{Humans, Play, SetUp, open};
use ludex_play::{Ask, Question, Transcript};

/// Says these lines one after the other, and keeps the answers to them.
struct Lines {
    lines: RefCell<Vec<&'static str>>,
    answers: RefCell<Vec<String>>,
}

impl Lines {
    fn new(lines: &[&'static str]) -> Lines {
        let lines = lines.iter().rev().copied().collect();
        Lines { lines: RefCell::new(lines), answers: RefCell::default() }
    }
}

impl Humans for Lines {
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        Some(Box::new(Asked(self)))
    }
}

struct Asked<'l>(&'l Lines);

impl Ask for Asked<'_> {
    fn ask(&mut self, question: &Question<'_>) -> Option<String> {
        self.0.answers.borrow_mut().extend(question.complaint.map(str::to_string));
        self.0.lines.borrow_mut().pop().map(str::to_string)
    }
}

fn play(game: &str, lines: &Lines) -> Transcript {
    let players = "human,human".to_string();
    let request = Play { players, ..Play::default() };
    let session = open(game).expect("a game");
    session.play_with(&request, lines, &mut |_, _| {}).expect("a game is played")
}

fn moves(transcript: &Transcript) -> Vec<&str> {
    transcript.moves.iter().map(|played| played.mv.as_str()).collect()
}

#[test]
fn undo_takes_back_the_last_move_of_the_one_who_asks() {
    let lines =
        Lines::new(&["undo", "b2", "a1", "undo", "a2", "b2", "c1", "b3", "undo", "a3", "c2"]);
    let transcript = play("tictactoe", &lines);
    assert_eq!(moves(&transcript), ["a2", "b2", "a3", "c2"]);
    assert_eq!(*lines.answers.borrow(), ["there is no move to take back"]);
}

#[test]
fn a_game_with_moves_taken_back_ends_as_one_without() {
    let straight = Lines::new(&["a1", "b1", "a2", "b2", "a3"]);
    let with_undo =
        Lines::new(&["c3", "c2", "undo", "a1", "b3", "b1", "undo", "b1", "a2", "b2", "a3"]);
    let (expected, found) = (play("tictactoe", &straight), play("tictactoe", &with_undo));
    assert_eq!(expected.scores, [1.0, -1.0]);
    assert_eq!((moves(&found), &found.scores), (moves(&expected), &expected.scores));
}

#[test]
fn a_hint_is_a_winning_move_where_there_is_one() {
    let lines = Lines::new(&["hint"]);
    play("nim:heaps=1-2", &lines);
    assert_eq!(*lines.answers.borrow(), ["hint: 2:1 is best (proved)"]);
}

#[test]
fn games_are_saved_and_read_again() {
    let cases = [
        ("chess", "e2e4 e7e5 g1f3 b8c6", "game.pgn"),
        ("hex:size=4", "a1 b2 c3", "game.sgf"),
        ("go:size=5", "c3 d4 e5", "game.sgf"),
        ("tictactoe", "b2 a1 c3", "game.txt"),
    ];
    for (name, text, file) in cases {
        let mut session = open(name).expect(name);
        let spoken: Vec<&str> = text.split(' ').collect();
        let transcript = play(name, &Lines::new(&spoken));
        let record = session.record(&transcript, Path::new(file)).expect(name);
        let read = session.read_record(Path::new(file), &record).expect(name);
        session.set_up(&read).unwrap_or_else(|error| panic!("{name}: {error}\n{record}"));
        let mut expected = open(name).expect(name);
        expected.set_up(&SetUp::moves(text)).expect(text);
        let position = |session: &ludex::Session| session.show().position;
        assert_eq!(position(&session), position(&expected), "{record}");
    }
    let session = open("chess").expect("chess");
    let pgn = "[Event \"?\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3! $1 Nc6 1/2-1/2\n";
    let read = session.read_record(Path::new("x.pgn"), pgn).expect("a game");
    assert_eq!(read.moves.as_deref(), Some("e4 e5 Nf3 Nc6"));
    assert!(session.read_record(Path::new("x"), "").is_err());
    let transcript = play("tictactoe", &Lines::new(&["b2"]));
    let error = open("tictactoe").expect("a game").record(&transcript, Path::new("x.pgn"));
    assert!(error.is_err(), "PGN is for chess");
}

/// Player 2 of the shell game was shown what player 1 had hidden.
#[test]
fn humans_do_not_play_games_with_hidden_information() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/prolog/shell-game.gp");
    let session = open(path).expect("a game");
    let played =
        |players: &str| session.play_with(&Play::new(players), &Lines::new(&[]), &mut |_, _| {});
    assert!(played("random,random").is_ok());
    let error = played("random,human").expect_err("hidden information");
    assert!(error.to_string().contains("do not see everything"), "{error}");
}
