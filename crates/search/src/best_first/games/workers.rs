//! Workers who unfold nodes ahead.
//!
//! An unfolding takes microseconds, so the workers do not sleep between two of them: each watches a
//! desk where a task is laid down and its result picked up.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

use ludex_game::Hints;

use crate::best_first::games::explorer::Ways;
use crate::best_first::games::unfolder::{Place, Unfolder};
use crate::best_first::scheme::{Facts, Needs};
use crate::budget::{Search, Stopped};

/// Whose turn it is at a desk.
const OURS: u8 = 0;
const THEIRS: u8 = 1;
const CLOSED: u8 = 2;

/// How often a waiting thread looks before it lets others run, and before it sleeps.
const PATIENCE: u32 = 2_000;
const MORE_PATIENCE: u32 = 4_000;
const NAP: Duration = Duration::from_micros(50);

/// A state that is to be unfolded, and what was found.
struct Task<S, M> {
    what: Option<(S, Place, Needs)>,
    children: Vec<(M, S)>,
    facts: Vec<Facts>,
    trouble: Search<()>,
}

/// Where a task is handed over. Only whose turn it is touches the task, so nobody waits for the lock.
struct Desk<S, M> {
    turn: AtomicU8,
    task: Mutex<Task<S, M>>,
}

impl<S, M> Desk<S, M> {
    fn new() -> Self {
        let task = Task { what: None, children: Vec::new(), facts: Vec::new(), trouble: Ok(()) };
        Desk { turn: AtomicU8::new(OURS), task: Mutex::new(task) }
    }

    fn task(&self) -> MutexGuard<'_, Task<S, M>> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while it is somebody's turn; returns whose it is then.
    fn wait_while(&self, turn: u8) -> u8 {
        let mut looks = 0_u32;
        loop {
            let now = self.turn.load(Ordering::Acquire);
            if now != turn {
                return now;
            }
            looks = looks.saturating_add(1);
            match looks {
                ..PATIENCE => spin_loop(),
                PATIENCE..MORE_PATIENCE => thread::yield_now(),
                _ => thread::sleep(NAP),
            }
        }
    }
}

/// The workers of an explorer.
pub(in crate::best_first) struct Crew<S, M> {
    desks: Vec<Arc<Desk<S, M>>>,
    /// What each worker was sent for.
    sent: Vec<Option<S>>,
}

impl<S: Clone + Eq + Send, M: Send> Crew<S, M> {
    /// So many workers, who work as long as there is a contract.
    pub fn hire<'scope, 'g: 'scope, G: Hints<State = S, Move = M>>(
        scope: &'scope Scope<'scope, '_>,
        workers: usize,
        game: &'g G,
        ways: Ways,
    ) -> (Self, Contract<S, M>)
    where
        S: 'scope,
        M: 'scope,
    {
        let hire = |_| {
            let desk = Arc::new(Desk::new());
            let theirs = desk.clone();
            scope.spawn(move || work(&theirs, Unfolder::new(game, ways)));
            desk
        };
        let desks: Vec<_> = (0..workers).map(hire).collect();
        let sent = vec![None; workers];
        (Crew { desks: desks.clone(), sent }, Contract(desks))
    }

    /// Lets somebody unfold a state; says who, if anybody is free.
    pub fn send(&mut self, state: &S, place: Place, needs: Needs) -> Option<usize> {
        let worker = self.sent.iter().position(Option::is_none)?;
        self.sent[worker] = Some(state.clone());
        let desk = &self.desks[worker];
        desk.task().what = Some((state.clone(), place, needs));
        desk.turn.store(THEIRS, Ordering::Release);
        Some(worker)
    }

    /// Whether a worker is done.
    pub fn is_back(&self, worker: usize) -> bool {
        self.desks[worker].turn.load(Ordering::Acquire) != THEIRS
    }

    /// Waits for what is found about a state, if it was sent.
    pub fn fetch(
        &mut self,
        state: &S,
        children: &mut Vec<(M, S)>,
        facts: &mut Vec<Facts>,
    ) -> Option<Search<()>> {
        let worker = self.sent.iter().position(|sent| sent.as_ref() == Some(state))?;
        self.sent[worker] = None;
        // A worker leaves before its time only by a panic, which ends the scope as well.
        if self.desks[worker].wait_while(THEIRS) == CLOSED {
            return Some(Err(Stopped::Interrupted));
        }
        let mut task = self.desks[worker].task();
        std::mem::swap(children, &mut task.children);
        facts.append(&mut task.facts);
        Some(task.trouble)
    }

    /// Forgets what a worker was sent for.
    pub fn call_back(&mut self, worker: usize) {
        self.desks[worker].wait_while(THEIRS);
        self.sent[worker] = None;
    }
}

/// Sends the workers home when it goes, even by a panic of the search: nobody would ever ask them
/// again.
pub(in crate::best_first) struct Contract<S, M>(Vec<Arc<Desk<S, M>>>);

impl<S, M> Drop for Contract<S, M> {
    fn drop(&mut self) {
        for desk in &self.0 {
            desk.turn.store(CLOSED, Ordering::Release);
        }
    }
}

fn work<G: Hints>(desk: &Desk<G::State, G::Move>, mut unfolder: Unfolder<'_, G>) {
    let leaving = Leaving(desk);
    while desk.wait_while(OURS) == THEIRS {
        let mut task = desk.task();
        let Task { what, children, facts, trouble } = &mut *task;
        facts.clear();
        if let Some((state, place, needs)) = what {
            *trouble = unfolder.unfold(state, *place, *needs, children, facts);
        }
        drop(task);
        // Unless the contract has ended meanwhile.
        let _ = desk.turn.compare_exchange(THEIRS, OURS, Ordering::Release, Ordering::Relaxed);
    }
    drop(leaving);
}

/// Closes the desk of a worker who leaves, even by a panic: nobody waits for it any more.
struct Leaving<'d, S, M>(&'d Desk<S, M>);

impl<S, M> Drop for Leaving<'_, S, M> {
    fn drop(&mut self) {
        self.0.turn.store(CLOSED, Ordering::Release);
    }
}
