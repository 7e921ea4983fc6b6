//! Alpha-beta between a loss and a win is (ω, DFPS).

use ludex_game::{Agent, Game, Model};
use ludex_games::Mnk;

use super::games::{OffTurn, for_games, written_out};
use super::recorded::{A, dfps, moves, over, textbook};

const LOSS: i32 = 0;
const WIN: i32 = 1;
const WIDE: (i32, i32) = (i32::MIN, i32::MAX);

/// Runs the textbook algorithm \[KM75\] in a game where agents alternate: at the depth limit a
/// state that is not won counts as lost.
fn alpha_beta<G: Game>(
    game: &G,
    state: &G::State,
    depth: usize,
    agent: Agent,
    (mut alpha, mut beta): (i32, i32),
) -> i32 {
    if depth == 0 || over(game, state) {
        return if game.wins(state, A) { WIN } else { LOSS };
    }
    let mut best = if agent == A { i32::MIN } else { i32::MAX };
    for mv in moves(game, state, agent) {
        let next = game.after(state, agent, mv);
        let value = alpha_beta(game, &next, depth - 1, Agent(1 - agent.0), (alpha, beta));
        if agent == A {
            best = best.max(value);
            alpha = alpha.max(value);
        } else {
            best = best.min(value);
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

fn compare<G: Game>(game: &G, state: &G::State, n: usize) -> bool {
    let found = dfps(game, state, &format!("omega({n})"));
    let expected = textbook(game, |game| alpha_beta(game, state, 2 * n - 1, A, (LOSS, WIN)) == WIN);
    assert_eq!((found.answer, &found.reached), (expected.answer, &expected.reached));
    found.answer
}

#[test]
fn winning_strategies_depth_first_are_alpha_beta_between_loss_and_win() {
    let mut won = 0;
    for_games(4_000, 2, OffTurn::Nothing, |game, random| {
        won += u32::from(compare(game, &0, 1 + random.below(4)));
    });
    assert!((400..3_600).contains(&won), "both answers occur: {won}");
    let tictactoe: Mnk = Mnk::new(3, 3, 3);
    for n in 1..4 {
        compare(&tictactoe, &tictactoe.initial(), n);
    }
}

/// With the infinite window of textbooks, alpha-beta continues after a win has been found at the
/// root: it does not know that there is no better value. The smallest counterexample: two moves, of
/// which the first wins.
#[test]
fn alpha_beta_with_an_infinite_window_explores_more() {
    let game = written_out(&[(0, 0, &[1, 2])], &[1]);
    let wide = textbook(&game, |game| alpha_beta(game, &0, 1, A, WIDE) == WIN);
    let found = dfps(&game, &0, "omega(1)");
    assert_eq!((found.answer, found.reached), (true, vec![1]));
    assert_eq!((wide.answer, wide.reached), (true, vec![1, 2]));

    // The result is the same, and never less is explored.
    let mut more = 0;
    for_games(1_000, 2, OffTurn::Nothing, |game, random| {
        let n = 1 + random.below(4);
        let found = dfps(game, &0, &format!("omega({n})"));
        let wide = textbook(game, |game| alpha_beta(game, &0, 2 * n - 1, A, WIDE) == WIN);
        assert_eq!(found.answer, wide.answer);
        assert!(found.reached.len() <= wide.reached.len());
        more += u32::from(found.reached.len() < wide.reached.len());
    });
    assert!(more > 100, "{more}");
}
