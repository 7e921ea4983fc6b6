//! Players stop when the state is solved, however much they may spend.

use ludex_game::{Agent, DynMove, Model, Notation};
use ludex_games::{Domineering, Goofspiel, Mnk, NPuzzle, Nim, Payoff};
use ludex_play::{
    Clock, Decision, Limit, NoContext, PLAYERS, PlayableGame, PlayerSpec, make_player,
};

use crate::common::{simultaneous, turns};

/// More nodes than a test could wait for.
const MANY: u64 = u32::MAX as u64;

fn choose(game: &PlayableGame, player: &str, agent: Agent) -> Decision<DynMove> {
    let spec: PlayerSpec = player.parse().expect("a player");
    let mut player = make_player(game, &spec, 1, 64 << 20, &NoContext).expect("it can play");
    let clock = Clock::new(Limit::Nodes(MANY));
    player.choose(&game.initial(), agent, &clock).expect("there is a move")
}

/// The players that search games for two.
fn names() -> impl Iterator<Item = &'static str> {
    let all = PLAYERS.iter().map(|info| info.name);
    all.filter(|name| {
        !["human", "strategy", "guided", "function", "nested", "random"].contains(name)
    })
}

#[test]
fn uct_ran_for_ever_on_tic_tac_toe_though_the_root_was_long_solved() {
    let game = turns(Mnk::<1>::new(3, 3, 3));
    for name in names() {
        let decision = choose(&game, name, Agent::FIRST);
        assert!(decision.thought.nodes < 10_000_000, "{name}: {:?}", decision.thought);
    }
    // It stops, but its move and value are those of its simulations.
    assert!(!choose(&game, "uct", Agent::FIRST).thought.proven);
}

#[test]
fn nobody_goes_on_in_a_solved_game_of_turns() {
    for name in names() {
        let nim = turns(Nim::new(&[1, 2]));
        let win = choose(&nim, name, Agent::FIRST);
        let text = nim.write_move(&nim.initial(), Agent::FIRST, win.mv);
        assert_eq!(text, "2:1", "{name} leaves two equal heaps");
        let dominoes = turns(Domineering::<u64>::new(4, 4));
        choose(&dominoes, name, Agent::FIRST);
    }
}

#[test]
fn nobody_goes_on_in_a_solved_game_of_simultaneous_moves() {
    let game = simultaneous(Goofspiel::new(&[2, 1], Payoff::Result));
    // `mcms` is for games of turns.
    let names = names().filter(|&name| name != "mcms");
    for (name, agent) in names.flat_map(|name| [(name, Agent::FIRST), (name, Agent::SECOND)]) {
        let decision = choose(&game, name, agent);
        assert!(decision.thought.nodes < 1_000_000, "{name}: {:?}", decision.thought);
    }
    for agent in [Agent::FIRST, Agent::SECOND] {
        let thought = choose(&game, "mcts", agent).thought;
        assert_eq!((thought.value, thought.proven), (Some(0.0), true), "{agent:?}");
    }
}

#[test]
fn nobody_goes_on_in_a_solved_puzzle() {
    let game = turns(NPuzzle::new(2, 4, 0));
    for name in ["nested", "auto", "mcts", "uct"] {
        let decision = choose(&game, name, Agent::FIRST);
        assert!(decision.thought.nodes < 1_000_000, "{name}: {:?}", decision.thought);
    }
}
