//! The measured quantities, and their computation from the searches of a board.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::entry::Entry;
use crate::run::BoardResults;
use crate::runner::Measured;

/// A quantity in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Nodes expanded, over all positions.
    Expansions,
    /// Nodes created, over all positions.
    Created,
    /// Time in seconds, over all positions.
    Seconds,
    /// Linear programs solved, over all positions.
    LpCalls,
    /// Memory in millions of bytes, the maximum over all positions.
    Megabytes,
    /// Atoms evaluated, over all positions.
    Atomic,
    /// Lists of moves requested, over all positions.
    Listmoves,
    /// Moves played, over all positions.
    Play,
    /// Nodes expanded per position; the budget for those not solved.
    MeanNodes,
    /// Positions solved.
    Solved,
    /// Positions where the answer is true.
    Proved,
    /// Positions solved faster than with any other setting.
    Fastest,
    /// Positions solved with fewer expansions than with any other setting.
    FewestExpansions,
    /// Positions solved with fewer created nodes than with any other setting.
    FewestCreated,
    /// Positions that the first player wins.
    Wins,
    /// Positions that nobody wins.
    Draws,
    /// Positions that the first player loses.
    Losses,
    /// The answer, where there is one position.
    Value,
    /// The percentage of all points that the first of two players got in their matches.
    Percent,
    /// (wins + draws / 2) / fights.
    Score,
    /// Two standard errors of the score.
    Error,
    /// Average duration of a decision in milliseconds.
    Milliseconds,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Measure::Expansions => "expansions",
            Measure::Created => "created",
            Measure::Seconds => "seconds",
            Measure::LpCalls => "LP calls",
            Measure::Megabytes => "MB",
            Measure::Atomic => "atomic",
            Measure::Listmoves => "listmoves",
            Measure::Play => "play",
            Measure::MeanNodes => "mean nodes",
            Measure::Solved => "solved",
            Measure::Proved => "proved",
            Measure::Fastest => "fastest",
            Measure::FewestExpansions => "fewest expansions",
            Measure::FewestCreated => "fewest created",
            Measure::Wins => "wins",
            Measure::Draws => "draws",
            Measure::Losses => "losses",
            Measure::Value => "value",
            Measure::Percent => "%",
            Measure::Score => "score",
            Measure::Error => "±",
            Measure::Milliseconds => "ms",
        })
    }
}

impl Measure {
    /// Returns whether positions are counted, so that fractions are compared if their numbers
    /// differ.
    pub fn counts_positions(self) -> bool {
        use Measure::{Atomic, Created, Expansions, Listmoves, MeanNodes, Play, Seconds, Value};
        let of_searches = [Expansions, Created, Seconds, Atomic, Listmoves, Play, MeanNodes, Value];
        let of_players = [Measure::Percent, Measure::Score, Measure::Error, Measure::Milliseconds];
        !of_searches.contains(&self)
            && !of_players.contains(&self)
            && !matches!(self, Measure::LpCalls | Measure::Megabytes)
    }

    /// Returns the cost of one search, for the measures that are costs.
    pub fn cost(self, search: &Measured) -> Option<f64> {
        match self {
            Measure::Expansions | Measure::FewestExpansions | Measure::MeanNodes => {
                Some(search.expansions as f64)
            }
            Measure::Created | Measure::FewestCreated => Some(search.created as f64),
            Measure::Seconds | Measure::Fastest => Some(search.seconds),
            Measure::LpCalls => Some(search.lp_calls as f64),
            Measure::Megabytes => Some(search.memory as f64 / 1e6),
            Measure::Atomic => Some(search.queries.atomic as f64),
            Measure::Listmoves => Some(search.queries.listmoves as f64),
            Measure::Play => Some(search.queries.play as f64),
            _ => None,
        }
    }

    /// Returns the figure of a setting on a board, if it was measured.
    pub fn entry(self, results: &BoardResults, setting: usize) -> Option<Entry> {
        let searches = &results.settings.get(setting)?.searches;
        let all = searches.len() == results.positions.len();
        if searches.is_empty() {
            return None;
        }
        let count = |has: &dyn Fn(&Measured) -> bool| {
            Some(Entry::Exactly(searches.iter().filter(|search| has(search)).count() as f64))
        };
        match self {
            Measure::Expansions
            | Measure::Created
            | Measure::Seconds
            | Measure::LpCalls
            | Measure::Megabytes
            | Measure::Atomic
            | Measure::Listmoves
            | Measure::Play
            | Measure::MeanNodes => {
                let costs = searches.iter().filter_map(|search| self.cost(search));
                let sum: f64 = match self {
                    Measure::Megabytes => costs.fold(0.0, f64::max),
                    _ => costs.sum(),
                };
                let mean = self == Measure::MeanNodes;
                let sum = if mean { sum / searches.len() as f64 } else { sum };
                let complete = all && searches.iter().all(|search| search.solved);
                Some(if complete { Entry::Exactly(sum) } else { Entry::MoreThan(sum) })
            }
            Measure::Fastest | Measure::FewestExpansions | Measure::FewestCreated => {
                self.best(results, setting)
            }
            Measure::Proved => count(&|search| search.value.as_deref() == Some("true")),
            Measure::Solved => count(&|search| search.solved),
            Measure::Wins => count(&|search| search.score.is_some_and(|score| score > 0.0)),
            Measure::Draws => count(&|search| search.score == Some(0.0)),
            Measure::Losses => count(&|search| search.score.is_some_and(|score| score < 0.0)),
            Measure::Percent => {
                let points: Option<f64> = searches.iter().map(|search| search.score).sum();
                points.map(|points| Entry::Exactly(100.0 * points / searches.len() as f64))
            }
            Measure::Score => Some(Entry::Exactly(score(searches).0)),
            Measure::Error => Some(Entry::Exactly(2.0 * score(searches).1)),
            Measure::Milliseconds => {
                let decisions: u64 = searches.iter().map(|search| search.expansions).sum();
                let seconds: f64 = searches.iter().map(|search| search.seconds).sum();
                Some(Entry::Exactly(1000.0 * seconds / decisions.max(1) as f64))
            }
            Measure::Value => match &searches[..] {
                [search] => search.value.clone().map(Entry::Word),
                _ => None,
            },
        }
    }

    /// Returns the number of positions on which a setting was strictly better than all others that
    /// were run, of those that all of them have searched, or `None` if no other was run.
    fn best(self, results: &BoardResults, setting: usize) -> Option<Entry> {
        let ran = || results.settings.iter().enumerate().filter(|(_, s)| s.skipped.is_none());
        let seen = ran().map(|(_, s)| s.searches.len()).min()?;
        if ran().count() < 2 || seen == 0 {
            return None;
        }
        // A position that was not solved loses to any that was.
        let cost = |search: &Measured| match search.solved {
            true => self.cost(search).unwrap_or(f64::INFINITY),
            false => f64::INFINITY,
        };
        let wins = |at: &usize| {
            let own = cost(&results.settings[setting].searches[*at]);
            ran().all(|(other, s)| other == setting || own < cost(&s.searches[*at]))
        };
        Some(Entry::Exactly((0..seen).filter(wins).count() as f64))
    }
}

/// Returns the score of fights, and its standard error.
pub(crate) fn score(fights: &[Measured]) -> (f64, f64) {
    let points = || fights.iter().map(|fight| (fight.score.unwrap_or(0.0) + 1.0) / 2.0);
    let games = fights.len().max(1) as f64;
    let mean = points().sum::<f64>() / games;
    let variance = points().map(|point| (point - mean).powi(2)).sum::<f64>() / games;
    (mean, (variance / games).sqrt())
}
