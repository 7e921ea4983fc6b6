//! Properties of text: printing round-trips, and no text makes the reader panic.

use ludex_game::{Agent, Agents, Atom, Outcome, Outcomes};
use ludex_logic::{Definitions, Formula, Formulas, Vocabulary, compile};
use proptest::prelude::*;

const ATOMS: [&str; 9] =
    ["stone(X,a1)", "p", "P", "w", "l & w", "omega(2)", "f(B1,-1)", "a \"b\" \\c", "true"];

/// Returns a vocabulary with troublesome names, for one of three agents.
fn vocabulary(asked: u8) -> Vocabulary {
    let agents = Agents::new(["X", "Player 2", "A"]);
    let outcomes = Outcomes::new([("1/2", 0.0), ("2-1", 0.5), ("won, badly", 1.0)]);
    Vocabulary::new(agents, Agent(asked), outcomes, ATOMS.map(str::to_owned).to_vec())
}

/// A plan to build a formula.
#[derive(Clone, Debug)]
enum Plan {
    Leaf(u8, u8),
    Not(Box<Plan>),
    And(Box<Plan>, Box<Plan>),
    Or(Box<Plan>, Box<Plan>),
    Box(u8, u8, Box<Plan>),
    Diamond(u8, u8, Box<Plan>),
}

fn plan() -> impl Strategy<Value = Plan> {
    let leaf = (0..7u8, 0..9u8).prop_map(|(kind, which)| Plan::Leaf(kind, which));
    leaf.prop_recursive(7, 60, 2, |inner| {
        let one = inner.clone().prop_map(Box::new);
        let two = (one.clone(), one.clone());
        prop_oneof![
            one.clone().prop_map(Plan::Not),
            two.clone().prop_map(|(left, right)| Plan::And(left, right)),
            two.prop_map(|(left, right)| Plan::Or(left, right)),
            (0..3u8, 1..4u8, one.clone()).prop_map(|(agent, n, inner)| Plan::Box(agent, n, inner)),
            (0..3u8, 1..4u8, one).prop_map(|(agent, n, inner)| Plan::Diamond(agent, n, inner)),
        ]
    })
}

fn build(dag: &mut Formulas, plan: &Plan) -> Formula {
    match plan {
        Plan::Leaf(kind, which) => {
            let agent = Agent(which % 3);
            dag.atom(match kind {
                0 => Atom::Win(agent),
                1 => Atom::Lost(agent),
                2 => Atom::Turn(agent),
                3 => Atom::Final,
                4 => Atom::Outcome(Outcome(u16::from(which % 3))),
                5 => Atom::Own(u32::from(*which)),
                _ => return if which % 2 == 0 { Formula::TRUE } else { Formula::FALSE },
            })
        }
        Plan::Not(inner) => !build(dag, inner),
        Plan::And(left, right) => {
            let (left, right) = (build(dag, left), build(dag, right));
            dag.and(left, right)
        }
        Plan::Or(left, right) => {
            let (left, right) = (build(dag, left), build(dag, right));
            dag.or(left, right)
        }
        Plan::Box(agent, n, inner) => {
            let inner = build(dag, inner);
            (0..*n).fold(inner, |inner, _| dag.boxed(Agent(*agent), inner))
        }
        Plan::Diamond(agent, n, inner) => {
            let inner = build(dag, inner);
            (0..*n).fold(inner, |inner, _| dag.diamond(Agent(*agent), inner))
        }
    }
}

/// Returns whether two formulas of two DAGs are equal.
fn same(left: (&Formulas, Formula), right: (&Formulas, Formula)) -> bool {
    use ludex_logic::Connective::*;
    left.1.negated() == right.1.negated()
        && match (left.0.connective(left.1), right.0.connective(right.1)) {
            (And(a, b), And(c, d)) => {
                same((left.0, a), (right.0, c)) && same((left.0, b), (right.0, d))
            }
            (Box(a, x), Box(b, y)) => a == b && same((left.0, x), (right.0, y)),
            (left, right) => left == right,
        }
}

/// Returns text that is nearly a formula or a definition.
fn nearly_text() -> impl Strategy<Value = String> {
    let words = [
        "w",
        "l",
        "true",
        "false",
        "final",
        "omega",
        "lambda",
        "reach",
        "f",
        "stone",
        "A",
        "B",
        "B1",
        "B9",
        "k",
        "X",
        "n",
        "0",
        "1",
        "2",
        "30",
        "(",
        ")",
        "(",
        ")",
        ",",
        "<",
        ">",
        "<A>",
        "[B]",
        "^",
        "!",
        "&",
        "|",
        "->",
        "-",
        "+",
        "*",
        "=",
        ";",
        "\n",
        "\"",
        "\"p\"",
        "#",
        "#:",
        "#@ monotone n\n",
        "win(",
        "outcome(",
        "'",
        "/",
        "é",
        "f(n) = ",
        "\nf(0) = w\n",
        "omega(3)",
    ];
    let word = prop::sample::select(words.to_vec());
    prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

/// Parses a text in every possible way; errors must point into the text they are about.
fn read_everything(text: &str) {
    for asked in 0..3 {
        let vocabulary = vocabulary(asked);
        let mut definitions = Definitions::default();
        let results = [
            compile(text, &definitions, &vocabulary).err(),
            definitions.add("mine", text).err(),
            compile("f(2) & f & f(w, A)", &definitions, &vocabulary).err(),
            compile(text, &definitions, &vocabulary).err(),
        ];
        for error in results.into_iter().flatten() {
            assert!(error.input.text.get(error.span.clone()).is_some(), "{error:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn printed_formulas_are_read_back(plan in plan(), asked in 0..3u8) {
        let vocabulary = vocabulary(asked);
        let mut dag = Formulas::new();
        let formula = build(&mut dag, &plan);
        let text = dag.display(formula, &vocabulary, 1 << 20);
        match compile(&text, Definitions::prelude(), &vocabulary) {
            Ok(read) => prop_assert!(
                same((&dag, formula), (&read.formulas, read.root)),
                "{} is read as {}", text, read.formulas.display(read.root, &vocabulary, 1 << 20)
            ),
            Err(error) => prop_assert!(false, "{}: {:?}", text, error),
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in ".*") {
        read_everything(&text);
    }

    #[test]
    fn nearly_right_text_is_read_without_panic(text in nearly_text()) {
        read_everything(&text);
    }
}
