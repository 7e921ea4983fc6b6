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

/// The shortest time that the processor's clock can be trusted with: now and then it says that a few
/// microseconds were none.
const BATCH: Duration = Duration::from_millis(10);

/// Runs something at least once and again while that takes less than `patience` in all; the time of
/// the quickest run counts, since all that disturbs a run makes it longer. Short runs are timed in
/// batches, and the time of a run is the mean of its batch.
pub fn best_of<T>(patience: Duration, mut run: impl FnMut() -> T) -> (T, Spent) {
    let start = Instant::now();
    let (mut result, mut best) = timed(&mut run);
    let batch = (BATCH.as_secs_f64() / best.wall.as_secs_f64().max(1e-9)).ceil() as u32;
    // What was too short to be trusted does not count.
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
