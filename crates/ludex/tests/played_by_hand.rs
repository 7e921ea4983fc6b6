//! Games with humans: taking back, hints, and records that are read again.

use std::cell::RefCell;
use std::path::Path;

use ludex::{Humans, Play, Session, SetUp, open};
use ludex_play::{Ask, End, Question, Transcript};

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
    play_on(&open(game).expect("a game"), lines)
}

fn play_on(session: &Session, lines: &Lines) -> Transcript {
    let request = Play { whole: true, ..Play::new("human,human") };
    session.play_with(&request, lines, &mut |_, _| {}).expect("a game is played")
}

fn moves(transcript: &Transcript) -> Vec<&str> {
    transcript.moves.iter().map(|played| played.mv.as_str()).collect()
}

/// With two humans `undo` took back two moves.
#[test]
fn undo_takes_back_the_last_move_of_a_human() {
    let lines =
        Lines::new(&["undo", "b2", "a1", "undo", "a2", "c1", "b3", "undo", "undo", "b1", "c2"]);
    let transcript = play("tictactoe", &lines);
    assert_eq!(moves(&transcript), ["b2", "a2", "b1", "c2"]);
    let turns: Vec<usize> = transcript.moves.iter().map(|played| played.turn).collect();
    assert_eq!(turns, [0, 1, 2, 3]);
    assert_eq!(*lines.answers.borrow(), ["there is no move to take back"]);
}

#[test]
fn a_game_with_moves_taken_back_ends_as_one_without() {
    let straight = Lines::new(&["a1", "b1", "a2", "b2", "a3"]);
    let with_undo =
        Lines::new(&["c3", "c2", "undo", "undo", "a1", "b3", "undo", "b1", "a2", "b2", "a3"]);
    let (expected, found) = (play("tictactoe", &straight), play("tictactoe", &with_undo));
    assert_eq!(expected.scores, [1.0, -1.0]);
    assert_eq!((moves(&found), &found.scores), (moves(&expected), &expected.scores));
}

#[test]
fn a_hint_is_a_winning_move_where_there_is_one() {
    let lines = Lines::new(&["hint"]);
    play("nim:heaps=1-2", &lines);
    assert_eq!(*lines.answers.borrow(), ["hint: 2:1 wins (proved)"]);
}

/// A lost position had a move that "is best".
#[test]
fn a_hint_says_what_a_position_is_worth() {
    let lost = Lines::new(&["hint"]);
    play("nim:heaps=1-1", &lost);
    assert_eq!(*lost.answers.borrow(), ["hint: every move loses (proved), as 1:1 does"]);
    let (mut session, drawn) = (open("tictactoe").expect("a game"), Lines::new(&["hint"]));
    session.set_up(&SetUp::moves("b2 a1 c1 a3 a2 c2")).expect("moves");
    play_on(&session, &drawn);
    let said = drawn.answers.borrow().concat();
    assert!(said.ends_with(" draws, and no move wins (proved)"), "{said}");
}

#[test]
fn the_end_of_a_game_says_how_and_who_won() {
    let cases = [
        ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", "h1h8", Some("checkmate: White wins")),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", Some("stalemate: draw")),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1e1", Some("White wins")),
    ];
    for (position, mv, end) in cases {
        let mut session = open("chess").expect("a game");
        session.set_up(&SetUp::position(position)).expect(position);
        let transcript = play_on(&session, &Lines::new(&[mv, "resign"]));
        assert_eq!(session.ending(&transcript).as_deref(), end, "{position}");
    }
}

/// The records of games that were loaded began where they were loaded, or had another position.
#[test]
fn a_record_holds_the_moves_that_were_loaded() {
    let cases = [
        ("chess", "f3 e5 g4", "d8h4", "game.pgn"),
        ("hex:size=4", "a1 b2", "c3", "game.sgf"),
        ("go:size=5", "c3 d4", "e5", "game.sgf"),
        ("tictactoe", "b2 a1", "c3", "game.txt"),
        ("goofspiel", "1 2", "3 1", "game.txt"),
    ];
    for (name, loaded, more, file) in cases {
        let mut session = open(name).expect(name);
        session.set_up(&SetUp::moves(loaded)).expect(loaded);
        let more: Vec<&str> = more.split(' ').collect();
        let transcript = play_on(&session, &Lines::new(&more));
        let record = session.record(&transcript, Path::new(file)).expect(name);
        let read = session.read_record(Path::new(file), &record).expect(name);
        session.set_up(&read).expect(&record);
        let mut expected = open(name).expect(name);
        let all = format!("{loaded} {}", more.join(" "));
        expected.set_up(&SetUp::moves(&all)).expect(&all);
        assert_eq!(session.show().position, expected.show().position, "{record}");
        assert_eq!(session.moves_so_far(), all.split(' ').count(), "{record}");
    }
}

#[test]
fn undo_takes_back_loaded_moves() {
    let mut session = open("tictactoe").expect("a game");
    session.set_up(&SetUp::moves("b2 a1 c3")).expect("moves");
    let transcript = play_on(&session, &Lines::new(&["undo", "undo", "a2"]));
    assert_eq!(moves(&transcript), ["b2", "a2"]);
    let record = session.record(&transcript, Path::new("game")).expect("a record");
    assert!(record.ends_with("position .../.../... X\nmoves b2 a2\n"), "{record}");
}

/// The size of an SGF file and the game of a list of moves were not looked at.
#[test]
fn records_of_other_games_are_refused() {
    let cases = [
        ("hex:size=5", "(;GM[11]SZ[4];B[a1])", "this game was played on a board of size 4, not 5"),
        ("go:size=9", "(;GM[11]SZ[9];B[a1])", "this is a record of Hex, not of go:size=9"),
        ("tictactoe", "(;GM[1]SZ[9])", "SGF is for Go and Hex on square boards"),
        ("tictactoe", "ludex game nim:heaps=1\nmoves 1:1", "this is a record of nim:heaps=1, not"),
        ("tictactoe", "ludex game", "this is no record of a game"),
    ];
    for (game, record, message) in cases {
        let session = open(game).expect(game);
        let error = session.read_record(Path::new("record"), record).expect_err(record);
        assert!(error.to_string().contains(message), "{error}");
    }
    let mut go = open("go:size=3").expect("a game");
    go.set_up(&SetUp::position(".../.*./... Black")).expect("a position");
    let error = go.require_record(Path::new("game.sgf")).expect_err("a marked stone");
    assert!(error.to_string().contains("no marked ones"), "{error}");
}

/// Stones that were set up were ignored, variations read as moves, and a move after a comment was
/// left out.
#[test]
fn sgf_is_read_as_it_is_written() {
    let cases = [
        (
            "go:size=5",
            "(;GM[1]SZ[5]HA[2]AB[bb][dd:de]C[W to move ;B[aa\\] (];W[cc](;C[or]B[cd];W[])(;B[aa]))",
            "...../.B.../..W../..BB./...B. Black pass=1",
        ),
        ("go:size=5", "(;SZ[5];W[tt];B[aa])", "B..../...../...../...../..... White"),
        ("hex:size=3", "(;GM[11]SZ[3]AW[a1][b2]PL[B];B[c1])", "W.B/.W./... White"),
    ];
    for (game, sgf, position) in cases {
        let mut session = open(game).expect(game);
        let read = session.read_record(Path::new("x.sgf"), sgf).expect(sgf);
        session.set_up(&read).expect(sgf);
        assert_eq!(session.show().position, position, "{sgf}");
        let again = session.record(&play_on(&session, &Lines::new(&[])), Path::new("y.sgf"));
        let read = session.read_record(Path::new("y.sgf"), &again.expect(sgf)).expect(sgf);
        session.set_up(&read).expect(sgf);
        assert_eq!(session.show().position, position, "written and read again: {sgf}");
    }
    let wrong = [
        ("(;SZ[5];B[aa];B[bb])", "not on turn"),
        ("(;SZ[5]PL[B];W[aa])", "not on turn"),
        ("(;SZ[5];B[aa];AW[bb])", "set up after a move"),
        ("(;SZ[5];B[ff])", "no point of the board"),
        ("(;SZ[5]AB[aa:zz])", "no point of the board"),
        ("(;SZ[5];B[aa]", "no record"),
    ];
    for (sgf, message) in wrong {
        let session = open("go:size=5").expect("a game");
        let error = session.read_record(Path::new("x.sgf"), sgf).expect_err(sgf);
        assert!(error.to_string().contains(message), "{sgf}: {error}");
    }
}

/// The first move had the number 1 whatever the position said.
#[test]
fn moves_of_chess_have_the_numbers_of_the_position() {
    let mut session = open("chess").expect("chess");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 47";
    session.set_up(&SetUp::position(fen)).expect("a position");
    let transcript = play_on(&session, &Lines::new(&["Kd7", "e4"]));
    let pgn = session.record(&transcript, Path::new("x.pgn")).expect("a record");
    assert!(pgn.contains(&format!("[FEN \"{fen}\"]")), "{pgn}");
    assert!(pgn.ends_with("\n\n47... Kd7 48. e4 *\n"), "{pgn}");
    let read = session.read_record(Path::new("x.pgn"), &pgn).expect("a record");
    session.set_up(&read).expect("the record");
    let again = session.record(&transcript, Path::new("x.pgn")).expect("a record");
    assert_eq!(again, pgn);
}

/// Whoever left a game had lost it.
#[test]
fn a_game_that_somebody_leaves_has_no_result() {
    let end = |lines: &[&'static str]| {
        let transcript = play("tictactoe", &Lines::new(lines));
        (transcript.end, transcript.scores, transcript.moves.len())
    };
    assert_eq!(end(&["b2", "quit"]), (End::Stopped, vec![], 1));
    assert_eq!(end(&["b2"]), (End::Stopped, vec![], 1), "nobody answers any more");
    assert_eq!(end(&["b2", "a1", "undo", "a2", "quit"]), (End::Stopped, vec![], 2));
    assert_eq!(end(&["b2", "resign"]), (End::Resigned(1), vec![1.0, -1.0], 1));
}

#[test]
fn without_players_there_is_a_human_and_auto() {
    let players = |game: &str, human| open(game).expect(game).usual_players(human);
    assert_eq!(players("tictactoe", true), "human,auto");
    assert_eq!(players("tictactoe", false), "auto,auto");
    assert_eq!(players("npuzzle:size=3", true), "human");
    let hidden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/prolog/shell-game.gp");
    assert_eq!(players(hidden, true), "auto,auto", "a human would see everything");
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
