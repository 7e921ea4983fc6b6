//! Malformed formulas and definitions: each must say what is wrong, and point at it.

use ludex_game::{Agent, Agents, Outcomes};
use ludex_logic::{Definitions, LogicError, Vocabulary, compile};

fn chess_like() -> Vocabulary {
    let atoms =
        ["check(White)", "check(Black)", "stone(White,a1)", "stone(Black,a1)", "odd", "Odd"];
    let atoms = atoms.map(str::to_owned).to_vec();
    let agents = Agents::new(["White", "Black"]);
    Vocabulary::new(agents, Agent(0), Outcomes::win_draw_loss(), atoms)
}

/// Definitions that are parsed without error but are wrong to use.
const MINE: &str = "
loop(n) = <A> loop(n)
grow(n) = <A> grow(n+1)
tail(n) = step(n)
step(n) = tail(n)
wide(0, m) = win(A)
wide(n, m) = <A> wide(n-1, 2*m) | [A] wide(n-1, 2*m+1)
two(1) = w
two(2) = l
pair(x) = x
pair(x, y) = x & y
cell(x) = stone(A, x)
ask(a) = <a> w
most(n) = <A>^n w
far = <B7> w
odd_one = nothing_here
";

fn error(text: &str) -> LogicError {
    let mut definitions = Definitions::default();
    definitions.add("mine", MINE).expect("these definitions are well formed");
    match compile(text, &definitions, &chess_like()) {
        Ok(compiled) => panic!("`{text}` is accepted as {:?}", compiled.root),
        Err(error) => error,
    }
}

/// A formula, the words underlined, the message, and a part of the advice.
type Case = (&'static str, &'static str, &'static str, &'static str);

fn check_all(cases: &[Case], error: impl Fn(&str) -> LogicError) {
    for &(text, offending, message, help) in cases {
        let error = error(text);
        assert_eq!(error.message, message, "message for `{text}`");
        assert_eq!(error.offending(), offending, "place for `{text}`: {}", error.message);
        let advice = error.help.unwrap_or_default();
        let expected = if help.is_empty() { advice.is_empty() } else { advice.contains(help) };
        assert!(expected, "advice for `{text}`: `{advice}` instead of `{help}`");
        assert_eq!(error.input.name == "formula", error.input.text == text);
    }
}

#[test]
fn formulas_that_cannot_be_read() {
    check_all(
        &[
            ("", "", "expected a formula, found the end", ""),
            ("  # nothing", "", "expected a formula, found the end", ""),
            ("w &", "", "expected a formula, found the end", ""),
            ("& w", "&", "expected a formula, found `&`", ""),
            ("w & | l", "|", "expected a formula, found `|`", ""),
            ("w l", "l", "expected an operator or the end, found `l`", ""),
            ("(w | l", "(", "this `(` is never closed", ""),
            ("w)", ")", "this `)` closes nothing", ""),
            ("(w l)", "l", "expected an operator or `)`, found `l`", ""),
            ("()", ")", "expected a formula, found `)`", ""),
            ("<A w", "w", "expected `>`, found `w`", ""),
            ("<A] w", "]", "expected `>`, found `]`", ""),
            ("[B> w", ">", "expected `]`, found `>`", ""),
            ("<> w", ">", "expected an agent, found `>`", "for instance `A`"),
            ("<A>", "", "expected a formula, found the end", ""),
            ("<A>^ w", "", "expected a formula, found the end", ""),
            ("<A>^-1 w", "-", "expected a number after `^`, found `-`", ""),
            ("w ? l", "?", "expected an operator or the end, found `?`", "quotation marks"),
            ("w = l", "=", "expected an operator or the end, found `=`", "its own line"),
            ("\"odd", "\"", "this quotation mark is never closed", ""),
            ("99999999999999999999", "99999999999999999999", "this number is too large", ""),
            ("omega(2", "(", "this `(` is never closed", ""),
            ("omega(2 3)", "3", "expected an operator or `,` or `)`, found `3`", ""),
            ("lambda(2,)", ")", "expected a formula, found `)`", ""),
            ("omega(1/2)", "/", "expected an operator or `,` or `)`, found `/`", "quotation"),
        ],
        error,
    );
}

#[test]
fn names_that_mean_nothing() {
    check_all(
        &[
            ("omgea(2)", "omgea", "unknown atom or concept `omgea`", "did you mean `omega(n)`?"),
            ("w | wiin(A)", "wiin", "unknown atom or concept `wiin`", "did you mean `win(A)`?"),
            ("xyzzy", "xyzzy", "unknown atom or concept `xyzzy`", ""),
            ("chek(White)", "chek", "unknown atom or concept `chek`", "mean `check(White)`?"),
            ("stone(White,b1)", "stone(White,b1)", "unknown atom `stone(White,b1)`", "(White,a1)"),
            ("stone(7)", "stone(7)", "unknown atom `stone(7)`", "for instance `stone(White,a1)`"),
            ("\"chess\"", "\"chess\"", "unknown atom `chess`", ""),
            (
                "ODD",
                "ODD",
                "several atoms of the game differ from this only by case or blanks",
                "exactly as the game does",
            ),
            ("<Whit> w", "Whit", "unknown agent `Whit`", "did you mean `White`?"),
            ("<Red> w", "Red", "unknown agent `Red`", "agents are White and Black; A is White"),
            ("<B2> w", "B2", "there is only one opponent, not a number 2", "White and Black"),
            ("<B(1+2)> w", "B(1+2)", "there is only one opponent, not a number 3", "White"),
            ("<B(0)> w", "B(0)", "there is only one opponent, not a number 0", "White"),
            ("B3 | w", "B3", "there is only one opponent, not a number 3", "A is White"),
            ("win(Whit)", "Whit", "unknown agent `Whit`", "did you mean `White`?"),
            ("win(a/b)", "a/b", "unknown agent `a/b`", "White and Black"),
            ("outcome(drow)", "drow", "unknown outcome `drow`", "did you mean `draw`?"),
            ("outcome(1/2)", "1/2", "unknown outcome `1/2`", "outcomes are loss, draw, win"),
            (
                "far",
                "B7",
                "there is only one opponent, not a number 7",
                "needed for `far` in the formula",
            ),
            ("odd_one", "nothing_here", "unknown atom or concept `nothing_here`", "`odd_one`"),
        ],
        error,
    );
}

#[test]
fn calls_that_do_not_fit() {
    check_all(
        &[
            ("omega", "omega", "`omega` takes 1 argument, not 0", "write `omega(n)`"),
            ("omega(1,2)", "omega(1,2)", "`omega` takes 1 argument, not 2", "`omega(n)`"),
            (
                "w & pair(w,w,w)",
                "pair(w,w,w)",
                "`pair` takes 1 or 2 arguments, not 3",
                "`pair(x)` or `pair(x, y)`",
            ),
            ("win", "win", "`win` takes 1 argument, not 0", "write `win(A)`"),
            ("win(A,B)", "win(A,B)", "`win` takes 1 argument, not 2", "write `win(A)`"),
            ("<B(1,2)> w", "B(1,2)", "`B` takes 1 argument, not 2", ""),
            ("two(3)", "two(3)", "no clause of `two` fits `two(3)`", "there is `two(1)`, `two(2)`"),
            ("two(A)", "two(A)", "no clause of `two` fits `two(White)`", "there is `two(1)`"),
            ("3", "3", "`3` is a number, but a formula is expected here", ""),
            ("A", "A", "`A` is an agent, but a formula is expected here", ""),
            ("w & (1+1)", "1+1", "`1+1` is a number, but a formula is expected here", ""),
            ("omega(w)", "n", "`n` is a formula, but a number is expected here", "omega(win("),
            ("omega(w+1)", "w", "`w` is a formula, but a number is expected here", ""),
            ("pair(2)", "x", "`x` is a number, but a formula is expected here", "`pair(2)`"),
            ("cell(w)", "x", "`x` is a formula and cannot be an argument of an atom", "cell("),
            ("ask(w)", "a", "`a` is a formula, but an agent is expected here", "ask(win("),
            ("ask(3)", "a", "`a` is a number, but an agent is expected here", "ask(3)"),
            (
                "<omega(1)> w",
                "omega(1)",
                "`omega(1)` is a formula, but an agent is expected here",
                "",
            ),
            ("<B(w)> w", "w", "`w` is a formula, but a number is expected here", ""),
            ("<A>^w l", "w", "`w` is a formula, but a number is expected here", ""),
            ("<A>^(1-2) w", "1-2", "a modality cannot be repeated -1 times", ""),
            ("most(0-1)", "n", "a modality cannot be repeated -1 times", "`most(-1)`"),
            (
                "reach(9223372036854775807+1, w)",
                "9223372036854775807+1",
                "the result is too large a number",
                "",
            ),
        ],
        error,
    );
}

#[test]
fn definitions_that_do_not_end() {
    check_all(
        &[
            (
                "w | loop(3)",
                "loop(3)",
                "`loop(3)` does not terminate: it needs `loop(3)` again",
                "",
            ),
            (
                "grow(1) & w",
                "grow(1)",
                "`grow(1)` takes more than 10000 nested calls, and then needs `grow(10001)`",
                "take a smaller number, or see whether the calls ever come to an end",
            ),
            ("tail(0)", "tail(0)", "`tail(0)` does not terminate: it needs `tail(0)` again", ""),
            (
                "omega(0-1)",
                "omega(0-1)",
                "`omega(-1)` takes more than 10000 nested calls, and then needs `omega(-10001)`",
                "take a smaller number, or see whether the calls ever come to an end",
            ),
            // It would end, so nobody may say that it does not.
            (
                "omega(100000)",
                "omega(100000)",
                "`omega(100000)` takes more than 10000 nested calls, and then needs `omega(90000)`",
                "take a smaller number, or see whether the calls ever come to an end",
            ),
            ("wide(40, 1)", "wide(40, 1)", "`wide(40, 1)` is too large when written out", ""),
            (
                "w & <A>^99999999999 w",
                "<A>^99999999999 w",
                "the formula is too large when written out",
                "",
            ),
            (
                "most(99999999999)",
                "most(99999999999)",
                "`most(99999999999)` is too large when written out",
                "",
            ),
        ],
        error,
    );
}

/// The definitions of pages for readers to put into a file, which are quoted or in lines of their own.
fn definitions_of(page: &str, name: &str) -> String {
    let parts = page.split(['`', '\n']).map(str::trim);
    let definitions = parts.filter(|part| part.starts_with(name) && part.contains(") = "));
    definitions.collect::<Vec<_>>().join("\n")
}

/// Compiles instances of a concept of one number, all of which must end. Returns their modal depths.
fn depths(definitions: &str, name: &str) -> Vec<usize> {
    let mut file = Definitions::default();
    file.add("mine", definitions).expect(definitions);
    let depth = |n: usize| {
        let compiled = compile(&format!("{name}({n})"), &file, &chess_like());
        let compiled = compiled.unwrap_or_else(|error| panic!("{name}({n}): {error}"));
        compiled.formulas.modal_depth(compiled.root)
    };
    (1..6).map(depth).collect()
}

#[test]
fn the_concept_of_the_readme_did_not_end() {
    let definitions = definitions_of(include_str!("../../../README.md"), "mine(");
    assert_eq!(definitions.lines().count(), 2, "{definitions}");
    assert_eq!(depths(&definitions, "mine"), [2, 4, 6, 8, 10]);
    // Without its last case it is refused.
    let endless = definitions.lines().last().unwrap_or_default();
    let mut file = Definitions::default();
    file.add("mine", endless).expect("it can be read");
    let error = compile("mine(3)", &file, &chess_like()).expect_err("it does not end");
    assert!(error.message.contains("mine(3)"), "{error}");
}

#[test]
fn concepts_that_other_pages_define_end() {
    for page in
        [include_str!("../../../docs/formulas.md"), include_str!("../../../CONTRIBUTING.md")]
    {
        let definitions = definitions_of(page, "omega(");
        assert_eq!(definitions.lines().count(), if definitions.contains("(0)") { 3 } else { 2 });
        assert_eq!(depths(&definitions, "omega"), [1, 3, 5, 7, 9], "{definitions}");
    }
}

/// `mine(n-2)` ends at `mine(0)` for even numbers only, and `mine(n+1)` nowhere.
#[test]
fn concepts_that_step_over_their_last_case_are_refused() {
    for (definitions, ends, never) in [
        ("mine(0) = w\nmine(n) = w | <A> mine(n-2)", "mine(4)", "mine(5)"),
        ("mine(1) = w\nmine(n) = w | <A> mine(n-1)", "mine(3)", "mine(0)"),
        ("mine(9) = w\nmine(n) = w | <A> mine(n+1)", "mine(3)", "mine(10)"),
    ] {
        let mut file = Definitions::default();
        file.add("mine", definitions).expect("it can be read");
        assert!(compile(ends, &file, &chess_like()).is_ok(), "{ends} of {definitions}");
        let error = compile(never, &file, &chess_like()).expect_err(definitions);
        assert!(error.message.contains(never), "{error}");
        assert!(
            error.help.as_deref().is_some_and(|help| help.contains("come to an end")),
            "{error}"
        );
    }
}

#[test]
fn files_that_cannot_be_read() {
    let error = |text: &str| {
        let mut definitions = Definitions::default();
        let before = definitions.concepts().len();
        let error = definitions.add("mine", text).expect_err(text);
        assert_eq!(error.input.name, "mine");
        assert_eq!(definitions.concepts().len(), before, "nothing is added after an error");
        error
    };
    let fixed = "has a fixed meaning and cannot be";
    let cases: Vec<(&str, &str, String, &str)> = vec![
        ("w | l", "w", "expected a definition, found `w`".into(), "`name = formula`"),
        ("foo(n) w", "foo", "expected a definition, found `foo`".into(), "on its own line"),
        ("a = w\nb(n) w", "b", "expected an operator or the end, found `b`".into(), ""),
        ("a = w; l", "l", "expected a definition, found `l`".into(), ""),
        ("a = ", "", "expected a formula, found the end".into(), ""),
        ("a = \nb = w", "", "expected a formula, found the end".into(), ""),
        ("a = (w\nb = w", "(", "this `(` is never closed".into(), ""),
        ("a = w = l", "=", "expected an operator or the end, found `=`".into(), "its own line"),
        ("a(n, n) = w", "n", "the parameter `n` comes twice".into(), ""),
        ("a(n+1) = w", "n+1", "expected a parameter, found `n+1`".into(), "a name, a number"),
        ("a(n,) = w", ")", "expected a parameter, found `)`".into(), "a name, a number"),
        ("a() = w", ")", "expected a parameter, found `)`".into(), "a name, a number"),
        ("a(\"x\") = w", "\"x\"", "expected a parameter, found `\"x\"`".into(), ""),
        (
            "a(99999999999999999999) = w",
            "99999999999999999999",
            "this number is too large".into(),
            "",
        ),
        ("w = l", "w", format!("`w` {fixed} defined"), ""),
        ("B2(n) = w", "B2", format!("`B2` {fixed} defined"), ""),
        ("k = w", "k", format!("`k` {fixed} defined"), ""),
        ("a(A) = w", "A", format!("`A` {fixed} a parameter"), ""),
        (
            "#@ monotone m\na(n) = w",
            "#@ monotone m",
            "`m` is not a parameter of this concept".into(),
            "",
        ),
        ("#@ colour: red\na = w", "#@ colour: red", "unknown note `colour: red`".into(), "origin"),
        ("a = w\n#: lost", "#: lost", "no definition follows this note".into(), ""),
    ];
    for (text, offending, message, help) in cases {
        let error = error(text);
        assert_eq!(error.message, message, "message for `{text}`");
        assert_eq!(error.offending(), offending, "place for `{text}`: {}", error.message);
        let advice = error.help.unwrap_or_default();
        assert!(advice.contains(help), "advice for `{text}`: `{advice}` instead of `{help}`");
    }
}

#[test]
fn one_agent_has_no_opponents() {
    let vocabulary =
        Vocabulary::new(Agents::new(["Solver"]), Agent(0), Outcomes::win_loss(), vec![]);
    let check = |text: &str| compile(text, Definitions::prelude(), &vocabulary).expect_err(text);
    let error = check("[B] w");
    assert_eq!(error.message, "there are no opponents in a game of one agent");
    assert_eq!(error.help.as_deref(), Some("the only agent is Solver, whom A means"));
    let error = check("omega(2)");
    assert_eq!((error.offending(), error.input.name.as_str()), ("B", "prelude"));
    assert!(error.help.expect("there is advice").contains("needed for `omega(2)`"));
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let deep = 100_000;
    for (open, close) in [("(", ")"), ("!", ""), ("<A>", ""), ("-", ""), ("w -> ", "")] {
        let text = format!("{}w{}", open.repeat(deep), close.repeat(deep));
        assert_eq!(error(&text).message, "nested more than 10000 deep", "{open}");
    }
    let text = format!("{}w{}", "pair(".repeat(deep), ")".repeat(deep));
    assert_eq!(error(&text).message, "nested more than 10000 deep");
    let text = format!("{}w{}", "f(".repeat(deep), ")".repeat(deep));
    assert_eq!(error(&text).message, "unknown atom or concept `f`");
    let text = "f(".repeat(deep);
    assert_eq!(error(&text).message, "this `(` is never closed");
    let text = format!("w{}", " & (w | l)".repeat(2 * deep));
    assert_eq!(error(&text).message, "the formula is nested too deeply");
}
