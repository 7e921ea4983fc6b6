//! What `solve` found, in words.

use ludex_base::units::{decimal, fraction};
use ludex_base::{counted, grouped};
use serde_json::{Map, Value};

use crate::answers::Solved;

impl Solved {
    /// Returns the value, or what is known of it, as text.
    pub fn value_text(&self) -> String {
        if let Some(values) = &self.values {
            return payoffs_text(values, self.fractions.as_ref());
        }
        if !self.exact && self.bounds.iter().any(|bound| !bound.is_finite()) {
            return "unknown".to_string();
        }
        match (&self.value, self.exact) {
            (Value::String(name), true) => name.clone(),
            (number, true) => match (&self.fraction, number.as_f64()) {
                (Some(exact), number) => fraction(exact, number.unwrap_or_default()),
                (None, Some(number)) => decimal(number),
                (None, None) => number.to_string(),
            },
            (number, false) if self.approximate => {
                let near = number.as_f64().map_or_else(String::new, decimal);
                let [low, high] = self.bounds.map(decimal);
                format!("about {near}, between {low} and {high}")
            }
            (_, false) => {
                format!("unknown, between {} and {}", self.bound_names[0], self.bound_names[1])
            }
        }
    }

    /// Says whose value it is and who is on turn: what follows the value in a sentence.
    pub fn whose_text(&self) -> String {
        let turn = self.turn.as_ref().map(|agent| format!(", {agent} to move"));
        let whose = match (&self.values, &self.guarantee) {
            (Some(_), _) => String::new(),
            (None, Some(agent)) => format!(" is what {agent} can secure against all others"),
            (None, None) => {
                let score = self.score.filter(|_| self.strategies.is_empty());
                let score = score.map(|score| format!(" (score {score})")).unwrap_or_default();
                format!(" for {}{score}", self.first)
            }
        };
        whose + &turn.unwrap_or_default()
    }

    /// Says whether the best moves are all there are.
    pub fn best_text(&self) -> &'static str {
        match (self.all_best, self.best.len()) {
            (true, 1) => "(the only best move)",
            (true, _) => "(all best moves)",
            (false, 1) => "(one of the best moves; --best all finds all)",
            (false, _) => "(some of the best moves; --best all finds all)",
        }
    }

    /// Counts the nodes, those for the value and those for best moves.
    pub fn nodes_text(&self) -> String {
        let value = counted(self.value_nodes, "node");
        match self.nodes - self.value_nodes {
            0 => value,
            more => format!("{value} for the value and {} for best moves", grouped(more)),
        }
    }

    /// Returns the solution of a game of one agent: a play.
    pub fn solution(&self) -> Option<&[String]> {
        self.shortest.and(self.line.as_deref())
    }

    /// Returns whether an exact answer differs from the score that a line of a batch stated.
    pub fn disagrees(&self) -> bool {
        self.exact && self.expected.is_some() && self.expected != self.relative
    }
}

/// Writes what every agent gets; where numbers are rounded, exactly and as decimals.
pub fn payoffs_text(values: &Map<String, Value>, fractions: Option<&Map<String, Value>>) -> String {
    let one = |(agent, value): (&String, &Value)| {
        let number = value.as_f64().unwrap_or_default();
        let exact = fractions.and_then(|exact| exact.get(agent)?.as_str());
        match (exact.filter(|exact| exact.contains('/')), decimal(number)) {
            (None, decimal) => format!("{decimal} for {agent}"),
            (Some(exact), decimal) => match fraction(exact, number) {
                short if short == exact => format!("{exact} ({decimal}) for {agent}"),
                long => format!("{long} for {agent}"),
            },
        }
    };
    values.iter().map(one).collect::<Vec<_>>().join(", ")
}
