//! The results of players, and of places.

use serde::{Deserialize, Serialize};

use super::TournamentResult;
use super::elo::Rating;
use crate::interval::{Interval, wilson};

/// The results of one player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// The player.
    pub player: String,
    /// The number of its games.
    pub games: usize,
    /// Games with a score of more than one half.
    pub wins: usize,
    /// Games with a score of exactly one half.
    pub draws: usize,
    /// Games with a score of less than one half.
    pub losses: usize,
    /// The mean score, from 0 for the smallest payoff of the game to 1 for the greatest, as far as
    /// they occur if the options say so.
    pub score: f64,
    /// The interval of the true mean score, with 95 per cent confidence.
    pub interval: Interval,
    /// The number of its late or illegal moves.
    pub faults: usize,
    /// Its strength relative to the mean of the players, in games of two agents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<Rating>,
}

/// The results of all players at one place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatStanding {
    /// The agent that was played there.
    pub agent: String,
    /// The number of games.
    pub games: usize,
    /// Games with a score of more than one half.
    pub wins: usize,
    /// Games with a score of exactly one half.
    pub draws: usize,
    /// Games with a score of less than one half.
    pub losses: usize,
    /// The mean score.
    pub score: f64,
    /// The interval of the true mean score, with 95 per cent confidence.
    pub interval: Interval,
}

impl SeatStanding {
    /// Returns the results at a place with these scores.
    pub fn new(agent: &str, shares: &[f64]) -> SeatStanding {
        let Standing { games, wins, draws, losses, score, interval, .. } =
            standing(String::new(), shares);
        SeatStanding { agent: agent.to_string(), games, wins, draws, losses, score, interval }
    }
}

/// Returns the results of a player with these scores.
pub(super) fn standing(player: String, shares: &[f64]) -> Standing {
    let count = |kind: fn(f64) -> bool| shares.iter().filter(|&&share| kind(share)).count();
    Standing {
        player,
        games: shares.len(),
        wins: count(|share| share > 0.5),
        draws: count(|share| share == 0.5),
        losses: count(|share| share < 0.5),
        score: mean(shares),
        interval: wilson(mean(shares), shares.len()),
        faults: 0,
        elo: None,
    }
}

pub(super) fn mean(shares: &[f64]) -> f64 {
    if shares.is_empty() { 0.5 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
}

/// Returns the results by place as a table of texts: the heading, then a row for each agent.
pub fn seat_rows(seats: &[SeatStanding]) -> Vec<Vec<String>> {
    let head = ["as", "games", "won", "drawn", "lost", "score", "95 %"];
    let row = |one: &SeatStanding| {
        [
            one.agent.clone(),
            one.games.to_string(),
            one.wins.to_string(),
            one.draws.to_string(),
            one.losses.to_string(),
            format!("{:.3}", one.score),
            format!("{:.3}–{:.3}", one.interval.low, one.interval.high),
        ]
    };
    let rows = seats.iter().map(row);
    [head.map(String::from)].into_iter().chain(rows).map(Vec::from).collect()
}

/// Returns standings as a table of texts: the heading, then a row for each player.
pub fn standing_rows(standings: &[Standing]) -> Vec<Vec<String>> {
    let head = ["player", "games", "won", "drawn", "lost", "score", "95 %", "faults", "Elo"];
    let row = |one: &Standing| {
        [
            one.player.clone(),
            one.games.to_string(),
            one.wins.to_string(),
            one.draws.to_string(),
            one.losses.to_string(),
            format!("{:.3}", one.score),
            format!("{:.3}–{:.3}", one.interval.low, one.interval.high),
            one.faults.to_string(),
            one.elo.map_or(String::new(), |elo| elo.to_string()),
        ]
    };
    let rows = standings.iter().map(row);
    [head.map(String::from)].into_iter().chain(rows).map(Vec::from).collect()
}

/// Sums up the results of several games. Every game has the same weight, whatever its number of
/// matches.
pub fn total(results: &[TournamentResult]) -> Vec<Standing> {
    let players = results.first().map_or(0, |result| result.standings.len());
    let of = |player: usize| {
        let all: Vec<&Standing> = results.iter().map(|result| &result.standings[player]).collect();
        let sum = |part: fn(&Standing) -> usize| all.iter().map(|s| part(s)).sum::<usize>();
        let score = mean(&all.iter().map(|s| s.score).collect::<Vec<f64>>());
        let games = sum(|s| s.games);
        Standing {
            player: all[0].player.clone(),
            games,
            wins: sum(|s| s.wins),
            draws: sum(|s| s.draws),
            losses: sum(|s| s.losses),
            score,
            interval: wilson(score, games),
            faults: sum(|s| s.faults),
            elo: None,
        }
    };
    (0..players).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standings_add_up() {
        let s = standing("x".into(), &[1.0, 1.0, 0.5, 0.0]);
        assert_eq!((s.games, s.wins, s.draws, s.losses, s.score), (4, 2, 1, 1, 0.625));
        assert!(s.interval.low < 0.625 && s.interval.high > 0.625);
    }
}
