//! Alpha-beta with the evaluation that structure rewriting games derive from their goals.

use std::path::Path;

use ludex_game::{Agent, Model, Turn, below};
use ludex_play::{AlphaBeta, Clock, Limit, Player, Rules, Style, Turns};
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
/// payoff.
fn against_chance(game: &Turns<RewriteGame>, me: Agent, nodes: u64, seed: u64) -> f64 {
    let mut player = AlphaBeta::new(game, Style::Paranoid, seed, 1 << 26);
    let clock = || Clock::new(Limit::Nodes(nodes));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.initial();
    while let Turn::Of(agent) = game.turn(&state) {
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        let mv = match agent == me {
            true => player.choose(&state, me, &clock()).expect("a move").mv,
            false => moves[below(&mut rng, moves.len())],
        };
        game.step(&mut state, &[mv]);
    }
    game.payoff(&state, me)
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
