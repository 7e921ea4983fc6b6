//! Elo ratings: how strong players are relative to one another, by the model of Bradley and Terry
//! \[BT52\].

use std::fmt;

use serde::{Deserialize, Serialize};

/// The 97.5 per cent quantile of the normal distribution: two sides make 95 per cent.
const Z: f64 = 1.959_963_984_540_054;
/// The rating points that one unit of the natural logarithm of the odds is worth.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;
/// The draw that is added for every two players that met, so that ratings stay finite.
const PRIOR: f64 = 1.0;

/// A rating in Elo points, where the mean of the players is 0: 400 points more are odds of 10 to 1.
/// It is the most likely one after one more draw between all that met, without which somebody who
/// always wins would be infinitely strong.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// The lower end of its interval, with 95 per cent confidence.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Writes the rating and half the width of its interval.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.0} ± {:.0}", self.rating, (self.high - self.low) / 2.0)
    }
}

/// How often a player met another, and the sum of its scores from 0 to 1.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Meeting {
    pub games: f64,
    pub points: f64,
}

/// Returns the ratings of players from all their meetings. Returns `None` where some of them cannot
/// be compared.
pub(super) fn ratings(meetings: &[Vec<Meeting>]) -> Option<Vec<Rating>> {
    let met: Vec<Vec<Meeting>> =
        meetings.iter().map(|row| row.iter().map(|&one| with_prior(one)).collect()).collect();
    let mut odds = vec![0.0; met.len()];
    // Newton's method on a concave function; a few dozen steps are plenty.
    for _ in 0..100 {
        let (slope, inverse) = (slope(&met, &odds), inverse(&met, &odds)?);
        let step = |row: &Vec<f64>| row.iter().zip(&slope).map(|(a, b)| a * b).sum::<f64>();
        let steps: Vec<f64> = inverse.iter().map(step).collect();
        odds.iter_mut().zip(&steps).for_each(|(odd, step)| *odd += step.clamp(-1.0, 1.0));
        if steps.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let mean = odds.iter().sum::<f64>() / odds.len() as f64;
    let inverse = inverse(&met, &odds)?;
    let rating = |player: usize| {
        let rating = (odds[player] - mean) * POINTS;
        let half = Z * inverse[player][player].max(0.0).sqrt() * POINTS;
        Rating { rating, low: rating - half, high: rating + half }
    };
    (odds.len() > 1).then(|| (0..odds.len()).map(rating).collect())
}

fn with_prior(met: Meeting) -> Meeting {
    match met.games > 0.0 {
        true => Meeting { games: met.games + PRIOR, points: met.points + PRIOR / 2.0 },
        false => met,
    }
}

/// Returns the expected score of a player against another.
fn expected(odds: &[f64], one: usize, other: usize) -> f64 {
    1.0 / (1.0 + (odds[other] - odds[one]).exp())
}

/// Returns the derivatives of the logarithm of the likelihood.
fn slope(met: &[Vec<Meeting>], odds: &[f64]) -> Vec<f64> {
    let of = |one: usize| {
        let surplus =
            |(other, met): (usize, &Meeting)| met.points - met.games * expected(odds, one, other);
        met[one].iter().enumerate().map(surplus).sum()
    };
    (0..odds.len()).map(of).collect()
}

/// Returns the covariance of the ratings, in natural units: the inverse of the information where
/// the ratings add up to zero.
fn inverse(met: &[Vec<Meeting>], odds: &[f64]) -> Option<Vec<Vec<f64>>> {
    let size = odds.len();
    let shift = 1.0 / size as f64;
    let mut matrix = vec![vec![shift; size]; size];
    for one in 0..size {
        for other in 0..size {
            let p = expected(odds, one, other);
            let information =
                if one == other { 0.0 } else { met[one][other].games * p * (1.0 - p) };
            matrix[one][one] += information;
            matrix[one][other] -= information;
        }
    }
    let mut inverse = invert(matrix)?;
    inverse.iter_mut().flatten().for_each(|cell| *cell -= shift);
    Some(inverse)
}

/// Inverts a matrix. Returns `None` if it is singular.
fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { 1.0 } else { 0.0 }));
    }
    for column in 0..size {
        let size_at = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..size).max_by(|a, b| size_at(a).total_cmp(&size_at(b)))?;
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        if scale.abs() < 1e-12 {
            return None;
        }
        matrix[column].iter_mut().for_each(|cell| *cell /= scale);
        let row = matrix[column].clone();
        for other in (0..size).filter(|&other| other != column) {
            let factor = matrix[other][column];
            matrix[other].iter_mut().zip(&row).for_each(|(cell, own)| *cell -= factor * own);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meetings(points: [[f64; 3]; 3], games: f64) -> Vec<Vec<Meeting>> {
        let meeting = |(one, row): (usize, [f64; 3])| {
            let of = |(other, points): (usize, f64)| Meeting {
                games: if one == other { 0.0 } else { games },
                points,
            };
            row.into_iter().enumerate().map(of).collect()
        };
        points.into_iter().enumerate().map(meeting).collect()
    }

    #[test]
    fn two_players_have_the_rating_of_their_score() {
        let met = |games, points| Meeting { games, points };
        let two = vec![
            vec![Meeting::default(), met(100.0, 75.0)],
            vec![met(100.0, 25.0), Meeting::default()],
        ];
        let found = ratings(&two).expect("they met");
        // 75.5 of 101 after the draw that is added.
        let difference = 400.0 * (75.5f64 / 25.5).log10();
        assert!((found[0].rating - found[1].rating - difference).abs() < 1e-6, "{found:?}");
        assert!((found[0].rating + found[1].rating).abs() < 1e-6);
        // The standard error of the difference is 1 over the root of the information.
        let p: f64 = 75.5 / 101.0;
        let half = Z * POINTS / (101.0 * p * (1.0 - p)).sqrt() / 2.0;
        assert!((found[0].high - found[0].rating - half).abs() < 1e-6, "{found:?} {half}");
    }

    #[test]
    fn strength_is_transitive_and_finite() {
        let found = ratings(&meetings([[0.0, 9.0, 10.0], [1.0, 0.0, 8.0], [0.0, 2.0, 0.0]], 10.0));
        let found = found.expect("they met");
        assert!(found[0].rating > found[1].rating && found[1].rating > found[2].rating);
        assert!(found.iter().all(|r| r.low < r.rating && r.rating < r.high && r.high < 2_000.0));
        assert_eq!(ratings(&[vec![Meeting::default()]]), None);
        assert_eq!(ratings(&vec![vec![Meeting::default(); 2]; 2]), None, "they never met");
    }
}
