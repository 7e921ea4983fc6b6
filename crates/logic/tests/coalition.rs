//! Formulas about coalitions: what is one, what its words mean, and what is refused.

use ludex_game::{Agent, Agents, Outcomes};
use ludex_logic::{
    AnyFormula, CoalitionFormula, Definitions, LogicError, Temporal, Vocabulary, compile_any,
};

/// The vocabulary of a game whose atoms are named like operators.
fn vocabulary(agents: [&str; 2], asked: u8) -> Vocabulary {
    let atoms = ["AG", "ag(1,2)", "a(1)", "E(p)", "u", "p", "X"].map(str::to_owned).to_vec();
    Vocabulary::new(Agents::new(agents), Agent(asked), Outcomes::win_draw_loss(), atoms)
}

fn read_for(asked: u8, text: &str) -> Result<AnyFormula, LogicError> {
    compile_any(text, Definitions::prelude(), &vocabulary(["White", "Black"], asked))
}

fn path(text: &str) -> CoalitionFormula {
    match read_for(0, text).unwrap_or_else(|error| panic!("{text}: {}", error.message)) {
        AnyFormula::Coalition(formula) => formula,
        AnyFormula::Modal(_) => panic!("{text} has no path formula"),
    }
}

#[test]
fn names_like_operators_remain_names() {
    for text in ["AG", "AG & p", "ag(1,2)", "AG(1,2)", "a(1)", "A(1)", "E(p)", "u | p", "<A> X"] {
        let read = read_for(0, text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
        assert!(matches!(read, AnyFormula::Modal(_)), "{text}");
    }
}

#[test]
fn texts_of_one_meaning_are_one_formula() {
    for (left, right) in [
        ("EF p", "<<White, Black>>(true U p)"),
        ("AG p", "<<>>G p"),
        ("A(p U u)", "<<>> p U u"),
        ("A (p) U u", "<<>>(p U u)"),
        ("E(\"E(p)\" U u)", "<<B,A>>(\"E(p)\" U u)"),
        ("~<<A>>X !p", "!<<White>>X ~p"),
        ("<<A>>F AG p", "<<white>>F (AG p)"),
        ("<<\"White\">>G AG", "<<A>>G \"AG\""),
        ("AG(p)", "AG p"),
    ] {
        assert_eq!(path(left), path(right), "{left} and {right}");
    }
    assert_ne!(path("<<A>>F p"), path("<<B>>F p"));
}

#[test]
fn the_outermost_path_says_who_and_what() {
    let formula = path("!<<B>>G (p | <<A>>F u)");
    let outer = formula.outermost_path().expect("a path formula");
    assert!(outer.coalition == 2 && matches!(outer.temporal, Temporal::Always(_)));
    assert!(path("p & EF u").outermost_path().is_none());
    assert!(path("<A> EF u").outermost_path().is_none());
}

/// A role that is also the name of another agent is refused in formulas about coalitions, rather
/// than silently meaning one of them.
#[test]
fn ambiguous_roles_are_refused() {
    let read = |asked, text: &str| {
        compile_any(text, Definitions::prelude(), &vocabulary(["A", "B"], asked))
    };
    for text in ["<<A>>F p", "EF win(A)", "<<B>>G p", "AG (p -> <A> p)"] {
        assert!(read(0, text).is_ok(), "{text}");
        let error = read(1, text).expect_err(text);
        assert!(error.message.contains("is also the name of another agent"), "{}", error.message);
        assert!(["A", "B"].contains(&error.offending()), "{text}: {}", error.offending());
    }
    assert!(read(1, "EF (p & omega(2))").is_ok(), "concepts use roles, which are not ambiguous");
    assert!(read(1, "<A> p").is_ok(), "in modal formulas roles come first");
}

#[test]
fn quantifiers_cannot_be_defined() {
    let mut definitions = Definitions::default();
    assert!(definitions.add("mine", "AG(n) = w").is_err());
    definitions.add("mine", "safe(x) = <<x>>G !lost(x)").expect("definitions may have paths");
    let vocabulary = vocabulary(["White", "Black"], 0);
    let called = compile_any("safe(B)", &definitions, &vocabulary).expect("it reads");
    let AnyFormula::Coalition(called) = called else { panic!("it is about a coalition") };
    assert_eq!(called.outermost_path(), path("<<Black>>G !lost(Black)").outermost_path());
}
