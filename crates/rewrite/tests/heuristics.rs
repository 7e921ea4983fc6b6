//! Derived heuristics: compiled ones agree with exact ones, are provided to searches, and are
//! combined by learnt weights.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ludex_base::{Budget, NoAnswer, Random, Stopped};
use ludex_game::{Agent, Game, Hints, Model, Turn};
use ludex_rewrite::{
    Choice, Description, Evaluation, Feature, Lessons, RewriteGame, Weights, evaluate_term, learn,
    query_within,
};

fn toss(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss");
    folder.join(format!("{name}.toss"))
}

fn game(name: &str) -> RewriteGame {
    let text = std::fs::read_to_string(toss(name)).expect(name);
    RewriteGame::new(&Description::parse(&text).expect(name)).expect(name)
}

#[test]
fn compiled_heuristics_are_the_exact_ones() {
    let budget = &Budget::default();
    for (name, choice) in [
        ("tic-tac-toe", Choice::Goals),
        ("tic-tac-toe", Choice::Conditions),
        ("mk-5-4", Choice::Goals),
        ("connect4", Choice::Goals),
        ("connect4", Choice::Conditions),
        ("breakthrough", Choice::Goals),
        ("pawn-whopping", Choice::Goals),
    ] {
        let game = game(name);
        let Ok(term) = choice.term(game.description(), 0, 0, budget) else { continue };
        let evaluation = Evaluation::new(&game, choice, budget).unwrap();
        let (mut dice, mut state, mut ply) = (Random::new(3), game.initial(), 0);
        while let Turn::Of(agent) = game.turn(&state) {
            // Computing the exact value is slow.
            if ply % 9 == 5 {
                let structure = game.structure(&state);
                let exact =
                    evaluate_term(game.description(), &structure, &term, &[], (u64::MAX, budget));
                let exact = exact.unwrap().to_f64();
                let found = evaluation.value(&game, &state, Agent::FIRST);
                assert!((found - exact).abs() < 1e-9, "{name}: {found} is not {exact}");
            }
            ply += 1;
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            game.play(&mut state, agent, moves[dice.below(moves.len())]);
        }
    }
}

#[test]
fn games_offer_their_heuristic_as_an_evaluation() {
    for (name, offered) in
        [("breakthrough", "goals"), ("connect4", "conditions"), ("connect5", "conditions")]
    {
        let game = game(name);
        assert_eq!(game.evaluations(), [offered], "{name}");
        let mut state = game.initial();
        assert!((game.evaluation(0, &state) - 0.5).abs() < 1e-9, "{name}");
        // A move of the first agent improves its evaluation.
        let mut moves = Vec::new();
        game.moves(&state, Agent::FIRST, &mut moves);
        game.play(&mut state, Agent::FIRST, moves[0]);
        assert!(game.evaluation(0, &state) > 0.5 && game.evaluation(0, &state) < 1.0, "{name}");
    }
    // A player without moves loses: nothing to count.
    assert!(game("checkers").evaluations().is_empty());
}

#[test]
fn weights_are_learnt_kept_and_used() {
    let budget = &Budget::default();
    let game = game("connect4");
    let lessons = Lessons { plays: 10, seed: 1 };
    let weights = learn(&game, &lessons, budget).unwrap();
    assert!(!weights.0.is_empty() && weights.0.iter().all(|(_, weight)| weight.abs() <= 1.0));
    assert_eq!(learn(&game, &lessons, budget).unwrap(), weights);
    assert_eq!(weights.to_string().parse::<Weights>(), Ok(weights.clone()));
    // The combination is the weighted sum of its parts.
    let combined = Evaluation::weighted(&game, &weights, budget).unwrap();
    let mut state = game.initial();
    for _ in 0..6 {
        let agent = game.turn(&state).agent().unwrap();
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        game.play(&mut state, agent, moves[moves.len() / 2]);
    }
    let part = |(feature, weight): &(Feature, f64)| {
        let alone = Weights(vec![(feature.clone(), 1.0)]);
        let alone = Evaluation::weighted(&game, &alone, budget).unwrap();
        weight * alone.value(&game, &state, Agent::FIRST)
    };
    let sum: f64 = weights.0.iter().map(part).sum();
    let value = combined.value(&game, &state, Agent::FIRST);
    assert!((value - sum).abs() < 1e-3, "{value} {sum}");
    let offered = game.with_weights(weights);
    assert_eq!(offered.evaluation(0, &state) > 0.5, value > 0.0);
}

#[test]
fn a_line_that_wants_one_mark_may_win_at_once() {
    for name in ["connect4", "connect5", "mk-5-4", "breakthrough"] {
        let (game, mut dice, mut quiet) = (game(name), Random::new(5), 0);
        for _ in 0..40 {
            let mut state = game.initial();
            while let Turn::Of(agent) = game.turn(&state) {
                let mut moves = Vec::new();
                for who in [Agent::FIRST, Agent::SECOND] {
                    moves.clear();
                    game.moves(&state, who, &mut moves);
                    let wins = moves.iter().any(|&mv| game.wins(&game.after(&state, who, mv), who));
                    assert!(!wins || game.may_win_at_once(&state, who), "{name}");
                    quiet += usize::from(!game.may_win_at_once(&state, who));
                }
                moves.clear();
                game.moves(&state, agent, &mut moves);
                game.play(&mut state, agent, moves[dice.below(moves.len())]);
            }
        }
        // The test is vacuous if the answer is always yes.
        assert!(quiet > 100 || name == "breakthrough", "{name}: {quiet}");
    }
}

/// Returns Breakthrough on a large board, where deriving a heuristic takes a while.
fn wide_breakthrough() -> Description {
    let text = std::fs::read_to_string(toss("breakthrough")).expect("a file");
    let (rules, _) = text.split_once("} | ] \"").expect("a board");
    let row = |mark: &str| format!("{}\n", [mark; 11].join(" "));
    let rows = ["B", "B", ".", ".", ".", ".", ".", "W", "W"].map(row).concat();
    Description::parse(&format!("{rules}}} | ] \"\n{rows}\"")).expect("a game")
}

/// Heuristics were derived, compiled and evaluated without a look at the time.
#[test]
fn heuristics_are_derived_within_the_time() {
    let description = wide_breakthrough();
    let game = RewriteGame::new(&description).expect("a game");
    let start = Instant::now();
    assert_eq!(game.evaluations(), ["goals"]);
    let taken = start.elapsed();
    let limited = |run: &dyn Fn(&Budget) -> bool, what: &str| {
        let start = Instant::now();
        assert!(run(&Budget::default().within(taken / 20)), "{what} has no answer in time");
        assert!(start.elapsed() < taken / 2, "{what}: {:?} of {taken:?}", start.elapsed());
    };
    let late = |result: Option<Stopped>| result == Some(Stopped::Time);
    let game = RewriteGame::new(&description).expect("a game");
    limited(&|budget| late(game.evaluations_within(budget).err()), "the evaluation");
    for query in ["heuristic White 1/4", "hval White 1/4", "describe not ex y C(x, y)", "learn 2"] {
        let asked = |budget: &Budget| match query_within(&description, query, budget) {
            Err(NoAnswer::Stopped(stopped)) => late(Some(stopped.reason())),
            _ => false,
        };
        limited(&asked, query);
    }
    // A lack of time is not remembered.
    assert_eq!(game.evaluations_within(&Budget::default()), Ok(&["goals"][..]));
    assert_eq!(
        game.evaluations_within(&Budget::default().within(Duration::ZERO)),
        Ok(&["goals"][..])
    );
}

/// A question whose answer takes many steps is stopped by the time, not only by the work allowed.
#[test]
fn values_are_found_within_the_time() {
    let description = wide_breakthrough();
    let late = Budget::default().within(Duration::ZERO);
    for query in [
        "eval ex x, y (C(x, y) and W(x))",
        "term Sum (x, y | C(x, y) : 1)",
        "alt White 4",
        "tnf ex x, y (C(x, y) and W(x))",
    ] {
        let found = query_within(&description, query, &late);
        assert!(matches!(found, Err(NoAnswer::Stopped(_))), "{query}: {found:?}");
        assert!(ludex_rewrite::query(&description, query).is_ok(), "{query}");
    }
    // 99^6 assignments, of which none satisfies it.
    let long = "eval ex a, b, c, d, e, f (W(a) and W(b) and W(c) and W(d) and W(e) and W(f) and \
                not (a = a and b = b and c = c and d = d and e = e and f = f))";
    let start = Instant::now();
    let soon = Budget::default().within(Duration::from_millis(100));
    let _ = query_within(&description, long, &soon);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}
