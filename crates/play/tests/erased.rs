//! A typed player chooses the same moves whether it plays typed states or erased ones.

use std::sync::Arc;

use ludex_game::{
    Agent, DynGame, DynSimultaneousGame, Hints, Model, Notation, Numbered, SimultaneousGame, Turn,
};
use ludex_games::{ChineseCheckers, ConnectFour, Goofspiel, Mnk, NPuzzle, Nim, Payoff, Scoring};
use ludex_gdl::GdlGame;
use ludex_play::{
    AlphaBeta, Auto, Clock, Limit, Mcts, MctsOptions, Nested, NoContext, PLAYERS, PlayOptions,
    PlayableGame, Player, PlayerSpec, Random, Rules, Simultaneous, Style, Thought, Turns,
    play_game,
};

use crate::common::rules;
use rules::{RING, SCISSORS, TIC_TAC_TOE};

const NODES: u64 = 90;
const TURNS: usize = 12;
const SEED: u64 = 5;
const BYTES: usize = 16 << 20;

/// The moves of a match in text, with the assessments of the players.
type Moves = Vec<(String, Thought)>;

/// Makes a typed player by its name.
fn typed_player<'g, R: Rules>(rules: &'g R, name: &str, seed: u64) -> Box<dyn Player<R> + 'g> {
    let improved = MctsOptions { max_bytes: BYTES, ..MctsOptions::improved() };
    let uct = MctsOptions { max_bytes: BYTES, ..MctsOptions::uct() };
    let alpha_beta = |style| Box::new(AlphaBeta::new(rules, style, seed, BYTES));
    match name {
        "auto" => Box::new(Auto::new(rules, improved, seed)),
        "mcts" => Box::new(Mcts::new(rules, improved, seed)),
        "uct" => Box::new(Mcts::new(rules, uct, seed)),
        "alphabeta" => alpha_beta(Style::Paranoid),
        "bestreply" => alpha_beta(Style::BestReply),
        "maxn" => alpha_beta(Style::MaxN),
        "nested" => Box::new(Nested::new(rules, seed, BYTES)),
        _ => Box::new(Random::new(rules, seed)),
    }
}

/// Plays a match over typed states.
fn typed<R: Rules>(rules: &R, name: &str, seed: u64) -> Moves {
    let count = rules.agents().len();
    let seeds = (0..count as u64).map(|place| seed * 256 + place);
    let mut players: Vec<_> = seeds.map(|seed| typed_player(rules, name, seed)).collect();
    let (mut state, mut moves) = (rules.initial(), Vec::new());
    for _ in 0..TURNS {
        let agents = match rules.turn(&state) {
            Turn::Final => break,
            Turn::Of(agent) => agent.0..agent.0 + 1,
            Turn::Together => 0..count as u8,
            Turn::Chance => panic!("there is no chance in these games"),
        };
        let mut chosen = Vec::new();
        for agent in agents.map(Agent) {
            let clock = Clock::new(Limit::Nodes(NODES));
            let decision = players[agent.index()].choose(&state, agent, &clock).expect("a move");
            moves.push((rules.write_move(&state, agent, decision.mv), decision.thought));
            chosen.push(decision.mv);
        }
        rules.step(&mut state, &chosen);
    }
    moves
}

/// Plays a match over erased states.
fn erased(game: &PlayableGame, name: &str, seed: u64) -> Moves {
    let spec: PlayerSpec = format!("{name}@{NODES}n").parse().expect("a player");
    let players = vec![spec; game.agents().len()];
    let mut options = PlayOptions { seed, max_bytes: BYTES, ..PlayOptions::default() };
    options.contest.max_moves = TURNS;
    let start = game.initial();
    let played = play_game(game, &start, &players, &NoContext, &options, None, &mut |_, _| {});
    let played = played.expect("they can play");
    assert!(played.faults.is_empty(), "{name}: {:?}", played.faults);
    played.moves.into_iter().map(|one| (one.mv, one.thought)).collect()
}

/// Compares the two, and players whose choices do not depend on how moves are hashed also over a
/// game whose type was erased before.
fn compare<R: Rules>(typed_rules: &R, playable: &PlayableGame, erased_game: &PlayableGame) {
    let alone = playable.agents().len() == 1;
    let names = PLAYERS.iter().filter(|info| info.argument.is_none()).map(|info| info.name);
    // Monte Carlo *-minimax knows erased games only.
    let names = names.filter(|name| !["human", "mcms"].contains(name));
    for name in names.filter(|&name| alone || name != "nested") {
        let expected = typed(typed_rules, name, SEED);
        assert_eq!(erased(playable, name, SEED), expected, "{name}");
        if ["uct", "random"].contains(&name) {
            assert_eq!(erased(erased_game, name, SEED), expected, "{name}");
        }
    }
}

fn compare_turns<G: Hints<State: 'static> + Notation + Send + Clone + 'static>(game: G) {
    let playable = PlayableGame::turns(Arc::new(Numbered::new(game.clone())));
    let erased_game = PlayableGame::from(DynGame::new(game.clone()));
    compare(&Turns::new(game), &playable, &erased_game);
}

fn compare_simultaneous<G>(game: G)
where
    G: SimultaneousGame<State: 'static> + Notation + Send + Clone + 'static,
{
    let playable = PlayableGame::simultaneous(Arc::new(Numbered::new(game.clone())));
    let erased_game = PlayableGame::from(DynSimultaneousGame::new(game.clone()));
    compare(&Simultaneous::new(game), &playable, &erased_game);
}

#[test]
fn games_of_turns() {
    compare_turns(Nim::new(&[3, 4]));
    compare_turns(Mnk::<1>::new(3, 3, 3));
    compare_turns(ConnectFour::<u64>::new(7, 6, 4, Scoring::Result));
    compare_turns(ChineseCheckers::<u64>::new(3, 2));
    compare_turns(NPuzzle::new(3, 10, 1));
}

#[test]
fn games_of_simultaneous_moves() {
    compare_simultaneous(Goofspiel::new(&[5, 4, 3, 2, 1], Payoff::Result));
    compare_simultaneous(GdlGame::read(SCISSORS).expect("a game"));
}

/// These have samplers, and one counts moves.
#[test]
fn games_with_a_network() {
    for rules in [TIC_TAC_TOE, RING] {
        compare_turns(GdlGame::read(rules).expect("a game").in_turn().expect("turns"));
    }
}

/// A game whose type was erased passes on its sampler and its key without counters.
#[test]
fn samplers_of_erased_games() {
    let game = GdlGame::read(RING).expect("a game").in_turn().expect("turns");
    let erased = DynGame::new(game.clone());
    let scores = game.sampler(3).expect("a network").sample(&game.initial(), 64, 100);
    let same = erased.sampler(3).expect("a network").sample(&erased.initial(), 64, 100);
    assert_eq!((scores.plays, &scores), (64, &same));
    let key = game.uncounted_key(&game.initial());
    assert!(key.is_some() && erased.uncounted_key(&erased.initial()) == key);
}
