//! Alpha-beta with the evaluation that structure rewriting games derive from their goals.

use std::path::Path;

use ludex_game::{Agent, Model, Turn, below};
use ludex_play::{AlphaBeta, Auto, Clock, Limit, MctsOptions, Player, Rules, Style, Turns};
use ludex_rewrite::{Description, RewriteGame, query};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn description(name: &str) -> Description {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss");
    let text = std::fs::read_to_string(folder.join(format!("{name}.toss"))).expect(name);
    Description::parse(&text).expect(name)
}

fn game(description: &Description) -> Turns<RewriteGame> {
    Turns::new(RewriteGame::new(description).expect("it can be played"))
}

/// Plays as one agent against random moves, with a number of nodes for each move. Returns its
/// payoff, 0 for a play that does not end.
fn against_chance(game: &Turns<RewriteGame>, me: Agent, nodes: u64, seed: u64) -> f64 {
    let mut player = AlphaBeta::new(game, Style::Paranoid, seed, 1 << 26);
    let clock = || Clock::new(Limit::Nodes(nodes));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.initial();
    for _ in 0..400 {
        let Turn::Of(agent) = game.turn(&state) else { return game.payoff(&state, me) };
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        let mv = match agent == me {
            true => player.choose(&state, me, &clock()).expect("a move").mv,
            false => moves[below(&mut rng, moves.len())],
        };
        game.step(&mut state, &[mv]);
    }
    0.0
}

#[test]
fn tic_tac_toe_is_never_lost() {
    let game = game(&description("tic-tac-toe"));
    for seed in 0..30 {
        let me = Agent((seed % 2) as u8);
        assert!(against_chance(&game, me, 1_000_000, seed) >= 0.0, "{seed}");
    }
}

#[test]
fn games_with_a_derived_heuristic_are_won_against_chance() {
    for name in ["breakthrough", "connect4", "connect5", "pawn-whopping"] {
        let game = game(&description(name));
        for seed in 0..4 {
            let me = Agent((seed % 2) as u8);
            assert_eq!(against_chance(&game, me, 500, seed), 1.0, "{name} {seed}");
        }
    }
}

#[test]
fn small_breakthrough_is_proved_as_by_all_states() {
    let text = description("breakthrough").to_string();
    let head = text.split("MODEL").next().expect("a head");
    for (grid, value) in [("B B B/. . ./W W W", 1.0), ("B B/. ./. ./W W", -1.0)] {
        let text = format!("{head}MODEL [ | W:1 {{}}; B:1 {{}} | ] \"{grid}\"");
        let description = Description::parse(&text).expect("a game");
        assert_eq!(query(&description, "value"), Ok(format!("{value}").into()));
        let game = game(&description);
        let mut player = AlphaBeta::new(&game, Style::Paranoid, 0, 1 << 26);
        let clock = Clock::new(Limit::Nodes(u64::MAX));
        let found = player.choose(&game.initial(), Agent::FIRST, &clock).expect("a move");
        assert!(found.thought.proven, "{grid}");
        assert_eq!(found.thought.value, Some(value), "{grid}");
    }
}

#[test]
fn material_is_learned_where_the_goal_says_nothing() {
    for name in ["checkers", "morris"] {
        let game = game(&description(name));
        assert_eq!(game.evaluation(&game.initial()), None, "{name}");
        let plays = (0..4).map(|seed| against_chance(&game, Agent((seed % 2) as u8), 400, seed));
        let payoffs: Vec<f64> = plays.collect();
        assert!(payoffs.iter().sum::<f64>() >= 3.0, "{name}: {payoffs:?}");
    }
}

#[test]
fn the_default_player_uses_derived_evaluations() {
    for name in ["breakthrough", "pawn-whopping", "checkers"] {
        let game = game(&description(name));
        let mut auto = Auto::new(&game, MctsOptions::improved(), 3);
        let mut alpha_beta = AlphaBeta::new(&game, Style::Paranoid, 3, 256 << 20);
        let mut state = game.initial();
        for _ in 0..6 {
            let Turn::Of(agent) = game.turn(&state) else { break };
            let clock = || Clock::new(Limit::Nodes(300));
            let found = auto.choose(&state, agent, &clock()).expect("a move");
            assert_eq!(Some(found), alpha_beta.choose(&state, agent, &clock()), "{name}");
            game.step(&mut state, &[found.mv]);
        }
    }
}

#[test]
fn the_default_player_plays_out_where_pieces_stay() {
    let game = game(&description("hex"));
    let clock = || Clock::new(Limit::Nodes(500));
    let mut auto = Auto::new(&game, MctsOptions::improved(), 3);
    let mut alpha_beta = AlphaBeta::new(&game, Style::Paranoid, 3, 256 << 20);
    let found = auto.choose(&game.initial(), Agent::FIRST, &clock()).expect("a move");
    let other = alpha_beta.choose(&game.initial(), Agent::FIRST, &clock()).expect("a move");
    // A tree search counts simulations and nodes of proofs, alpha-beta the nodes it visits.
    assert_ne!(found.thought, other.thought);
}
