//! Budgets and progress: what a search may spend, why it stopped, who is told how far it is.
//!
//! Stopping is a value ([`Stopped`]) that travels up through `?`, never a panic and never a flag
//! that a caller could forget to look at. Polling is a countdown: the clock, the stop flag and the
//! observer are looked at once every few thousand nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludex_game::Bounds;

/// What a search may spend.
///
/// ```
/// use ludex_search::Budget;
/// let budget = Budget { max_nodes: Some(1_000), ..Budget::default() };
/// assert!(budget.deadline.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    /// Visit at most so many nodes.
    pub max_nodes: Option<u64>,
    /// Stop at this moment.
    pub deadline: Option<Instant>,
    /// Use at most so many bytes for tables and graphs.
    pub max_bytes: usize,
    /// Stop when this becomes true (Ctrl-C).
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Budget {
    /// No limit but 256 MiB of memory.
    fn default() -> Budget {
        Budget { max_nodes: None, deadline: None, max_bytes: 256 << 20, stop: None }
    }
}

impl Budget {
    /// The same budget, ending so long from now.
    pub fn within(self, time: Duration) -> Budget {
        Budget { deadline: Instant::now().checked_add(time), ..self }
    }
}

/// Why a search ended without a full answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// All nodes of the budget were visited.
    Nodes,
    /// The deadline passed.
    Time,
    /// The memory of the budget was not enough.
    Memory,
    /// The stop flag was raised.
    Interrupted,
    /// A state where all agents choose together was met: it has no minimax value.
    Together,
    /// The game broke the law that different states have different keys, so that what was found
    /// contradicts itself.
    KeyClash,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stopped::Nodes => "all nodes of the budget were visited",
            Stopped::Time => "the time is up",
            Stopped::Memory => "the memory is used up",
            Stopped::Interrupted => "interrupted",
            Stopped::Together => "a state where all agents choose together was met",
            Stopped::KeyClash => "two different states have the same key",
        })
    }
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The nodes visited so far.
    pub nodes: u64,
    /// The value of the root so far, in searches for a value.
    pub bounds: Option<Bounds>,
    /// The number of the current iteration: a deepening step or a null window, from 0.
    pub iteration: u32,
}

/// Is told now and then how far a search is.
pub trait Observer {
    /// Called a few times a second at most; should be quick.
    fn progress(&mut self, progress: &Progress);
}

/// An observer that does not care.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _: &Progress) {}
}

/// Every function of a search returns this.
pub(crate) type Search<T> = Result<T, Stopped>;

const LONGEST_STRIDE: u32 = 1 << 14;
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// Counts nodes and polls the budget.
pub(crate) struct Meter<'b> {
    budget: &'b Budget,
    observer: &'b mut dyn Observer,
    /// Nodes up to the end of the current stride, and how many of them are still to come.
    counted: u64,
    left: u32,
    stride: u32,
    polled: Instant,
    reported: Instant,
    /// What the observer is told about the root.
    pub bounds: Option<Bounds>,
    /// What the observer is told about the iteration.
    pub iteration: u32,
}

impl<'b> Meter<'b> {
    pub fn new(budget: &'b Budget, observer: &'b mut dyn Observer) -> Meter<'b> {
        let now = Instant::now();
        Meter {
            budget,
            observer,
            counted: 0,
            left: 0,
            stride: 64,
            polled: now,
            reported: now,
            bounds: None,
            iteration: 0,
        }
    }

    /// Counts one node.
    #[inline]
    pub fn node(&mut self) -> Search<()> {
        if self.left == 0 {
            self.poll()?;
        }
        self.left -= 1;
        Ok(())
    }

    /// The nodes counted so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.counted - u64::from(self.left)
    }

    /// What may be spent.
    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// The nodes that may still be counted.
    pub fn rest(&self) -> u64 {
        self.budget.max_nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes())
    }

    /// Counts nodes that others visited.
    pub fn visited(&mut self, nodes: u64) {
        self.counted = self.nodes() + nodes;
        self.left = 0;
    }

    /// Polls the budget now, whatever was counted since the last time.
    pub fn look(&mut self) -> Search<()> {
        self.visited(0);
        self.poll()
    }

    /// Stops if so many bytes are more than the budget has.
    #[inline]
    pub fn memory(&self, bytes: usize) -> Search<()> {
        if bytes > self.budget.max_bytes { Err(Stopped::Memory) } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Search<()> {
        if self.budget.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        let now = Instant::now();
        if self.budget.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Stopped::Time);
        }
        self.adapt(now);
        self.report(now);
        let rest = self.budget.max_nodes.unwrap_or(u64::MAX).saturating_sub(self.counted);
        if rest == 0 {
            return Err(Stopped::Nodes);
        }
        self.left = u64::from(self.stride).min(rest) as u32;
        self.counted += u64::from(self.left);
        Ok(())
    }

    /// Slow games are polled more often: a stride should take about a millisecond.
    fn adapt(&mut self, now: Instant) {
        let took = now - self.polled;
        self.polled = now;
        if took < Duration::from_millis(1) {
            self.stride = (self.stride * 2).min(LONGEST_STRIDE);
        } else if took > Duration::from_millis(8) {
            self.stride = (self.stride / 2).max(1);
        }
    }

    fn report(&mut self, now: Instant) {
        if now - self.reported >= REPORT_EVERY {
            self.reported = now;
            let (nodes, bounds, iteration) = (self.counted, self.bounds, self.iteration);
            self.observer.progress(&Progress { nodes, bounds, iteration });
        }
    }
}

/// Levels of recursion between two looks at the stack.
const LEVELS: u32 = 16;

/// Runs one step of a recursion `depth` levels deep over frames that hold a `T` or two. Plays of
/// 10^5 plies happen, so the stack grows on the heap; looking only every few levels keeps it cheap.
#[inline]
pub(crate) fn deep<T, R>(depth: u32, step: impl FnOnce() -> R) -> R {
    if depth.is_multiple_of(LEVELS) {
        let room = LEVELS as usize * (4096 + 4 * size_of::<T>());
        stacker::maybe_grow(room, (4 << 20).max(4 * room), step)
    } else {
        step()
    }
}
