//! Names that are probably misspelt are warned of, and other names are not.

use ludex_game::{Model, Turn};
use ludex_gdl::{Category, Description, GdlGame};

use crate::common;

const GAME: &str = "
    (role you) (role me) (init (coin up))
    (<= (legal ?r wait) (role ?r))
    (<= (next (coin down)) (does you wait))
    (<= terminal (true (coin down)))
    (<= (goal ?r 100) (role ?r) (true (coin down)))
    (<= (goal ?r 0) (role ?r) (true (coin up)))";

/// Returns the warnings about misspelt names, each with the text it points at.
fn slips(text: &str) -> Vec<(String, String)> {
    let game = Description::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let slips = game.warnings().iter().filter(|w| w.slip);
    slips.map(|w| (w.message.clone(), text[w.span.clone()].to_owned())).collect()
}

#[test]
fn games_without_init_were_refused() {
    let text = "(role you) (legal you go) (<= (next done) (does you go)) (<= terminal (true done))
                (goal you 100)";
    let game = GdlGame::read(text).expect("a game");
    assert_eq!(game.turn(&game.initial()), Turn::Together);
    assert!(game.warnings().iter().any(|w| w.message.contains("no `init`") && !w.slip));
}

#[test]
fn misspelt_goals_moves_and_roles_were_told_only_by_rules() {
    assert_eq!(slips(GAME), []);
    for (right, wrong) in [
        ("(goal ?r 0)", "(gaol ?r 0)"),
        ("(role me)", "(rol me)"),
        ("(legal ?r wait)", "(legal ?r wait) (role ?r)) (<= (legl ?r pass)"),
        ("(next (coin down))", "(next (coin down)) (does you wait)) (<= (nxt (coin side))"),
    ] {
        let text = GAME.replacen(right, wrong, 1);
        let found = slips(&text);
        assert!(!found.is_empty(), "{wrong}");
        assert!(found[0].0.contains("meant?"), "{found:?}");
    }
}

/// A name made of a keyword and more is a name of its own.
#[test]
fn longer_names_are_not_misspelt() {
    let text = format!("{GAME} (distinctcell 1 2) (<= (goalvalue ?r) (role ?r)) (roles you)");
    assert_eq!(slips(&text).len(), 1, "`roles` may be meant as `role`: {:?}", slips(&text));
}

/// Public games of Othello list numbers as `(int 5)`, and one has `(goes ?r ?x1 ?y1 ?x2 ?y2)`.
#[test]
fn int_and_goes_were_taken_for_init_and_does() {
    let text = format!("{GAME} (int 0) (int 1) (<= (goes ?r ?x ?y) (role ?r) (int ?x) (int ?y))");
    assert_eq!(slips(&text), []);
    // Relatives: what no keyword can have as its arguments, and where no keyword can stand.
    for other in [
        "(<= (tru ?x) (int ?x)) (int 1)",
        "(goals you)",
        "(roles you me)",
        "(<= (doe ?r ?m) (role ?r) (int ?m)) (int 2)",
        "(terminals 3)",
        "(nex 1)",
        "(goad you me)",
    ] {
        assert_eq!(slips(&format!("{GAME} {other}")), [], "{other}");
    }
    // What could be meant is still told.
    for (other, near) in [
        ("(int (coin side))", "init"),
        ("(<= (nex (coin ?x)) (true (coin ?x)))", "next"),
        ("(goad you 50)", "goal"),
        ("(<= terminals (true (coin side)))", "terminal"),
    ] {
        let found = slips(&format!("{GAME} {other}"));
        assert!(found.iter().any(|slip| slip.0.contains(&format!("`{near}` meant"))), "{other}");
    }
}

/// A keyword in a body, and a fact or move that nothing makes true.
#[test]
fn misspelt_conditions_are_told_too() {
    for (right, wrong, place) in [
        ("(true (coin up))", "(ture (coin up))", "(ture (coin up))"),
        ("(true (coin up))", "(true (coni up))", "(true (coni up))"),
        ("(does you wait)", "(does you wiat)", "(does you wiat)"),
    ] {
        let found = slips(&GAME.replacen(right, wrong, 1));
        assert_eq!(found.len(), 1, "{wrong}: {found:?}");
        assert_eq!(found[0].1, place);
    }
}

/// Returns the wrong text where one of the rules of the game is replaced, with its slips.
fn slips_after(right: &str, wrong: &str) -> Vec<(String, String)> {
    assert!(GAME.contains(right), "{right}");
    slips(&GAME.replacen(right, wrong, 1))
}

/// A rule that asks for `lin` where `line` is defined never applies: tic-tac-toe without wins was
/// solved without a word.
#[test]
fn rules_that_need_a_misspelt_relation_were_left_out_without_a_word() {
    let down = "(<= (downwards) (true (coin down)))";
    for (wrong, told) in [
        ("(downward)", true),
        ("(downwads)", true),
        ("(not (downwads))", true),
        ("(downwards)", false),
        ("(elsewhere)", false),
        ("(downwads 1)", false),
    ] {
        let text = format!("{GAME} {down} (<= (goal me 50) {wrong})");
        let found = slips(&text);
        assert_eq!(found.len(), usize::from(told), "{wrong}: {found:?}");
        assert!(found.iter().all(|slip| slip.0.ends_with("is `downwards` meant?")), "{found:?}");
    }
}

#[test]
fn moves_of_somebody_who_is_no_role_were_waited_for_without_a_word() {
    for (right, wrong, message) in [
        ("(does you wait)", "(does yuo wait)", "`yuo` is no role, so this rule never applies"),
        ("(does you wait)", "(does her wait)", "`her` is no role, so this rule never applies"),
        (
            "(does you wait)",
            "(true (coin up)) (not (does her wait))",
            "`her` is no role, so the negation says nothing",
        ),
        (
            "(goal ?r 0) (role ?r)",
            "(goal yuo 0)",
            "`yuo` is no role, so this rule says nothing; is `you` meant?",
        ),
    ] {
        let found = slips_after(right, wrong);
        assert_eq!(found.len(), 1, "{wrong}: {found:?}");
        assert!(found[0].0.starts_with(message), "{wrong}: {found:?}");
    }
}

/// What a public game says of the goals of a role that it has not is harmless; and roles that are
/// derived are not known before the game is run.
#[test]
fn others_who_are_no_role_are_no_slip() {
    assert_eq!(slips_after("(goal ?r 0) (role ?r)", "(goal mummy 0)"), []);
    let derived = "(<= (role ?r) (player ?r)) (player me) (player them)";
    assert_eq!(slips_after("(role me)", derived), []);
    let derived = format!("{derived} (legal them pass)");
    assert_eq!(slips_after("(role me)", &derived), []);
}

/// Where nothing is left of a keyword, the refusal points at the misspelt one.
#[test]
fn a_missing_keyword_is_looked_for() {
    let text = GAME.replace("(goal", "(gaol");
    let error = GdlGame::read(&text).expect_err("no goal");
    assert_eq!(error.category, Category::MissingKeyword);
    assert_eq!(&text[error.span.clone()], "(gaol ?r 100)");
    assert_eq!(error.help.as_deref(), Some("is `goal` meant here?"));
}

#[test]
fn the_corpus_has_no_misspelt_names() {
    for name in common::games() {
        let found = slips(&common::text(&name));
        assert_eq!(found, [], "{name}");
    }
}
