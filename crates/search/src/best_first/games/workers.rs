//! Worker threads that unfold nodes ahead of the search.
//!
//! An unfolding takes microseconds, so the workers do not sleep between two of them: each watches a
//! slot where a task is put and its result is picked up.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use ludex_game::Hints;

use crate::best_first::games::explorer::ExplorerOptions;
use crate::best_first::games::unfolder::{Place, Unfolder};
use crate::best_first::scheme::{Facts, Needs};
use crate::budget::{Search, Stopped};

/// Who may use a slot: the search, the worker, or nobody any more.
const SEARCH: u8 = 0;
const WORKER: u8 = 1;
const CLOSED: u8 = 2;

/// How often a waiting thread polls before it yields, and before it sleeps.
const SPINS: u32 = 2_000;
const YIELDS: u32 = 4_000;
const SLEEP: Duration = Duration::from_micros(50);

/// A state to unfold, and the result.
struct Task<S, M> {
    what: Option<(S, Place, Needs)>,
    children: Vec<(M, S)>,
    facts: Vec<Facts>,
    result: Search<()>,
}

/// Where a task is handed over. Only the owner touches the task, so nobody waits for the lock.
struct Slot<S, M> {
    owner: AtomicU8,
    task: Mutex<Task<S, M>>,
}

impl<S, M> Slot<S, M> {
    fn new() -> Self {
        let task = Task { what: None, children: Vec::new(), facts: Vec::new(), result: Ok(()) };
        Slot { owner: AtomicU8::new(SEARCH), task: Mutex::new(task) }
    }

    fn task(&self) -> MutexGuard<'_, Task<S, M>> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while the slot has this owner; returns the next one.
    fn wait_while(&self, owner: u8) -> u8 {
        let mut polls = 0_u32;
        loop {
            let now = self.owner.load(Ordering::Acquire);
            if now != owner {
                return now;
            }
            polls = polls.saturating_add(1);
            match polls {
                ..SPINS => spin_loop(),
                SPINS..YIELDS => thread::yield_now(),
                _ => thread::sleep(SLEEP),
            }
        }
    }
}

/// The workers of an explorer.
pub(in crate::best_first) struct WorkerPool<S, M> {
    slots: Vec<Arc<Slot<S, M>>>,
    /// The state that each worker was given.
    sent: Vec<Option<S>>,
}

impl<S: Clone + Eq + Send, M: Send> WorkerPool<S, M> {
    /// Spawns workers, which work until the guard is dropped.
    pub fn spawn<'scope, 'g: 'scope, G: Hints<State = S, Move = M>>(
        scope: &'scope Scope<'scope, '_>,
        workers: usize,
        game: &'g G,
        options: ExplorerOptions,
    ) -> (Self, WorkerGuard<S, M>)
    where
        S: 'scope,
        M: 'scope,
    {
        let spawn = |_| {
            let slot = Arc::new(Slot::new());
            let shared = slot.clone();
            scope.spawn(move || work(&shared, Unfolder::new(game, options)));
            slot
        };
        let slots: Vec<_> = (0..workers).map(spawn).collect();
        let sent = vec![None; workers];
        (WorkerPool { slots: slots.clone(), sent }, WorkerGuard(slots))
    }

    /// Lets a worker unfold a state; returns which, if one is idle.
    pub fn send(&mut self, state: &S, place: Place, needs: Needs) -> Option<usize> {
        let worker = self.sent.iter().position(Option::is_none)?;
        self.sent[worker] = Some(state.clone());
        let slot = &self.slots[worker];
        slot.task().what = Some((state.clone(), place, needs));
        slot.owner.store(WORKER, Ordering::Release);
        Some(worker)
    }

    /// Returns whether a worker is done.
    pub fn is_back(&self, worker: usize) -> bool {
        self.slots[worker].owner.load(Ordering::Acquire) != WORKER
    }

    /// Waits for the children of a state, if a worker was given it.
    pub fn fetch(
        &mut self,
        state: &S,
        children: &mut Vec<(M, S)>,
        facts: &mut Vec<Facts>,
    ) -> Option<Search<()>> {
        let worker = self.sent.iter().position(|sent| sent.as_ref() == Some(state))?;
        self.sent[worker] = None;
        // A worker ends early only by a panic, which ends the scope as well.
        if self.slots[worker].wait_while(WORKER) == CLOSED {
            return Some(Err(Stopped::Interrupted));
        }
        let mut task = self.slots[worker].task();
        std::mem::swap(children, &mut task.children);
        facts.append(&mut task.facts);
        Some(task.result)
    }

    /// Discards what a worker was given.
    pub fn call_back(&mut self, worker: usize) {
        self.slots[worker].wait_while(WORKER);
        self.sent[worker] = None;
    }
}

/// Ends the workers when it is dropped, even by a panic of the search.
pub(in crate::best_first) struct WorkerGuard<S, M>(Vec<Arc<Slot<S, M>>>);

impl<S, M> Drop for WorkerGuard<S, M> {
    fn drop(&mut self) {
        for slot in &self.0 {
            slot.owner.store(CLOSED, Ordering::Release);
        }
    }
}

fn work<G: Hints>(slot: &Slot<G::State, G::Move>, mut unfolder: Unfolder<'_, G>) {
    let leaving = Leaving(slot);
    while slot.wait_while(SEARCH) == WORKER {
        let mut task = slot.task();
        let Task { what, children, facts, result } = &mut *task;
        facts.clear();
        if let Some((state, place, needs)) = what {
            *result = unfolder.unfold(state, *place, *needs, children, facts);
        }
        drop(task);
        // Unless the guard was dropped meanwhile.
        let _ = slot.owner.compare_exchange(WORKER, SEARCH, Ordering::Release, Ordering::Relaxed);
    }
    drop(leaving);
}

/// Closes the slot of a worker that ends, even by a panic: nobody waits for it any more.
struct Leaving<'d, S, M>(&'d Slot<S, M>);

impl<S, M> Drop for Leaving<'_, S, M> {
    fn drop(&mut self) {
        self.0.owner.store(CLOSED, Ordering::Release);
    }
}
