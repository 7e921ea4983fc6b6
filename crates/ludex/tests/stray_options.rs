//! Options that have no effect are refused by name.

use ludex::{
    ALGORITHMS, Check, DefinitionsText, InputError, Play, Problem, Solve, Tournament, solve_problem,
};
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

/// Exact fractions take no options: with some, `auto` chose them all the same.
#[test]
fn options_are_not_lost_where_the_choice_is_automatic() -> Done {
    let game = ludex::open("goofspiel:cards=3")?;
    assert_eq!(game.solve(&Solve::new())?.algorithm, "exact");
    let table = Solve { transpositions: Some(false), ..Solve::new() };
    let hints = Solve { hints: Some(true), ..Solve::new() };
    for request in [table, hints] {
        assert_eq!(game.solve(&request)?.algorithm, "backward");
    }
    Ok(())
}

const HELPMATE: &str = "8/8/1B6/8/3PP3/1PnkpB2/8/RN2K3 b Q";
const MATE: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w";

fn refused(problem: Problem) -> String {
    let error = solve_problem(&problem).map(drop).expect_err("the option has no effect");
    error.message
}

#[test]
fn options_of_problems_had_no_effect() -> Done {
    let (help, series) = (Problem::new("h#2", HELPMATE), Problem::new("ser-h#2", HELPMATE));
    let mate = Problem::new("#2", MATE);
    let formula = Problem { stipulation: None, formula: Some("<A> w".into()), ..mate.clone() };
    let definitions = Some(DefinitionsText { name: "own".into(), text: "f = w".into() });
    let stray = [
        (Problem { tries: true, ..help.clone() }, "--tries means nothing to h#2"),
        (
            Problem { variations: Some(2), ..series.clone() },
            "--variations means nothing to ser-h#2",
        ),
        (Problem { set_play: true, ..series.clone() }, "--set-play means nothing to ser-h#2"),
        (Problem { definitions: definitions.clone(), ..mate.clone() }, "--define means nothing"),
        (Problem { tries: true, ..formula.clone() }, "--tries means nothing to <A> w"),
        (Problem { duplex: true, ..formula.clone() }, "--duplex means nothing to <A> w"),
        (Problem { set_play: true, ..formula.clone() }, "--set-play means nothing to <A> w"),
        (Problem { limit: Some(3), ..mate.clone() }, "--limit means nothing"),
    ];
    for (problem, message) in stray {
        let found = refused(problem);
        assert!(found.contains(message), "{found}");
    }
    let meant = [
        Problem { set_play: true, duplex: true, variations: Some(0), ..help.clone() },
        Problem { duplex: true, ..series.clone() },
        Problem { tries: true, set_play: true, duplex: true, variations: Some(1), ..mate },
        Problem { definitions, ..formula },
    ];
    meant.iter().try_for_each(|problem| solve_problem(problem).map(drop))?;
    let page = Problem { tries: true, set_play: true, ..series };
    solve_problem(&page.with_page_variations().without_meaningless())?;
    solve_problem(&help.with_page_variations()).map(drop)
}

/// A helpmate with a hundred thousand solutions in fewer moves was printed in full, for minutes.
#[test]
fn lists_of_solutions_end_and_say_so() -> Done {
    // Black has nothing but a king in the corner, White two queens.
    let many = |limit| Problem { all: true, duplex: true, limit, ..Problem::new("h#2", CORNER) };
    let all = solve_problem(&many(None))?;
    assert!(all.complete && all.limited.is_none() && all.count > 10, "{}", all.count);
    let some = solve_problem(&many(Some(7)))?;
    assert_eq!((some.count, some.complete, some.limited), (7, false, Some(7)));
    assert!(some.short.as_ref().is_some_and(|short| short.len() <= 7));
    assert!(some.solutions.iter().all(|line| all.solutions.contains(line)));
    assert!(some.to_text().contains("7 solutions, perhaps more"), "{}", some.to_text());
    assert!(some.to_text().contains("--limit N lists more"));
    let exactly = solve_problem(&many(Some(all.count)))?;
    assert_eq!((exactly.count, exactly.complete), (all.count, true));
    let keys = Problem { all: true, limit: Some(1), ..Problem::new("#2", TWO_ROOKS) };
    let keys = solve_problem(&keys)?;
    assert_eq!((keys.count, keys.complete, keys.limited), (1, false, Some(1)));
    Ok(())
}

const CORNER: &str = "7k/8/8/8/8/8/1Q6/KQ6 b";
const TWO_ROOKS: &str = "7k/8/5K2/8/8/8/8/RR6 w";

/// Every player takes a limit for each move, as the command line says, whether it searches or not.
#[test]
fn every_player_takes_a_limit_of_nodes() -> Done {
    let game = ludex::open("nim:heaps=1-2")?;
    for players in ["random@9n,random", "mcts@9n,random@5n", "random@2s,mcts@9n"] {
        let request = Play { players: players.to_string(), ..Play::default() };
        game.play(&request, &mut |_, _| ())?;
    }
    let request = Tournament { players: "random@9n,uct@9n".to_string(), ..Tournament::default() };
    game.tournament(&request, &|_, _| ()).map(drop)
}
