//! Counting trees: the simplest use of a game, for tests and benchmarks.

use ludex_base::{Budget, Stopped, Ticker};

use crate::Game;

/// Returns the number of lines of play with exactly this many moves: the perft of chess
/// programmers. A line that ends earlier in a final state does not count; what chance does is a move.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let budget = Budget::default();
    let count = perft_within(game, state, depth, &Ticker::new(&budget));
    count.expect("the budget has no limit that is polled")
}

/// Counts lines of play as [`perft`] does, unless the budget is used up before.
pub fn perft_within<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    ticker: &Ticker,
) -> Result<u64, Stopped> {
    if depth == 0 {
        return Ok(1);
    }
    ticker.tick()?;
    let Some(agent) = game.turn(state).mover() else { return Ok(0) };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let below =
        |&mv: &G::Move| perft_within(game, &game.after(state, agent, mv), depth - 1, ticker);
    moves.iter().map(below).sum()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{ExplicitGame, GraphShape, Model, RandomGame, Turn};

    /// Returns a tree with a short branch: s → a (final), s → b → c, d (final).
    fn small() -> ExplicitGame {
        ExplicitGame::from_json(
            r#"{ "agents": ["Max", "Min"], "initial": "s", "states": {
                "s": { "moves": { "Max": ["a", "b"] } },
                "b": { "moves": { "Min": ["c", "d"] } },
                "a": {}, "c": {}, "d": {} } }"#,
        )
        .expect("a valid game")
    }

    #[test]
    fn early_ends_do_not_count() {
        let game = small();
        let counts = [0, 1, 2, 3].map(|depth| perft(&game, &game.initial(), depth));
        assert_eq!(counts, [1, 2, 2, 0]);
    }

    #[test]
    fn counting_polled_no_limit() {
        let game = small();
        let budget = Budget::default().within(std::time::Duration::ZERO);
        let count = perft_within(&game, &game.initial(), 2, &Ticker::new(&budget));
        assert_eq!(count, Err(Stopped::Time));
    }

    #[test]
    fn the_depths_of_a_tree_have_all_its_states() {
        for seed in 0..50 {
            let shape = GraphShape::Tree;
            let game = RandomGame { shape, ..RandomGame::default() }.generate(seed);
            let root = game.initial();
            assert_eq!((0..100).map(|depth| perft(&game, &root, depth)).sum::<u64>(), 20);
        }
    }

    #[test]
    fn playouts_end_at_the_end_or_at_the_limit() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (game, mut moves, mut lengths) = (small(), Vec::new(), [0; 3]);
        for _ in 0..100 {
            let mut state = game.initial();
            let played = game.random_playout(&mut state, &mut rng, 9, &mut moves);
            assert_eq!(game.turn(&state), Turn::Final);
            lengths[played as usize] += 1;
        }
        assert!(lengths[0] == 0 && lengths[1] > 20 && lengths[2] > 20, "{lengths:?}");
        let mut state = game.initial();
        assert_eq!(game.random_playout(&mut state, &mut rng, 1, &mut moves), 1);
    }
}
