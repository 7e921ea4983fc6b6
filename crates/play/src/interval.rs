//! Confidence intervals for mean results.

use serde::{Deserialize, Serialize};

/// The 97.5 per cent quantile of the normal distribution: two sides make 95 per cent.
const Z: f64 = 1.959_963_984_540_054;

/// An interval of mean results between 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Returns the 95 per cent interval of Wilson (1927) for a mean of results from 0 to 1. It is right
/// for wins and losses, stays between 0 and 1 for few games, and is wider than necessary where
/// there are draws, whose results vary less.
///
/// ```
/// use ludex_play::wilson;
/// let interval = wilson(0.6, 200);
/// assert!((interval.low - 0.531).abs() < 1e-3 && (interval.high - 0.665).abs() < 1e-3);
/// assert_eq!((wilson(0.5, 0).low, wilson(0.5, 0).high), (0.0, 1.0));
/// ```
pub fn wilson(mean: f64, games: usize) -> Interval {
    if games == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, z2) = (games as f64, Z * Z);
    let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z / (1.0 + z2 / n) * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}
