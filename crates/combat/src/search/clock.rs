//! The limit of a decision, and its cost.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use serde::Serialize;

/// The limit of a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit {
    /// Time by the clock.
    pub time: Option<Duration>,
    /// Processor time of the thread: for measurements on a busy machine.
    pub processor: Option<Duration>,
    /// The sum of nodes visited and playouts made: the decision is then equal on every machine.
    pub work: Option<u64>,
}

impl Limit {
    /// No limit.
    pub const NONE: Limit = Limit { time: None, processor: None, work: None };

    /// Returns a limit of this many milliseconds.
    pub fn milliseconds(count: u64) -> Limit {
        Limit { time: Some(Duration::from_millis(count)), ..Limit::NONE }
    }

    /// Returns a limit of this many nodes and playouts.
    pub fn nodes(count: u64) -> Limit {
        Limit { work: Some(count), ..Limit::NONE }
    }
}

/// The cost of a decision.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Statistics {
    /// Nodes visited.
    pub nodes: u64,
    /// Playouts made.
    pub playouts: u64,
    /// The last depth that was searched completely.
    pub depth: u32,
    /// Time by the clock, in seconds.
    pub seconds: f64,
    /// Processor time, in seconds.
    pub processor_seconds: f64,
    /// The longest time between two readings of the clock, in seconds; of processor time, where
    /// that is limited.
    pub gap: f64,
}

/// The time or the work is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfTime;

/// Watches the limit of one decision.
pub(crate) struct Clock {
    start: (Instant, ThreadTime),
    limit: Limit,
    /// The last reading of the time, and the longest time between two readings.
    seen: Duration,
    gap: Duration,
    /// Nodes until the time is read again.
    patience: u32,
    pub nodes: u64,
    pub playouts: u64,
}

/// Nodes without a playout between two readings of the time: well below 0.1 ms.
const PATIENCE: u32 = 16;

impl Clock {
    pub fn new(limit: Limit) -> Clock {
        let start = (Instant::now(), ThreadTime::now());
        let (seen, gap) = (Duration::ZERO, Duration::ZERO);
        Clock { start, limit, seen, gap, patience: PATIENCE, nodes: 0, playouts: 0 }
    }

    /// Returns a clock that stops earlier, at a part of the limit.
    pub fn part(&self, share: f64) -> Clock {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 };
        let limit = Limit {
            time: self.limit.time.map(|time| time.mul_f64(share)),
            processor: self.limit.processor.map(|time| time.mul_f64(share)),
            work: self.limit.work.map(|work| (work as f64 * share) as u64),
        };
        Clock { start: self.start, limit, seen: self.seen, ..Clock::new(limit) }
    }

    /// Adds the cost under another clock.
    pub fn count(mut self, other: &Clock) -> Clock {
        self.nodes += other.nodes;
        self.playouts += other.playouts;
        (self.seen, self.gap) = (self.seen.max(other.seen), self.gap.max(other.gap));
        self
    }

    /// Returns whether there is a limit at all.
    pub fn is_limited(&self) -> bool {
        self.limit != Limit::NONE
    }

    /// Counts a node.
    #[inline]
    pub fn node(&mut self) -> Result<(), OutOfTime> {
        self.nodes += 1;
        self.patience -= 1;
        if self.patience == 0 {
            self.look()?;
        }
        self.check_work()
    }

    /// Counts a playout. Playouts are expensive, so the time is read before each.
    pub fn playout(&mut self) -> Result<(), OutOfTime> {
        self.look()?;
        self.playouts += 1;
        self.check_work()
    }

    fn check_work(&self) -> Result<(), OutOfTime> {
        let done = self.nodes + self.playouts;
        if self.limit.work.is_some_and(|most| done > most) { Err(OutOfTime) } else { Ok(()) }
    }

    /// Reads the time.
    pub fn look(&mut self) -> Result<(), OutOfTime> {
        self.patience = PATIENCE;
        let now = match self.limit {
            Limit { processor: Some(_), .. } => self.start.1.elapsed(),
            Limit { time: Some(_), .. } => self.start.0.elapsed(),
            _ => return Ok(()),
        };
        self.gap = self.gap.max(now.saturating_sub(self.seen));
        self.seen = now;
        let most = self.limit.processor.or(self.limit.time);
        if most.is_some_and(|most| now >= most) { Err(OutOfTime) } else { Ok(()) }
    }

    pub fn statistics(&self, depth: u32) -> Statistics {
        let (nodes, playouts) = (self.nodes, self.playouts);
        let seconds = self.start.0.elapsed().as_secs_f64();
        let processor_seconds = self.start.1.elapsed().as_secs_f64();
        let gap = self.gap.as_secs_f64();
        Statistics { nodes, playouts, depth, seconds, processor_seconds, gap }
    }
}
