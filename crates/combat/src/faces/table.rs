//! Results of fights as tables of texts.

use ludex_base::grouped;

use crate::player::Cost;
use crate::tournament::Pairing;

/// Returns the results: the heading, then a row for each pair.
pub fn result_rows(table: &[Pairing]) -> Vec<Vec<String>> {
    let head = ["red", "blue", "games", "won", "drawn", "lost", "score", "±"];
    let result = |pairing: &Pairing| {
        [
            pairing.red.clone(),
            pairing.blue.clone(),
            pairing.games.to_string(),
            pairing.wins.to_string(),
            pairing.draws.to_string(),
            pairing.losses.to_string(),
            format!("{:.3}", pairing.score),
            format!("{:.3}", 1.96 * pairing.error),
        ]
    };
    let rows = table.iter().map(result);
    [head.map(String::from)].into_iter().chain(rows).map(Vec::from).collect()
}

/// Returns the cost of decisions: the heading, then a row for each player that searches. `None` if
/// no player does.
pub fn cost_rows(table: &[Pairing]) -> Option<Vec<Vec<String>>> {
    let mut rows: Vec<[String; 7]> = table.iter().flat_map(costs).collect();
    rows.dedup();
    let head = ["search", "against", "decisions", "mean", "playouts", "latest by", "late"];
    let all = [head.map(String::from)].into_iter().chain(rows.iter().cloned());
    (!rows.is_empty()).then(|| all.map(Vec::from).collect())
}

fn costs(pairing: &Pairing) -> impl Iterator<Item = [String; 7]> {
    let both = [
        (&pairing.red, &pairing.blue, &pairing.red_cost),
        (&pairing.blue, &pairing.red, &pairing.blue_cost),
    ];
    let searches = both.into_iter().filter(|(_, _, cost)| cost.decisions > 0);
    searches.map(|(player, other, cost)| cost_row(player, other, cost))
}

fn cost_row(player: &str, other: &str, cost: &Cost) -> [String; 7] {
    [
        player.to_string(),
        other.to_string(),
        grouped(cost.decisions),
        format!("{:.2} ms", cost.milliseconds()),
        grouped(cost.playouts / cost.decisions),
        format!("{:.2} ms", 1e3 * cost.lateness),
        format!("{} ({})", cost.late, cost.late_by_own_fault),
    ]
}
