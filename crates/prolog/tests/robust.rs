//! No text panics, hangs or takes all memory: random texts, changed programs, deep recursion,
//! limits. `LUDEX_FUZZ=100000` tries more.

use std::path::Path;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ludex_base::{Budget, NoAnswer};
use ludex_prolog::{Answers, ExtensiveGame, Options, Program, PrologGame, answer, query};

use crate::common;
use common::Dice;

fn samples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/prolog");
    let files = std::fs::read_dir(folder).expect("examples").filter_map(|entry| {
        let path = entry.expect("a file").path();
        path.extension().is_some_and(|ext| ext == "gp").then_some(path)
    });
    let mut texts: Vec<String> =
        files.map(|path| std::fs::read_to_string(path).expect("a text")).collect();
    texts.retain(|text| text.len() < 4000);
    texts.push(
        "s. [...] r(1). n([1,2|T]). [1:a ; 2:b(X) + c] q(X) :- s, [1:a-][2:b(X)-] r(X), NOT u(X),
        X is 1 + 2 * -3, [H|T] = [1,'A b'], [1:a] s, H <> T. u(X) :- u(Y), X =< Y. ?- {1,2} q(X)."
            .into(),
    );
    texts.sort();
    texts
}

const QUESTIONS: &[&str] = &[
    "plan p",
    "plans 3 q(X)",
    "scenery [1:a]",
    "enabled []",
    "holds [1:a] : [1:a-] s, NOT u(1)",
    "force {1,x} : win(1)",
    "states",
    "trace q via [1:a][2:b(1)]",
    "trace win(X)",
    "?- q(X), r(X).",
    "?- {1} p.",
    "equilibria",
];

/// Returns a text with a few changes: pieces cut out, inserted elsewhere, or replaced.
fn changed(dice: &mut Dice, text: &str) -> String {
    const PIECES: &[&str] = &[
        "[",
        "]",
        "(",
        ")",
        ".",
        ",",
        ":-",
        ":",
        "-",
        "NOT ",
        "[...]",
        "?-",
        "{",
        "}",
        "|",
        "'",
        "X",
        "_",
        "0",
        "99999999999999999999",
        "+",
        ";",
        " is ",
        "<>",
        "=",
        "%",
        "é",
        "\\+",
        "f(",
        "mod",
        "\n",
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(letters.len() + 1);
        let end = (at + dice.below(12)).min(letters.len());
        match dice.below(4) {
            0 => drop(letters.drain(at..end)),
            1 => {
                let piece: Vec<char> = letters[at..end].to_vec();
                let to = dice.below(letters.len() + 1);
                letters.splice(to..to, piece);
            }
            2 => {
                let piece = PIECES[dice.below(PIECES.len())];
                letters.splice(at..end, piece.chars());
            }
            _ => {
                let piece = PIECES[dice.below(PIECES.len())];
                letters.splice(at..at, piece.chars());
            }
        }
    }
    letters.into_iter().collect()
}

fn small() -> Options {
    let mut options = Options::default();
    (options.max_inferences, options.budget.max_nodes) = (100_000, Some(100));
    options.budget.max_bytes = 8 << 18;
    options
}

#[test]
fn changed_programs_and_questions_are_answered_or_refused() {
    let rounds = std::env::var("LUDEX_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(600);
    let (dice, texts, options) = (&mut Dice::new(7), samples(), small());
    let (mut read, mut answered) = (0, 0);
    for round in 0..rounds {
        let mut text = texts[dice.below(texts.len())].clone();
        if !dice.one_in(10) {
            text = changed(dice, &text);
        }
        let mut question = QUESTIONS[dice.below(QUESTIONS.len())].to_owned();
        if dice.one_in(3) {
            question = changed(dice, &question);
        }
        let start = ThreadTime::now();
        if let Ok(program) = Program::read(&text) {
            read += 1;
            let printed = program.to_text();
            assert!(Program::read(&printed).is_ok(), "not read back: {printed}\n{text}");
            answered += usize::from(answer(&program, &question, &options).is_ok());
            if round % 16 == 0 {
                let _ = PrologGame::new(&program, 30);
                let _ = ExtensiveGame::of_program(&program, 100);
                let answers = Answers::new(&program, "p, q(X)", &options);
                let _ = answers.map(|answers| answers.take(3).count());
            }
        }
        let spent = start.elapsed();
        assert!(spent < Duration::from_secs(20), "{spent:?}: {question}\n{text}");
    }
    assert!(read > rounds / 10 && answered > rounds / 20, "{read} read, {answered} answered");
}

#[test]
fn random_bytes_are_refused_or_read() {
    let dice = &mut Dice::new(11);
    for _ in 0..3000 {
        let bytes: Vec<u8> = (0..dice.below(60)).map(|_| dice.below(256) as u8).collect();
        let text = String::from_utf8_lossy(&bytes);
        let _ = Program::read(&text);
        let letters = b"pqXY1[]().,:-;+{}|'% \nNOT";
        let text: String =
            (0..dice.below(40)).map(|_| letters[dice.below(letters.len())] as char).collect();
        if let Ok(program) = Program::read(&text) {
            let _ = answer(&program, &text, &small());
        }
        let _ = ExtensiveGame::read_efg(&text);
    }
}

#[test]
fn deep_recursion_is_no_danger() {
    let holds = |text: &str, goal: &str| {
        let program = Program::read(text).expect("a program");
        query(&program, &format!("holds [] : {goal}")).expect("answered").result
    };
    let count = "[...] down(0). down(N) :- N > 0, M is N - 1, down(M).";
    assert_eq!(holds(count, "down(300000)"), true);
    let build = "[...] list(0,[]). list(N,[N|L]) :- N > 0, M is N - 1, list(M,L).
        deep(0,z). deep(N,s(T)) :- N > 0, M is N - 1, deep(M,T). same(X,X).
        sum([],0). sum([X|L],N) :- sum(L,M), N is M + X.";
    assert_eq!(holds(build, "list(100000,L), length(L,N), N =:= 100000"), true);
    assert_eq!(holds(build, "list(100000,L), sum(L,N), N =:= 5000050000"), true);
    assert_eq!(holds(build, "deep(50000,T), deep(50000,U), same(T,U), NOT T <> U"), true);
    assert_eq!(holds("p(X) :- p(f(X)).  p(X) :- q(X). q(a).", "q(b)"), false);
}

#[test]
fn limits_are_kept() {
    for text in [
        "p(X) :- p(f(X)).",
        "p(X) :- q(X,Y), p(Y). q(X,f(X)).",
        "p(X) :- NOT q(X). q(X) :- q(f(X)).",
        "p(N) :- r(M), p(M). r(N) :- member(N,L).",
    ] {
        let program = Program::read(text).expect("a program");
        let mut options = Options::default();
        (options.max_inferences, options.budget.max_bytes) = (2_000_000, 8 << 22);
        let found = answer(&program, "holds [] : p(a)", &options).expect("no fault");
        assert!(found.result.is_null(), "{text}: {:?}", found.result);
        let stopped = found.stopped.expect("a limit was reached").to_string();
        assert!(stopped.starts_with("no answer within the limit of"), "{stopped}");
    }
    // Its goals are recursive, and tables detect that.
    let circle = Program::read("p(X) :- p(Y), Y = f(X).").expect("a program");
    assert_eq!(query(&circle, "holds [] : p(a)").expect("answered").result, false);
    let endless = Program::read("s.").expect("a program");
    let mut options = Options::default();
    options.budget.max_bytes = 8 << 20;
    let found = answer(&endless, "?- append(X,Y,Z).", &options).expect("no fault");
    assert!(found.result.is_null(), "infinitely many answers: {:?}", found.stopped);
}

/// Each file includes the next one twice: 2^18 texts are read.
#[test]
fn files_that_include_each_other_were_read_without_limits() {
    let include = |name: &str| match name.trim_start_matches('a').parse::<usize>() {
        Ok(18) => Ok("p.".to_string()),
        Ok(n) => Ok(format!(":- include(a{0}).\n:- include(a{0}).", n + 1)),
        Err(error) => Err(error.to_string()),
    };
    let budget = Budget::default().within(Duration::from_millis(20));
    let read = Program::read_within(":- include(a0).", &include, &budget);
    assert!(matches!(read, Err(NoAnswer::Stopped(_))), "{read:?}");
    assert!(Program::read_with(":- include(a12).", &include).is_ok());
}

/// Every name that nothing defines is compared with every name that something defines, and every
/// negation with the rest of its clause.
#[test]
fn warnings_were_made_without_limits() {
    let defined: String = (0..5_000).map(|n| format!("defined{n}. ")).collect();
    let missing: String = (0..5_000).map(|n| format!("p :- missing{n}. ")).collect();
    let negations: Vec<String> = (0..20_000).map(|n| format!("NOT q(X, {n})")).collect();
    for text in [defined + &missing, format!("p(X) :- {}.", negations.join(", "))] {
        let budget = Budget::default().within(Duration::from_millis(50));
        let none = |_: &str| Err(String::new());
        let start = Instant::now();
        let read = Program::read_within(&text, &none, &budget);
        assert!(matches!(read, Err(NoAnswer::Stopped(_))), "{read:?}");
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }
}
