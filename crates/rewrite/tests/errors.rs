//! Invalid input is refused with an error that says what is wrong and points at the position.

use std::time::Instant;

use ludex_base::{Budget, NoAnswer, Random, Stopped};
use ludex_rewrite::{Description, RewriteGame, query, query_with_work};

const GAME: &str = "PLAYERS X, O
REL Diag(x, y) = ex z (R(x, z) and C(z, y))
REL WinP() = ex x, y (P(x) and P(y) and Diag(x, y))
RULE Cross: [a | - | - ] -> [a | P(a) | - ] emb P, Q pre not WinP()
RULE Circle: [a, b | R(a, b) | - ] -> [a, b | Q(a) | - ] emb P, Q post Q(a) and not P(b)
LOC 0 { PLAYER X PAYOFF { X: :(WinP()); O: 1 - :(WinP()) } MOVES [Cross -> 1] }
LOC 1 { PLAYER O PAYOFF { X: :(WinP()); O: 1/2 } MOVES [Circle -> 0] }
START 0
MODEL [ | P:1 {}; Q:1 {} | ] \"
  . .
  . .
\"
";

/// Checks that the game with a text replaced is refused with this message, which points at these
/// words.
fn refused(text: &str, by: &str, message: &str, words: &str) {
    assert!(GAME.contains(text), "{text}");
    let wrong = GAME.replacen(text, by, 1);
    let error = Description::parse(&wrong).expect_err(by);
    assert_eq!((error.message.as_str(), &wrong[error.span.clone()]), (message, words), "{by}");
}

#[test]
fn the_game_itself_is_right() {
    assert!(Description::parse(GAME).is_ok());
}

#[test]
fn unknown_and_misused_relations() {
    refused("Diag(x, y))\nRULE", "Dia(x, y))\nRULE", "unknown relation `Dia`", "Dia");
    refused("P(x) and", "P(x, y) and", "`P` has 1 arguments, not 2", "P");
    refused("emb P, Q pre", "emb P, S pre", "unknown relation `S`", "S");
    let message = "`WinP` is a defined relation, which cannot be set";
    refused("[a | P(a) | - ]", "[a | WinP() | - ]", message, "WinP");
    refused("R(x, z) and", "WinP() and", "the definition of `Diag` needs itself", "Diag");
    refused("P:1 {}; Q:1", "P:2 {}; Q:1", "`P` has 2 arguments, not 1", "P");
    refused("MODEL [ | P:1 {};", "MODEL [ | P {};", "the arity of `P` is not known", "P");
}

#[test]
fn unbound_variables() {
    refused("(P(x) and P(y)", "(P(x) and P(w)", "the variable `w` is not bound", "w");
    refused("post Q(a)", "post Q(c)", "the variable `c` is not bound", "c");
    refused("not WinP()\n", "not P(b)\n", "the variable `b` is not bound", "b");
}

#[test]
fn rules_and_locations() {
    refused("[Cross -> 1]", "[Cros -> 1]", "there is no rule `Cros`", "Cros");
    refused("[Cross -> 1]", "[Cross -> 7]", "there is no location 7", "7");
    refused("PLAYER X ", "PLAYER Z ", "`Z` is not a player", "Z");
    refused("; O: 1/2 }", " }", "location 1 has no payoff for `O`", "1");
    refused("START 0", "START 3", "there is no location 3", "3");
    refused("LOC 1 {", "LOC 0 {", "a second location 0", "0");
    refused("emb P, Q pre", "with [a <- c] pre", "`c` is no element of the left-hand side", "c");
    refused("1/2 }", "1/0 }", "the denominator is 0", "1/0");
    refused("PLAYERS X, O", "PLAYERS X, x", "two players are called `x`", "x");
}

#[test]
fn syntax() {
    refused("ex z (R", "ex (R", "expected a variable, found `(`", "(");
    refused("P(x) and P(y)", "P(x) P(y)", "expected `and`, `or`, `->` or `)`, found `P`", "P");
    refused(
        "RULE Cross:",
        "RUL Cross:",
        "expected PLAYERS, REL, RULE, LOC, START, MODEL, found `RUL`",
        "RUL",
    );
    refused(
        "  . .\n  . .\n",
        "  . .\n  . . .\n",
        "2 cells were expected in this row, not 3",
        ". . .",
    );
    refused(
        "  . .\n  . .\n",
        "  . R\n  . .\n",
        "`R` says in a grid which cells are neighbours",
        "R",
    );
    refused("  . .\n  . .\n", "", "the grid is empty", "\n");
    refused("[a | - | - ] ->", "[a | - | - ->", "the structure is not closed", "|");
    let deep = format!("REL Deep() = {}true{}\nRULE Cross", "(".repeat(300), ")".repeat(300));
    refused("RULE Cross", &deep, "nested more than 200 deep", "(");
}

#[test]
fn queries() {
    let description = Description::parse(GAME).unwrap();
    for (text, message, words) in [
        ("eval P(x)", "the variable `x` is not bound", "eval P(x)"),
        ("eval Z(a1)", "unknown relation `Z`", "Z"),
        ("moves 9", "there is no location 9", "9"),
        ("apply Cross a=z9", "there is no element `z9`", "z9"),
        ("apply Circle a=a1 b=a2", "rule `Circle` does not match there", "apply Circle a=a1 b=a2"),
        ("apply Circle a=a1", "no element is given for `b`", "apply Circle a=a1"),
        ("describe P(x)", "this changes during the game", "P"),
        ("heuristic Y 1/4", "`Y` is not a player", "Y"),
        ("hval X 1/4 \". ./. Z\"", "`Z` is no mark of this game", ". ./. Z"),
        ("fluent", "expected a query, found `fluent`", "fluent"),
        ("", "expected a query, found the end", ""),
    ] {
        let error = query(&description, text).expect_err(text).invalid().expect("bad input");
        assert_eq!((error.message.as_str(), &text[error.span.clone()]), (message, words), "{text}");
    }
    assert_eq!(query(&description, "eval P(a1) \"P ./. .\""), Ok(false.into()));
    assert_eq!(query(&description, "eval P(a2) \"P ./. .\""), Ok(true.into()));
}

#[test]
fn limits_are_no_mistakes_of_the_query() {
    let description = Description::parse(GAME).unwrap();
    let stopped =
        |text: &str, budget: Budget, work| match query_with_work(&description, text, &budget, work)
        {
            Err(NoAnswer::Stopped(stopped)) => (stopped.reason(), stopped.to_string()),
            other => panic!("{text}: {other:?}"),
        };
    let few = |most| Budget { max_nodes: Some(most), ..Budget::default() };
    let expected = (Stopped::Nodes, "no answer within 2 states".to_string());
    assert_eq!(stopped("states", few(2), 1_000_000), expected);
    let small = Budget { max_bytes: 10, ..Budget::default() };
    let expected = (Stopped::Memory, "no answer within 10 bytes of memory".to_string());
    assert_eq!(stopped("value", small, 1_000_000), expected);
    let late = Budget::default().within(std::time::Duration::ZERO);
    let expected = (Stopped::Time, "no answer within the time".to_string());
    assert_eq!(stopped("terminals", late.clone(), 1_000_000), expected);
    for form in ["tnf", "dnf", "cnf"] {
        let text = format!("{form} ex x, y (P(x) or P(y))");
        assert_eq!(stopped(&text, late.clone(), 1_000_000), expected);
    }
    let expected = (Stopped::Nodes, "no answer within the work allowed".to_string());
    assert_eq!(stopped("eval all x, y, z (P(x) or not P(x))", few(2), 1), expected);
}

/// Returns the game with a definition that is nearly as large as one may be when it is written out, in
/// 150 further definitions one around the other.
fn large_definitions() -> String {
    let mut text = "REL B0(x) = P(x) or Q(x)\n".to_string();
    for level in 1..=15 {
        let (one, other) = if level % 2 == 0 { ("and", "or") } else { ("or", "and") };
        let inner = level - 1;
        text += &format!("REL B{level}(x) = B{inner}(x) {one} not (B{inner}(x) {other} P(x))\n");
    }
    text += "REL C0(x) = B15(x)\n";
    for level in 1..=150 {
        let one = if level % 2 == 0 { "and" } else { "or" };
        text += &format!("REL C{level}(x) = C{}(x) {one} P(x)\n", level - 1);
    }
    GAME.replacen("REL", &format!("{text}REL"), 1)
}

/// Definitions are expanded and negations pushed inside within the time.
#[test]
fn large_definitions_are_written_out_within_the_time() {
    let rules = large_definitions();
    let description = Description::parse(&rules).unwrap();
    let start = Instant::now();
    let whole = query(&description, "nnf C150(x)").expect("it is not too large");
    let taken = start.elapsed();
    assert!(whole.as_str().is_some_and(|text| text.contains("not P(x)")));
    let limited = |run: &dyn Fn(&Budget) -> bool, what: &str| {
        let start = Instant::now();
        assert!(run(&Budget::default().within(taken / 20)), "{what} has no answer in time");
        assert!(start.elapsed() < taken / 2, "{what}: {:?} of {taken:?}", start.elapsed());
    };
    for form in ["nnf", "prenex", "dnf", "cnf", "tnf"] {
        let text = format!("{form} not C150(x)");
        let late = |budget: &Budget| {
            let answer = query_with_work(&description, &text, budget, 1_000_000);
            matches!(answer, Err(NoAnswer::Stopped(stopped)) if stopped.reason() == Stopped::Time)
        };
        limited(&late, form);
    }
    let guarded = rules.replacen("pre not WinP()", "pre not WinP() and not ex x C150(x)", 1);
    let guarded = Description::parse(&guarded).unwrap();
    limited(&|budget| RewriteGame::within(&guarded, budget).is_err(), "opening");
}

#[test]
fn garbled_texts_never_panic() {
    let mut dice = Random::new(5);
    let spice: Vec<char> = "()[]{}|,;:->=<!+*^\"#0/19 \n.aPx".chars().collect();
    for _ in 0..3_000 {
        let mut letters: Vec<char> = GAME.chars().collect();
        for _ in 0..1 + dice.below(4) {
            let at = dice.below(letters.len());
            match dice.below(3) {
                0 => drop(letters.remove(at)),
                1 => letters[at] = spice[dice.below(spice.len())],
                _ => letters.insert(at, spice[dice.below(spice.len())]),
            }
        }
        let text: String = letters.into_iter().collect();
        match Description::parse(&text) {
            Ok(description) => {
                let printed = description.to_string();
                assert_eq!(
                    Description::parse(&printed).as_ref(),
                    Ok(&description),
                    "{text}\n{printed}"
                );
                let _ = query(&description, "nmoves 0");
            }
            Err(error) => assert!(!error.message.is_empty() && text.get(error.span).is_some()),
        }
    }
}

/// A game with definitions each of which doubles the one before it: `D17(x)` has half a million parts.
fn doubled(pre: &str, payoff: &str) -> Result<Description, ludex_base::TextError> {
    let twice = |n: usize| format!("REL D{n}(x) = D{}(x) and D{}(x)\n", n - 1, n - 1);
    let doubled: String = (1..=17).map(twice).collect();
    Description::parse(&format!(
        "PLAYERS A, B\nREL D0(x) = ex y E(x, y)\n{doubled}RULE Go: [a | - | - ] -> [a | - | - ] pre {pre}\n\
         LOC 0 {{ PLAYER A PAYOFF {{ A: {payoff}; B: 0 }} MOVES [Go -> 0] }}\nMODEL [u, v | E(u, v) | ]"
    ))
}

fn many(variable: &str) -> String {
    vec![format!("D17({variable})"); 40].join(" and ")
}

#[test]
fn normal_forms_were_written_out_without_limits() {
    let description = doubled("true", "0").expect("each definition is small enough");
    let late = Budget::default().within(std::time::Duration::ZERO);
    for form in ["nnf", "prenex", "dnf", "cnf", "tnf"] {
        let error = query(&description, &format!("{form} {}", many("x"))).expect_err(form);
        let error = error.invalid().expect("bad input");
        assert!(error.message.contains("too large"), "{form}: {error}");
        let found = query_with_work(&description, &format!("{form} D3(x)"), &late, 1);
        assert!(matches!(found, Err(NoAnswer::Stopped(_))), "{form}: {found:?}");
    }
    for text in [format!("eval ex x ({})", many("x")), format!("term Sum (x | {} : 1)", many("x"))]
    {
        let error = query(&description, &text).expect_err("it is too large").invalid();
        assert!(error.is_some_and(|error| error.message.contains("too large")), "{text}");
    }
}

#[test]
fn rules_and_payoffs_are_measured_with_all_definitions_written_out() {
    let payoff = format!("Sum (x | {} : 1)", many("x"));
    for found in [doubled(&many("a"), "0"), doubled("true", &payoff)] {
        assert!(found.is_err_and(|error| error.message.contains("too large")));
    }
}

/// A play takes seconds in a debug build, and there are hundreds of them.
#[test]
fn learning_looked_at_the_time_between_plays_only() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/toss/pawn-whopping.toss");
    let text = std::fs::read_to_string(path).expect("a file");
    let description = Description::parse(&text).expect("a game");
    let start = std::time::Instant::now();
    let soon = Budget::default().within(std::time::Duration::from_millis(1));
    let _ = query_with_work(&description, "learn 50", &soon, 1_000_000);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
