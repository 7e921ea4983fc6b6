//! Mixed strategies and matrices as small tables.

use ludex::{MatrixTable, Solved};
use serde_json::Value;

use crate::print::{self, FAINT, say, styled};

/// The number of moves of a strategy that are listed, the likeliest first.
const LISTED: usize = 20;

/// Prints both strategies: agent, move, probability.
pub fn strategies(solved: &Solved) {
    let mut rows = Vec::new();
    for (agent, moves) in &solved.strategies {
        let Value::Object(moves) = moves else { continue };
        let mut moves: Vec<(&String, f64)> =
            moves.iter().map(|(mv, share)| (mv, share.as_f64().unwrap_or(0.0))).collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (place, (mv, share)) in moves.iter().take(LISTED).enumerate() {
            let agent = if place == 0 { agent.as_str() } else { "" };
            rows.push(vec![agent.to_string(), mv.to_string(), print::decimal(*share)]);
        }
        if moves.len() > LISTED {
            let more =
                format!("and {} more", print::counted((moves.len() - LISTED) as u64, "move"));
            rows.push(vec![String::new(), "…".to_string(), more]);
        }
    }
    print::table(&rows);
}

/// Prints the values of all joint moves, rows for the first agent.
pub fn matrix(matrix: &MatrixTable) {
    let cell = |value: &Option<f64>| value.map_or_else(|| "?".to_string(), print::decimal);
    let head = [String::new()].into_iter().chain(matrix.columns.iter().cloned());
    let mut rows: Vec<Vec<String>> = vec![head.collect()];
    for (name, values) in matrix.rows.iter().zip(&matrix.values) {
        rows.push([name.clone()].into_iter().chain(values.iter().map(cell)).collect());
    }
    say!("{}", styled(FAINT, "matrix"));
    print::table(&rows);
}
