//! Games in GDL through the library: what is refused, what is warned of, what searches gain from
//! proofs that no position comes back.

use std::path::Path;

use ludex::{Best, InputError, Language, SetUp, Solve};

type Done = Result<(), InputError>;

fn file(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).display().to_string()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(file(path)).expect("the file is there")
}

/// Against an opponent that plays at random, X wins 191 of 192 games and draws the other.
#[test]
fn random_was_taken_as_a_player_with_a_will() -> Done {
    let rules = text("games/gdl/tictactoe.kif").replace(" o)", " random)");
    let rules = rules.replace("(other o x)", "(other random x)");
    let game = ludex::open_text(Language::Gdl, &rules)?;
    assert_eq!(game.agents().names(), ["x"]);
    let solved = game.solve(&Solve::new().evidence(true))?;
    assert_eq!(solved.fraction.as_deref(), Some("9575/96"));
    assert!(game.verify(&solved.evidence.expect("evidence"))?.valid);
    Ok(())
}

#[test]
fn hidden_information_is_refused_with_its_place() {
    let rules = text("games/gdl/tictactoe.kif") + "\n(<= (sees x ?m) (does o ?m))";
    let error = ludex::open_text(Language::Gdl, &rules).err().expect("hidden information");
    assert!(error.message.starts_with("GDL-II: `sees` says"), "{error}");
    assert_eq!(&error.input.expect("the text").text[error.span], "(sees x ?m)");
}

#[test]
fn every_session_knows_what_is_misspelt() -> Done {
    assert!(ludex::open(&file("games/gdl/tictactoe.kif"))?.warnings().is_empty());
    let rules = text("games/gdl/tictactoe.kif") + "\n(<= (gaol x 50) (true (control x)))";
    let game = ludex::open_text(Language::Gdl, &rules)?;
    let [warning] = game.warnings() else { panic!("one warning: {:?}", game.warnings()) };
    assert_eq!(warning.line, Some(rules.lines().count()));
    assert!(warning.message.ends_with("is `goal` meant?"), "{warning:?}");
    Ok(())
}

fn nodes(path: &str, algorithm: &str, transpositions: bool) -> Result<u64, InputError> {
    let request = Solve {
        transpositions: Some(transpositions),
        ..Solve::new().algorithm(algorithm).best(Best::One)
    };
    let solved = ludex::open(&file(path))?.solve(&request)?;
    assert!(solved.exact, "{path} by {algorithm}");
    Ok(solved.nodes)
}

#[test]
fn transpositions_did_nothing_for_proof_numbers_in_gdl_games() -> Done {
    for algorithm in ["pns", "mopns", "pp"] {
        let [with, without] = [true, false].map(|on| nodes("games/gdl/nim.kif", algorithm, on));
        assert!(with? < without?, "{algorithm} recognises transpositions");
    }
    let path = "games/gdl/tictactoe.kif";
    assert!(2 * nodes(path, "pns", true)? < nodes(path, "pns", false)?);
    Ok(())
}

#[test]
fn tic_tac_toe_in_gdl_took_thousands_of_nodes() -> Done {
    assert!(nodes("games/gdl/tictactoe.kif", "auto", true)? < 2_000);
    Ok(())
}

/// With few outcomes and nothing known about good play, effort numbers lead the search.
#[test]
fn breakthrough_in_gdl_was_searched_by_alpha_beta() -> Done {
    let mut game = ludex::open(&file("games/gdl/breakthrough.kif"))?;
    let position = "(cell a 1 white) (cell b 1 white) (cell a 4 black) (control white)";
    game.set_up(&SetUp::position(position))?;
    let solved = game.solve(&Solve::new())?;
    assert_eq!((solved.algorithm.as_str(), solved.exact), ("dfpn", true));
    Ok(())
}

/// What is proved of a game holds in its positions only.
#[test]
fn positions_with_two_agents_on_turn_are_refused() -> Done {
    let mut game = ludex::open(&file("games/gdl/nim.kif"))?;
    let both = SetUp::position("(control first) (control second) (heap 1 1) (heap 2 0) (heap 3 0)");
    let error = game.set_up(&both).expect_err("two are on turn");
    assert!(error.message.contains("has both"), "{error}");
    let error = game.set_up(&SetUp::position("(heap 1 1)")).expect_err("nobody is on turn");
    assert!(error.message.contains("a fact such as `control("), "{error}");
    Ok(())
}
