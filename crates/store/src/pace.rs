//! When the next checkpoint is due.

use std::time::{Duration, Instant};

const SHORTEST: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(60);
/// The search runs this many times the duration of a checkpoint before the next: one part in 20.
const REST: u32 = 19;

/// A schedule of checkpoints, so that they take about 5 % of the time: not before 2 seconds of
/// search, but after a minute at the latest, however long they take.
///
/// ```
/// use ludex_store::Pace;
/// let mut pace = Pace::new();
/// assert!(!pace.due());
/// let result = pace.time(|| "saved");
/// assert_eq!(result, "saved");
/// ```
#[derive(Clone, Debug)]
pub struct Pace {
    fixed: Option<Duration>,
    wait: Duration,
    since: Instant,
}

impl Pace {
    /// Returns a schedule that starts now; the first checkpoint is due after 2 seconds.
    pub fn new() -> Pace {
        Pace { fixed: None, wait: SHORTEST, since: Instant::now() }
    }

    /// Returns a schedule with this interval between two checkpoints, whatever they take.
    pub fn every(interval: Duration) -> Pace {
        Pace { fixed: Some(interval), wait: interval, since: Instant::now() }
    }

    /// Returns whether a checkpoint is due. Reads the clock, so it should not be called for every
    /// node.
    pub fn due(&self) -> bool {
        self.since.elapsed() >= self.wait
    }

    /// Saves a checkpoint, and computes from the time it takes when the next is due.
    pub fn time<T>(&mut self, save: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = save();
        self.saved(start.elapsed());
        result
    }

    /// Records that a checkpoint was saved just now and took this long.
    pub fn saved(&mut self, took: Duration) {
        let rest = took.saturating_mul(REST).clamp(SHORTEST, LONGEST);
        self.wait = self.fixed.unwrap_or(rest);
        self.since = Instant::now();
    }
}

impl Default for Pace {
    fn default() -> Pace {
        Pace::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_part_in_twenty_within_limits() {
        let mut pace = Pace::new();
        assert_eq!(pace.wait, SHORTEST);
        for (took, wait) in [(1, 2_000), (500, 9_500), (2_000, 38_000), (10_000, 60_000)] {
            pace.saved(Duration::from_millis(took));
            assert_eq!(pace.wait, Duration::from_millis(wait));
        }
        pace.saved(Duration::MAX);
        assert_eq!(pace.wait, LONGEST);
    }

    #[test]
    fn an_interval_can_be_fixed() {
        let mut pace = Pace::every(Duration::ZERO);
        assert!(pace.due());
        pace.time(|| ());
        assert!(pace.due());
        assert!(!Pace::every(LONGEST).due());
    }
}
