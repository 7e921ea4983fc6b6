//! Games for one: the best line is found and followed to its end.

use ludex_game::{Agent, GraphShape, Model, RandomGame, Turn};
use ludex_games::NPuzzle;
use ludex_play::End;

use crate::common;
use common::{contest, guarantee, turns};

#[test]
fn the_best_end_of_random_games_is_reached() {
    for seed in 0..400 {
        let kind = RandomGame {
            agents: 1,
            outcomes: 2 + seed as usize % 5,
            states: 40,
            shape: if seed % 2 == 0 { GraphShape::Tree } else { GraphShape::Dag },
            ..RandomGame::default()
        };
        let game = kind.generate(seed);
        if game.turn(&game.initial()) == Turn::Final {
            continue;
        }
        let best = guarantee(&game, &game.initial(), Agent::FIRST);
        let game = turns(game);
        for player in ["nested@500n", "auto@500n"] {
            let transcript = contest(&game, &[player], seed, 100);
            assert_eq!(transcript.scores, [best], "{player}, seed {seed}");
        }
    }
}

#[test]
fn the_eight_puzzle_is_solved() {
    let game = turns(NPuzzle::new(3, 40, 1));
    let transcript = contest(&game, &["auto@100000n"], 1, 100);
    assert_eq!(transcript.end, End::Final, "{} moves", transcript.moves.len());
    assert_eq!(transcript.scores, [1.0]);
}
