//! A game with strong hints: known values, with hints and without, and the published scores.

#[path = "common/connect_four.rs"]
mod connect_four;

use connect_four::ConnectFour;
use ludex_game::{Model, Outcome};
use ludex_search::{AlphaBeta, Budget, Silent, SolveOptions, dfs, solve};

fn score(game: &ConnectFour, outcome: Outcome) -> f64 {
    game.outcomes().number(outcome)
}

#[test]
fn small_boards_with_and_without_hints() {
    for (columns, rows) in [(3, 3), (4, 3), (3, 4), (4, 4)] {
        let game = ConnectFour::new(columns, rows);
        for bits in 0..4 {
            let options = SolveOptions {
                hints: bits & 1 == 0,
                symmetry: bits & 2 == 0,
                ..SolveOptions::default()
            };
            let report = solve(&game, &game.initial(), &options, &Budget::default(), &mut Silent);
            let value = report.bounds.exact().expect("solved");
            assert_eq!(score(&game, value), 0.0, "{columns}x{rows} is a draw");
        }
    }
}

#[test]
fn hints_do_not_change_any_score() {
    let game = ConnectFour::new(4, 4);
    let mut with = AlphaBeta::new(&game, SolveOptions::default(), 1 << 20);
    for line in 0..4u32.pow(6) {
        let columns: String =
            (0..6).map(|i| char::from(b'1' + (line >> (2 * i) & 3) as u8)).collect();
        if (0..4).any(|c| columns.bytes().filter(|&b| b == b'1' + c).count() > 4) {
            continue;
        }
        let state = game.play_all(&columns);
        let hinted = with.solve(&state, &Budget::default(), &mut Silent);
        if line % 16 == 5 {
            let plain = dfs(&game, &state, &Budget::default(), &mut Silent);
            assert_eq!(hinted.bounds, plain.bounds, "{columns}");
        }
        assert!(hinted.bounds.exact().is_some());
    }
}

#[test]
fn published_scores_of_end_games() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/connect4/L3_R1.txt");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("skipped: the published positions are not here");
        return;
    };
    let game = ConnectFour::new(7, 6);
    let mut search = AlphaBeta::new(&game, SolveOptions::default(), 16 << 20);
    for line in text.lines() {
        let (moves, published) = line.split_once(' ').expect("moves and a score");
        let state = game.play_all(moves);
        let report = search.solve(&state, &Budget::default(), &mut Silent);
        let sign = if moves.len().is_multiple_of(2) { 1.0 } else { -1.0 };
        let found = sign * score(&game, report.bounds.exact().expect("solved"));
        assert_eq!(found, published.trim().parse::<f64>().expect("a number"), "{moves}");
    }
}
