//! Parsing and printing; errors and warnings.

use ludex_prolog::{Error, Program, query};

fn error_of(text: &str) -> (String, String) {
    let error = Program::read(text).expect_err(text);
    (error.message.clone(), text[error.span].to_owned())
}

#[test]
fn errors_point_at_the_place() {
    assert_eq!(
        error_of("p :- q r."),
        ("expected `,` or a full stop, found `r`".into(), "r".into())
    );
    assert_eq!(error_of("p :- ."), ("expected a term, found `.`".into(), ".".into()));
    assert_eq!(error_of("[1:a p."), ("expected `+`, `;` or `]`, found `p`".into(), "p".into()));
    assert_eq!(error_of("[1:a-] p."), ("a head cannot speak of the past".into(), "]".into()));
    assert_eq!(
        error_of("[...] p :- q."),
        ("a rule holds in every scenery anyway".into(), ":-".into())
    );
    assert_eq!(error_of("p(X :- q."), ("expected `,` or `)`, found `:-`".into(), ":-".into()));
    assert_eq!(error_of("p :- 3."), ("this is no atom".into(), "3".into()));
    assert_eq!(error_of("p :- 'q."), ("this quotation mark is never closed".into(), "'".into()));
    assert_eq!(error_of("p"), ("expected `:-` or a full stop, found the end".into(), "".into()));
    assert_eq!(error_of("p :- § q."), ("`§` has no meaning here".into(), "§".into()));
}

#[test]
fn nothing_that_is_written_panics() {
    let text = "[...] p(1). s. [1:a + 2:b ; c(X)] q(X) :- s, [1:a-][2:b-] p(X), NOT r, X is 1 + 2 * 3, [H|T] = [1,2].";
    for cut in 0..text.len() {
        let _ = Program::read(&text[..cut]);
        let _ = Program::read(&text[cut..]);
        let _ = Program::read(&format!("{}{}", &text[cut..], &text[..cut]));
    }
    let _ = Program::read(&"(".repeat(100_000));
    let _ = Program::read(&format!("p :- {}q.", "NOT ".repeat(100_000)));
    let _ = Program::read(&format!("p({}1).", "f(".repeat(50_000)));
    let _ = Program::read(&format!("p :- X is {}1.", "1+".repeat(50_000)));
}

#[test]
fn what_is_printed_is_read_back() {
    let text = ":- dynamic t/2.
[...] p(1).
s.
[1:a + 2:b ; c] q(X) :- s, [1:a-][2:b-] p(X), NOT r(X), X <> 2.
[(1:a + 2:b) ; 1:c][P:d(X)] q(X) :- t(P,X).
r(X) :- X is -(1) + 2 * (3 - 4) mod 5, [H|T] = [1,'A b',[]], \\+ [1:a] s, H =< 3.
?- {1,2} q(X).
";
    let program = Program::read(text).expect("well written");
    let printed = program.to_text();
    let again = Program::read(&printed).expect(&printed);
    assert_eq!(again.to_text(), printed);
    for (a, b) in program.clauses().iter().zip(again.clauses()) {
        assert_eq!((&a.head, &a.body, &a.prefix, a.rigid), (&b.head, &b.body, &b.prefix, b.rigid));
    }
    assert_eq!(program.queries(), again.queries());
}

#[test]
fn warnings_name_undefined_predicates_and_unsafe_negation() {
    let warnings = |text: &str| -> Vec<String> {
        let program = Program::read(text).expect("well written");
        program.warnings().iter().map(|w| w.message.clone()).collect()
    };
    assert_eq!(warnings("s. p :- s, zzz."), ["nothing defines `zzz`"]);
    assert_eq!(warnings("s(1). p :- s."), ["nothing defines `s/0`"]);
    assert_eq!(
        warnings("q(1). p(X) :- NOT q(X)."),
        ["unsafe negation: nothing in the body binds `X` of `NOT q(X)`"]
    );
    assert_eq!(warnings("q(1). p :- NOT q(X)."), [] as [&str; 0]);
    assert_eq!(warnings("q(1). p(X) :- NOT r(X), q(X). r(2)."), [] as [&str; 0]);
    assert_eq!(warnings("p(X) :- member(X, [1,2]), true."), [] as [&str; 0]);
}

#[test]
fn questions_are_checked_too() {
    let program = Program::read("s. [1:a] m :- s.").expect("a program");
    let wrong = |text: &str| match query(&program, text) {
        Err(Error::Query(error)) => (error.message.clone(), error.help.clone().unwrap_or_default()),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(
        wrong("plam m"),
        ("no question starts with `plam`".into(), "did you mean `plan`?".into())
    );
    assert_eq!(wrong("plans m").0, "expected a number, found `m`");
    assert_eq!(wrong("holds [1:a] m").0, "expected `:`, found `m`");
    assert_eq!(wrong("scenery [1:3]").0, "this is no action");
    assert_eq!(wrong("scenery [1:X]").0, "the actions of a path have no variables");
    assert_eq!(wrong("enabled [X:a]").0, "the actions of a path have no variables");
    assert_eq!(wrong("states now").0, "expected the end, found `now`");
    assert_eq!(wrong("").0, "the question is empty");
}
