//! Several threads for one question: they share the table, and a virtual loss makes them explore
//! different nodes.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use ludex_game::Hints;

use super::effort::{Effort, INFINITE, Many, One, Width};
use super::engine::{Engine, Parts};
use super::goal::{Goal, HaltReason};
use crate::budget::{Budget, Meter, Silent};

/// The result of a run of one or more engines.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Proved bounds.
    pub low: u16,
    pub high: u16,
    pub numbers: Vec<Effort>,
}

/// A function that runs engines; it also returns the number of children they created.
pub(super) type Launch<G> = fn(
    Parts<'_, G>,
    usize,
    &<G as ludex_game::Model>::State,
    Option<Goal>,
    &mut Meter<'_>,
) -> (Result<Found, HaltReason>, u64);

/// Runs one engine in this thread.
pub(super) fn run_single<G: Hints>(
    parts: Parts<'_, G>,
    _threads: usize,
    state: &G::State,
    goal: Option<Goal>,
    meter: &mut Meter<'_>,
) -> (Result<Found, HaltReason>, u64) {
    // One pair of numbers is by far the most frequent, and quicker if the compiler knows.
    match parts.width {
        1 => run_engine::<G, One>(parts, state, goal, meter),
        _ => run_engine::<G, Many>(parts, state, goal, meter),
    }
}

fn run_engine<G: Hints, W: Width>(
    parts: Parts<'_, G>,
    state: &G::State,
    goal: Option<Goal>,
    meter: &mut Meter<'_>,
) -> (Result<Found, HaltReason>, u64) {
    let mut engine = Engine::<G, W>::new(parts, meter);
    (engine.run(state, goal), engine.created)
}

/// Runs an engine in each of several threads; the first answer counts.
pub(super) fn run_parallel<G>(
    parts: Parts<'_, G>,
    threads: usize,
    state: &G::State,
    goal: Option<Goal>,
    meter: &mut Meter<'_>,
) -> (Result<Found, HaltReason>, u64)
where
    G: Hints + Sync,
    G::State: Sync,
{
    let shared = SharedRun::new();
    let parts = Parts { shared: Some(&shared), ..parts };
    // The nodes of the budget are divided equally.
    let helpers = threads.saturating_sub(1) as u64;
    let share = meter.left().map(|left| left / (helpers + 1));
    let budget = Budget { max_nodes: share, ..meter.budget().clone() };
    meter.charge(share.unwrap_or(0) * helpers);
    std::thread::scope(|scope| {
        let help = || {
            let mut silent = Silent;
            let mut meter = Meter::new(&budget, &mut silent);
            let (result, created) = run_single(parts, 1, state, goal, &mut meter);
            shared.finish();
            (result, created, meter.nodes())
        };
        let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(help)).collect();
        let (mut result, mut created) = run_single(parts, 1, state, goal, meter);
        shared.finish();
        for helper in helpers {
            // A helper that panicked (a game's bug) makes this thread panic too.
            let (found, more, nodes) = match helper.join() {
                Ok(report) => report,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            created += more;
            meter.refund(share.unwrap_or(0));
            meter.charge(nodes);
            if result.is_err()
                && (found.is_ok() || result.as_ref().err() == Some(&HaltReason::Done))
            {
                result = found;
            }
        }
        (result, created)
    })
}

/// The number of counters of threads.
const PLACES: usize = 1 << 14;

/// What the threads of one run share besides the table.
#[derive(Debug)]
pub(super) struct SharedRun {
    done: AtomicBool,
    /// The number of threads below the states with this index. A collision does no harm.
    busy: Vec<AtomicU8>,
}

impl SharedRun {
    fn new() -> SharedRun {
        let busy = std::iter::repeat_with(AtomicU8::default).take(PLACES).collect();
        SharedRun { done: AtomicBool::new(false), busy }
    }

    /// Returns whether a thread has finished.
    #[inline]
    pub fn done(&self) -> bool {
        self.done.load(Relaxed)
    }

    fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    #[inline]
    fn place(&self, key: u64) -> &AtomicU8 {
        &self.busy[key as usize % PLACES]
    }

    #[inline]
    pub fn enter(&self, key: u64) {
        self.place(key).fetch_add(1, Relaxed);
    }

    #[inline]
    pub fn leave(&self, key: u64) {
        self.place(key).fetch_sub(1, Relaxed);
    }

    /// Returns the effort of a child, if finite, with the virtual losses of the threads below it:
    /// each adds half.
    #[inline]
    pub fn with_virtual_loss(&self, key: u64, effort: u32) -> u32 {
        let threads = u64::from(self.place(key).load(Relaxed));
        let more = threads * (u64::from(effort) / 2 + 1);
        (u64::from(effort) + more).min(u64::from(INFINITE) - 1) as u32
    }
}
