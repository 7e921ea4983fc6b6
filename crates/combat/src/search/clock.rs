//! The limit of a decision, and what it has cost.

use std::time::Duration;

use cpu_time::ThreadTime;
use serde::Serialize;

/// How long a decision may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limit {
    /// Processor time of the thread: a busy machine neither helps nor harms.
    pub time: Option<Duration>,
    /// Nodes visited and playouts made, together: the same decision on every machine.
    pub work: Option<u64>,
}

impl Limit {
    /// So many milliseconds.
    pub fn milliseconds(count: u64) -> Limit {
        Limit { time: Some(Duration::from_millis(count)), work: None }
    }

    /// So many nodes and playouts.
    pub fn nodes(count: u64) -> Limit {
        Limit { time: None, work: Some(count) }
    }
}

/// What a decision has cost.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Statistics {
    /// Nodes visited.
    pub nodes: u64,
    /// Playouts made.
    pub playouts: u64,
    /// The last depth that was searched completely.
    pub depth: u32,
    /// Processor time, in seconds.
    pub seconds: f64,
}

/// The time or the work is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfTime;

/// Watches the limit of one decision.
pub(crate) struct Clock {
    start: ThreadTime,
    limit: Limit,
    /// Nodes until the time is looked at again.
    patience: u32,
    pub nodes: u64,
    pub playouts: u64,
}

/// Nodes without a playout between two looks at the time: well below 0.1 ms.
const PATIENCE: u32 = 64;

impl Clock {
    pub fn new(limit: Limit) -> Clock {
        Clock { start: ThreadTime::now(), limit, patience: PATIENCE, nodes: 0, playouts: 0 }
    }

    /// A clock that stops earlier, at a part of the limit.
    pub fn part(&self, share: f64) -> Clock {
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 };
        let limit = Limit {
            time: self.limit.time.map(|time| time.mul_f64(share)),
            work: self.limit.work.map(|work| (work as f64 * share) as u64),
        };
        Clock { start: self.start, limit, ..Clock::new(limit) }
    }

    /// Counts what was done under another clock, too.
    pub fn count(mut self, other: &Clock) -> Clock {
        self.nodes += other.nodes;
        self.playouts += other.playouts;
        self
    }

    /// Whether there is a limit at all.
    pub fn is_limited(&self) -> bool {
        self.limit.time.is_some() || self.limit.work.is_some()
    }

    /// Another node.
    #[inline]
    pub fn node(&mut self) -> Result<(), OutOfTime> {
        self.nodes += 1;
        self.patience -= 1;
        if self.patience == 0 {
            self.look()?;
        }
        self.check_work()
    }

    /// Another playout: each is dear, so that the time is looked at before.
    pub fn playout(&mut self) -> Result<(), OutOfTime> {
        self.look()?;
        self.playouts += 1;
        self.check_work()
    }

    fn check_work(&self) -> Result<(), OutOfTime> {
        let done = self.nodes + self.playouts;
        if self.limit.work.is_some_and(|most| done > most) { Err(OutOfTime) } else { Ok(()) }
    }

    /// Looks at the time.
    pub fn look(&mut self) -> Result<(), OutOfTime> {
        self.patience = PATIENCE;
        match self.limit.time {
            Some(time) if self.start.elapsed() >= time => Err(OutOfTime),
            _ => Ok(()),
        }
    }

    pub fn statistics(&self, depth: u32) -> Statistics {
        let seconds = self.start.elapsed().as_secs_f64();
        Statistics { nodes: self.nodes, playouts: self.playouts, depth, seconds }
    }
}
