//! Counting trees and random play: the simplest uses of a game, for tests and benchmarks.

use rand::Rng;

use crate::{Game, Turn, below};

/// Returns the number of lines of play that end at this depth, or earlier in a final state: a line
/// that ends early counts once. (For chess, [`perft`] is the usual count, which leaves such lines
/// out.)
pub fn count_tree<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    count(game, state, depth, 1)
}

/// Returns the number of lines of play with exactly this many moves: the perft of chess
/// programmers. A line that ends earlier in a final state does not count.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    count(game, state, depth, 0)
}

fn count<G: Game>(game: &G, state: &G::State, depth: u32, early: u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Turn::Of(agent) = game.turn(state) else { return early };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves.iter().map(|&mv| count(game, &game.after(state, agent, mv), depth - 1, early)).sum()
}

/// The size of a complete game tree.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TreeSize {
    /// All nodes, including the root and the leaves.
    pub nodes: u64,
    /// The final states: complete plays.
    pub leaves: u64,
}

/// Returns the size of the whole tree below a state, transpositions expanded, or `None` if the game
/// can repeat states, where the tree may be infinite.
pub fn count_complete_tree<G: Game>(game: &G, state: &G::State) -> Option<TreeSize> {
    (!game.can_repeat()).then(|| complete(game, state))
}

fn complete<G: Game>(game: &G, state: &G::State) -> TreeSize {
    let Turn::Of(agent) = game.turn(state) else { return TreeSize { nodes: 1, leaves: 1 } };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let mut size = TreeSize { nodes: 1, leaves: 0 };
    for mv in moves {
        let below = complete(game, &game.after(state, agent, mv));
        size.nodes += below.nodes;
        size.leaves += below.leaves;
    }
    size
}

/// Plays uniformly random moves until the game is over or `limit` moves are played; returns the
/// number of moves. The list of moves is passed in so that a benchmark allocates nothing.
pub fn random_playout<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut impl Rng,
    limit: u32,
    moves: &mut Vec<G::Move>,
) -> u32 {
    for played in 0..limit {
        let Turn::Of(agent) = game.turn(state) else { return played };
        moves.clear();
        game.moves(state, agent, moves);
        let Some(&mv) = moves.get(below(rng, moves.len())) else { return played };
        game.play(state, agent, mv);
    }
    limit
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::{ExplicitGame, GraphShape, Model, RandomGame};

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
    fn early_ends_count_in_count_tree_only() {
        let game = small();
        let counts = |f: fn(&ExplicitGame, &_, u32) -> u64| {
            [0, 1, 2, 3].map(|depth| f(&game, &game.initial(), depth))
        };
        assert_eq!(counts(count_tree), [1, 2, 3, 3]);
        assert_eq!(counts(perft), [1, 2, 2, 0]);
        let size = count_complete_tree(&game, &game.initial());
        assert_eq!(size, Some(TreeSize { nodes: 5, leaves: 3 }));
    }

    #[test]
    fn complete_trees_agree_with_deep_counts() {
        for seed in 0..50 {
            let shape = if seed % 2 == 0 { GraphShape::Tree } else { GraphShape::Dag };
            let game = RandomGame { shape, ..RandomGame::default() }.generate(seed);
            let root = game.initial();
            let size = count_complete_tree(&game, &root).expect("acyclic");
            assert_eq!(size.leaves, count_tree(&game, &root, 100));
            assert_eq!(size.nodes, (0..100).map(|d| perft(&game, &root, d)).sum::<u64>());
            if shape == GraphShape::Tree {
                assert_eq!(size.nodes, 20, "seed {seed}");
            }
        }
        let cyclic = RandomGame { shape: GraphShape::Cyclic, states: 50, ..RandomGame::default() };
        let game = cyclic.generate(1);
        assert!(game.can_repeat() && count_complete_tree(&game, &game.initial()).is_none());
    }

    #[test]
    fn playouts_end_at_the_end_or_at_the_limit() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (game, mut moves, mut lengths) = (small(), Vec::new(), [0; 3]);
        for _ in 0..100 {
            let mut state = game.initial();
            let played = random_playout(&game, &mut state, &mut rng, 9, &mut moves);
            assert_eq!(game.turn(&state), Turn::Final);
            lengths[played as usize] += 1;
        }
        assert!(lengths[0] == 0 && lengths[1] > 20 && lengths[2] > 20, "{lengths:?}");
        let mut state = game.initial();
        assert_eq!(random_playout(&game, &mut state, &mut rng, 1, &mut moves), 1);
    }
}
