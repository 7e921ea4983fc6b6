//! The language: printed files parse to the same file, errors point at the place, nothing panics.

use std::path::Path;

use ludex_base::{Bits, Budget, LongBits};
use ludex_game::{Model, below, check_laws, perft};
use ludex_sgl::{File, RuleGame, SglError, query, summary};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::ask_built_in;

/// Returns the example files of the project.
fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/sgl");
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the folder of examples")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            (path.file_name().expect("a name").to_string_lossy().into_owned(), text)
        })
        .collect();
    files.sort();
    files
}

fn example(name: &str) -> String {
    examples().into_iter().find(|(file, _)| file == name).expect(name).1
}

#[test]
fn files_read_back_as_printed() {
    for (name, text) in examples() {
        let file = File::read(&name, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let printed = file.to_string();
        let again = File::read(&name, &printed).unwrap_or_else(|e| panic!("{printed}: {e}"));
        assert_eq!(again.to_string(), printed, "{name}");
        if file.game().is_none() && !file.rules().is_empty() {
            let count = |file: &File| query(file, "reach true").expect("a count").result;
            assert_eq!(count(&file), count(&again), "{name}");
        }
    }
}

fn error(text: &str) -> SglError {
    File::read("test", text).expect_err(text)
}

#[test]
fn errors_point_at_the_place() {
    let cases = [
        ("agents X; acton a by X;", "acton", "did you mean `action`?"),
        ("agents X; action a by Y;", "Y", "the agents are X"),
        ("agents X; action a by X; fluent cell; init cel;", "cel", ""),
        ("agents X; action a by X; fluent cell; terminal := cel;", "cel", "did you mean `cell`?"),
        (
            "agents X; action a by X; fluent p; terminal := a;",
            "a",
            "`a` is an action: write `does(a…)` or `legal(a…)`",
        ),
        (
            "agents X; action a by X; fluent p(i) for i in 1..3; terminal := p;",
            "p",
            "`p` has 1 arguments, not 0",
        ),
        ("agents X; action a by X; fluent p; terminal := does(a);", "terminal", ""),
        ("agents X; action a by X; fluent p; next p := [a]p;", "p", ""),
        ("agents X; action a by X; fluent p; next p := p; next p := p;", "p", ""),
        ("agents X; action a by X; fluent p; terminal := p", "", ""),
        ("agents X; action a by X; action a by X;", "a", ""),
        (
            "agents X; action a by X; define f := g; define g := f; fluent p; terminal := f;",
            "f",
            "definitions are macros",
        ),
    ];
    for (text, offending, help) in cases {
        let error = error(text);
        assert_eq!(error.offending(), offending, "{text}: {error}");
        assert_eq!(error.help.as_deref().unwrap_or(""), help, "{text}: {error}");
    }
    let file =
        File::read("f", "agents X, Y; action a(i) by X for i in 1..2; action b by Y; fluent p;")
            .expect("reads");
    for (text, offending) in [
        ("holds [a(3)] p", "a(3)"),
        ("vald p", "vald"),
        ("valid p &", ""),
        ("complete p for Z", "Z"),
        ("valid @a p", "p"),
        ("valid p q", "q"),
        ("valid or(i in 1..0/0) p", "0/0"),
        ("holds p", "holds p"),
    ] {
        let error = query(&file, text).expect_err(text).invalid().expect("bad input");
        assert_eq!(error.offending(), offending, "{text}: {error}");
    }
    // An action out of range is false for `does` and `legal`.
    assert_eq!(query(&file, "valid ~does(a(7)) & ~legal(a(0))").expect("reads").result, true);
}

#[test]
fn garbled_texts_do_no_harm() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let text = example("tictactoe.sgl");
    let queries = ["holds next p & @mark(X,1,1):{win(X)} legal(mark(X,1,1))", "prove 1. p by A2;"];
    let file = File::read("t", &text).expect("it reads");
    for round in 0..1500 {
        let garble = |rng: &mut Xoshiro256PlusPlus, text: &str| {
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..1 + below(rng, 3) {
                let at = below(rng, chars.len());
                match below(rng, 3) {
                    0 => drop(chars.remove(at)),
                    1 => chars.insert(at, ['(', '}', '@', '-', '9', ';', 'é'][below(rng, 7)]),
                    _ => {
                        let last = chars.len() - 1;
                        chars.swap(at, (at + 1).min(last));
                    }
                }
            }
            chars.into_iter().collect::<String>()
        };
        if round % 10 == 0 {
            let _ = File::read("garbled", &garble(&mut rng, &text));
        }
        let _ = query(&file, &garble(&mut rng, queries[round % 2]));
    }
    let deep = format!("valid {}p", "~".repeat(100_000));
    assert!(query(&file, &deep).expect_err("too deep").to_string().contains("inside each other"));
}

#[test]
fn a_file_is_a_game() {
    let file = File::read("tictactoe.sgl", &example("tictactoe.sgl")).expect("it reads");
    let game = RuleGame::<Bits<1>>::new(&file).expect("a game");
    check_laws(&game, 1, 30).unwrap_or_else(|fault| panic!("{fault}"));
    let wide = RuleGame::<LongBits>::new(&file).expect("a game");
    check_laws(&wide, 1, 30).unwrap_or_else(|fault| panic!("{fault}"));
    let built_in = ludex_games::Mnk::<1>::new(3, 3, 3);
    for depth in 0..6 {
        let count = perft(&game, &game.initial(), depth);
        assert_eq!(count, perft(&built_in, &built_in.initial(), depth), "depth {depth}");
        assert_eq!(count, perft(&wide, &wide.initial(), depth), "depth {depth}");
    }
    let large = File::read("large", &with_unused(&example("tictactoe.sgl"), 60)).expect("it reads");
    assert!(RuleGame::<Bits<1>>::new(&large).is_err());
}

/// Returns a game with so many more atoms before its own, and actions after them, that do nothing.
fn with_unused(text: &str, count: usize) -> String {
    let atoms = format!("fluent unused(i) for i in 1..{count}; next unused(i) := unused(i);\n");
    let actions = format!("action idle(i) by X for i in 1..{count}; legal idle(i) := false;\n");
    let text = text.replacen("action mark", &format!("{atoms}action mark"), 1);
    text.replacen("fluent cell", &format!("{actions}fluent cell"), 1)
}

#[test]
fn answers_do_not_depend_on_the_number_of_atoms() {
    let text = example("tictactoe.sgl");
    let read = |text: &str| File::read("g", text).unwrap_or_else(|error| panic!("{error}"));
    let small = read(&text);
    for count in [50, 100, 220, 300, 700] {
        let large = read(&with_unused(&text, count));
        for question in [
            "reach true",
            "reach simple(X) | all(O) : wins(O)",
            "holds wins(X) -> terminal",
            "holds ~canwin(X)",
            "holds terminal | or(a in actions) {steady(X) | all(O)} legal(a)",
            "moves steady(X) for X after mark(X,1,1), mark(O,2,2)",
            "check after mark(X,1,1), mark(O,1,2) choosing mark(X,2,2) : next canwin(X)",
            "complete free(X) for X",
            "deterministic corner(X) for X",
            "functional steady(X) for X",
            "ensures steady(X) | all(O) : ~wins(O)",
            "ensures simple(O) | all(X) : ~wins(X)",
            "enforces X in simple(X) | all(O) : ~wins(O)",
            "implements steady(X) ; ~wins(O)",
        ] {
            let ask = |file| query(file, question).map_err(|error| error.to_string());
            match (ask(&small), ask(&large)) {
                (Ok(a), Ok(b)) => {
                    assert_eq!((a.result, a.witness), (b.result, b.witness), "{count} {question}");
                }
                (a, b) => panic!("{question}: {a:?} {b:?}"),
            }
        }
    }
}

#[test]
fn strategies_for_built_in_games() {
    let file = File::read("connect4.sgl", &example("connect4.sgl")).expect("it reads");
    let ask = |text: &str| answer_of(&file, text).result;
    assert_eq!(ask("reach true"), 161_029);
    assert_eq!(ask("complete careful(X) for X"), true);
    assert_eq!(ask("moves middle(X) for X"), serde_json::json!(["move(X,2)", "move(X,3)"]));
    let file =
        File::read("nim", "game nim:heaps=1-2; strategy any(t) := or(a in actions(t)) does(a);")
            .expect("reads");
    let ask = |text: &str| answer_of(&file, text).result;
    assert_eq!(ask("enforces First in true : win(First)"), true);
    assert_eq!(ask("enforces Second in true : win(Second)"), false);
    assert_eq!(
        ask(
            "ensures (initial & does(move(First,\"2:1\")) else any(First)) | any(Second) : win(First)"
        ),
        true
    );
    let error = query(&file, "holds true").expect_err("no rules").invalid().expect("bad input");
    assert_eq!(error.offending(), "nim:heaps=1-2");
}

/// Answers a query about a file that names a built-in game.
fn answer_of(file: &File, text: &str) -> ludex_sgl::Answer {
    let answer = ask_built_in(file, text, &Default::default());
    answer.unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn rules_that_silence_others_are_warned_about() {
    let text = "agents A; action a by A; action b by A; fluent p; init p; terminal := ~p;
        legal a := false; legal b := p; next p := p & ~does(b);
        strategy alpha := p & does(a); strategy beta := does(b);
        strategy bad := alpha else beta; strategy good := (alpha & legal(a)) else beta;";
    let found =
        summary(&File::read("guard", text).expect("it reads"), &Budget::default()).expect("small");
    assert_eq!(found.agents, ["A"]);
    assert_eq!(found.warnings.len(), 1, "{:?}", found.warnings);
    assert!(found.warnings[0].contains("`bad`") && found.warnings[0].contains("`a`"));
    for (name, text) in examples() {
        let file = File::read(&name, &text).expect("it reads");
        assert_eq!(
            summary(&file, &Budget::default()).expect("in time").warnings,
            Vec::<String>::new(),
            "{name}"
        );
    }
}

#[test]
fn counterexamples_are_drawn() {
    let file = File::read("tictactoe.sgl", &example("tictactoe.sgl")).expect("it reads");
    let answer = query(&file, "ensures simple(X) | all(O) : ~wins(O)").expect("an answer");
    let witness = answer.witness.expect("a line");
    assert!(witness["line"].as_array().is_some_and(|line| line.len() == 8), "{witness}");
    let drawing = witness["drawing"].as_str().expect("a drawing");
    assert_eq!(drawing.matches('O').count(), 4, "{drawing}");
    let text = "game mk:m=3,k=3; strategy any(t) := or(a in actions(t)) (legal(a) & does(a));";
    let file = File::read("mk.sgl", text).expect("it reads");
    let answer = answer_of(&file, "ensures any(X) | any(O) : ~win(O)");
    assert!(answer.witness.expect("a line")["drawing"].as_str().is_some());
}

#[test]
fn rules_that_go_round_in_circles_are_refused() {
    for rule in ["terminal | p", "legal(a)", "~(p & ~terminal)"] {
        let text = format!("agents X; action a by X; fluent p; init p; terminal := {rule};");
        assert_eq!(error(&text).offending(), "terminal", "{rule}");
    }
}

#[test]
fn functional_is_complete_and_deterministic() {
    let file = File::read("nim.sgl", &example("nim.sgl")).expect("it reads");
    for strategy in ["three", "play", "all"] {
        for agent in ["First", "Second"] {
            let is = |kind: &str| {
                let text = format!("{kind} {strategy}({agent}) for {agent}");
                query(&file, &text).expect("an answer").result == true
            };
            assert_eq!(is("functional"), is("complete") && is("deterministic"), "{strategy}");
        }
    }
    let once = "functional does(take(First,1)) for First";
    assert_eq!(query(&file, once).expect("an answer").result, true);
}

/// Queries with a typing error: the words at fault, and the suggestion.
#[test]
fn queries_with_slips_are_explained() {
    let file = File::read("tictactoe.sgl", &example("tictactoe.sgl")).expect("it reads");
    for (text, offending, help) in [
        ("ensures stedy(X) | all(O) : ~wins(O)", "stedy(X)", "did you mean `steady`?"),
        ("moves free(X) for Z", "Z", "the agents are X, O"),
        ("check after marc(X,1,1) : true", "marc(X,1,1)", "did you mean `mark`?"),
        ("check after mark(X,1) : true", "mark(X,1)", "`mark` has 3 arguments"),
        ("reach cell(X,1)", "cell(X,1)", "`cell` has 3 arguments, not 2"),
        ("reech true", "reech", "did you mean `reach`?"),
        ("reach or(i in 1..n) empty(i,i)", "n", ""),
        ("complete steady for X", "steady", "`steady` has 1 arguments, not 0"),
        ("prove 1. p by A2;", "p", ""),
    ] {
        let error = query(&file, text).expect_err(text).invalid().expect("bad input");
        assert_eq!(error.offending(), offending, "{text}: {error} {:?}", error.help);
        let advice = error.help.clone().unwrap_or_default();
        assert!(advice.starts_with(help), "{text}: {error} {advice}");
    }
}
