//! Games of one agent: the solution is a play.

use std::path::Path;

use ludex::{Best, InputError, Session, SetUp, Solve};

type Done = Result<(), InputError>;

/// Plays a line from the position of a session. Returns whether the game is over after it, and not
/// before.
fn ends_with(session: &Session, line: &[String]) -> Result<bool, InputError> {
    let mut session = session.clone();
    for mv in line {
        if session.show().is_final {
            return Ok(false);
        }
        session.step(mv)?;
    }
    Ok(session.show().is_final)
}

/// It said "win" and listed all moves.
#[test]
fn the_solution_of_a_puzzle_was_a_list_of_moves() -> Done {
    for seed in 1..5 {
        let session = ludex::open(&format!("npuzzle:size=4,scramble=30,seed={seed}"))?;
        let solved = session.solve(&Solve::new().evidence(true))?;
        let line = solved.line.expect("a line");
        assert_eq!((solved.algorithm.as_str(), solved.shortest), ("ida", Some(true)));
        assert_eq!(solved.distance, Some(line.len() as u32));
        assert!(line.len() <= 30 && ends_with(&session, &line)?);
        assert_eq!(solved.best, line[..1]);
        assert!(ludex::verify(&solved.evidence.expect("it was asked for"))?.valid);
    }
    Ok(())
}

/// Every search gives a line, and says whether it is a shortest one.
#[test]
fn all_searches_give_a_line() -> Done {
    let session = ludex::open("npuzzle:scramble=10,seed=3")?;
    let fewest = session.solve(&Solve::new())?.line.expect("a line").len();
    for info in ludex::ALGORITHMS {
        let solved = match session.solve(&Solve::new().algorithm(info.name)) {
            Ok(solved) if info.name != "dfs" => solved,
            _ => continue,
        };
        let line = solved.line.unwrap_or_else(|| panic!("{} has no line", info.name));
        assert!(ends_with(&session, &line)?, "{}", info.name);
        let claims = ["ida", "astar", "retrograde"].contains(&info.name);
        assert_eq!(solved.shortest, Some(claims), "{}", info.name);
        assert_eq!(solved.distance.is_some(), claims, "{}", info.name);
        assert!(!claims || line.len() == fewest, "{}", info.name);
    }
    Ok(())
}

#[test]
fn nothing_better_than_the_worst_is_no_solution() -> Done {
    let mut session = ludex::open("npuzzle")?;
    session.set_up(&SetUp::position("1-2-3/4-5-6/8-7-_"))?;
    for algorithm in ["auto", "ida", "astar", "alphabeta"] {
        let solved = session.solve(&Solve::new().algorithm(algorithm))?;
        assert_eq!((solved.value.as_str(), solved.line), (Some("loss"), None), "{algorithm}");
    }
    session.set_up(&SetUp::position("1-2-3/4-5-6/7-8-_"))?;
    let solved = session.solve(&Solve::new())?;
    assert_eq!((solved.value.as_str(), solved.line), (Some("win"), Some(Vec::new())));
    Ok(())
}

#[test]
fn searches_for_one_agent_refuse_two() -> Done {
    let session = ludex::open("tictactoe")?;
    let error = session.solve(&Solve::new().algorithm("ida")).expect_err("two agents");
    assert_eq!(error.message, "ida is for games of one agent, and this one has 2");
    let session = ludex::open("goofspiel:cards=3")?;
    let error = session.solve(&Solve::new().algorithm("astar")).expect_err("simultaneous moves");
    assert_eq!(error.message, "astar is for games where agents take turns");
    Ok(())
}

/// Where the best outcome cannot be had, the shortest play to what can be had is the solution.
#[test]
fn other_values_than_wins_have_lines() -> Done {
    let text = r#"{ "agents": ["Solo"], "outcomes": { "none": 0, "some": 1, "all": 2 },
        "initial": "s", "states": {
            "s": { "moves": { "Solo": { "long": "a", "short": "b", "stop": "n" } } },
            "a": { "moves": { "Solo": { "on": "c" } } },
            "b": { "outcome": "some" }, "c": { "outcome": "some" }, "n": { "outcome": "none" } } }"#;
    let session = ludex::open_text(ludex::Language::Json, text)?;
    for algorithm in ["auto", "ida", "astar", "retrograde"] {
        let solved = session.solve(&Solve::new().algorithm(algorithm).evidence(true))?;
        assert_eq!(solved.value, "some", "{algorithm}");
        assert_eq!(solved.line, Some(vec!["short".to_string()]), "{algorithm}");
        assert!(ludex::verify(&solved.evidence.expect("it was asked for")).is_err());
    }
    Ok(())
}

/// Games for one of the corpus: lines that end the game with the value.
#[test]
fn games_for_one_in_gdl_have_lines() -> Done {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/gdl");
    if !data.is_dir() {
        eprintln!("left out: there is no {}", data.display());
        return Ok(());
    }
    for name in ["buttons", "hanoi", "listHanoi"] {
        let session = ludex::open(&data.join(format!("{name}.kif")).display().to_string())?;
        let solved = session.solve(&Solve::new())?;
        let line = solved.line.unwrap_or_else(|| panic!("{name} has no line"));
        assert_eq!((solved.score, solved.shortest), (Some(100.0), Some(true)), "{name}");
        assert!(ends_with(&session, &line)?, "{name}");
    }
    Ok(())
}

/// The play was printed, and `--best all` had no effect.
#[test]
fn all_best_moves_are_refused_where_the_solution_is_a_play() -> Done {
    let game = ludex::open("npuzzle:size=2")?;
    for algorithm in ["auto", "ida", "dfpn"] {
        let error = game.solve(&Solve::new().algorithm(algorithm).best(Best::All)).err();
        assert!(error.is_some_and(|error| error.message.contains("--best all")), "{algorithm}");
    }
    assert!(game.solve(&Solve::new().best(Best::One))?.exact);
    Ok(())
}
