//! Alpha-beta with the evaluation that structure rewriting games derive from their goals.

use std::path::Path;

use ludex_game::{Agent, Model, Turn, below};
use ludex_play::{Clock, Limit, NoDesk, PlayerSpec, Rules, Turns, make_player};
use ludex_rewrite::{Description, RewriteGame, query};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn description(name: &str) -> Description {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/toss");
    let text = std::fs::read_to_string(folder.join(format!("{name}.toss"))).expect(name);
    Description::parse(&text).expect(name)
}

fn game(description: &Description) -> Turns<RewriteGame> {
    Turns(RewriteGame::new(description).expect("it can be played"))
}

/// Plays as one agent against random moves; what it gets.
fn against_chance(game: &Turns<RewriteGame>, me: Agent, spec: &str, seed: u64) -> f64 {
    let spec: PlayerSpec = spec.parse().expect("a player");
    let mut player = make_player(game, &spec, seed, 1 << 26, &NoDesk).expect("it can play");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.initial();
    while let Turn::Of(agent) = game.turn(&state) {
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        let mv = match agent == me {
            true => player.choose(&state, me, &Clock::new(spec.limit)).expect("a move").mv,
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
        assert!(against_chance(&game, me, "alphabeta@1000000n", seed) >= 0.0, "{seed}");
    }
}

#[test]
fn games_with_a_derived_heuristic_are_won_against_chance() {
    for name in ["breakthrough", "connect4", "connect5", "pawn-whopping"] {
        let game = game(&description(name));
        for seed in 0..4 {
            let me = Agent((seed % 2) as u8);
            assert_eq!(against_chance(&game, me, "alphabeta@500n", seed), 1.0, "{name} {seed}");
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
        let spec: PlayerSpec = "alphabeta".parse().expect("a player");
        let mut player = make_player(&game, &spec, 0, 1 << 26, &NoDesk).expect("it can play");
        let clock = Clock::new(Limit::Nodes(u64::MAX));
        let found = player.choose(&game.initial(), Agent::FIRST, &clock).expect("a move");
        assert!(found.thought.proven, "{grid}");
        assert_eq!(found.thought.value, Some(value), "{grid}");
    }
}
