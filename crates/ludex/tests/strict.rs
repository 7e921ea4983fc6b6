//! Strict checking: evidence of every kind and language is accepted, and the answer says what the rules
//! were replayed with and what that was compared with.

use ludex::{
    Check, Evidence, Limits, Query, Rules, Session, SetUp, Solve, Strictly, open, verify,
    verify_strictly,
};

const GDL: (&str, Option<&str>) = ("network", Some("tables"));
const TOSS: (&str, Option<&str>) = ("the engine of structure rewriting", Some("the definitions"));
const PROLOG: (&str, Option<&str>) = ("the machine of Game Prolog", Some("plain resolution"));

fn path(name: &str) -> String {
    format!("{}/../../games/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn at(name: &str, moves: &str) -> Session {
    let mut game = open(&path(name)).expect("a game");
    game.set_up(&SetUp::moves(moves)).expect("a position");
    game
}

fn value(game: &Session) -> Evidence {
    let solved = game.solve(&Solve::new().evidence(true)).expect("an answer");
    solved.evidence.expect("evidence")
}

fn formula(game: &Session, text: &str) -> Evidence {
    let checked = game.check(&Check::new(text).evidence(true)).expect("an answer");
    checked.evidence.expect("evidence")
}

/// Checks evidence strictly, and that the answer is otherwise that of the plain check.
fn strictly(evidence: &Evidence, (engine, reference): (&str, Option<&str>)) {
    let verified = verify_strictly(evidence, &Limits::default()).expect("it opens");
    assert!(verified.valid, "{}: {:?}", verified.claim, verified.reason);
    let Strictly { strict, engine: found, reference: compared } =
        verified.strictly.expect("a strict check");
    assert_eq!((strict, found.as_str(), compared.as_deref()), (true, engine, reference));
    let alone = verified.warnings.iter().any(|w| w.message.starts_with("nothing else runs"));
    assert_eq!(alone, reference.is_none(), "{:?}", verified.warnings);
    let plain = verify(evidence).expect("it opens");
    assert!(plain.valid && plain.strictly.is_none());
    assert_eq!((plain.claim, plain.nodes), (verified.claim, verified.nodes));
}

#[test]
fn evidence_about_gdl_is_compared_with_tabled_resolution() {
    let late = at("gdl/tictactoe.kif", "(mark a 1) (mark b 2) (mark c 3) (mark a 3)");
    strictly(&value(&late), GDL);
    strictly(&formula(&late, "<A> [B] ~w"), GDL);
    strictly(&formula(&late, "[B] ~w"), GDL); // off turn
    strictly(&formula(&late, "<<x>>F final"), GDL);
}

#[test]
fn evidence_about_gdl_with_chance_or_without_turns_is_compared() {
    strictly(&value(&open(&path("gdl/push-your-luck.kif")).expect("a game")), GDL);
    let text = "(role a) (role b) (init (round 1)) (legal a heads) (legal a tails) (legal b heads)
        (legal b tails)
        (<= (next done) (true (round 1))) (<= (next same) (does a ?x) (does b ?x))
        (<= terminal (true done))
        (<= (goal a 100) (true same)) (<= (goal a 0) (not (true same)))
        (<= (goal b 0) (true same)) (<= (goal b 100) (not (true same)))";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("pennies.kif");
    std::fs::write(&file, text).expect("a file");
    strictly(&value(&open(file.to_str().expect("a name")).expect("a game")), GDL);
}

#[test]
fn evidence_about_structure_rewriting_is_compared_with_the_definitions() {
    let late = at("toss/tic-tac-toe.toss", "a1 b2 c3 a3");
    strictly(&value(&late), TOSS);
    strictly(&formula(&late, "<A> [B] ~w"), TOSS);
    strictly(&formula(&late, "<<X>>F WinX()"), TOSS);
    let four = at("toss/connect4.toss", "");
    strictly(&formula(&four, "[A] ~WinX()"), TOSS);
}

/// Every map of eight elements of a chess rule into the board would have to be tried.
#[test]
fn rules_that_are_too_large_to_compare_are_named() {
    let four = at("toss/chess.toss", "");
    strictly(&formula(&four, "~final"), (TOSS.0, None));
}

#[test]
fn evidence_about_programs_is_compared_with_plain_resolution() {
    let program = path("prolog/nim.gp");
    let game = open(&program).expect("a game");
    strictly(&value(&game), PROLOG);
    strictly(&formula(&game, "<A> [B] ~w"), PROLOG);
    strictly(&formula(&game, "<<1>>F win(1)"), PROLOG);
    let rules = Rules::read(&program).expect("a program");
    let reply = rules.ask(&Query::new("force {1} : win(1)")).expect("an answer");
    strictly(&reply.evidence.expect("evidence"), PROLOG);
}

#[test]
fn evidence_about_positions_in_files_says_that_nothing_is_compared() {
    for name in ["efg/entry.efg", "efg/launch.efg"] {
        let game = open(&path(name)).expect("a game");
        strictly(&value(&game), ("the tree of the file", None));
    }
    let entry = open(&path("efg/entry.efg")).expect("a game");
    let secured = Solve { guarantee: Some("Incumbent".into()), ..Solve::new() };
    let solved = entry.solve(&secured.evidence(true)).expect("an answer");
    strictly(&solved.evidence.expect("evidence"), ("the tree of the file", None));
    let matrices = open(&path("stacked/example-11.json")).expect("a game");
    strictly(&value(&matrices), ("the graph of the file", None));
    let graph = open(&path("explicit/example-1.json")).expect("a game");
    strictly(&formula(&graph, "<A> true"), ("the graph of the file", None));
}

#[test]
fn evidence_about_built_in_games_says_that_nothing_is_compared() {
    let alone = ("the built-in game", None);
    strictly(&value(&open("nim:heaps=1-2-3").expect("a game")), alone);
    strictly(&formula(&open("chess").expect("a game"), "[A] ~w"), alone);
    strictly(&value(&open("goofspiel:cards=3").expect("a game")), alone);
}

#[test]
fn evidence_about_rules_of_strategies_is_compared_with_the_rules_as_they_are_written() {
    let rules = ("compiled rules", Some("the rules as they are written"));
    let late = at("sgl/tictactoe.sgl", "mark(X,1,1) mark(O,2,2) mark(X,3,3) mark(O,1,3)");
    strictly(&value(&late), rules);
    strictly(&formula(&late, "<A> [B] ~w"), rules);
    strictly(&formula(&late, "[B] ~w"), rules); // off turn
    for name in ["sgl/nim.sgl", "sgl/walk.sgl"] {
        strictly(&formula(&at(name, ""), "<A> [B] ~w | final"), rules);
    }
    let nim = at("sgl/nim.sgl", "");
    strictly(&value(&nim), rules);
}
