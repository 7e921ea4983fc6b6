//! Budgets: what a computation may spend, and why it ended without an answer.
//!
//! Stopping is a value that travels up through `?`, never a panic and never a flag that a caller
//! could forget to check. Three types say it:
//!
//! - [`Stopped`] names the resource that was used up;
//! - [`OutOfBudget`] adds the limit in words, for people;
//! - [`NoAnswer`] tells a stopped computation from a question that is wrong.
//!
//! Tables and graphs count their bytes against [`Budget::max_bytes`]. What else a process holds
//! nobody counts: it is measured from outside, and [`ProcessMemory`] carries the measure in.

use std::borrow::Cow;
use std::cell::Cell;
use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::{SourceError, TextError};

/// What a computation may spend.
///
/// ```
/// use ludex_base::Budget;
/// let budget = Budget { max_nodes: Some(1_000), ..Budget::default() };
/// assert!(budget.deadline.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    /// The most nodes or states that are visited; `None` for no limit, or for the default limit of
    /// whoever spends the budget.
    pub max_nodes: Option<u64>,
    /// The moment to stop at.
    pub deadline: Option<Instant>,
    /// The most bytes that tables and graphs may take.
    pub max_bytes: usize,
    /// Stops the computation when it becomes true (Ctrl-C).
    pub stop: Option<Arc<AtomicBool>>,
    /// The memory of the whole process, if somebody measures it.
    pub process: Option<ProcessMemory>,
    /// Lets other work of the process go first, if there is any that cannot wait.
    pub rest: Option<Rest>,
}

impl Default for Budget {
    /// Returns a budget with no limit but 256 MiB of memory.
    fn default() -> Budget {
        Budget {
            max_nodes: None,
            deadline: None,
            max_bytes: 256 << 20,
            stop: None,
            process: None,
            rest: None,
        }
    }
}

impl Budget {
    /// Returns this budget with a deadline this long from now.
    pub fn within(self, time: Duration) -> Budget {
        Budget { deadline: Instant::now().checked_add(time), ..self }
    }

    /// Reads the stop flag, the memory of the process and the clock; sleeps while a rest is asked for.
    pub fn poll(&self) -> Result<(), Stopped> {
        if let Some(rest) = &self.rest {
            rest.take();
        }
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stopped::Interrupted);
        }
        if self.process.as_ref().is_some_and(ProcessMemory::is_exhausted) {
            return Err(Stopped::Memory);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stopped::Time),
            _ => Ok(()),
        }
    }
}

/// The memory that a process uses, and the most that it may use.
///
/// A library cannot measure it, so that a program does and sets [`ProcessMemory::used`] again and
/// again; clones share the measure.
#[derive(Clone, Debug, Default)]
pub struct ProcessMemory {
    /// The bytes in use when they were last measured.
    pub used: Arc<AtomicUsize>,
    /// The most bytes that may be in use.
    pub most: usize,
}

impl ProcessMemory {
    /// Returns whether more is in use than may be.
    pub fn is_exhausted(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.most
    }
}

/// Short rests of long computations, so that other work of the process goes first. Clones share
/// them.
///
/// ```
/// use std::time::{Duration, Instant};
/// use ludex_base::{Budget, Rest};
/// let rest = Rest::default();
/// let budget = Budget { rest: Some(rest.clone()), ..Budget::default() };
/// let start = Instant::now();
/// rest.ask(Duration::from_millis(5));
/// assert!(budget.poll().is_ok());
/// assert!(start.elapsed() >= Duration::from_millis(5));
/// ```
#[derive(Clone, Debug)]
pub struct Rest {
    /// What times are counted from.
    start: Instant,
    /// The end of the last rest in microseconds.
    until: Arc<AtomicU64>,
    /// Nobody rests before this moment.
    first: Instant,
}

impl Default for Rest {
    fn default() -> Rest {
        let start = Instant::now();
        Rest { start, until: Arc::default(), first: start }
    }
}

impl Rest {
    /// Asks for a rest from now on, unless the last one ended less than this time ago: at least half
    /// of the time is left to the computations.
    pub fn ask(&self, time: Duration) {
        let (now, time, until) = (self.now(), micros(time), self.until.load(Ordering::Relaxed));
        if until == 0 || now >= until.saturating_add(time) {
            self.until.store(now.saturating_add(time), Ordering::Relaxed);
        }
    }

    /// Returns these rests for a computation that takes none in its first moments: a short one is
    /// over sooner that way.
    pub fn after(&self, time: Duration) -> Rest {
        let now = Instant::now();
        Rest { first: now.checked_add(time).unwrap_or(now), ..self.clone() }
    }

    /// Sleeps to the end of a rest that was asked for.
    fn take(&self) {
        let left = self.left();
        if !left.is_zero() {
            thread::sleep(left);
        }
    }

    fn left(&self) -> Duration {
        let left = self.until.load(Ordering::Relaxed).saturating_sub(self.now());
        match left > 0 && Instant::now() >= self.first {
            true => Duration::from_micros(left),
            false => Duration::ZERO,
        }
    }

    fn now(&self) -> u64 {
        micros(self.start.elapsed())
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Polls a budget once in a number of steps, for loops whose steps are mostly short. Where they turn
/// out to be long it polls more often, about once a millisecond, at every step if need be.
///
/// ```
/// use ludex_base::{Budget, Stopped, Ticker};
/// let budget = Budget::default().within(std::time::Duration::ZERO);
/// let ticker = Ticker::new(&budget);
/// assert_eq!((0..10_000).try_for_each(|_| ticker.tick()), Err(Stopped::Time));
/// ```
#[derive(Debug)]
pub struct Ticker<'b> {
    budget: &'b Budget,
    left: Cell<u32>,
    stride: Cell<u32>,
    polled: Cell<Instant>,
}

impl<'b> Ticker<'b> {
    /// The most steps from one poll to the next.
    const LONGEST_STRIDE: u32 = 256;

    /// Returns a ticker whose first step polls.
    pub fn new(budget: &'b Budget) -> Ticker<'b> {
        let (left, stride) = (Cell::new(0), Cell::new(1));
        Ticker { budget, left, stride, polled: Cell::new(Instant::now()) }
    }

    /// Takes a step. When the budget is used up, every later step says so, too: who asks twice
    /// before it stops, as a SAT solver does, gets the same answer.
    #[inline]
    pub fn tick(&self) -> Result<(), Stopped> {
        if self.left.get() == 0 {
            self.poll()?;
        }
        self.left.set(self.left.get() - 1);
        Ok(())
    }

    #[cold]
    fn poll(&self) -> Result<(), Stopped> {
        self.budget.poll()?;
        let now = Instant::now();
        let took = now - self.polled.replace(now);
        self.stride.set(next_stride(self.stride.get(), took, Self::LONGEST_STRIDE));
        self.left.set(self.stride.get());
        Ok(())
    }
}

/// Returns how many steps to take before the next poll, given the last number and how long they took,
/// so that a poll comes about once a millisecond: twice as many if they were quicker, and as many
/// fewer as they took longer.
pub fn next_stride(stride: u32, took: Duration, longest: u32) -> u32 {
    match took.as_micros() {
        0..1000 => stride.saturating_mul(2).clamp(1, longest),
        1000..4000 => stride.clamp(1, longest),
        slow => (u128::from(stride) * 1000 / slow).clamp(1, u128::from(longest)) as u32,
    }
}

/// Why a computation ended without a full answer.
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
    /// A state where all agents choose at once was met: it has no minimax value.
    Together,
    /// A state where chance moves was met by a search that knows no chance.
    Chance,
    /// Two different states have the same key, so that what was found contradicts itself.
    KeyClash,
    /// Rounding errors were too large to be sure of anything.
    Precision,
    /// The checkpoint that was resumed is not of this search.
    Checkpoint,
}

impl Display for Stopped {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Nodes => "all nodes of the budget were visited",
            Stopped::Time => "the time is up",
            Stopped::Memory => "the memory is used up",
            Stopped::Interrupted => "interrupted",
            Stopped::Together => "a state where all agents choose together was met",
            Stopped::Chance => "a state where chance moves was met",
            Stopped::KeyClash => "two different states have the same key",
            Stopped::Checkpoint => "the checkpoint is of another search",
            Stopped::Precision => "the numbers are not precise enough",
        })
    }
}

/// Says that a budget was used up before there was an answer, and which limit it was.
///
/// ```
/// use ludex_base::{OutOfBudget, Stopped};
/// let stopped = OutOfBudget::states(100);
/// assert_eq!(stopped.to_string(), "no answer within 100 states");
/// assert_eq!(stopped.reason(), Stopped::Nodes);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no answer within {limit}")]
pub struct OutOfBudget {
    reason: Stopped,
    limit: Cow<'static, str>,
}

impl OutOfBudget {
    /// Names the limit that was reached.
    pub fn new(reason: Stopped, limit: impl Into<Cow<'static, str>>) -> OutOfBudget {
        OutOfBudget { reason, limit: limit.into() }
    }

    /// Says that there are more states than this.
    pub fn states(limit: u64) -> OutOfBudget {
        OutOfBudget::new(
            Stopped::Nodes,
            format!("{limit} state{}", if limit == 1 { "" } else { "s" }),
        )
    }

    /// Says that [`Budget::poll`] failed.
    pub fn polled(reason: Stopped) -> OutOfBudget {
        let limit = match reason {
            Stopped::Interrupted => "the time until the interruption",
            Stopped::Memory => "the memory",
            _ => "the time",
        };
        OutOfBudget::new(reason, limit)
    }

    /// Returns the resource that was used up.
    pub fn reason(&self) -> Stopped {
        self.reason
    }
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer<E> {
    /// The question, or the text it is about, is wrong.
    Invalid(E),
    /// The budget was used up first.
    Stopped(OutOfBudget),
}

impl<E: Display> Display for NoAnswer<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            NoAnswer::Invalid(error) => Display::fmt(error, f),
            NoAnswer::Stopped(stopped) => Display::fmt(stopped, f),
        }
    }
}

impl<E: Display + Debug> Error for NoAnswer<E> {}

impl<E> NoAnswer<E> {
    /// Returns what is wrong with the question, or `None` if the budget was used up.
    pub fn invalid(self) -> Option<E> {
        match self {
            NoAnswer::Invalid(error) => Some(error),
            NoAnswer::Stopped(_) => None,
        }
    }

    /// Changes what is wrong with the question.
    pub fn map_invalid<F>(self, change: impl FnOnce(E) -> F) -> NoAnswer<F> {
        match self {
            NoAnswer::Invalid(error) => NoAnswer::Invalid(change(error)),
            NoAnswer::Stopped(stopped) => NoAnswer::Stopped(stopped),
        }
    }
}

impl From<Stopped> for OutOfBudget {
    fn from(reason: Stopped) -> OutOfBudget {
        OutOfBudget::polled(reason)
    }
}

impl<E> From<Stopped> for NoAnswer<E> {
    fn from(reason: Stopped) -> NoAnswer<E> {
        NoAnswer::Stopped(OutOfBudget::polled(reason))
    }
}

impl<E> From<OutOfBudget> for NoAnswer<E> {
    fn from(stopped: OutOfBudget) -> NoAnswer<E> {
        NoAnswer::Stopped(stopped)
    }
}

impl From<String> for NoAnswer<String> {
    fn from(message: String) -> NoAnswer<String> {
        NoAnswer::Invalid(message)
    }
}

impl From<TextError> for NoAnswer<TextError> {
    fn from(error: TextError) -> NoAnswer<TextError> {
        NoAnswer::Invalid(error)
    }
}

impl From<SourceError> for NoAnswer<SourceError> {
    fn from(error: SourceError) -> NoAnswer<SourceError> {
        NoAnswer::Invalid(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_and_a_deadline_stop() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget { stop: Some(flag.clone()), ..Budget::default() };
        assert_eq!(budget.poll(), Ok(()));
        let late = budget.clone().within(Duration::ZERO);
        assert_eq!(late.poll(), Err(Stopped::Time));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(budget.poll(), Err(Stopped::Interrupted));
        assert_eq!(late.poll(), Err(Stopped::Interrupted));
    }

    #[test]
    fn a_ticker_that_has_stopped_does_not_go_on() {
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget { stop: Some(flag.clone()), ..Budget::default() };
        let ticker = Ticker::new(&budget);
        assert_eq!((0..1000).try_for_each(|_| ticker.tick()), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!((0..1000).try_for_each(|_| ticker.tick()), Err(Stopped::Interrupted));
        assert!((0..1000).all(|_| ticker.tick() == Err(Stopped::Interrupted)));
    }

    #[test]
    fn strides_follow_the_time_of_their_steps() {
        let ms = Duration::from_millis;
        assert_eq!(next_stride(1, ms(0), 256), 2);
        assert_eq!(next_stride(200, ms(0), 256), 256);
        assert_eq!(next_stride(64, ms(2), 256), 64);
        assert_eq!(next_stride(64, ms(16), 256), 4);
        assert_eq!(next_stride(256, ms(100_000), 256), 1);
        assert_eq!(next_stride(0, Duration::MAX, 256), 1);
    }

    /// Steps that take long are polled one by one, so that a limit is not exceeded by many of them.
    #[test]
    fn slow_steps_are_polled_soon() {
        let budget = Budget::default().within(Duration::from_millis(40));
        let ticker = Ticker::new(&budget);
        let slow = || std::thread::sleep(Duration::from_millis(10));
        let taken = (0..1000).take_while(|_| ticker.tick().map(|()| slow()).is_ok()).count();
        assert!(taken <= 8, "{taken} steps of 10 ms in 40 ms");
    }

    #[test]
    fn a_process_that_outgrows_its_memory_stops() {
        let process = ProcessMemory { most: 1000, ..ProcessMemory::default() };
        let budget = Budget { process: Some(process.clone()), ..Budget::default() };
        assert_eq!(budget.poll(), Ok(()));
        process.used.store(1001, Ordering::Relaxed);
        assert_eq!(budget.poll(), Err(Stopped::Memory));
        assert_eq!(OutOfBudget::polled(Stopped::Memory).to_string(), "no answer within the memory");
    }

    /// A computation rests when it is asked to, not in its first moments, and never more than half
    /// of the time.
    #[test]
    fn computations_rest_when_other_work_is_to_go_first() {
        let (rest, hour) = (Rest::default(), Duration::from_secs(3600));
        assert_eq!(rest.left(), Duration::ZERO);
        rest.ask(hour);
        assert!(rest.left() > hour / 2);
        assert_eq!(rest.after(hour).left(), Duration::ZERO);
        let until = rest.until.load(Ordering::Relaxed);
        rest.ask(hour);
        assert_eq!(rest.until.load(Ordering::Relaxed), until, "the last rest is not over");
        let short = Rest::default();
        short.ask(Duration::from_millis(1));
        let until = short.until.load(Ordering::Relaxed);
        thread::sleep(Duration::from_millis(1));
        short.ask(hour);
        assert_eq!(short.until.load(Ordering::Relaxed), until, "computations get half of the time");
        thread::sleep(Duration::from_millis(2));
        short.ask(Duration::from_millis(1));
        assert!(short.until.load(Ordering::Relaxed) > until);
    }

    #[test]
    fn limits_are_told_from_mistakes() {
        let stopped: NoAnswer<TextError> = OutOfBudget::polled(Stopped::Time).into();
        assert_eq!(stopped.to_string(), "no answer within the time");
        let wrong: NoAnswer<TextError> = TextError::new("no answer within reason", 0..2).into();
        assert!(matches!(wrong, NoAnswer::Invalid(error) if error.span == (0..2)));
    }
}
