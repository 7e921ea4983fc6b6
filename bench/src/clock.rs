//! Processor time and time by the clock.
//!
//! Figures are processor time: on a machine that others use too, the clock says as much about them
//! as about us. Both are kept, so that a busy machine shows.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// What something took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spent {
    /// Processor time.
    pub cpu: Duration,
    /// Time by the clock.
    pub wall: Duration,
}

impl Spent {
    /// So many things in this time: how many a second of processor time.
    pub fn per_second(self, things: u64) -> f64 {
        things as f64 / self.cpu.as_secs_f64().max(1e-9)
    }
}

/// Runs something once.
pub fn timed<T>(run: impl FnOnce() -> T) -> (T, Spent) {
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let result = run();
    (result, Spent { cpu: cpu.elapsed(), wall: wall.elapsed() })
}

/// Runs something at least once and again while that takes less than `patience` in all; the time of
/// the quickest run counts, since all that disturbs a run makes it longer.
pub fn best_of<T>(patience: Duration, mut run: impl FnMut() -> T) -> (T, Spent) {
    let start = Instant::now();
    let (mut result, mut best) = timed(&mut run);
    while start.elapsed() + best.wall < patience {
        let (again, spent) = timed(&mut run);
        if spent.cpu < best.cpu {
            (result, best) = (again, spent);
        }
    }
    (result, best)
}
