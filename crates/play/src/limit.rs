//! How long a player may think.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use serde::Serialize;

/// What a player may spend on a move: time, or nodes (simulations of a tree search, visited states),
/// which makes what it does depend on its seed only.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// So many seconds a move.
    Seconds(f64),
    /// So many nodes a move.
    Nodes(u64),
}

impl Default for Limit {
    /// A second a move.
    fn default() -> Limit {
        Limit::Seconds(1.0)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Seconds(seconds) => write!(f, "{seconds}s"),
            Limit::Nodes(nodes) => write!(f, "{nodes}n"),
        }
    }
}

/// The clock of one move: when to stop, and where to put a move that is good enough so far.
pub struct Clock<'c, M> {
    start: Start,
    allowed: Option<Duration>,
    nodes: Option<u64>,
    stop: Option<&'c AtomicBool>,
    offer: Option<&'c dyn Fn(M)>,
}

/// When a clock was started, by the clock on the wall or by the time the processor gave this thread.
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
    /// A clock that starts now.
    pub fn new(limit: Limit) -> Clock<'c, M> {
        let (allowed, nodes) = match limit {
            // Far away is as good as never.
            Limit::Seconds(seconds) => (Duration::try_from_secs_f64(seconds).ok(), None),
            Limit::Nodes(nodes) => (None, Some(nodes)),
        };
        Clock { start: Start::Wall(Instant::now()), allowed, nodes, stop: None, offer: None }
    }

    /// The clock that ends at this moment.
    pub fn until(deadline: Instant) -> Clock<'c, M> {
        let start = Instant::now();
        let allowed = Some(deadline.saturating_duration_since(start));
        Clock { start: Start::Wall(start), allowed, nodes: None, stop: None, offer: None }
    }

    /// The same clock by the time the processor gives this thread: on a machine with other work to
    /// do players get the same nevertheless.
    pub fn by_processor(self) -> Clock<'c, M> {
        Clock { start: Start::Processor(ThreadTime::now()), ..self }
    }

    /// The same clock, which also ends when this becomes true.
    pub fn or_when(self, stop: &'c AtomicBool) -> Clock<'c, M> {
        Clock { stop: Some(stop), ..self }
    }

    /// The same clock; the best move so far is told to this function whenever it changes.
    pub fn telling(self, offer: &'c dyn Fn(M)) -> Clock<'c, M> {
        Clock { offer: Some(offer), ..self }
    }

    /// Tells whoever waits that this is the best move so far.
    pub fn offer(&self, mv: M) {
        if let Some(offer) = self.offer {
            offer(mv);
        }
    }

    /// The nodes that may be visited, if they are limited.
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// The time that is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.allowed.map(|allowed| allowed.saturating_sub(self.elapsed()))
    }

    /// Whether so many nodes are enough, without looking at the time.
    #[inline]
    pub fn nodes_are_up(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
    }

    /// Whether the time is up. Looks at the clock of the machine: ask now and then only.
    pub fn time_is_up(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.allowed.is_some_and(|allowed| self.elapsed() >= allowed)
    }

    /// A clock for a part of the time and nodes of this one, from now.
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

    /// The same clock with fewer nodes.
    pub fn less(&self, nodes: u64) -> Clock<'c, M> {
        let nodes = self.nodes.map(|most| most.saturating_sub(nodes));
        Clock { nodes, ..*self }
    }

    /// The time since the clock was started.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// Counts nodes and looks at the clock once in a while: about twice a millisecond.
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

    /// Counts a node; whether that was the last one.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        self.up || self.clock.nodes_are_up(self.nodes)
    }

    /// Whether to stop, without counting.
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
