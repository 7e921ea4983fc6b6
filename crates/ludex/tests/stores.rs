//! Stores: what was spent in this run and in all, going on in small slices, endgame tables.

use ludex::{Best, InputError, Limits, SetUp, Solve, Solved, Work};

type Done = Result<(), InputError>;

/// Makes a folder, and a request with a store and a key in it.
fn store() -> (tempfile::TempDir, Solve) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Some(folder.path().join("answers.ludex"));
    let store_key = Some(folder.path().join("key"));
    (folder, Solve { store, store_key, ..Solve::new() })
}

fn nodes(max_nodes: u64) -> Limits {
    Limits { max_nodes: Some(max_nodes), ..Limits::default() }
}

#[test]
fn the_store_mixed_nodes_of_all_runs_with_the_time_of_this_one() -> Done {
    for (algorithm, most) in
        [("pns", 4_000), ("alphabeta", 50_000), ("dfpn", 8_000), ("pp2", 8_000)]
    {
        let (_folder, store) = store();
        let game = ludex::open("domineering:rows=5,columns=5")?;
        let slice = Solve {
            hints: Some(false),
            ..store.algorithm(algorithm).best(Best::One).limits(nodes(most))
        };
        let (mut sum, mut seconds, mut runs) = (0, 0.0, 0);
        let last = loop {
            let solved = game.solve(&slice)?;
            assert!(solved.nodes <= most, "{algorithm}: {} in one run", solved.nodes);
            (sum, runs) = (sum + solved.nodes, runs + 1);
            let total = solved.total.expect("there is a store");
            assert_eq!(total.nodes, sum, "{algorithm}");
            assert!(total.seconds > seconds, "{algorithm}: earlier runs count");
            seconds = total.seconds - solved.seconds;
            if solved.exact {
                break solved;
            }
            assert!(runs < 1_000, "{algorithm} gets no further");
        };
        assert!(runs > 1, "{algorithm}: {runs}");
        let again = game.solve(&slice)?;
        assert_eq!((again.stored, again.nodes, again.value_nodes), (Some(true), 0, 0));
        assert_eq!(again.total.map(|total: Work| total.nodes), Some(sum));
        assert_eq!((again.value, again.best), (last.value, last.best));
    }
    Ok(())
}

#[test]
fn a_stored_answer_names_the_search_that_found_it() -> Done {
    let (_folder, store) = store();
    let game = ludex::open("nim:heaps=3-4-5")?;
    let request = |algorithm: &str| store.clone().algorithm(algorithm).best(Best::One);
    assert_eq!(game.solve(&request("pp"))?.algorithm, "pp");
    let again = game.solve(&request("auto"))?;
    assert_eq!((again.algorithm.as_str(), again.why), ("pp", None));
    // One best move is stored, and all are asked for.
    let all = game.solve(&Solve { best: Some(Best::All), ..request("auto") })?;
    assert_eq!((all.stored, all.all_best), (Some(false), true));
    let known = game.solve(&Solve { best: Some(Best::All), ..request("pns") })?;
    assert_eq!((known.stored, known.best), (Some(true), all.best));
    Ok(())
}

/// Returns the positions of all plays of at most this many moves.
fn positions(game: &str, plies: usize) -> Result<Vec<SetUp>, InputError> {
    let mut plays = vec![String::new()];
    let mut next = 0;
    while next < plays.len() {
        let play = plays[next].clone();
        next += 1;
        if play.split_whitespace().count() == plies {
            continue;
        }
        let mut session = ludex::open(game)?;
        session.set_up(&SetUp::moves(play.clone()))?;
        let shown = session.show();
        let legal = shown.turn.and_then(|agent| shown.legal.get(&agent).cloned());
        for mv in legal.iter().flat_map(|moves| moves.as_array()).flatten() {
            plays.push(format!("{play} {}", mv.as_str().unwrap_or_default()).trim().to_string());
        }
    }
    Ok(plays.into_iter().map(SetUp::moves).collect())
}

fn all(game: &str, request: &Solve, positions: &[SetUp]) -> Result<Vec<Solved>, InputError> {
    let mut found = Vec::new();
    ludex::open(game)?.solve_all(request, positions, &mut |solved| found.push(solved))?;
    Ok(found)
}

#[test]
fn retrograde_started_again_for_every_line_of_a_batch() -> Done {
    let positions = positions("tictactoe", 2)?;
    let found = all("tictactoe", &Solve::new().algorithm("retrograde"), &positions)?;
    let plain = all("tictactoe", &Solve::new().algorithm("alphabeta"), &positions)?;
    assert_eq!(found.len(), 82);
    assert!(found[0].nodes > 5_000, "{}", found[0].nodes);
    for (found, plain) in found.iter().zip(&plain).skip(1) {
        assert_eq!((found.nodes, &found.value), (0, &plain.value), "{}", found.position);
        assert_eq!(found.distance, found.line.as_ref().map(|line| line.len() as u32));
    }
    Ok(())
}

#[test]
fn a_strong_solution_was_computed_and_thrown_away() -> Done {
    for (game, plies) in [("tictactoe", 3), ("nim:heaps=2-3-4", 4), ("go:size=2", 3)] {
        let (_folder, store) = store();
        let solve = |algorithm: &str| store.clone().algorithm(algorithm).best(Best::All);
        assert_eq!(ludex::open(game)?.solve(&solve("retrograde"))?.stored, Some(false));
        let positions = positions(game, plies)?;
        // Whatever search is named, the table knows all positions.
        let known = all(game, &solve("pns"), &positions)?;
        let plain = all(game, &Solve::new().best(Best::All), &positions)?;
        for (known, plain) in known.iter().zip(&plain) {
            assert_eq!((known.stored, known.nodes), (Some(true), 0), "{game} {}", known.position);
            assert_eq!((&known.value, known.exact), (&plain.value, plain.exact));
            let sorted = |moves: &[String]| {
                let mut moves = moves.to_vec();
                moves.sort();
                moves
            };
            assert_eq!(sorted(&known.best), sorted(&plain.best), "{game} {}", known.position);
            assert_eq!(known.algorithm, "retrograde");
        }
    }
    Ok(())
}

#[test]
fn evidence_of_a_stored_solution_is_valid() -> Done {
    let (_folder, store) = store();
    let mut game = ludex::open("nim:heaps=2-3-4")?;
    let request = store.algorithm("retrograde").evidence(true);
    assert!(game.solve(&request)?.evidence.is_some());
    game.set_up(&SetUp::moves("1:1 2:1"))?;
    for _ in 0..2 {
        let solved = game.solve(&request)?;
        let evidence = solved.evidence.expect("a proof from the table");
        assert!(ludex::verify(&evidence)?.valid);
    }
    Ok(())
}

#[test]
fn cluedo_ran_for_28_seconds_instead_of_2() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/prolog/cluedo.gp");
    let limits = Limits { max_seconds: Some(0.05), ..Limits::default() };
    let error = ludex::open_within(&path.display().to_string(), &limits).err().expect("no time");
    assert!(error.out_of_budget && error.message.contains("not even opened"), "{error}");
    let built_in = ludex::open_within("tictactoe", &limits);
    assert!(built_in.is_ok());
}
