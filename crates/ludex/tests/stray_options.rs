//! Options that have no effect are refused by name.

use ludex::{ALGORITHMS, Check, InputError, Solve};
use ludex_search::{SearchOption, Task, algorithms_for};

type Done = Result<(), InputError>;

/// Asserts that an option is accepted or refused by name.
fn assert_taken(found: Result<(), InputError>, takes: bool, option: &str, name: &str) {
    match found {
        Ok(()) => assert!(takes, "{name} takes no {option}"),
        Err(error) => {
            let named = error.message.contains(option) && error.message.contains(name);
            assert!(named && !takes, "{name} {option}: {error}");
        }
    }
}

#[test]
fn an_evaluation_was_silently_ignored() -> Done {
    let game = ludex::open("hex:size=2")?;
    for info in algorithms_for(Task::Value) {
        let with = |name: &str| Solve {
            evaluation: Some(name.to_string()),
            ..Solve::new().algorithm(info.name)
        };
        let own = info.takes(SearchOption::Evaluation);
        let mobility = own || info.takes(SearchOption::Mobility);
        let found = |name| game.solve(&with(name)).map(drop);
        assert_taken(found("reduction"), own, "--evaluation", info.name);
        assert_taken(found("mobility"), mobility, "--evaluation", info.name);
        assert_taken(found("none"), true, "--evaluation", info.name);
    }
    Ok(())
}

#[test]
fn an_evaluation_that_is_accepted_has_an_effect() -> Done {
    let cases = [
        ("hex:size=3", "reduction", SearchOption::Evaluation),
        ("domineering:rows=4,columns=5", "mobility", SearchOption::Mobility),
    ];
    for (game, name, option) in cases {
        let game = ludex::open(game)?;
        for info in algorithms_for(Task::Value).filter(|info| info.takes(option)) {
            let nodes = |name: &str| {
                let (evaluation, hints) = (Some(name.to_string()), Some(false));
                let request = Solve { evaluation, hints, ..Solve::new().algorithm(info.name) };
                game.solve(&request).map(|solved| (solved.nodes, solved.created))
            };
            assert_ne!(nodes(name)?, nodes("none")?, "{} with {name}", info.name);
        }
    }
    Ok(())
}

#[test]
fn options_of_searches_are_refused_where_they_have_no_effect() -> Done {
    let game = ludex::open("nim:heaps=1-2")?;
    for info in algorithms_for(Task::Value) {
        let plain = || Solve::new().algorithm(info.name);
        let ask = |request: Solve| game.solve(&request).map(drop);
        let takes = |option| info.takes(option);
        let table = takes(SearchOption::Transpositions);
        let on = ask(Solve { transpositions: Some(true), ..plain() });
        assert_taken(on, table, "--transpositions", info.name);
        let off = ask(Solve { transpositions: Some(false), ..plain() });
        assert_taken(off, table || info.name == "dfs", "--transpositions", info.name);
        let hints = ask(Solve { hints: Some(true), ..plain() });
        assert_taken(hints, takes(SearchOption::Hints), "--hints", info.name);
        let range = ask(Solve { range: Some("loss..win".to_string()), ..plain() });
        assert_taken(range, takes(SearchOption::Range), "--range", info.name);
        let every = ask(Solve { checkpoint_every: Some(1.0), ..plain() });
        assert_taken(every, takes(SearchOption::Checkpoints), "--checkpoint-every", info.name);
    }
    Ok(())
}

#[test]
fn options_of_formulas_are_refused_where_they_have_no_effect() -> Done {
    let game = ludex::open("tictactoe")?;
    for info in algorithms_for(Task::Formula) {
        let plain = || Check::new("omega(1)").algorithm(info.name);
        let ask = |request: Check| game.check(&request).map(drop);
        let takes = |option| info.takes(option);
        let look = ask(Check { look: Some(false), ..plain() });
        assert_taken(look, takes(SearchOption::Look), "--look", info.name);
        let cost = ask(Check { cost: Some("depth".to_string()), ..plain() });
        assert_taken(cost, takes(SearchOption::Cost), "--cost", info.name);
        let table = ask(Check { transpositions: Some(false), ..plain() });
        assert_taken(table, takes(SearchOption::Transpositions), "--transpositions", info.name);
    }
    let coalition = Check { look: Some(true), ..Check::new("<<X>>F win(X)") };
    let error = game.check(&coalition).expect_err("no search is used");
    assert!(error.message.contains("--look means nothing"), "{error}");
    Ok(())
}

#[test]
fn every_algorithm_says_what_a_node_is() {
    assert!(
        ALGORITHMS.iter().all(|info| info.node.starts_with("a ") || info.node.starts_with("an "))
    );
}
