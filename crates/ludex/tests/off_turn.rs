//! Formulas about moves of agents that are not on turn mean the same in every language, or the
//! answer says that there are no such moves.

use std::path::Path;

use ludex::{Check, Checked, InputError, Language, Session, SetUp, verify};
use ludex_base::Random;

type Done = Result<(), InputError>;

fn file(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).display().to_string()
}

/// Returns moves of tic-tac-toe as they are written in GDL.
fn kif(moves: &str) -> String {
    let mark = |cell: &str| format!("mark({},{})", &cell[..1], &cell[1..]);
    moves.split_whitespace().map(mark).collect::<Vec<_>>().join(" ")
}

fn at(game: &Session, moves: &str) -> Result<Session, InputError> {
    let mut game = game.clone();
    game.set_up(&SetUp::moves(moves))?;
    Ok(game)
}

fn remarks(checked: &Checked) -> String {
    checked.warnings.iter().map(|w| w.message.as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn ladders_and_zugzwangs_were_different_in_gdl() -> Done {
    let built_in = at(&ludex::open("tictactoe")?, "a1 b1")?;
    let toss = at(&ludex::open(&file("games/toss/tic-tac-toe.toss"))?, "a1 b1")?;
    let gdl = at(&ludex::open(&file("games/gdl/tictactoe.kif"))?, &kif("a1 b1"))?;
    for formula in ["ladder(5)", "zugzwang(omega(1))"] {
        let request = Check::new(formula);
        let answer = built_in.check(&request)?.answer;
        assert_eq!(toss.check(&request)?.answer, answer, "{formula}");
        let checked = gdl.check(&request)?;
        assert_eq!(checked.answer, answer, "{formula}");
        assert!(remarks(&checked).contains("`control`"), "{formula}: {checked:?}");
    }
    Ok(())
}

/// The moves are derived alike for searches, evidence and the checker, in any position.
#[test]
fn formulas_about_moves_off_turn_agree_in_random_positions() -> Done {
    let formulas =
        ["ladder(3)", "<B> w", "[B] omega(1)", "zugzwang(omega(1))", "<A> <A> w", "lambda(2,5)"];
    let built_in = ludex::open("tictactoe")?;
    let gdl = ludex::open(&file("games/gdl/tictactoe.kif"))?;
    let mut random = Random::new(7);
    for round in 0..60 {
        let mut cells = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"].to_vec();
        let moves = (0..random.below(5)).map(|_| cells.remove(random.below(cells.len())));
        let moves = moves.collect::<Vec<_>>().join(" ");
        let (ours, theirs) = (at(&built_in, &moves)?, at(&gdl, &kif(&moves))?);
        let formula = formulas[round % formulas.len()];
        let algorithm = ["dfps", "pnps", "mps"][round % 3];
        let request = Check::new(formula).algorithm(algorithm).evidence(true);
        let checked = theirs.check(&request)?;
        assert_eq!(ours.check(&request)?.answer, checked.answer, "{formula} after {moves}");
        assert!(verify(&checked.evidence.expect("evidence"))?.valid, "{formula} after {moves}");
    }
    Ok(())
}

const ENTRY: &str = r#"EFG 2 R "entry" { "Entrant" "Incumbent" }
p "" 1 1 "" { "Out" "In" } 0
t "" 1 "" { 0, 4 }
p "" 2 1 "" { "Fight" "Accommodate" } 0
t "" 2 "" { -1, -1 }
t "" 3 "" { 2, 2 }
"#;

const GRAPH: &str = r#"{ "agents": ["Max", "Min"], "initial": "s", "states": {
    "s": { "turn": "Max", "moves": { "Max": ["t"] } },
    "t": { "turn": "Min", "moves": { "Min": ["u"] } }, "u": { "outcome": "win" } } }"#;

/// Where an agent has no move off turn, `[B] …` is true and `<B> …` false whatever follows.
#[test]
fn answers_that_rest_on_missing_moves_say_so() -> Done {
    let program = "s.  [1:a] m :- s.  [2:b] win(1) :- m.  [2:c] win(2) :- m.";
    for (language, text) in
        [(Language::Efg, ENTRY), (Language::Json, GRAPH), (Language::GameProlog, program)]
    {
        let game = ludex::open_text(language, text)?;
        let vacuous = game.check(&Check::new("[B] false"))?;
        assert_eq!(vacuous.answer, Some(true));
        assert!(remarks(&vacuous).contains("whatever follows"), "{language:?}: {vacuous:?}");
        let sound = game.check(&Check::new("<A> [B] true"))?;
        assert_eq!(remarks(&sound), "", "{language:?}");
    }
    Ok(())
}

/// Moves off turn that a graph lists are meant, and so is their absence.
#[test]
fn graphs_with_moves_off_turn_are_taken_at_their_word() -> Done {
    let text = GRAPH.replace(r#""Max": ["t"] } }"#, r#""Max": ["t"], "Min": ["u"] } }"#);
    let game = ludex::open_text(Language::Json, &text)?;
    assert_eq!(remarks(&game.check(&Check::new("<B> w"))?), "");
    Ok(())
}

#[test]
fn paranoid_for_an_agent_that_is_not_on_turn_said_nothing() -> Done {
    let game = ludex::open("chinesecheckers:players=3")?;
    let names = game.agents().names().to_vec();
    let off_turn = game.check(&Check::new("paranoid(2)").agent(&names[1]))?;
    let expected = format!("{} is on turn: the formula moves {} first", names[0], names[1]);
    assert!(remarks(&off_turn).contains(&expected), "{off_turn:?}");
    assert_eq!(remarks(&game.check(&Check::new("paranoid(2)").agent(&names[0]))?), "");
    Ok(())
}

/// A rotation of three roles; and turns that depend on the state, where nothing is derived.
#[test]
fn moves_are_derived_only_where_turns_are_passed_around() -> Done {
    let game = ludex::open(&file("games/gdl/threesome.kif"))?;
    assert!(remarks(&game.check(&Check::new("<B2> true"))?).contains("`control`"));
    let text = std::fs::read_to_string(file("games/gdl/threesome.kif")).expect("a file");
    let passed = "(<= (next (control ?q)) (true (control ?p)) (after ?p ?q))";
    let once_more =
        "(<= (next (control ?q)) (true (control ?p)) (after ?p ?q) (not (true (heap 7))))
         (<= (next (control ?p)) (true (control ?p)) (true (heap 7)))";
    assert!(text.contains(passed));
    let text = text.replace(passed, once_more);
    let game = ludex::open_text(Language::Gdl, &text)?;
    let vacuous = game.check(&Check::new("<B> true"))?;
    assert_eq!(vacuous.answer, Some(false));
    assert!(remarks(&vacuous).contains("whatever follows"), "{vacuous:?}");
    Ok(())
}

/// What a line asked of the game is known to the table when the next line comes.
#[test]
fn later_lines_of_a_batch_said_nothing_about_moves_off_turn() -> Done {
    let game = ludex::open(&file("games/gdl/tictactoe.kif"))?;
    let positions = [SetUp::moves(kif("a1 b1")), SetUp::moves(kif("a1 b1"))];
    let mut found = Vec::new();
    game.check_all(&Check::new("ladder(5)"), &positions, &mut |checked| {
        found.push(remarks(&checked));
    })?;
    assert!(found.len() == 2 && found.iter().all(|text| text.contains("`control`")), "{found:?}");
    Ok(())
}

/// The remark on one answer was taken away by another check of the same game.
#[test]
fn two_checks_at_once_do_not_take_remarks_from_each_other() -> Done {
    let game = at(&ludex::open(&file("games/gdl/tictactoe.kif"))?, &kif("a1 b1"))?;
    let missing = std::thread::scope(|scope| {
        let ask = || {
            let asked = (0..100).map(|_| game.clone().check(&Check::new("ladder(5)")));
            asked
                .filter(|found| !found.as_ref().is_ok_and(|c| remarks(c).contains("`control`")))
                .count()
        };
        let other = scope.spawn(ask);
        ask() + other.join().expect("no panic")
    });
    assert_eq!(missing, 0);
    Ok(())
}
