//! The library of solution concepts: every concept for one to four agents, sizes, notes, and the
//! published propositions about the concepts, on random games.

use ludex_game::Agent;
use ludex_logic::{Definitions, Formula, Formulas, compile};
use proptest::prelude::*;

use crate::common;
use common::{RandomGame, vocabulary};

/// Returns arguments that fit the parameters of a concept.
fn example(name: &str, parameters: &[String]) -> String {
    let argument = |parameter: &String| match parameter.as_str() {
        "d" => "2",
        "i" => "1",
        "n" => "4",
        "phi" | "check" => "omega(1)",
        other => panic!("{name} has an unexpected parameter {other}"),
    };
    let arguments: Vec<&str> = parameters.iter().map(argument).collect();
    format!("{name}({})", arguments.join(", "))
}

#[test]
fn every_concept_is_a_formula_for_any_number_of_agents() {
    let alone = ["reach", "pi", "pi_plies"];
    for concept in Definitions::prelude().concepts() {
        let text = example(&concept.name, &concept.parameters);
        for agents in 1..=4 {
            let vocabulary = vocabulary(agents, 0);
            let result = compile(&text, Definitions::prelude(), &vocabulary);
            match agents == 1 && !alone.contains(&concept.name.as_str()) {
                true => {
                    let error = result.expect_err("the concept needs an opponent");
                    assert!(error.message.contains("opponents"), "{text}: {error}");
                }
                false => {
                    let compiled = result.unwrap_or_else(|error| panic!("{text}: {error:?}"));
                    assert!(compiled.formulas.modal_depth(compiled.root) > 0, "{text}");
                }
            }
        }
    }
}

#[test]
fn every_concept_is_explained() {
    let concepts = Definitions::prelude().concepts();
    assert_eq!(concepts.len(), 34);
    for concept in &concepts {
        assert!(concept.summary.ends_with('.'), "{} has a summary", concept.name);
        let places = ["Def.", "Section", "chess problems"];
        assert!(places.iter().any(|place| concept.origin.contains(place)), "{}", concept.name);
        assert!(concept.definition.starts_with(&concept.name));
        assert_eq!(concept.source, "prelude");
    }
    let lambda = concepts.iter().find(|concept| concept.name == "lambda").expect("it is there");
    assert_eq!(lambda.call(), "lambda(d, n)");
    assert_eq!(lambda.monotone.as_deref(), Some("n"));
    assert_eq!(lambda.known_as[1].algorithm, "Lambda PNS");
    assert_eq!(lambda.known_as[1].search.as_deref(), Some("PNPS"));
    assert_eq!(lambda.known_as[1].options.as_deref(), Some("--conjunctions max"));
    assert_eq!(lambda.known_as[1].to_string(), "Lambda PNS (PNPS --conjunctions max)");
    assert_eq!(lambda.definition.lines().count(), 4);
}

/// Both publications call a ladder a lambda tree of order 1; whoever looks for one is told so.
#[test]
fn readers_of_the_papers_looked_for_ladders_at_order_1() {
    let concepts = Definitions::prelude().concepts();
    let summary = |name: &str| {
        let concept = concepts.iter().find(|concept| concept.name == name);
        concept.map(|concept| concept.summary.replace('\n', " ")).expect(name)
    };
    for name in ["lambda", "lambda_plies", "ladder"] {
        assert!(summary(name).contains("order 2"), "{name}: {}", summary(name));
    }
    assert!(summary("lambda").contains("although the texts of both call ladders trees of order 1"));
}

#[test]
fn sizes_are_linear_in_the_depth() {
    let vocabulary = vocabulary(3, 0);
    let measure = |text: &str| {
        let compiled = compile(text, Definitions::prelude(), &vocabulary).expect(text);
        let formulas = &compiled.formulas;
        (formulas.size(compiled.root), formulas.modal_depth(compiled.root))
    };
    // w, and a box (of ¬w) and a conjunction for omega(1); one more box for every later move.
    assert_eq!(measure("omega(1)"), (3, 1));
    assert_eq!(measure("omega(30)"), (3 + 29 * 3, 59));
    assert_eq!(measure("omega(2000)"), (3 + 1999 * 3, 3999));
    assert_eq!(measure("aps(12)").0 - measure("aps(11)").0, 4);
    assert_eq!(measure("pi(50)"), (101, 50));
    assert_eq!(measure("paranoid(31)").1, 31);
    assert_eq!(measure("reach(7, omega(2))").1, 10);
    let (size, depth) = measure("lambda(3,20)");
    assert!(size < 4 * 3 * 20 && depth == 20, "lambda(3,20) has {size} formulas, depth {depth}");
}

#[test]
fn formulas_are_those_of_the_documents() {
    let vocabulary = vocabulary(3, 1);
    let cases = [
        ("omega(2)", "w | <A> [B] (w | <A> w)"),
        ("ws(2)", "w | (!l & <A> (w | (!l & [B] w)))"),
        ("ladder(3)", "w | <A> ((w | <A> w) & [B] (w | <A> w))"),
        ("ladder(4)", "ladder(3)"),
        ("ladder_plies(1)", "w | (!l & <A> (w | (<A> w & w)))"),
        ("helpmate(1)", "w | <B> <A> w"),
        ("selfmate(1)", "w | <B> [A] w"),
        ("lambda(2,3)", "w | <A> ((w | <A> (w & [B] w)) & [B] (w | <A> w))"),
        ("lambda_plies(1,2)", "w | <A> (!l & w & (w | [B] (!l & w)))"),
        ("aps(2)", "w | <A> ((w | <A> w) & [B] (w | <A> w))"),
        ("aps_plies(1)", "w | <A> (!l & w & w)"),
        ("pt(2)", "w | <A> (pi(1) & [B] (w | <A> w))"),
        ("pt_plies(3)", "w | <A> (!l & pi(1) & (w | !l & [B] (w | <A> (!l & pi(0) & w))))"),
        ("paranoid(3)", "w | <A> [B1] [B2] w"),
        ("paranoid(4)", "w | <A> [B1] [B2] (w | <A> w)"),
        ("paranoid_plies(2)", "w | <A> (!l & (w | [B1] (!l & w)))"),
        ("brs(2)", "w | <A> ([B1] (w | <A> w) & [B2] (w | <A> w))"),
        ("brs_plies(2)", "w | <A> (!l & (w | [B1] (!l & brs_plies(0)) & [B2] (!l & w)))"),
        ("zugzwang(w)", "!w & ([B1] w | [B2] w)"),
        ("reach(2, l)", "<A> <A> l"),
        ("w -> l -> w", "!w | (!l | w)"),
        ("<Green>!w & l | w", "((<A> (!w)) & l) | w"),
        ("[B(k)]^k w", "[Red][Red] win(Green)"),
    ];
    for (text, expected) in cases {
        let both = format!("({text}) & !({expected})");
        let compiled = compile(&both, Definitions::prelude(), &vocabulary).expect(&both);
        assert_eq!(compiled.root, Formula::FALSE, "{text} is {expected}");
    }
}

#[test]
fn shallower_instances_come_in_order() {
    let vocabulary = vocabulary(2, 0);
    let deepening = |text: &str| {
        let compiled = compile(text, Definitions::prelude(), &vocabulary).expect(text);
        let show = |&f: &Formula| compiled.formulas.display(f, &vocabulary, 1000);
        compiled.deepening.map(|list| list.iter().map(show).collect::<Vec<_>>())
    };
    let w = "win(Red)".to_owned();
    let first = "win(Red) | <Red> win(Red)".to_owned();
    let second = "win(Red) | <Red>[Green] (win(Red) | <Red> win(Red))".to_owned();
    assert_eq!(deepening("omega(3)"), Some(vec![w.clone(), first.clone(), second]));
    assert_eq!(deepening("ladder(3)"), Some(vec![w, first]), "ladder(2) is ladder(1)");
    assert_eq!(deepening("omega(0)"), Some(vec![]));
    assert_eq!(deepening("(lambda(2, 4))").map(|list| list.len()), Some(4));
    assert_eq!(deepening("!omega(3)"), None);
    assert_eq!(deepening("reach(3, w)"), None);
}

/// Returns the states where a formula is true.
fn truth(game: &RandomGame, agents: usize, text: &str) -> Vec<bool> {
    let compiled = compile(text, Definitions::prelude(), &vocabulary(agents, 0)).expect(text);
    game.truth(&compiled.formulas, compiled.root)
}

fn implies(game: &RandomGame, agents: usize, left: &str, right: &str) -> bool {
    let (left, right) = (truth(game, agents, left), truth(game, agents, right));
    left.iter().zip(&right).all(|(&left, &right)| !left || right)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// The notes `monotone n` are true, and instances listed for deepening imply the formula.
    #[test]
    fn monotone_concepts_are_monotone(game in RandomGame::any(3), depth in 0..5usize) {
        let vocabulary = vocabulary(3, 0);
        for concept in Definitions::prelude().concepts().iter().filter(|c| c.monotone.is_some()) {
            let text = example(&concept.name, &concept.parameters).replace('4', &(depth + 1).to_string());
            let compiled = compile(&text, Definitions::prelude(), &vocabulary).expect(&text);
            let mut instances = compiled.deepening.expect("the concept is monotone");
            instances.push(compiled.root);
            let truths: Vec<_> =
                instances.iter().map(|&f| game.truth(&compiled.formulas, f)).collect();
            for pair in truths.windows(2) {
                prop_assert!(pair[0].iter().zip(&pair[1]).all(|(&a, &b)| !a || b), "{}", text);
            }
        }
    }

    /// [Saf13, Prop. 31], and its counterpart by plies [SC12, Prop. 2].
    #[test]
    fn special_wins_are_wins(game in RandomGame::any(2), n in 1..5usize, d in 0..4usize) {
        let plies = 2 * n - 1;
        let consequences = [
            (format!("lambda({d},{plies})"), format!("omega({n})")),
            (format!("ladder({plies})"), format!("omega({n})")),
            (format!("aps({n})"), format!("omega({n})")),
            (format!("pt({n})"), format!("omega({n})")),
            (format!("lambda_plies({d},{plies})"), format!("ws({plies})")),
            (format!("ladder_plies({plies})"), format!("ws({plies})")),
            (format!("aps_plies({plies})"), format!("ws({plies})")),
            (format!("pt_plies({plies})"), format!("ws({plies})")),
        ];
        for (special, win) in consequences {
            prop_assert!(implies(&game, 2, &special, &win), "{} implies {}", special, win);
        }
    }

    /// Lambda trees of order 1 are immediate wins, and those of order 0 wins, at any depth.
    #[test]
    fn lambda_trees_of_order_1_are_no_ladders(game in RandomGame::any(2), n in 1..9usize) {
        let (zero, one) = (format!("lambda(0,{n})"), format!("lambda(1,{n})"));
        prop_assert_eq!(truth(&game, 2, &zero), truth(&game, 2, "omega(0)"));
        prop_assert_eq!(truth(&game, 2, &one), truth(&game, 2, "omega(1)"), "{}", n);
    }

    /// Both ways of counting agree under the normal play assumption.
    #[test]
    fn plies_and_own_moves_agree(game in RandomGame::any(2), n in 1..5usize) {
        let plies = 2 * n - 1;
        let equivalences = [
            (format!("omega({n})"), format!("ws({plies})")),
            (format!("pt({n})"), format!("pt_plies({plies})")),
            (format!("brs({n})"), format!("brs_plies({plies})")),
            (format!("ladder({plies})"), format!("lambda(2,{plies})")),
            // With one opponent:
            (format!("omega({n})"), format!("brs({n})")),
            (format!("omega({n})"), format!("paranoid({plies})")),
            (format!("omega({n})"), format!("paranoid_plies({plies})")),
        ];
        for (left, right) in equivalences {
            prop_assert_eq!(truth(&game, 2, &left), truth(&game, 2, &right), "{} is {}", left, right);
        }
    }
}

#[test]
fn truth_in_a_small_game() {
    // 0 -A-> 1 -B-> 2 -A-> 3 (won); nobody else can move.
    let chain = RandomGame {
        won: vec![false, false, false, true],
        lost: vec![false; 4],
        moves: vec![
            vec![vec![1], vec![]],
            vec![vec![], vec![2]],
            vec![vec![3], vec![]],
            vec![vec![], vec![]],
        ],
    };
    let mut dag = Formulas::new();
    let win = dag.atom(ludex_game::Atom::Win(Agent(0)));
    assert_eq!(chain.truth(&dag, win), [false, false, false, true]);
    assert_eq!(truth(&chain, 2, "omega(1)"), [false, false, true, true]);
    assert_eq!(truth(&chain, 2, "omega(2)"), [true, false, true, true]);
    assert_eq!(truth(&chain, 2, "helpmate(1)"), [false, true, false, true]);
}
