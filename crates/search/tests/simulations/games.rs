//! Random games where agents take turns.

use ludex_game::{Agent, Outcome, Turn};

use crate::common::{Explicit, Random};

/// The moves of the agents that are not on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OffTurn {
    Nothing,
    /// Up to two moves, or none.
    Perhaps,
    /// One or two moves, wherever the game is not over.
    Always,
}

/// Makes a game where the agents alternate: state `s` is one of agent `s` modulo the number of
/// agents, unless the game is over there.
pub fn taking_turns(
    random: &mut Random,
    agents: usize,
    off_turn: OffTurn,
    cyclic: bool,
) -> Explicit {
    let states = agents * (3 + random.below(8));
    let mut game = Explicit::blank(states, agents, 3);
    game.repeats = cyclic;
    for state in 0..states {
        // Half of the final states are won; the others are lost or drawn.
        game.outcome[state] = Outcome(if random.one_in(2) { 2 } else { random.below(2) as u16 });
        let last_round = state + 2 * agents > states;
        if random.one_in(6) || (last_round && !cyclic) {
            continue;
        }
        let on_turn = state % agents;
        game.turn[state] = Turn::Of(Agent(on_turn as u8));
        for agent in 0..agents {
            let count = match off_turn {
                _ if agent == on_turn => 1 + random.below(3),
                OffTurn::Nothing => 0,
                OffTurn::Perhaps => random.below(3),
                OffTurn::Always => 1 + random.below(2),
            };
            let list = (0..count).map(|_| target(random, states, (state, agent), agents, cyclic));
            game.next[state][agent] = list.collect();
        }
    }
    game
}

/// Returns a state of the next agent: a later one, unless there may be cycles.
fn target(
    random: &mut Random,
    states: usize,
    (state, agent): (usize, usize),
    agents: usize,
    cyclic: bool,
) -> u32 {
    let next = (agent + 1) % agents;
    if cyclic {
        return (next + agents * random.below(states / agents)) as u32;
    }
    let first = state + 1 + (next + agents - (state + 1) % agents) % agents;
    let rounds = (states - 1 - first) / agents;
    (first + agents * random.below(rounds.min(2) + 1)) as u32
}

/// Calls the test with this number of random games.
pub fn for_games(
    count: u64,
    agents: usize,
    off_turn: OffTurn,
    mut test: impl FnMut(&Explicit, &mut Random),
) {
    for seed in 0..count {
        let mut random = Random::new(seed);
        let game = taking_turns(&mut random, agents, off_turn, seed % 3 == 0);
        test(&game, &mut random);
    }
}

/// Makes a game of two agents from lists: who moves where from where, and the final states that A
/// has won.
pub fn written_out(moves: &[(u32, u8, &[u32])], won: &[u32]) -> Explicit {
    let targets = moves.iter().flat_map(|(state, _, next)| next.iter().chain([state]));
    let states = targets.copied().max().unwrap_or(0) as usize + 1;
    let mut game = Explicit::blank(states, 2, 3);
    for &(state, agent, next) in moves {
        let state = state as usize;
        if game.turn[state] == Turn::Final {
            game.turn[state] = Turn::Of(Agent(agent));
        }
        game.next[state][usize::from(agent)] = next.to_vec();
    }
    for &state in won {
        game.outcome[state as usize] = Outcome(2);
    }
    game
}
