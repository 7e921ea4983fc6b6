//! Keeping to a budget, and reporting progress.
//!
//! Polling is a countdown: the clock, the stop flag and the observer are checked once every few
//! thousand nodes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludex_base::next_stride;
pub(crate) use ludex_base::with_stack_at_depth as deep;
pub use ludex_base::{Budget, Stopped};
use ludex_game::Bounds;

use crate::depth_first::BestMoves;

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The nodes visited so far.
    pub nodes: u64,
    /// The bounds of the value of the root so far, in searches for a value.
    pub bounds: Option<Bounds>,
    /// The number of the current iteration: a deepening step or a null window, from 0.
    pub iteration: u32,
}

/// Receives the progress of a search.
pub trait Observer {
    /// Receives the current progress. Called at most a few times a second; should be quick.
    fn progress(&mut self, progress: &Progress);
}

/// An observer that does nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _: &Progress) {}
}

/// The result of the functions of a search.
pub(crate) type Search<T> = Result<T, Stopped>;

const LONGEST_STRIDE: u32 = 1 << 14;
/// The longest stride of a thread in a group, so that it soon learns that the question is decided.
const SHARED_STRIDE: u32 = 1 << 9;
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// What threads that work on one question share: the nodes of the budget, and whether to stop.
#[derive(Debug)]
pub(crate) struct ThreadGroup {
    /// The nodes that were visited or that a thread has claimed for its stride.
    claimed: AtomicU64,
    over: AtomicBool,
}

impl ThreadGroup {
    /// Tells all threads to stop.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Claims up to `stride` of `most` nodes. Returns how many; 0 if all are claimed.
    fn claim(&self, stride: u32, most: u64) -> u32 {
        let part = |claimed: u64| u64::from(stride).min(most.saturating_sub(claimed));
        let claimed = self.claimed.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |claimed| {
            Some(claimed + part(claimed))
        });
        claimed.map_or(0, part) as u32
    }
}

/// Counts nodes and polls the budget.
pub(crate) struct Meter<'b> {
    budget: &'b Budget,
    observer: Option<&'b mut dyn Observer>,
    /// The threads that share the budget with this one.
    group: Option<&'b ThreadGroup>,
    /// The nodes up to the end of the current stride, and how many of them are not visited yet.
    counted: u64,
    left: u32,
    /// The number of nodes after which to stop even if the budget has more.
    allowance: u64,
    /// The moment after which no more nodes are allowed.
    allowed_until: Option<Instant>,
    /// How long before the deadline to stop.
    reserved: Duration,
    /// When the search began.
    began: Instant,
    /// The nodes counted when the value became known.
    value_nodes: Option<u64>,
    stride: u32,
    polled: Instant,
    reported: Instant,
    /// The bounds of the root that the observer receives.
    pub bounds: Option<Bounds>,
    /// The iteration that the observer receives.
    pub iteration: u32,
}

impl<'b> Meter<'b> {
    pub fn new(budget: &'b Budget, observer: &'b mut dyn Observer) -> Meter<'b> {
        let now = Instant::now();
        Meter {
            budget,
            observer: Some(observer),
            group: None,
            counted: 0,
            left: 0,
            allowance: u64::MAX,
            allowed_until: None,
            reserved: Duration::ZERO,
            began: now,
            value_nodes: None,
            stride: 1,
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

    /// Returns the nodes counted so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.counted - u64::from(self.left)
    }

    /// Returns how long this meter may run in all, if that is limited.
    pub fn time(&self) -> Option<Duration> {
        self.budget.deadline.map(|end| end.saturating_duration_since(self.began))
    }

    /// Makes a thread group that starts with the nodes visited so far.
    pub fn thread_group(&self) -> ThreadGroup {
        ThreadGroup { claimed: AtomicU64::new(self.nodes()), over: AtomicBool::new(false) }
    }

    /// Returns the budget.
    pub fn budget(&self) -> &'b Budget {
        self.budget
    }

    /// Makes the meter of a thread of a group.
    pub fn member(budget: &'b Budget, group: &'b ThreadGroup) -> Meter<'b> {
        let now = Instant::now();
        Meter {
            budget,
            observer: None,
            group: Some(group),
            counted: 0,
            left: 0,
            allowance: u64::MAX,
            allowed_until: None,
            reserved: Duration::ZERO,
            began: now,
            value_nodes: None,
            stride: 1,
            polled: now,
            reported: now,
            bounds: None,
            iteration: 0,
        }
    }

    /// Makes the meter of the thread of a group that reports to the observer.
    pub fn leader<'m>(&'m mut self, group: &'m ThreadGroup) -> Meter<'m> {
        let observer = self.observer.as_deref_mut().map(|observer| observer as &mut dyn Observer);
        let (reported, bounds, iteration) = (self.reported, self.bounds, self.iteration);
        let (allowance, reserved, began) = (self.allowance, self.reserved, self.began);
        let member = Meter::member(self.budget, group);
        Meter { observer, reported, bounds, iteration, allowance, reserved, began, ..member }
    }

    /// Returns the nodes that a thread has claimed but not visited to its group.
    pub fn leave(self) {
        if let Some(group) = self.group {
            group.claimed.fetch_sub(u64::from(self.left), Ordering::Relaxed);
        }
    }

    /// Counts the nodes that a group has visited, once all of its threads have left.
    pub fn absorb(&mut self, group: &ThreadGroup) {
        (self.counted, self.left) = (group.claimed.load(Ordering::Relaxed), 0);
    }

    /// Returns the nodes left for other searches than that of this meter, if they are limited.
    pub fn left(&self) -> Option<u64> {
        self.budget.max_nodes.map(|most| most.saturating_sub(self.counted))
    }

    /// Counts nodes that another search visits.
    pub fn charge(&mut self, nodes: u64) {
        self.counted += nodes;
    }

    /// Refunds nodes that were charged but not visited.
    pub fn refund(&mut self, nodes: u64) {
        self.counted -= nodes;
    }

    /// Returns the number of nodes that may still be counted.
    pub fn rest(&self) -> u64 {
        self.budget.max_nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes())
    }

    /// Counts nodes that other searches visited.
    pub fn visited(&mut self, nodes: u64) {
        self.counted = self.nodes() + nodes;
        self.left = 0;
    }

    /// Polls the budget now, however many nodes were counted since the last time.
    pub fn look(&mut self) -> Search<()> {
        self.visited(0);
        self.poll()
    }

    /// Stops the search if this number of bytes exceeds the budget.
    #[inline]
    pub fn memory(&self, bytes: usize) -> Search<()> {
        if bytes > self.budget.max_bytes { Err(Stopped::Memory) } else { Ok(()) }
    }

    /// Stops this long before the deadline, but not in the first half of the time that there was
    /// from `start` on.
    pub fn reserve(&mut self, time: Duration, start: Instant) {
        let whole = self.budget.deadline.map(|end| end.saturating_duration_since(start));
        self.reserved = time.min(whole.unwrap_or_default() / 2);
        self.began = start;
    }

    /// Returns whether there is time for something that takes this long and cannot be interrupted. In
    /// the first tenth of the time there always is: a search that goes on later would have no more.
    pub fn has_time_for(&self, work: Duration) -> bool {
        let Some(deadline) = self.budget.deadline else { return true };
        let (now, whole) = (Instant::now(), deadline.saturating_duration_since(self.began));
        now + self.reserved + work <= deadline || now - self.began <= whole / 10
    }

    /// Records that the value is known, and tells the observer at once: what follows is about best
    /// moves.
    pub fn value_found(&mut self, value: Bounds) {
        let nodes = *self.value_nodes.insert(self.nodes());
        self.bounds = Some(value);
        let (bounds, iteration) = (self.bounds, self.iteration);
        if let Some(observer) = &mut self.observer {
            observer.progress(&Progress { nodes, bounds, iteration });
        }
    }

    /// Returns the nodes counted before the value was known: all, if it is not.
    pub fn value_nodes(&self) -> u64 {
        self.value_nodes.unwrap_or(self.nodes())
    }

    /// Limits the nodes and the time that further best moves may take, unless all of them were asked
    /// for: they should not take longer than the value did.
    pub fn limit_best_moves(&mut self, best: BestMoves) {
        if best == BestMoves::Auto {
            self.visited(0);
            self.allowance = self.counted + self.value_nodes().max(BestMoves::FREE);
            self.allowed_until =
                Some(Instant::now() + self.began.elapsed().max(BestMoves::FREE_TIME));
        }
    }

    /// Returns why a search ended early, unless that was the limit of best moves, and not the
    /// budget.
    pub fn stopped<T>(&self, result: Search<T>) -> Option<Stopped> {
        let rest = self.budget.max_nodes.is_none_or(|most| self.nodes() < most);
        let limited = rest && self.nodes() >= self.allowance;
        result.err().filter(|&stopped| stopped != Stopped::Nodes || !limited)
    }

    #[cold]
    fn poll(&mut self) -> Search<()> {
        if self.group.is_some_and(|group| group.over.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        self.budget.poll()?;
        let now = Instant::now();
        if self.budget.deadline.is_some_and(|end| now + self.reserved >= end) {
            return Err(Stopped::Time);
        }
        self.adapt(now);
        self.report(now);
        if self.allowed_until.is_some_and(|end| now >= end) {
            self.allowance = self.counted;
        }
        let most = self.budget.max_nodes.unwrap_or(u64::MAX).min(self.allowance);
        self.left = match self.group {
            None => u64::from(self.stride).min(most.saturating_sub(self.counted)) as u32,
            Some(group) => group.claim(self.stride.min(SHARED_STRIDE), most),
        };
        self.counted += u64::from(self.left);
        if self.left == 0 { Err(Stopped::Nodes) } else { Ok(()) }
    }

    /// Adapts the stride to the speed of the game, which may change as positions grow.
    fn adapt(&mut self, now: Instant) {
        let took = now - self.polled;
        self.polled = now;
        self.stride = next_stride(self.stride, took, LONGEST_STRIDE);
    }

    fn report(&mut self, now: Instant) {
        if now - self.reported >= REPORT_EVERY {
            self.reported = now;
            let (bounds, iteration) = (self.bounds, self.iteration);
            let nodes =
                self.group.map_or(self.counted, |group| group.claimed.load(Ordering::Relaxed));
            if let Some(observer) = &mut self.observer {
                observer.progress(&Progress { nodes, bounds, iteration });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ludex_game::Outcome;

    use super::*;

    #[test]
    fn best_moves_of_a_slow_game_end_by_the_clock_without_a_complaint() {
        let (budget, mut silent) = (Budget::default(), Silent);
        let mut meter = Meter::new(&budget, &mut silent);
        meter.node().expect("there is no limit yet");
        meter.value_found(Bounds::exactly(Outcome::WORST));
        meter.limit_best_moves(BestMoves::Auto);
        assert!(meter.allowance > BestMoves::FREE);
        meter.node().expect("there is time");
        meter.allowed_until = Some(Instant::now());
        let end = (0..BestMoves::FREE).find_map(|_| meter.node().err());
        assert_eq!(end, Some(Stopped::Nodes));
        assert!(meter.nodes() < BestMoves::FREE, "the clock ended it");
        assert_eq!(meter.stopped::<()>(Err(Stopped::Nodes)), None);
    }
}
