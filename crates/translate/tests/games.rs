//! Which games are translated, which are not and why, and that the translations play the same.

use std::path::Path;

use ludex_translate::{Compared, Refusal, Translation, translate};

/// Our own games, from the root of the project.
const OURS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/gdl");
/// The reference games, if they are present.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/gdl");

fn read(folder: &str, name: &str) -> String {
    let path = Path::new(folder).join(name).with_extension("kif");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Translates a game and compares it by play with its rules.
fn plays_the_same(folder: &str, name: &str, plays: usize) -> Compared {
    let text = read(folder, name);
    let translation = Translation::new(&text).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let compared = translation.compare(plays, 0, 7);
    let compared = compared.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    println!("{name}: {compared:?}, {} bytes", translation.text().len());
    assert!(compared.plays >= plays && compared.successors >= compared.plays);
    compared
}

fn refusal(folder: &str, name: &str) -> String {
    match translate(&read(folder, name)) {
        Ok(text) => panic!("{name} was translated:\n{text}"),
        Err(refusal) => refusal.to_string(),
    }
}

#[test]
fn our_board_games_are_translated_and_play_the_same() {
    for name in ["tictactoe", "connect4"] {
        assert_eq!(plays_the_same(OURS, name, 500).ended, 500);
    }
    assert_eq!(plays_the_same(OURS, "breakthrough", 300).ended, 300);
    plays_the_same(OURS, "eightpuzzle", 50);
}

/// Games for this test: connected stones, which are defined by recursion, and a board whose rows
/// are not numbers.
#[test]
fn connections_and_named_rows_are_translated() {
    const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games");
    assert_eq!(plays_the_same(HERE, "hex", 100).ended, 100);
    assert_eq!(plays_the_same(HERE, "knightthrough", 300).ended, 300);
}

/// Rules with a part missing are another game, or none: nothing may break, and what is translated
/// must play the same.
#[test]
fn broken_rules_are_translated_rightly_or_refused() {
    let (mut translated, mut refused) = (0, 0);
    for name in ["tictactoe", "connect4", "breakthrough"] {
        let text = read(OURS, name);
        let lines: Vec<&str> = text.lines().collect();
        for missing in 0..lines.len() {
            let kept = lines.iter().enumerate().filter(|(i, _)| *i != missing);
            let kept: Vec<&str> = kept.map(|(_, line)| *line).collect();
            match Translation::new(&kept.join("\n")) {
                Ok(translation) => match translation.compare(5, 0, 3) {
                    Ok(_) => translated += 1,
                    Err(refusal) => {
                        println!("{name} without `{}`: {refusal}", lines[missing]);
                        refused += 1;
                    }
                },
                Err(_) => refused += 1,
            }
        }
    }
    println!("{translated} translated, {refused} refused");
    assert!(translated > 20 && refused > 20);
}

#[test]
fn our_other_games_are_refused_with_the_reason() {
    for name in ["goofspiel", "nim", "threesome"] {
        let reason = refusal(OURS, name);
        assert!(reason.starts_with("no board: of the facts"), "{name}: {reason}");
    }
}

/// The result for each reference game: the number of plays compared, or a part of the reason why
/// there are none.
const EXPECTED: &[(&str, Result<usize, &str>)] = &[
    ("ticTacToe", Ok(500)),
    ("connectFour", Ok(300)),
    ("3pConnectFour", Ok(300)),
    ("breakthrough", Ok(300)),
    ("pawnWhopping", Ok(300)),
    ("gomoku_11x11", Ok(100)),
    ("knightsTour", Ok(500)),
    ("eightPuzzle", Ok(100)),
    ("lightsOut", Ok(100)),
    ("queens08lg", Ok(300)),
    ("amazons_8x8", Ok(10)),
    ("atariGoVariant_7x7", Ok(20)),
    ("battle", Err("`north` and `south` move at the same time")),
    ("biddingTicTacToe", Err("`x` and `o` move at the same time")),
    ("blocker", Err("`crosser` and `blocker` move at the same time")),
    ("buttons", Err("no board")),
    ("checkers", Err("`(piece_count black 11)`")),
    ("chess", Err("does not ground")),
    ("chineseCheckers4", Err("no board")),
    ("chineseCheckers6", Err("no board")),
    ("connectFourSimultaneous", Err("`red` and `black` move at the same time")),
    ("dotsAndBoxes", Err("`line` says 35 different things")),
    ("hanoi", Err("no board")),
    ("hex", Err("`connected` says 82 different things")),
    ("knightwar", Err("move at the same time")),
    ("laikLee_hex", Err("`islist`")),
    ("listHanoi", Err("does not ground")),
    ("majorities", Err("no board")),
    ("nim1", Err("no board")),
    ("nineBoardTicTacToe", Err("changes more than 5 cells")),
    ("pathDuel", Err("no board")),
    ("peg", Err("no board")),
    ("quarto", Err("different situations (`placecontrol`, `pool`, `selected`)")),
    ("racetrackcorridor", Err("move at the same time")),
    ("reversi", Err("is too large when all of it is written out")),
    ("roshambo2", Err("no board")),
    ("rubiksCube", Err("no board")),
    ("skirmishNew", Err("`(capturecount white 1)`")),
    ("smallest_4player", Err("no board")),
    ("sudokuGrade1", Err("`cell` says 90 different things")),
];

#[test]
fn reference_games_are_translated_or_refused_with_the_reason() {
    if !Path::new(CORPUS).is_dir() {
        println!("skipped: the reference games are not there");
        return;
    }
    for &(name, expected) in EXPECTED {
        // It grounds for a minute before it is too large.
        if name == "chess" && cfg!(debug_assertions) {
            continue;
        }
        match expected {
            Ok(plays) => drop(plays_the_same(CORPUS, name, plays)),
            Err(part) => {
                let reason = refusal(CORPUS, name);
                println!("{name}: refused: {reason}");
                assert!(reason.contains(part), "{name}: {reason}");
            }
        }
    }
    let all = std::fs::read_dir(CORPUS).expect("it is a folder");
    let files = all.filter_map(|file| file.ok()?.file_name().into_string().ok());
    for file in files.filter(|file| file.ends_with(".kif")) {
        let known = EXPECTED.iter().any(|(name, _)| file == format!("{name}.kif"));
        assert!(known, "nothing is expected of {file}");
    }
}

#[test]
fn what_is_no_game_is_refused_with_its_fault() {
    let refused = translate("(role x) (<= (legal x noop)").unwrap_err();
    assert!(matches!(refused, Refusal::Rules(_)), "{refused}");
}

/// A faulty translation is detected.
#[test]
fn every_fault_shows() {
    let rules = read(OURS, "tictactoe");
    for (right, wrong) in [
        ("[a | X(a) | - ] emb X, O", "[a | X(a) | - ] emb X"),
        ("[a | X(a) | - ]", "[a | O(a) | - ]"),
        ("XMark -> 1", "XMark -> 0"),
        ("START 0", "START 1"),
        ("100 * :(LineO())", "90 * :(LineO())"),
        ("Terminal() = Decided() or not Open()", "Terminal() = not Open()"),
        ("Terminal() = Decided()", "Terminal() = ex x X(x) or Decided()"),
        ("R(x1, x2) and R(x2, x3)", "R(x1, x2) and C(x2, x3)"),
    ] {
        let translation = Translation::new(&rules).expect("a translation");
        let text = translation.text().to_owned() + "START 0";
        assert!(text.contains(right), "{right} is not in {text}");
        let faulty = translation.with_text(text.replacen(right, wrong, 1)).expect("a game");
        let compared = faulty.compare(100, 0, 1);
        assert!(matches!(compared, Err(Refusal::Differs(_))), "{wrong}: {compared:?}");
    }
}
