//! The meaning of names: agents, atoms, parameters, concepts, and which hides which.

use ludex_game::{Agent, Agents, Atom, Outcome, Outcomes};
use ludex_logic::{Connective, Definitions, Formula, Formulas, Vocabulary, compile};

const ATOMS: [&str; 17] = [
    "stone(X,a1)",
    "stone(O,a1)",
    "stone(X,b1)",
    "true(cell(1,1,x))",
    "foo_bar'",
    "w",
    "pi(2)",
    "score(-1)",
    "move(1-2)",
    "two words",
    "say \"hi\" \\",
    "stone(X,c2)",
    "X",
    "next(cell(3,4),O)",
    "captured(k)",
    "step(2)",
    "it's",
];

fn vocabulary(asked: u8) -> Vocabulary {
    let outcomes = Outcomes::new([("0-1", -1.0), ("0", 0.0), ("1-0", 1.0)]);
    let atoms = ATOMS.map(str::to_owned).to_vec();
    Vocabulary::new(Agents::new(["X", "O"]), Agent(asked), outcomes, atoms)
}

/// Returns the atom a text means, for a question about X.
fn atom_in(text: &str, definitions: &Definitions) -> Atom {
    let compiled = compile(text, definitions, &vocabulary(0)).expect(text);
    match compiled.formulas.connective(compiled.root) {
        Connective::Atom(atom) if !compiled.root.negated() => atom,
        other => panic!("{text} is {other:?}"),
    }
}

fn atom(text: &str) -> Atom {
    atom_in(text, Definitions::prelude())
}

#[test]
fn own_atoms_are_found_by_their_text() {
    let cases = [
        ("stone(X,a1)", 0),
        ("STONE( x , A1 )", 0),
        ("stone(A,a1)", 0),
        ("stone(B, a1)", 1),
        ("stone(B(1),a1)", 1),
        ("stone(A,B1)", 2),
        ("stone(X,B1)", 2),
        ("true(cell(1,1,x))", 3),
        ("true ( cell (3-2, 1*1, A) )", 3),
        ("foo_bar'", 4),
        ("\"w\"", 5),
        ("\"pi(2)\"", 6),
        ("score(-1)", 7),
        ("score(1-2)", 7),
        ("score(2-k*3)", 7),
        ("move(1-2)", 8),
        ("\"two words\"", 9),
        ("\"TWOwords\"", 9),
        (r#""say \"hi\" \\""#, 10),
        ("X", 12),
        ("next(cell(1+2,4),B)", 13),
        ("captured(k)", 14),
        ("it's", 16),
    ];
    for (text, number) in cases {
        assert_eq!(atom(text), Atom::Own(number), "{text}");
    }
}

#[test]
fn generic_atoms() {
    assert_eq!(atom("w"), Atom::Win(Agent(0)));
    assert_eq!(atom("l"), Atom::Lost(Agent(0)));
    assert_eq!(atom("win(B)"), Atom::Win(Agent(1)));
    assert_eq!(atom("lost(o)"), Atom::Lost(Agent(1)));
    assert_eq!(atom("turn(B(k))"), Atom::Turn(Agent(1)));
    assert_eq!(atom("turn(\"O\")"), Atom::Turn(Agent(1)));
    assert_eq!(atom("final"), Atom::Final);
    assert_eq!(atom("outcome(1-0)"), Atom::Outcome(Outcome(2)));
    assert_eq!(atom("outcome(2-2)"), Atom::Outcome(Outcome(1)));
    assert_eq!(atom("outcome(\"0-1\")"), Atom::Outcome(Outcome(0)));
}

#[test]
fn roles_depend_on_who_is_asked_about() {
    let agents = Agents::new(["A", "B", "C"]);
    let atoms = vec!["alive(A)".to_owned(), "alive(B)".to_owned()];
    let vocabulary = Vocabulary::new(agents, Agent(1), Outcomes::win_loss(), atoms);
    let check = |text: &str| compile(text, Definitions::prelude(), &vocabulary);
    // A is the agent named B, whose opponents are those named C and A in turn order.
    let same = "(<A> win(B1) | [B2] alive(A)) & (<A> win(C) | [B(2)] \"alive(B)\")";
    let compiled = check(same).expect(same);
    let text = compiled.formulas.display(compiled.root, &vocabulary, 1000);
    assert_eq!(text, "<A> win(C) | [B2] \"alive(B)\"");
    // `alive(B)` would be about the agent named C, which no atom is about.
    assert!(check("alive(B)").is_err());
}

#[test]
fn parameters_may_be_numbers_agents_and_formulas() {
    let mut definitions = Definitions::default();
    let text = "
        there(a, n) = stone(a, c2) & # a comment in the middle
            score(n-1)
        alternate(a, b, 0, goal) = goal
        alternate(a, b, n, goal) = <a> alternate(b, a, n-1, goal) ; quick = there(A, 0)
        nested(n) = next(cell(n, n+1), B1)
    ";
    definitions.add("mine", text).expect("it is well formed");
    let same = |left: &str, right: &str| {
        let both = format!("({left}) & !({right})");
        let compiled = compile(&both, &definitions, &vocabulary(0)).expect(&both);
        assert_eq!(compiled.root, Formula::FALSE, "{left} is {right}");
    };
    same("there(A, 0)", "stone(X,c2) & score(-1)");
    same("quick", "there(X, 2-2)");
    same("alternate(A, B, 3, w | l)", "<X><O><X>(w | l)");
    same("alternate(O, X, 2, omega(1))", "<O><X>omega(1)");
    same("nested(3)", "\"next(cell(3,4),O)\"");
}

#[test]
fn a_new_definition_hides_but_does_not_change_an_old_one() {
    let mut definitions = Definitions::default();
    definitions.add("first", "pi(n) = l\nmine = pi(1)\nstep(n) = final").expect("well formed");
    definitions.add("second", "mine = win(B) & old\nold = final").expect("well formed");
    let show = |text: &str| {
        let compiled = compile(text, &definitions, &vocabulary(0)).expect(text);
        compiled.formulas.display(compiled.root, &vocabulary(0), 1000)
    };
    assert_eq!(show("pi(3)"), "lost(X)", "the new one");
    assert_eq!(show("pt(1)"), "win(X) | <X> win(X)");
    assert!(show("pt(2)").contains("(win(X) | <X> win(X)) &"), "pt uses the prelude's pi");
    assert_eq!(show("mine"), "win(O) & final", "the latest file counts");
    assert_eq!(show("step(2)"), "final", "a concept comes before an own atom");
    assert_eq!(show("\"step(2)\""), "step(2)", "text is read with the prelude");
    let mine: Vec<String> = definitions
        .concepts()
        .into_iter()
        .filter(|concept| ["mine", "pi"].contains(&concept.name.as_str()))
        .map(|concept| concept.source)
        .collect();
    assert_eq!(mine, ["first", "second"]);
}

#[test]
fn an_earlier_file_does_not_see_a_later_one() {
    let mut definitions = Definitions::default();
    definitions.add("first", "mine = later").expect("well formed");
    definitions.add("second", "later = w").expect("well formed");
    let error = compile("mine", &definitions, &vocabulary(0)).expect_err("`later` is unknown");
    assert_eq!((error.offending(), error.input.name.as_str()), ("later", "first"));
}

#[test]
fn printing_uses_few_parentheses() {
    let cases = [
        ("!(w & l)", "!win(X) | !lost(X)"),
        ("w & (l | final) & w", "win(X) & (lost(X) | final) & win(X)"),
        ("w & (l & final)", "win(X) & (lost(X) & final)"),
        ("<A>(<A><A>w) | [B]<B>false", "<X>^3 win(X) | [O]<O> false"),
        ("w -> l", "!win(X) | lost(X)"),
        ("outcome(1-0) & outcome(0)", "outcome(1-0) & outcome(0)"),
        ("\"w\" | \"pi(2)\" | \"two words\"", "\"w\" | \"pi(2)\" | \"two words\""),
        ("\"X\" & \"move(1-2)\" & it's", "X & move(1-2) & it's"),
    ];
    for (text, expected) in cases {
        let compiled = compile(text, Definitions::prelude(), &vocabulary(0)).expect(text);
        assert_eq!(compiled.formulas.display(compiled.root, &vocabulary(0), 1000), expected);
    }
}

#[test]
fn printing_stops_at_the_limit() {
    let vocabulary = vocabulary(0);
    let compiled = compile("aps(40)", Definitions::prelude(), &vocabulary).expect("aps(40)");
    for limit in [0, 1, 50, 1000] {
        let text = compiled.formulas.display(compiled.root, &vocabulary, limit);
        assert!(text.ends_with('…') && text.len() <= limit + '…'.len_utf8(), "{limit}");
    }
    let mut dag = Formulas::new();
    let mut chain = dag.atom(Atom::Final);
    for i in 0..500_000 {
        let atom = dag.atom(Atom::Own(i % 3));
        chain = dag.and(chain, if i % 2 == 0 { atom } else { !atom });
    }
    assert!(dag.display(chain, &vocabulary, 60).starts_with("final & stone(X,a1) & !stone"));
}

/// The names of [SC12] are understood, and hide nothing that had a meaning before.
#[test]
fn names_of_the_first_paper_were_unknown() {
    let same = |other: &str, ours: &str| {
        let read = |text| {
            let compiled = compile(text, Definitions::prelude(), &vocabulary(0)).expect(text);
            (compiled.formulas.len(), compiled.root, compiled.deepening.is_some())
        };
        assert_eq!(read(other), read(ours), "{other}");
    };
    for (other, ours) in [
        ("WS(3)", "ws(3)"),
        ("LS(2,3)", "lambda_plies(2,3)"),
        ("PA(3)", "paranoid_plies(3)"),
        ("PA(3,0)", "pa(3,0)"),
        ("H(2)", "helpmate(2)"),
        ("S(2)", "selfmate(2)"),
        ("L(3)", "ladder_plies(3)"),
        ("zugzwang(WS(1))", "zugzwang(ws(1))"),
    ] {
        same(other, ours);
    }
    // An atom of the game with such a name is meant, and so is a definition of one's own.
    let atoms = vec!["H(1)".to_owned(), "other".to_owned()];
    let vocabulary =
        Vocabulary::new(Agents::new(["X", "O"]), Agent(0), Outcomes::win_loss(), atoms);
    let read = |text, definitions: &Definitions| {
        let compiled = compile(text, definitions, &vocabulary).expect(text);
        compiled.formulas.connective(compiled.root)
    };
    assert_eq!(read("H(1)", Definitions::prelude()), Connective::Atom(Atom::Own(0)));
    let mut mine = Definitions::prelude().clone();
    mine.add("mine", "WS(n) = other").expect("a definition");
    assert_eq!(read("WS(4)", &mine), Connective::Atom(Atom::Own(1)));
    // Wrong numbers of arguments and misspelt names are told.
    let error = compile("WS(1,2)", Definitions::prelude(), &vocabulary).expect_err("two");
    assert_eq!(error.message, "`WS` takes 1 argument, not 2");
    let error = compile("BRSS(1)", Definitions::prelude(), &vocabulary).expect_err("misspelt");
    assert_eq!(error.help.as_deref(), Some("did you mean `brs(n)`?"));
}
