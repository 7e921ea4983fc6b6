//! GDL-II is recognised and refused by name: chance and hidden information are not ordinary GDL.

use ludex_gdl::{Category, GdlError, GdlGame};

/// A small game with a role and rules to be added.
fn game(added: &str) -> Result<GdlGame, GdlError> {
    GdlGame::read(&format!(
        "(role you) (init (coin up)) (<= (legal ?r wait) (role ?r))
         (<= (next (coin down)) (does you wait))
         (<= terminal (true (coin down))) (<= (goal ?r 100) (role ?r)) {added}"
    ))
}

/// Asserts that the game is refused as GDL-II, with this text underlined.
fn refused(added: &str, place: &str, words: &str) {
    let error = game(added).expect_err(added);
    assert_eq!(error.category, Category::GdlII, "{added}: {error}");
    assert!(error.message.contains(words), "{added}: {error}");
    let text = format!(
        "(role you) (init (coin up)) (<= (legal ?r wait) (role ?r))
         (<= (next (coin down)) (does you wait))
         (<= terminal (true (coin down))) (<= (goal ?r 100) (role ?r)) {added}"
    );
    assert_eq!(&text[error.span.clone()], place, "{added}");
}

#[test]
fn random_was_taken_as_a_player_with_a_will() {
    refused("(role random)", "(role random)", "chance");
    refused("(ROLE Random)", "(ROLE Random)", "chance");
}

#[test]
fn chance_is_recognised_where_rules_derive_its_name() {
    let added = "(player random) (<= (role ?p) (player ?p))";
    assert_eq!(game(added).expect_err(added).category, Category::GdlII);
}

#[test]
fn sees_was_taken_as_a_relation_of_no_use() {
    refused("(<= (sees you ?m) (does you ?m))", "(sees you ?m)", "hidden information");
    refused("(<= (sees ?r face) (role ?r) (true (coin up)))", "(sees ?r face)", "hidden");
}

/// The keyword has two arguments and never stands in a body.
#[test]
fn a_relation_of_the_games_own_may_be_called_sees() {
    assert!(game("(sees you) (<= (legal you look) (sees you))").is_ok());
    assert!(game("(sees a b) (<= (legal you (look ?x)) (sees a ?x))").is_ok());
    assert!(game("(<= (legal you random) (true (coin up)))").is_ok(), "a move is no role");
}
