//! Processor time and wall-clock time.
//!
//! Figures are processor time: on a machine with other load, the wall clock depends on the load as
//! much as on the program. Both are kept, so that a busy machine shows.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// The time that something took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spent {
    /// Processor time.
    pub cpu: Duration,
    /// Wall-clock time.
    pub wall: Duration,
}

impl Spent {
    /// Returns how many things were done in a second of processor time.
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

/// The shortest time that the processor clock measures reliably: sometimes it reports a few
/// microseconds as zero.
const BATCH: Duration = Duration::from_millis(10);

/// Runs something at least once and again while that takes less than `patience` in all. The time of
/// the fastest run counts, since disturbances only make a run longer. Short runs are timed in
/// batches, and the time of a run is the mean of its batch.
pub fn best_of<T>(patience: Duration, mut run: impl FnMut() -> T) -> (T, Spent) {
    let start = Instant::now();
    let (mut result, mut best) = timed(&mut run);
    let batch = (BATCH.as_secs_f64() / best.wall.as_secs_f64().max(1e-9)).ceil() as u32;
    // Times too short to be reliable do not count.
    let mut counts = batch == 1;
    while !counts || start.elapsed() + best.wall * batch < patience {
        let (again, spent) = timed(|| (1..batch).fold(run(), |_, _| run()));
        let each = Spent { cpu: spent.cpu / batch, wall: spent.wall / batch };
        if !counts || each.cpu < best.cpu {
            (result, best, counts) = (again, each, true);
        }
    }
    (result, best)
}
