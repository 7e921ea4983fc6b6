//! Equilibria as text: what all agents get, and what else they could get.

use ludex::{Solved, shortened};
use serde_json::{Map, Value};

use crate::print::{self, FAINT, say, styled};

/// Writes what every agent gets; where numbers are rounded, exactly and as decimals.
pub fn values(values: &Map<String, Value>, fractions: Option<&Map<String, Value>>) -> String {
    let one = |(agent, value): (&String, &Value)| {
        let number = value.as_f64().unwrap_or_default();
        let exact = fractions.and_then(|exact| exact.get(agent)?.as_str());
        match (exact.filter(|exact| exact.contains('/')), print::decimal(number)) {
            (None, decimal) => format!("{decimal} for {agent}"),
            (Some(exact), decimal) => match print::fraction(exact, number) {
                short if short == exact => format!("{exact} ({decimal}) for {agent}"),
                long => format!("{long} for {agent}"),
            },
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
        say!("  {}: {}", values(&play.values, None), shortened(&play.line, 40));
    }
    if !list.complete {
        say!("  and more plays");
    }
}
