//! What every command of the program asks, through the library alone.

use std::path::Path;
use std::time::{Duration, Instant};

use ludex::{
    Check, InputError, Laboratory, Language, Limits, Play, Problem, Query, Rules, SetUp, Solve,
    StrategyCheck, Tournament,
};

type Done = Result<(), InputError>;

/// A file of the project, from the folder of this crate.
fn file(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).display().to_string()
}

#[test]
fn lists_have_what_there_is_to_choose_from() {
    let names = |list: Vec<&str>, some: &[&str]| some.iter().all(|name| list.contains(name));
    let games = ludex::GAMES.iter().map(|game| game.name).collect();
    assert!(names(games, &["chess", "connect4", "goofspiel", "mk"]));
    let algorithms = ludex::ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    assert!(names(algorithms, &["alphabeta", "pns", "dfps", "mps", "smab"]));
    let languages = ludex::LANGUAGES.iter().map(|language| language.name).collect();
    assert!(names(languages, &["gdl", "toss", "gp", "sgl", "json", "efg"]));
    let players = ludex::PLAYERS.iter().map(|player| player.name).collect();
    assert!(names(players, &["auto", "mcts", "random", "human"]));
    let concepts = ludex::CONCEPTS.iter().map(|concept| concept.name.as_str()).collect();
    assert!(names(concepts, &["omega", "ladder"]));
}

#[test]
fn games_are_opened_from_names_files_and_texts() -> Done {
    assert_eq!(ludex::open("tictactoe")?.agents().names(), ["X", "O"]);
    let kif = ludex::open(&file("games/gdl/tictactoe.kif"))?;
    assert_eq!(
        (kif.agents().names(), kif.is_simultaneous()),
        (&["x".into(), "o".into()][..], false)
    );
    let text = ludex::files::read(Path::new(&file("games/prolog/nim.gp")))?;
    let nim = ludex::open_text(Language::GameProlog, &text)?;
    assert_eq!(nim.query(&Query::new("force {1} : win(1)"))?.result, true);
    let error = ludex::open("hex:sizes=4").err().expect("there is no such parameter");
    assert_eq!(&error.input.expect("a text").text[error.span], "sizes=4");
    Ok(())
}

#[test]
fn positions_are_shown_stepped_through_and_counted() -> Done {
    let mut game = ludex::open("connect4")?;
    game.set_up(&SetUp::moves("4 4 3"))?;
    let shown = game.show();
    assert_eq!((shown.turn.as_deref(), shown.is_final), (Some("O"), false));
    game.step("3")?;
    assert_eq!(game.reached().legal["X"].as_array().map(Vec::len), Some(7));
    assert!(game.picture().to_svg().starts_with("<svg"));
    let chess = ludex::open("chess")?;
    assert_eq!(chess.perft(3)?.iter().map(|(_, count)| count).sum::<u64>(), 8_902);
    let illegal = game.set_up(&SetUp::moves("9")).expect_err("there is no column 9");
    assert_eq!(illegal.message, "`9` is not a legal move of X here");
    Ok(())
}

#[test]
fn values_come_with_evidence_of_every_kind() -> Done {
    for (name, algorithm) in [
        ("connect4:columns=4,rows=4", "auto"),
        ("tictactoe", "pns"),
        ("tictactoe", "retrograde"),
        ("goofspiel:cards=4", "auto"),
        (&file("games/toss/tic-tac-toe.toss"), "dfpn"),
        (&file("games/stacked/example-11.json"), "exact"),
    ] {
        let game = ludex::open(name)?;
        let solved = game.solve(&Solve::new().algorithm(algorithm).evidence(true))?;
        assert!(solved.exact, "{name}");
        let verified = ludex::verify(&solved.evidence.expect("it was asked for"))?;
        assert!(verified.valid, "{name}: {:?}", verified.reason);
    }
    Ok(())
}

#[test]
fn formulas_are_checked_one_by_one_and_in_batches() -> Done {
    let game = ludex::open("tictactoe")?;
    let request = Check::new("omega(3)").agent("X").algorithm("pnps").evidence(true);
    let batch = ludex::read_batch(Path::new("batch"), "b2 a2\nposition XX./OO./... X\n", false);
    let mut answers = Vec::new();
    game.check_all(&request, &batch, &mut |checked| {
        assert!(checked.evidence.is_some());
        answers.push(checked.answer);
    })?;
    assert_eq!(answers, [Some(true), Some(true)]);
    let nim = ludex::open("nim:heaps=1-2")?;
    assert_eq!(nim.check(&Check::new("<<First>>F win(First)"))?.answer, Some(true));
    let limits = Limits { max_nodes: Some(10), ..Limits::default() };
    let stopped = ludex::open("hex:size=5")?.check(&Check::new("omega(9)").limits(limits))?;
    assert!(stopped.answer.is_none() && stopped.stopped.is_some());
    Ok(())
}

#[test]
fn files_answer_questions_and_are_described() -> Done {
    let rules = Rules::read(&file("games/toss/breakthrough.toss"))?;
    assert_eq!(rules.described(&Default::default())?.agents, ["White", "Black"]);
    assert!(rules.ask(&Query::new("heuristic White 1/4"))?.result.is_string());
    let sgl = Rules::read(&file("games/sgl/tictactoe.sgl"))?;
    assert_eq!(sgl.ask(&Query::new("reach true"))?.result, 5_478);
    let wrong = sgl.ask(&Query::new("rech true")).expect_err("there is no such question");
    assert_eq!(wrong.span, 0..4);
    assert_eq!(ludex::open_file(&file("games/explicit/example-1.json"))?.rules()?.language, "JSON");
    Ok(())
}

#[test]
fn strategies_are_checked_and_found() -> Done {
    let path = file("games/sgl/tictactoe.sgl");
    let request = StrategyCheck {
        game: path.clone(),
        file: path,
        strategy: Some("steady".to_string()),
        player: Some("X".to_string()),
        check: Some("never-loses".to_string()),
        ..StrategyCheck::default()
    };
    assert_eq!(ludex::check_strategy(&request)?.verdicts[0].holds, Some(true));
    let found = ludex::open("tictactoe")?.find_strategy(Some("O"), &Limits::default());
    let found = found.expect("a strategy within the limits");
    assert!(found.holds && found.goal == "never-loses", "{found:?}");
    Ok(())
}

#[test]
fn players_play_matches_and_tournaments() -> Done {
    let game = ludex::open("tictactoe")?;
    let mut turns = 0;
    let played = game.play(&Play::new("mcts@100n,random"), &mut |_, moves| turns = moves.len())?;
    assert_eq!((played.moves.len(), played.scores.len()), (turns, 2));
    let players = "alphabeta@50n,random".to_string();
    let request = Tournament { players, rounds: 2, ..Tournament::default() };
    assert_eq!(game.tournament(&request, &|_, _| {})?.matches, 4);
    let unknown = game.play(&Play::new("mtcs,random"), &mut |_, _| {}).expect_err("no such player");
    assert_eq!(unknown.help.as_deref(), Some("did you mean mcts?"));
    Ok(())
}

#[test]
fn chess_problems_are_solved() -> Done {
    let problem = Problem {
        all: true,
        evidence: true,
        ..Problem::new("#2", "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6")
    };
    let solved = ludex::solve_problem(&problem)?;
    assert_eq!(solved.solutions, [["h5g6"]]);
    assert!(ludex::verify(&solved.evidence.expect("it was asked for"))?.valid);
    Ok(())
}

#[test]
fn tables_of_the_lab_are_run() {
    let table = ludex_lab::find("5.3").expect("a table");
    let limits = Limits { max_nodes: Some(100), ..Limits::default() };
    let mut steps = 0;
    let mut watch = |_: usize, _: usize, _: &str| steps += 1;
    let results = ludex_lab::run(table, &mut Laboratory::new(limits, &mut watch), false, 0);
    assert!(!results.interrupted && steps > 0);
}

/// The time was that of each search.
#[test]
fn the_time_of_a_table_is_that_of_all_its_searches() {
    let table = ludex_lab::find("5.3").expect("a table");
    let limits = Limits { max_seconds: Some(0.05), ..Limits::default() };
    let start = Instant::now();
    let results = ludex_lab::run(table, &mut Laboratory::new(limits, &mut |_, _, _| {}), true, 0);
    assert!(results.interrupted && start.elapsed() < Duration::from_secs(10));
}

#[test]
fn requests_and_answers_are_written_and_read() -> Done {
    let request = Solve::new().algorithm("pns").evidence(true);
    let text = serde_json::to_string(&request).expect("requests are JSON");
    let read: Solve = serde_json::from_str(&text).expect("what was written");
    let game = ludex::open("nim:heaps=1-2")?;
    let solved = game.solve(&read)?;
    let text = serde_json::to_string(&solved).expect("answers are JSON");
    let again: ludex::Solved = serde_json::from_str(&text).expect("what was written");
    assert_eq!(serde_json::to_string(&again).expect("JSON"), text);
    let sparse: Check = serde_json::from_str(r#"{ "formula": "omega(1)" }"#).expect("defaults");
    let checked = game.check(&sparse)?;
    let text = serde_json::to_string(&checked).expect("answers are JSON");
    let again: ludex::Checked = serde_json::from_str(&text).expect("what was written");
    assert_eq!(again.answer, checked.answer);
    Ok(())
}

/// The help of `replay` says that a line may be a single move where only one agent acts.
#[test]
fn replay_of_a_game_of_turns_in_gdl_contradicted_its_help() -> Done {
    let kif = file("games/gdl/tictactoe.kif");
    let after = |lines: &[&str]| -> Result<Vec<String>, InputError> {
        let mut game = ludex::open_simultaneous(&kif)?;
        lines.iter().try_for_each(|line| game.step(line))?;
        Ok(game.reached().facts)
    };
    let joint = after(&["(mark a 1)\tnoop", "noop\t(mark b 2)"])?;
    assert_eq!(after(&["(mark a 1)", "(mark b 2)"])?, joint);
    assert_eq!(after(&["(mark a 1)\tnoop", "(mark b 2)"])?, joint);
    let error = after(&["(mark a 1)", "(mark a 1)"]).expect_err("the cell is taken");
    assert_eq!(error.message, "`(mark a 1)` is not a legal move of o here");
    // Relatives: a joint move in a game of turns, and a single move where two agents act.
    let mut turns = ludex::open("connect4")?;
    turns.step("4\tnoop")?;
    turns.step("noop\t4")?;
    assert_eq!(turns.show().turn.as_deref(), Some("X"));
    assert!(turns.step("4\t4").is_err() && turns.step("noop\t4").is_err());
    let mut together = ludex::open_simultaneous("goofspiel:cards=3")?;
    let error = together.step("2").expect_err("two agents act");
    assert_eq!(error.message, "one move of every agent was expected, not 1");
    Ok(())
}

/// Breakthrough 5x4 took 6.33 M nodes by the choice of `auto` and 0.49 M by the other search.
#[test]
fn auto_took_the_slower_search_on_breakthrough() -> Done {
    let solve =
        |game: &str, algorithm: &str| ludex::open(game)?.solve(&Solve::new().algorithm(algorithm));
    for game in
        ["breakthrough:rows=5,columns=3", "breakthrough:rows=4,columns=4", "nim:heaps=3-4-5"]
    {
        let (auto, other) = (solve(game, "auto")?, solve(game, "alphabeta")?);
        assert_eq!((auto.algorithm.as_str(), &auto.value), ("dfpn", &other.value), "{game}");
        assert!(auto.nodes < other.nodes, "{game}: {} of {}", auto.nodes, other.nodes);
    }
    for game in
        ["connect4:columns=4,rows=4", "domineering:rows=5,columns=5", "nogo:rows=1,columns=10"]
    {
        assert_eq!(solve(game, "auto")?.algorithm, "alphabeta", "{game}");
    }
    Ok(())
}
