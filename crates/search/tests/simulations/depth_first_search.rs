//! Depth-first search is (π, DFPS).

use ludex_game::Game;
use ludex_games::NPuzzle;

use super::games::{OffTurn, for_games};
use super::recorded::{A, dfps, moves, textbook};

/// Runs the textbook algorithm: whether a goal can be reached within a number of moves, trying them
/// one after the other.
fn depth_first_search<G: Game>(game: &G, state: &G::State, limit: usize) -> bool {
    game.wins(state, A)
        || limit > 0
            && moves(game, state, A)
                .into_iter()
                .any(|mv| depth_first_search(game, &game.after(state, A, mv), limit - 1))
}

fn compare<G: Game>(game: &G, limit: usize) -> bool {
    let start = game.initial();
    let found = dfps(game, &start, &format!("pi({limit})"));
    let expected = textbook(game, |game| depth_first_search(game, &start, limit));
    assert_eq!(found, expected, "even what is asked where is the same");
    found.answer
}

#[test]
fn winning_paths_depth_first_are_depth_first_search() {
    let mut found = 0;
    for agents in [1, 2] {
        for_games(2_000, agents, OffTurn::Perhaps, |game, random| {
            found += u32::from(compare(game, random.below(7)));
        });
    }
    assert!((500..3_500).contains(&found), "both answers occur: {found}");
    for moves in 1..8 {
        compare(&NPuzzle::new(3, moves, moves as u64), 7);
    }
}
