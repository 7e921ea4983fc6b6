//! The value comes first, and an answer says which search found it and what it took.

use std::sync::{Arc, Mutex};

use ludex::{Best, InputError, Limits, Solve, Solved, ValueWatcher};
use ludex_search::{Task, algorithms_for};

type Done = Result<(), InputError>;

fn solve(game: &str, request: &Solve) -> Result<Solved, InputError> {
    ludex::open(game)?.solve(request)
}

#[test]
fn all_best_moves_were_found_unasked_and_nothing_said_so() -> Done {
    let game = "domineering:rows=6,columns=6";
    let one = solve(game, &Solve::new().algorithm("pp2").best(Best::One))?;
    assert_eq!((one.best.len(), one.all_best), (1, false));
    let unasked = solve(game, &Solve::new().algorithm("pp2"))?;
    assert_eq!(unasked.value_nodes, one.value_nodes);
    assert!(unasked.nodes <= one.nodes + 50_000, "{} and {}", unasked.nodes, one.nodes);
    assert!(!unasked.best.is_empty() && !unasked.all_best);
    let none = solve(game, &Solve::new().algorithm("pp2").best(Best::None))?;
    assert_eq!((none.value, none.best.len(), none.nodes), (one.value, 0, one.value_nodes));
    let small = solve("connect4:columns=5,rows=4", &Solve::new())?;
    assert!(small.all_best, "all best moves of a small game are listed");
    Ok(())
}

#[test]
fn the_value_is_told_before_the_best_moves_are_known() -> Done {
    for algorithm in ["alphabeta", "dfpn", "pns", "pp2", "mopns", "mtdf", "dfs", "auto"] {
        let told: Arc<Mutex<Vec<Solved>>> = Arc::default();
        let watcher = told.clone();
        let request = Solve {
            value_watcher: Some(ValueWatcher(Arc::new(move |solved: &Solved| {
                watcher.lock().expect("one thread").push(solved.clone());
            }))),
            ..Solve::new().algorithm(algorithm).best(Best::All)
        };
        let solved = solve("nogo:rows=1,columns=9", &request)?;
        let told = told.lock().expect("one thread");
        // What was told before is not exact.
        let exact: Vec<&Solved> = told.iter().filter(|solved| solved.exact).collect();
        let [first] = exact[..] else { panic!("{algorithm}: told {} times", exact.len()) };
        assert_eq!((&first.value, first.exact), (&solved.value, true), "{algorithm}");
        assert_eq!(first.nodes, solved.value_nodes, "{algorithm}: told at once");
        assert!(first.best.is_empty() && solved.all_best, "{algorithm}");
    }
    Ok(())
}

#[test]
fn bounds_are_told_while_a_long_search_goes_on() -> Done {
    let told: Arc<Mutex<Vec<Solved>>> = Arc::default();
    let watcher = told.clone();
    let limits = Limits { max_seconds: Some(1.0), ..Limits::default() };
    let request = Solve {
        value_watcher: Some(ValueWatcher(Arc::new(move |solved: &Solved| {
            watcher.lock().expect("one thread").push(solved.clone());
        }))),
        ..Solve::new().limits(limits)
    };
    let solved = solve("connect4", &request)?;
    assert!(!solved.exact, "nobody solves it in a second");
    let told = told.lock().expect("one thread");
    let first = told.first().expect("it is told what is known");
    assert_eq!(first.algorithm, solved.algorithm);
    assert_eq!(
        (first.exact, first.value_text().as_str()),
        (false, "unknown, between loss and win")
    );
    assert!(told.windows(2).all(|pair| pair[0].bounds != pair[1].bounds), "told when it changes");
    Ok(())
}

#[test]
fn why_named_one_search_and_work_another() -> Done {
    let games = [
        "tictactoe",
        "hex:size=3",
        "nim:heaps=3-4-5",
        "npuzzle:size=2",
        "go:size=2",
        "domineering:rows=4,columns=4",
        "goofspiel:cards=3",
        "goofspiel:cards=4",
    ];
    for game in games {
        let solved = solve(game, &Solve::new())?;
        let why = solved.why.expect("the choice is explained");
        let named = why.starts_with(&format!("{}, as ", solved.algorithm));
        assert!(named, "{game}: {} and {why}", solved.algorithm);
    }
    Ok(())
}

#[test]
fn evidence_of_the_only_outcome_claimed_nothing_and_was_not_valid() -> Done {
    let text = r#"{ "agents": ["A", "B"], "outcomes": { "draw": 0 }, "initial": "s",
        "states": { "s": { "moves": { "A": ["t", "u"] } },
            "t": { "outcome": "draw" }, "u": { "outcome": "draw" } } }"#;
    let solved =
        ludex::open_text(ludex::Language::Json, text)?.solve(&Solve::new().evidence(true))?;
    assert_eq!((solved.value.as_str(), solved.exact), (Some("draw"), true));
    assert!(solved.evidence.is_none());
    assert!(solved.stopped.is_some_and(|why| why.contains("nothing to prove")));
    Ok(())
}

/// What the searches began with was listed as the best move of an unknown value.
#[test]
fn an_unknown_value_of_simultaneous_moves_came_with_a_best_move() -> Done {
    let limits = Limits { max_nodes: Some(50), ..Limits::default() };
    for algorithm in ["auto", "backward", "smab", "oracle", "regret", "exact"] {
        let request = Solve::new().algorithm(algorithm).limits(limits.clone());
        let solved = solve("biddingtictactoe:chips=8", &request)?;
        assert!(solved.value.is_null() && solved.stopped.is_some(), "{algorithm}");
        assert!(solved.best.is_empty() && solved.strategies.is_empty(), "{algorithm}: {solved:?}");
    }
    Ok(())
}

/// Turn games, which always did so.
#[test]
fn an_unknown_value_has_no_best_move() -> Done {
    let limits = Limits { max_nodes: Some(300), ..Limits::default() };
    for info in algorithms_for(Task::Value) {
        let solved = solve("connect4", &Solve::new().algorithm(info.name).limits(limits.clone()))?;
        assert!(!solved.exact && solved.best.is_empty(), "{}: {solved:?}", info.name);
    }
    Ok(())
}
