//! The player with the derived heuristic: exact where it sees the end, and better than chance.

mod dice;

use std::path::Path;
use std::time::{Duration, Instant};

use dice::Dice;
use ludex_game::{Agent, Game, Hints, Model, Notation, Turn};
use ludex_rewrite::{
    AlphaBeta, Choice, Description, Effort, Evaluation, Feature, Lessons, RewriteGame, Weights,
    evaluate_term, learn, query,
};

fn game(name: &str) -> RewriteGame {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss");
    let text = std::fs::read_to_string(folder.join(format!("{name}.toss"))).expect(name);
    RewriteGame::new(&Description::parse(&text).expect(name)).expect(name)
}

fn effort(depth: u32, nodes: u64) -> Effort {
    Effort { depth, nodes, time: Duration::from_secs(600), stop: None }
}

#[test]
fn compiled_heuristics_are_the_exact_ones() {
    for (name, choice) in [
        ("tic-tac-toe", Choice::Goals),
        ("tic-tac-toe", Choice::Conditions),
        ("mk-5-4", Choice::Goals),
        ("connect4", Choice::Goals),
        ("breakthrough", Choice::Goals),
        ("pawn-whopping", Choice::Goals),
    ] {
        let game = game(name);
        let Ok(term) = choice.term(game.description(), 0, 0) else { continue };
        let evaluation = Evaluation::new(&game, choice).unwrap();
        let (mut dice, mut state, mut ply) = (Dice::new(3), game.initial(), 0);
        while let Turn::Of(agent) = game.turn(&state) {
            // The exact value takes its time.
            if ply % 9 == 5 {
                let structure = game.structure(&state);
                let exact = evaluate_term(game.description(), &structure, &term, &[], u64::MAX);
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
fn tic_tac_toe_is_played_perfectly() {
    let game = game("tic-tac-toe");
    let evaluation = Evaluation::new(&game, game.heuristic_choice()).unwrap();
    let mut player = AlphaBeta::new(&game, &evaluation);
    let mut dice = Dice::new(1);
    for play in 0..30 {
        let (mut state, me) = (game.initial(), Agent((play % 2) as u8));
        while let Turn::Of(agent) = game.turn(&state) {
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            let mv = match agent == me {
                true => player.best_move(&state, &effort(9, u64::MAX)).unwrap().mv,
                false => moves[dice.below(moves.len())],
            };
            game.play(&mut state, agent, mv);
        }
        assert!(game.payoff(&state, me) >= 0.0, "{}", game.write_position(&state));
    }
}

#[test]
fn small_breakthrough_is_solved_as_by_all_states() {
    let text = game("breakthrough").description().to_string();
    let head = text.split("MODEL").next().unwrap();
    for (grid, value) in [("B B B/. . ./W W W", 1.0), ("B B/. ./. ./W W", -1.0)] {
        let description =
            Description::parse(&format!("{head}MODEL [ | W:1 {{}}; B:1 {{}} | ] \"{grid}\""))
                .unwrap();
        assert_eq!(query(&description, "value"), Ok(format!("{value}").into()));
        let game = RewriteGame::new(&description).unwrap();
        let evaluation = Evaluation::new(&game, Choice::Goals).unwrap();
        let found = AlphaBeta::new(&game, &evaluation)
            .best_move(&game.initial(), &effort(40, u64::MAX))
            .unwrap();
        assert_eq!(found.value.signum(), value);
        assert!(found.value.abs() > AlphaBeta::WIN / 2.0);
    }
}

#[test]
fn breakthrough_beats_chance() {
    let game = game("breakthrough");
    let evaluation = Evaluation::new(&game, game.heuristic_choice()).unwrap();
    let mut player = AlphaBeta::new(&game, &evaluation);
    let mut dice = Dice::new(9);
    for play in 0..4 {
        let (mut state, me) = (game.initial(), Agent((play % 2) as u8));
        while let Turn::Of(agent) = game.turn(&state) {
            let mut moves = Vec::new();
            game.moves(&state, agent, &mut moves);
            let mv = match agent == me {
                true => player.best_move(&state, &effort(2, 3_000)).unwrap().mv,
                false => moves[dice.below(moves.len())],
            };
            game.play(&mut state, agent, mv);
        }
        assert_eq!(game.payoff(&state, me), 1.0, "{}", game.write_position(&state));
    }
}

#[test]
fn the_clock_is_kept() {
    let game = game("gomoku");
    let evaluation = Evaluation::new(&game, Choice::Goals).unwrap();
    let mut player = AlphaBeta::new(&game, &evaluation);
    let effort = Effort { time: Duration::from_millis(200), ..Effort::default() };
    let start = Instant::now();
    assert!(player.best_move(&game.initial(), &effort).is_some());
    // One ply is always finished; machines that are busy with other things are slow.
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn games_offer_their_heuristic_as_an_evaluation() {
    for (name, offered) in [("breakthrough", "goals"), ("connect5", "conditions")] {
        let game = game(name);
        assert_eq!(game.evaluations(), [offered], "{name}");
        let mut state = game.initial();
        assert!((game.evaluation(0, &state) - 0.5).abs() < 1e-9, "{name}");
        // A move of the first agent is good for the first agent.
        let mut moves = Vec::new();
        game.moves(&state, Agent::FIRST, &mut moves);
        game.play(&mut state, Agent::FIRST, moves[0]);
        assert!(game.evaluation(0, &state) > 0.5 && game.evaluation(0, &state) < 1.0, "{name}");
    }
    // Whoever is stuck has lost: nothing to count.
    assert!(game("checkers").evaluations().is_empty());
}

#[test]
fn weights_are_learnt_kept_and_used() {
    let game = game("connect4");
    let lessons = Lessons { plays: 20, seed: 1 };
    let weights = learn(&game, &lessons).unwrap();
    assert!(!weights.0.is_empty() && weights.0.iter().all(|(_, weight)| weight.abs() <= 1.0));
    assert_eq!(learn(&game, &lessons).unwrap(), weights);
    assert_eq!(weights.to_string().parse::<Weights>(), Ok(weights.clone()));
    // The combination is what its parts add up to.
    let combined = Evaluation::weighted(&game, &weights).unwrap();
    let mut state = game.initial();
    for _ in 0..6 {
        let agent = game.turn(&state).agent().unwrap();
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        game.play(&mut state, agent, moves[moves.len() / 2]);
    }
    let part = |(feature, weight): &(Feature, f64)| {
        let alone = Weights(vec![(feature.clone(), 1.0)]);
        weight * Evaluation::weighted(&game, &alone).unwrap().value(&game, &state, Agent::FIRST)
    };
    let sum: f64 = weights.0.iter().map(part).sum();
    let value = combined.value(&game, &state, Agent::FIRST);
    assert!((value - sum).abs() < 1e-3, "{value} {sum}");
    let offered = game.with_weights(weights);
    assert_eq!(offered.evaluation(0, &state) > 0.5, value > 0.0);
}
