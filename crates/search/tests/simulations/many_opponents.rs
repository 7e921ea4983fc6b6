//! The paranoid algorithm is (PA, DFPS), best-reply search is (β, DFPS).

use ludex_game::{Agent, Game};
use ludex_games::ChineseCheckers;

use super::games::{OffTurn, for_games};
use super::recorded::{A, dfps, moves, over, textbook};

const LOSS: i32 = 0;
const WIN: i32 = 1;

fn worth<G: Game>(game: &G, state: &G::State) -> i32 {
    if game.wins(state, A) { WIN } else { LOSS }
}

/// Runs the textbook algorithm \[SK00\]: all opponents form one player, Min.
fn paranoid<G: Game>(
    game: &G,
    state: &G::State,
    depth: usize,
    agent: Agent,
    (mut alpha, mut beta): (i32, i32),
) -> i32 {
    if depth == 0 || over(game, state) {
        return worth(game, state);
    }
    let after = Agent((agent.0 + 1) % game.agents().len() as u8);
    for mv in moves(game, state, agent) {
        let next = game.after(state, agent, mv);
        let value = paranoid(game, &next, depth - 1, after, (alpha, beta));
        match agent {
            A => alpha = alpha.max(value),
            _ => beta = beta.min(value),
        }
        if alpha >= beta {
            break;
        }
    }
    if agent == A { alpha } else { beta }
}

/// Runs the textbook algorithm \[SW11\] as negamax: the moves of all opponents are those of one
/// player.
fn best_reply<G: Game>(
    game: &G,
    state: &G::State,
    depth: usize,
    max: bool,
    (mut alpha, beta): (i32, i32),
) -> i32 {
    if depth == 0 || over(game, state) {
        return if max { worth(game, state) } else { -worth(game, state) };
    }
    let agents: Vec<Agent> = match max {
        true => vec![A],
        false => (1..game.agents().len() as u8).map(Agent).collect(),
    };
    let generate = |agent| moves(game, state, agent).into_iter().map(move |mv| (agent, mv));
    let all: Vec<(Agent, G::Move)> = agents.into_iter().flat_map(generate).collect();
    for (agent, mv) in all {
        let next = game.after(state, agent, mv);
        let value = -best_reply(game, &next, depth - 1, !max, (-beta, -alpha));
        if value >= beta {
            return value;
        }
        alpha = alpha.max(value);
    }
    alpha
}

fn compare_paranoid<G: Game>(game: &G, n: usize) -> bool {
    let start = game.initial();
    let found = dfps(game, &start, &format!("paranoid({n})"));
    let expected = textbook(game, |game| paranoid(game, &start, n, A, (LOSS, WIN)) == WIN);
    assert_eq!((found.answer, &found.reached), (expected.answer, &expected.reached));
    found.answer
}

fn compare_best_reply<G: Game>(game: &G, n: usize) -> bool {
    let start = game.initial();
    let found = dfps(game, &start, &format!("brs({n})"));
    let expected =
        textbook(game, |game| best_reply(game, &start, 2 * n - 1, true, (LOSS, WIN)) == WIN);
    assert_eq!((found.answer, &found.reached), (expected.answer, &expected.reached));
    found.answer
}

#[test]
fn paranoid_wins_depth_first_are_the_paranoid_algorithm() {
    let mut won = 0;
    for agents in [2, 3] {
        for_games(2_500, agents, OffTurn::Nothing, |game, random| {
            won += u32::from(compare_paranoid(game, random.below(8)));
        });
    }
    assert!((500..4_500).contains(&won), "both answers occur: {won}");
    let checkers = ChineseCheckers::<u64>::new(3, 1);
    compare_paranoid(&checkers, 4);
}

#[test]
fn best_reply_wins_depth_first_are_best_reply_search() {
    let mut won = 0;
    for agents in [2, 3] {
        for_games(2_500, agents, OffTurn::Always, |game, random| {
            won += u32::from(compare_best_reply(game, 1 + random.below(3)));
        });
    }
    assert!((500..4_500).contains(&won), "both answers occur: {won}");
    let checkers = ChineseCheckers::<u64>::new(3, 1);
    compare_best_reply(&checkers, 2);
}
