//! Weighted combinations of heuristics, which \[KS11\] suggests, and their text form.

use std::fmt;
use std::str::FromStr;

use ludex_base::Budget;

use super::{Choice, condition_heuristic, goal_heuristic};
use crate::Rational;
use crate::logic::TooLarge;
use crate::syntax::{Description, Term};

/// A heuristic as a part of a combination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feature {
    /// From goals alone, with this factor α.
    Goals(Rational),
    /// With rule conditions, to this power.
    Conditions(u32),
}

impl Feature {
    /// Returns the heuristic for a player in a location. It counts as too large if the budget is used
    /// up before.
    pub fn term(
        &self,
        description: &Description,
        location: usize,
        player: usize,
        budget: &Budget,
    ) -> Result<Term, TooLarge> {
        match self {
            Feature::Goals(alpha) => goal_heuristic(description, location, player, alpha, budget),
            Feature::Conditions(power) => {
                condition_heuristic(description, location, player, *power, budget)
            }
        }
    }
}

/// A sum of heuristics, each with its weight. As text, one line for each: `goals 1/4 0.8`.
///
/// ```
/// use ludex_rewrite::Weights;
/// let text = "# learnt\ngoals 1/4 0.8\nconditions 4 -0.05\n";
/// let weights: Weights = text.parse().unwrap();
/// assert_eq!(weights.to_string(), "goals 1/4 0.8\nconditions 4 -0.05\n");
/// assert!("goals x 1".parse::<Weights>().unwrap_err().contains("line 1"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Weights(pub Vec<(Feature, f64)>);

impl Weights {
    /// Returns the default heuristic as a combination.
    pub fn of(choice: Choice) -> Weights {
        let quarter = Rational::new(super::ALPHA.0, super::ALPHA.1);
        Weights(match choice {
            Choice::Goals => vec![(Feature::Goals(quarter), 1.0)],
            Choice::Conditions => vec![(Feature::Conditions(super::POWER), 1.0)],
        })
    }

    /// Returns the combination as a term for a player in a location, with its weights to six
    /// digits. It counts as too large if the budget is used up before.
    pub fn term(
        &self,
        description: &Description,
        location: usize,
        player: usize,
        budget: &Budget,
    ) -> Result<Term, TooLarge> {
        let part = |(feature, weight): &(Feature, f64)| {
            let number = Rational::new((weight * 1e6).round() as i64, 1_000_000);
            let term = feature.term(description, location, player, budget)?;
            Ok(Term::Times(vec![Term::Number(number), term]))
        };
        Ok(Term::Add(self.0.iter().map(part).collect::<Result<_, TooLarge>>()?))
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(feature, weight)| match feature {
            Feature::Goals(alpha) => writeln!(f, "goals {alpha} {weight}"),
            Feature::Conditions(power) => writeln!(f, "conditions {power} {weight}"),
        })
    }
}

impl FromStr for Weights {
    type Err = String;

    /// Parses the text form; blank lines and comments after `#` are ignored.
    fn from_str(text: &str) -> Result<Weights, String> {
        let mut weights = Weights::default();
        for (number, line) in text.lines().enumerate() {
            if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
                let entry = parse_line(line);
                weights.0.push(entry.ok_or_else(|| {
                    let wanted = "`goals 1/4 0.8` or `conditions 4 0.1`";
                    format!("line {}: expected such as {wanted}, found `{line}`", number + 1)
                })?);
            }
        }
        Ok(weights)
    }
}

fn parse_line(line: &str) -> Option<(Feature, f64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [kind, parameter, weight] = words[..] else { return None };
    let feature = match kind {
        "goals" => Feature::Goals(Rational::parse(parameter)?),
        "conditions" => Feature::Conditions(parameter.parse().ok().filter(|&power| power <= 64)?),
        _ => return None,
    };
    let weight: f64 = weight.parse().ok()?;
    (weight.abs() <= 1e9).then_some((feature, weight))
}
