//! Playouts in batches by a sampler agree with playouts one by one, and so do the proofs.

use ludex_game::{Agent, Model, Notation, Outcome, Swapped, Turn, TwoOutcomes, WithPass, below};
use ludex_games::Nim;
use ludex_gdl::{GdlGame, GdlState};
use ludex_play::{Clock, End, Limit, Mcts, MctsOptions, Player, Rules, Turns};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common;
use crate::common::rules;
use common::{contest, guarantee, simultaneous, turns};
use rules::{RING, SCISSORS, TIC_TAC_TOE};

fn tic_tac_toe() -> ludex_gdl::GdlTurnGame {
    GdlGame::read(TIC_TAC_TOE).expect("a game").in_turn().expect("turns")
}

/// The mean payoff of an agent over random plays one by one.
fn mean<G: Rules>(game: &G, start: &G::State, agent: Agent, plays: u32) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut sum = 0.0;
    for _ in 0..plays {
        let mut state = start.clone();
        while let Turn::Of(mover) = game.turn(&state) {
            let mut moves = Vec::new();
            game.moves(&state, mover, &mut moves);
            game.step(&mut state, &[moves[below(&mut rng, moves.len())]]);
        }
        sum += game.payoff(&state, agent);
    }
    sum / f64::from(plays)
}

/// A state after random moves that is not final.
fn some_state<G: Rules<State = GdlState>>(game: &G, seed: u64, moves: usize) -> GdlState {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.initial();
    for _ in 0..moves {
        let Turn::Of(mover) = game.turn(&state) else { break };
        let mut moves = Vec::new();
        game.moves(&state, mover, &mut moves);
        let mut next = state.clone();
        game.step(&mut next, &[moves[below(&mut rng, moves.len())]]);
        if game.turn(&next) != Turn::Final {
            state = next;
        }
    }
    state
}

#[test]
fn batches_have_the_means_of_plays_one_by_one() {
    let game = tic_tac_toe();
    let rules = Turns::new(&game);
    let mut sampler = rules.sampler(5).expect("a network");
    for seed in 0..8 {
        let state = some_state(&rules, seed, seed as usize % 5);
        let scores = sampler.sample(&state, 4_000, 100_000);
        assert_eq!(scores.plays, 4_000);
        for agent in [Agent::FIRST, Agent::SECOND] {
            // Six deviations of the difference of two such means, at most 50 for a play.
            let (many, single) = (scores.mean(agent.index()), mean(&rules, &state, agent, 4_000));
            assert!((many - single).abs() < 6.0 * 50.0 * (2.0f64 / 4_000.0).sqrt(), "{seed}");
        }
    }
}

#[test]
fn games_without_a_network_are_played_one_by_one() {
    let rules = turns(Nim::new(&[3, 4, 5]));
    assert!(rules.sampler(1).is_none());
    let transcript = contest(&rules, &["auto@200n", "random"], 1, 100);
    assert_eq!(transcript.scores, [1.0, -1.0]);
}

/// Adapters pass the sampler on, with the payoffs of their own agents.
#[test]
fn adapters_have_the_sampler_of_their_game() {
    let game = tic_tac_toe();
    let state = game.initial();
    let scores = game.sampler(5).expect("a network").sample(&state, 100, 100);
    assert_ne!(scores.sums[0], scores.sums[1], "the first agent wins more often");
    let with_pass = WithPass::new(&game);
    assert_eq!(with_pass.sampler(5).expect("passed on").sample(&state, 100, 100), scores);
    let swapped = Swapped::new(&game).expect("two agents");
    let swapped = swapped.sampler(5).expect("passed on").sample(&state, 100, 100);
    assert_eq!(swapped.sums, [scores.sums[1], scores.sums[0]]);
    assert!(TwoOutcomes::new(&game, Outcome(1)).sampler(5).is_none());
}

/// What a search in batches proves is what the plain definition says.
#[test]
fn proofs_in_batches_are_right() {
    let game = tic_tac_toe();
    let rules = Turns::new(&game);
    let mut proved = 0;
    for seed in 0..60 {
        let state = some_state(&rules, seed, 3 + seed as usize % 5);
        let Turn::Of(agent) = rules.turn(&state) else { continue };
        let mut mcts = Mcts::new(&rules, MctsOptions::improved(), seed);
        let clock = Clock::new(Limit::Nodes(3_000));
        let decision = mcts.choose(&state, agent, &clock).expect("a move");
        let (low, high) = mcts.proved(&state, agent).expect("it was searched");
        let value = guarantee(&game, &state, agent);
        assert!(low <= value && value <= high, "{seed}: {low} {value} {high}");
        if decision.thought.proven {
            proved += 1;
            let mut next = state.clone();
            rules.step(&mut next, &[decision.mv]);
            assert_eq!(guarantee(&game, &next, agent), value, "{seed}: the move keeps it");
        }
    }
    assert!(proved > 30, "{proved}");
}

#[test]
fn moves_depend_on_the_seed_only_and_are_legal() {
    let rules = turns(tic_tac_toe());
    let play = |seed| contest(&rules, &["auto@60n", "mcts@60n"], seed, 100);
    let moves = |seed| play(seed).moves.into_iter().map(|one| one.mv).collect::<Vec<_>>();
    assert_eq!(moves(3), moves(3));
    assert!(play(4).faults.is_empty() && play(4).end == End::Final);
    let rules = simultaneous(GdlGame::read(SCISSORS).expect("a game"));
    let transcript = contest(&rules, &["auto@60n", "uct@60n"], 1, 100);
    assert!(transcript.faults.is_empty() && transcript.end == End::Final);
}

#[test]
fn the_number_of_moves_can_be_left_out() {
    let game = GdlGame::read(RING).expect("a game").in_turn().expect("turns");
    let rules = Turns::new(game.clone());
    let start = rules.initial();
    let after = |words: &[&str]| {
        words.iter().fold(start.clone(), |mut state, word| {
            let mv = rules.read_move(&state, Agent::FIRST, word).expect("a move");
            rules.step(&mut state, &[mv]);
            state
        })
    };
    let (round, there) = (after(&["left", "right"]), after(&["left"]));
    let key = |state: &GdlState| rules.uncounted_key(state).expect("it counts moves");
    assert!(key(&round) == key(&start) && rules.key(&round) != rules.key(&start));
    assert_ne!(key(&there), key(&start));
    let transcript = contest(&turns(game), &["auto@200n"], 1, 100);
    assert_eq!((transcript.scores, transcript.moves.len()), (vec![100.0], 4));
}
