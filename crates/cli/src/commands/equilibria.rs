//! Equilibria as text: what all agents get, and what else they could get.

use ludex::{Solved, shortened};
use serde_json::{Map, Value};

use crate::print::{self, FAINT, say, styled};

/// Writes what every agent gets.
pub fn values(values: &Map<String, Value>) -> String {
    let one = |(agent, value): (&String, &Value)| match value {
        Value::String(fraction) => format!("{fraction} for {agent}"),
        number => {
            let number = number.as_f64().map_or_else(|| number.to_string(), print::decimal);
            format!("{number} for {agent}")
        }
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Shows where ties matter, and the equilibria that were asked for.
pub fn show(solved: &Solved) {
    if let Some(ties) = &solved.ties {
        say!("{}  {ties}", styled(FAINT, "ties"));
    }
    let Some(list) = &solved.equilibria else { return };
    say!("{}  {} payoffs", styled(FAINT, "equilibria"), list.payoffs.len());
    for play in &list.plays {
        say!("  {}: {}", values(&play.values), shortened(&play.line, 40));
    }
    if !list.complete {
        say!("  and more plays");
    }
}
