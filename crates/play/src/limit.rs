//! How long a player may think about a move.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ludex_search::Budget;
use serde::{Deserialize, Serialize};

/// What a player may spend on a move: time, or nodes (simulations of a tree search, visited
/// states). With a limit on nodes the moves of a player depend on its seed only.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// Seconds for each move.
    Seconds(f64),
    /// Nodes for each move.
    Nodes(u64),
    /// No limit: a human thinks as long as it takes.
    None,
}

impl Default for Limit {
    /// Returns one second for each move.
    fn default() -> Limit {
        Limit::Seconds(1.0)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Seconds(seconds) => write!(f, "{seconds}s"),
            Limit::Nodes(nodes) => write!(f, "{nodes}n"),
            Limit::None => f.write_str("no limit"),
        }
    }
}

/// The clock of one move: when to stop, and whom to tell the best move so far.
pub struct Clock<'c, M> {
    start: Start,
    allowed: Option<Duration>,
    nodes: Option<u64>,
    stop: Option<&'c AtomicBool>,
    offer: Option<&'c dyn Fn(M)>,
}

/// When a clock was started, in wall-clock time or in processor time of this thread.
#[derive(Clone, Copy)]
enum Start {
    Wall(Instant),
    Processor(ThreadTime),
}

impl Start {
    fn elapsed(self) -> Duration {
        match self {
            Start::Wall(start) => start.elapsed(),
            Start::Processor(start) => start.elapsed(),
        }
    }
}

impl<'c, M> Clock<'c, M> {
    /// Returns a clock that starts now.
    pub fn new(limit: Limit) -> Clock<'c, M> {
        let (allowed, nodes) = match limit {
            // A time too long for a duration is no limit.
            Limit::Seconds(seconds) => (Duration::try_from_secs_f64(seconds).ok(), None),
            Limit::Nodes(nodes) => (None, Some(nodes)),
            Limit::None => (None, None),
        };
        Clock { start: Start::Wall(Instant::now()), allowed, nodes, stop: None, offer: None }
    }

    /// Returns a clock that starts now and ends at `deadline`.
    pub fn until(deadline: Instant) -> Clock<'c, M> {
        let start = Instant::now();
        let allowed = Some(deadline.saturating_duration_since(start));
        Clock { start: Start::Wall(start), allowed, nodes: None, stop: None, offer: None }
    }

    /// Counts the processor time of this thread from now on, so that other work on the machine does
    /// not shorten the time of a player.
    pub fn by_processor(self) -> Clock<'c, M> {
        Clock { start: Start::Processor(ThreadTime::now()), ..self }
    }

    /// Ends the clock also when `stop` becomes true.
    pub fn or_when(self, stop: &'c AtomicBool) -> Clock<'c, M> {
        Clock { stop: Some(stop), ..self }
    }

    /// Calls `offer` with the best move so far whenever it changes.
    pub fn telling(self, offer: &'c dyn Fn(M)) -> Clock<'c, M> {
        Clock { offer: Some(offer), ..self }
    }

    /// Tells whoever waits for it the best move so far.
    pub fn offer(&self, mv: M) {
        if let Some(offer) = self.offer {
            offer(mv);
        }
    }

    /// Returns a clock with the limits of this one for a player with another type of moves. `offer`
    /// is called with its moves if somebody waits for moves of this clock.
    pub(crate) fn over<'a, N>(&'a self, offer: &'a dyn Fn(N)) -> Clock<'a, N> {
        Clock {
            start: self.start,
            allowed: self.allowed,
            nodes: self.nodes,
            stop: self.stop,
            offer: self.offer.map(|_| offer),
        }
    }

    /// Returns the limit on nodes, if there is one.
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Returns the time that is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.allowed.map(|allowed| allowed.saturating_sub(self.elapsed()))
    }

    /// Returns whether this number of nodes reaches the limit, without looking at the time.
    #[inline]
    pub fn nodes_are_up(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
    }

    /// Returns whether the time is up. Reads the clock of the machine, so do not call it at every
    /// node.
    pub fn time_is_up(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.allowed.is_some_and(|allowed| self.elapsed() >= allowed)
    }

    /// Returns a clock that starts now, for a share of the time and nodes that are left.
    pub fn part(&self, share: f64) -> Clock<'c, M> {
        let start = match self.start {
            Start::Wall(_) => Start::Wall(Instant::now()),
            Start::Processor(_) => Start::Processor(ThreadTime::now()),
        };
        Clock {
            start,
            allowed: self.left().map(|left| left.mul_f64(share)),
            nodes: self.nodes.map(|nodes| (nodes as f64 * share) as u64),
            stop: self.stop,
            offer: None,
        }
    }

    /// Returns this clock with a limit that is lower by a number of nodes.
    pub fn less(&self, nodes: u64) -> Clock<'c, M> {
        let nodes = self.nodes.map(|most| most.saturating_sub(nodes));
        Clock { nodes, ..*self }
    }

    /// Returns a budget for a share of the time that is left, by the clock of the machine. It has no
    /// limit where this clock counts nodes.
    pub(crate) fn budget(&self, share: f64) -> Budget {
        match self.left() {
            Some(left) => Budget::default().within(left.mul_f64(share)),
            None => Budget::default(),
        }
    }

    /// Returns the time since the clock was started.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// Counts nodes and reads the clock about twice a millisecond.
pub(crate) struct Ticker<'a, 'c, M> {
    clock: &'a Clock<'c, M>,
    pub nodes: u64,
    next_look: u64,
    stride: u64,
    looked: Duration,
    up: bool,
}

impl<'a, 'c, M> Ticker<'a, 'c, M> {
    pub fn new(clock: &'a Clock<'c, M>) -> Self {
        Ticker { clock, nodes: 0, next_look: 0, stride: 1, looked: clock.elapsed(), up: false }
    }

    /// Counts a node. Returns whether that was the last one.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.up || self.clock.nodes_are_up(self.nodes)
    }

    /// Returns whether to stop, without counting.
    #[inline]
    pub fn is_up(&self) -> bool {
        self.up || self.clock.nodes_are_up(self.nodes)
    }

    #[cold]
    fn look(&mut self) {
        self.up |= self.clock.time_is_up();
        let now = self.clock.elapsed();
        let took = now.saturating_sub(self.looked);
        self.looked = now;
        if took < Duration::from_micros(300) {
            self.stride = (self.stride * 2).min(1 << 12);
        } else if took > Duration::from_micros(1_000) {
            self.stride = (self.stride / 2).max(1);
        }
        self.next_look = self.nodes + self.stride;
    }
}
