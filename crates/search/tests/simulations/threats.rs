//! Abstract proof search is (APS, DFPS). Lambda search is (λ, DFPS) where only the attacker's moves
//! are tested for being λ-moves.

use ludex_game::{Agent, Game, Model};
use ludex_games::Mnk;

use super::games::{OffTurn, for_games, written_out};
use super::recorded::{A, dfps, moves, textbook};

const B: Agent = Agent(1);

/// Whose moves are tested for being λ-moves before they are searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tested {
    /// The attacker's: each must threaten a tree of a lower order, if the defender passes.
    Attacker,
    /// The defender's too: each must parry such threats (Thomsen).
    Both,
}

/// Runs the textbook algorithm: whether the attacker, to move, has a λ-tree of the order within a
/// number of plies.
fn lambda_search<G: Game>(
    game: &G,
    state: &G::State,
    order: usize,
    plies: usize,
    tested: Tested,
) -> bool {
    if game.wins(state, A) {
        return true;
    }
    if order == 0 || plies == 0 {
        return false;
    }
    moves(game, state, A).into_iter().any(|attack| {
        let attacked = game.after(state, A, attack);
        if plies == 1 {
            return game.wins(&attacked, A);
        }
        lambda_search(game, &attacked, order - 1, plies - 1, tested)
            && moves(game, &attacked, B).into_iter().all(|defence| {
                let defended = game.after(&attacked, B, defence);
                let parried = tested == Tested::Attacker
                    || !lambda_search(game, &defended, order - 1, plies - 2, tested);
                !parried || lambda_search(game, &defended, order, plies - 2, tested)
            })
    })
}

/// Runs the textbook algorithm (Cazenave): a move that does not threaten to win at a lower order, if
/// the same player moved again, is not searched.
fn abstract_proof_search<G: Game>(game: &G, state: &G::State, order: usize) -> bool {
    if game.wins(state, A) {
        return true;
    }
    if order == 0 {
        return false;
    }
    for attack in moves(game, state, A) {
        let attacked = game.after(state, A, attack);
        if order == 1 {
            if game.wins(&attacked, A) {
                return true;
            }
            continue;
        }
        let threat = abstract_proof_search(game, &attacked, order - 1);
        let mut defences = moves(game, &attacked, B).into_iter();
        let works =
            |defence| abstract_proof_search(game, &game.after(&attacked, B, defence), order - 1);
        if threat && defences.all(works) {
            return true;
        }
    }
    false
}

fn compare_lambda<G: Game>(game: &G, state: &G::State, order: usize, plies: usize) -> bool {
    let found = dfps(game, state, &format!("lambda({order}, {plies})"));
    let expected =
        textbook(game, |game| lambda_search(game, state, order, plies, Tested::Attacker));
    assert_eq!((found.answer, &found.reached), (expected.answer, &expected.reached));
    found.answer
}

fn compare_aps<G: Game>(game: &G, state: &G::State, order: usize) -> bool {
    let found = dfps(game, state, &format!("aps({order})"));
    let expected = textbook(game, |game| abstract_proof_search(game, state, order));
    assert_eq!((found.answer, &found.reached), (expected.answer, &expected.reached));
    found.answer
}

#[test]
fn lambda_trees_depth_first_are_lambda_search() {
    let mut won = 0;
    for_games(4_000, 2, OffTurn::Perhaps, |game, random| {
        won += u32::from(compare_lambda(game, &0, random.below(4), random.below(6)));
    });
    assert!((400..3_600).contains(&won), "both answers occur: {won}");
    let tictactoe: Mnk = Mnk::new(3, 3, 3);
    for (order, plies) in [(1, 3), (2, 3), (2, 5)] {
        compare_lambda(&tictactoe, &tictactoe.initial(), order, plies);
    }
}

/// Where the defender's moves are tested as well, the answer is the same but not the order: a
/// defence that parries is searched twice, at two orders. The smallest counterexample has one
/// attack (to 1), one threat (to 2), one defence (to 3) and nothing won after it.
#[test]
fn lambda_search_that_tests_defences_explores_other_states() {
    let game = written_out(&[(0, 0, &[1]), (1, 1, &[3]), (1, 0, &[2]), (3, 0, &[4])], &[2]);
    let both = textbook(&game, |game| lambda_search(game, &0, 2, 3, Tested::Both));
    let found = dfps(&game, &0, "lambda(2, 3)");
    assert_eq!((found.answer, found.reached), (false, vec![1, 2, 3, 4]));
    assert_eq!((both.answer, both.reached), (false, vec![1, 2, 3, 4, 4]));

    let mut others = 0;
    for_games(2_000, 2, OffTurn::Perhaps, |game, random| {
        let (order, plies) = (2 + random.below(2), 3 + random.below(4));
        let found = dfps(game, &0, &format!("lambda({order}, {plies})"));
        let both = textbook(game, |game| lambda_search(game, &0, order, plies, Tested::Both));
        assert_eq!(found.answer, both.answer);
        others += u32::from(found.reached != both.reached);
    });
    assert!(others > 50, "{others}");
}

#[test]
fn abstract_proof_trees_depth_first_are_abstract_proof_search() {
    let mut won = 0;
    for_games(4_000, 2, OffTurn::Perhaps, |game, random| {
        won += u32::from(compare_aps(game, &0, random.below(5)));
    });
    assert!((400..3_600).contains(&won), "both answers occur: {won}");
    let tictactoe: Mnk = Mnk::new(3, 3, 3);
    for order in 1..4 {
        compare_aps(&tictactoe, &tictactoe.initial(), order);
    }
}
