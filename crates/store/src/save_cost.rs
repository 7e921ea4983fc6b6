//! How long it takes to save a checkpoint, so that a search can end in time for its last one, and to
//! restore one.

use std::time::Duration;

/// What it costs to save a checkpoint.
#[derive(Clone, Copy, Debug)]
pub struct SaveCost {
    seconds_per_byte: f64,
}

impl Default for SaveCost {
    /// Returns a guess.
    fn default() -> SaveCost {
        SaveCost { seconds_per_byte: SaveCost::SECONDS_PER_NEW_BYTE }
    }
}

impl SaveCost {
    /// What a byte takes that the last checkpoint has not: 250 MB are written in a second.
    const SECONDS_PER_NEW_BYTE: f64 = 4e-9;
    /// What the smallest checkpoint takes, in seconds.
    const LEAST: f64 = 0.02;
    /// The number of bytes from which on the time says something about the bytes.
    const TELLING: u64 = 1 << 24;

    /// Returns how long it will take to save this number of bytes.
    pub fn of(self, bytes: u64) -> Duration {
        let seconds = SaveCost::LEAST + bytes as f64 * self.seconds_per_byte;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }

    /// Returns how long it will take to save this number of bytes if the last checkpoint has none of
    /// them, while those that were learned from had most.
    pub fn of_new(self, bytes: u64) -> Duration {
        let seconds_per_byte = self.seconds_per_byte.max(SaveCost::SECONDS_PER_NEW_BYTE);
        SaveCost { seconds_per_byte }.of(bytes)
    }

    /// Learns from a checkpoint that was saved.
    pub fn learn(&mut self, bytes: u64, took: Duration) {
        if bytes >= SaveCost::TELLING {
            self.seconds_per_byte = took.as_secs_f64() / bytes as f64;
        }
    }
}

/// What it costs to restore a checkpoint.
#[derive(Clone, Copy, Debug)]
pub struct RestoreCost {
    seconds_per_byte: f64,
}

impl Default for RestoreCost {
    /// Returns a guess: a gigabyte and a quarter in a second.
    fn default() -> RestoreCost {
        RestoreCost { seconds_per_byte: 0.8e-9 }
    }
}

impl RestoreCost {
    /// Returns how many bytes can be restored in a time.
    pub fn bytes_within(self, time: Duration) -> u64 {
        (time.as_secs_f64() / self.seconds_per_byte) as u64
    }

    /// Learns from a checkpoint that was restored.
    pub fn learn(&mut self, bytes: u64, took: Duration) {
        if bytes >= SaveCost::TELLING {
            self.seconds_per_byte = took.as_secs_f64() / bytes as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_restoring_took_says_how_much_can_be_restored() {
        let (mut cost, second) = (RestoreCost::default(), Duration::from_secs(1));
        assert_eq!(cost.bytes_within(second), 1_250_000_000);
        cost.learn(1000, second);
        assert_eq!(cost.bytes_within(second), 1_250_000_000);
        cost.learn(500_000_000, second);
        assert_eq!(cost.bytes_within(second / 10), 50_000_000);
        cost.learn(500_000_000, Duration::ZERO);
        assert_eq!(cost.bytes_within(second), u64::MAX);
    }

    #[test]
    fn large_checkpoints_tell_what_a_byte_costs_and_small_ones_do_not() {
        let mut cost = SaveCost::default();
        assert_eq!(cost.of(0), Duration::from_millis(20));
        assert_eq!(cost.of(250_000_000), Duration::from_millis(1020));
        cost.learn(1000, Duration::from_secs(1));
        assert_eq!(cost.of(250_000_000), Duration::from_millis(1020));
        cost.learn(100_000_000, Duration::from_secs(1));
        assert_eq!(cost.of(250_000_000), Duration::from_millis(2520));
        assert_eq!(cost.of_new(250_000_000), Duration::from_millis(2520));
        cost.learn(100_000_000, Duration::from_millis(100));
        assert_eq!(cost.of(250_000_000), Duration::from_millis(270));
        assert_eq!(cost.of_new(250_000_000), Duration::from_millis(1020));
        cost.learn(1 << 24, Duration::MAX);
        assert_eq!(cost.of(u64::MAX), Duration::MAX);
    }
}
