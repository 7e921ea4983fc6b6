//! Sets of Connect Four positions with their exact scores, read from files.

use std::path::Path;

use ludex_game::{Agent, Game, Model, Notation};
use ludex_games::{ConnectFour, Scoring};
use ludex_search::{AlphaBeta, Budget, Silent, SolveOptions};

/// A set, and the effort of a specialised C++ solver for it (README of the data).
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// Processor seconds of the C++ solver for a position, the least where a range is given.
    pub peer: f64,
    /// Its nodes for a position.
    pub peer_nodes: f64,
    /// Whether it takes minutes.
    pub long: bool,
}

const fn set(name: &'static str, peer: f64, peer_nodes: f64, long: bool) -> Set {
    Set { name, peer, peer_nodes, long }
}

/// End game, middle game and openings (L3 to L1), easy to hard (R1 to R3).
pub const SETS: &[Set] = &[
    set("L3_R1", 10e-6, 51.0, false),
    set("L2_R1", 70e-6, 449.0, false),
    set("L1_R1", 0.48e-3, 3_300.0, false),
    set("L2_R2", 8e-3, 39_800.0, false),
    set("L1_R2", 0.23, 1.18e6, true),
    set("L1_R3", 11.8, 58e6, true),
];

/// A position with its score for the agent on turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    moves: String,
    score: i32,
}

impl Set {
    /// Reads the positions from a folder of sets; returns None if it does not exist.
    pub fn read(&self, folder: &Path) -> Option<Vec<Position>> {
        let text = std::fs::read_to_string(folder.join(format!("{}.txt", self.name))).ok()?;
        let position = |line: &str| {
            let (moves, score) = line.split_once(' ').expect("moves and a score");
            let score = score.trim().parse().expect("a score is a number");
            Position { moves: moves.to_string(), score }
        };
        Some(text.lines().filter(|line| !line.trim().is_empty()).map(position).collect())
    }

    /// Solves all positions with one table, as `ludex solve --batch` does; returns the nodes.
    pub fn solve(positions: &[Position]) -> u64 {
        let game = ConnectFour::<u64>::new(7, 6, 4, Scoring::Distance);
        let budget = Budget::default();
        let mut search = AlphaBeta::new(&game, SolveOptions::default(), budget.max_bytes);
        let mut nodes = 0;
        for position in positions {
            let (state, turn) = played(&game, &position.moves);
            let report = search.solve(&state, &budget, &mut Silent);
            let value = report.bounds.exact().map(|outcome| game.outcomes().number(outcome));
            let score =
                f64::from(if turn == Agent::FIRST { position.score } else { -position.score });
            assert_eq!(value, Some(score), "after {}", position.moves);
            nodes += report.nodes;
        }
        nodes
    }
}

/// Returns the state after moves such as `4435`, and the agent to move.
fn played(game: &ConnectFour<u64>, moves: &str) -> (<ConnectFour<u64> as Model>::State, Agent) {
    let (mut state, mut turn) = (game.initial(), Agent::FIRST);
    for i in 0..moves.len() {
        let mv = game.read_move(&state, turn, &moves[i..=i]).expect("a column that is not full");
        game.play(&mut state, turn, mv);
        turn = turn.other();
    }
    (state, turn)
}
