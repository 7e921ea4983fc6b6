//! The thread of a match: parses the rules, follows the play and searches. Whoever waits for a move
//! takes the best so far when the time is up, whether the thread is done or not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use crate::Start;

/// Parses the rules of a message and makes a match of them.
pub trait FrontEnd: Send + Sync + 'static {
    /// Parses rules and calls `run` with the match as a role sees it. An error says what is wrong
    /// with the rules or the role.
    fn open(&self, start: &Start, run: &mut dyn FnMut(&mut dyn MatchView)) -> Result<(), String>;
}

/// A match as one of its players sees it, with moves as messages write them.
pub trait MatchView {
    /// Plays the moves of all roles. An error leaves the state as it was.
    fn advance(&mut self, moves: &[String]) -> Result<(), String>;

    /// Searches before the first turn.
    fn prepare(&mut self, deadline: Instant, stop: &AtomicBool);

    /// Searches for a move until the deadline. Offers a legal move at once, and better ones later.
    fn think(&mut self, deadline: Instant, stop: &AtomicBool, offer: &dyn Fn(String));
}

/// A message to the thread.
enum Order {
    Play { turn: u64, moves: Option<Vec<String>>, deadline: Instant, stop: Arc<AtomicBool> },
    End,
}

/// The state of the thread.
#[derive(Default)]
struct Slot {
    ready: bool,
    /// The thread has ended, with the error if there is one.
    ended: Option<Option<String>>,
    /// The turn of `best`; `done` says that the search for it has ended.
    turn: u64,
    best: Option<String>,
    done: bool,
}

#[derive(Default)]
struct Shared {
    slot: Mutex<Slot>,
    changed: Condvar,
}

impl Shared {
    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Slot)) {
        change(&mut self.slot());
        self.changed.notify_all();
    }

    /// Waits until a condition holds, or the time is up.
    fn wait(&self, until: Instant, mut enough: impl FnMut(&Slot) -> bool) -> MutexGuard<'_, Slot> {
        let mut slot = self.slot();
        while !enough(&slot) {
            let Some(left) = until.checked_duration_since(Instant::now()) else { break };
            let waited = self.changed.wait_timeout(slot, left);
            slot = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        slot
    }
}

/// A handle of the thread of a match.
pub(super) struct Worker {
    shared: Arc<Shared>,
    orders: Sender<Order>,
    /// Stops the current search.
    stop: Arc<AtomicBool>,
    turn: u64,
}

impl Worker {
    /// Starts a thread that parses the rules and searches until the deadline.
    pub fn start(
        front: Arc<dyn FrontEnd>,
        start: Start,
        deadline: Instant,
    ) -> Result<Worker, String> {
        let shared = Arc::new(Shared::default());
        let stop = Arc::new(AtomicBool::new(false));
        let (orders, inbox) = channel();
        let (theirs, first_stop) = (Arc::clone(&shared), Arc::clone(&stop));
        let run = move || {
            // Even if the thread panics nobody waits for it.
            let _guard = EndGuard(Arc::clone(&theirs));
            let result = front.open(&start, &mut |view| {
                theirs.change(|slot| slot.ready = true);
                view.prepare(deadline, &first_stop);
                obey(view, &inbox, &theirs);
            });
            theirs.change(|slot| slot.ended = Some(result.err()));
        };
        let thread = thread::Builder::new().name("match".into()).spawn(run);
        thread.map_err(|error| error.to_string())?;
        Ok(Worker { shared, orders, stop, turn: 0 })
    }

    /// Returns what waits until the thread has parsed the rules.
    pub fn ready(&self) -> Ready {
        Ready(Arc::clone(&self.shared))
    }

    /// Sends the thread the last moves and a deadline for the next one. Returns what waits for it.
    pub fn play(&mut self, moves: Option<Vec<String>>, deadline: Instant) -> Waiter {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::new(AtomicBool::new(false));
        self.turn += 1;
        let (turn, stop) = (self.turn, Arc::clone(&self.stop));
        let sent = self.orders.send(Order::Play { turn, moves, deadline, stop });
        Waiter { shared: Arc::clone(&self.shared), turn, gone: sent.is_err() }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // The thread may have ended already.
        let _ = self.orders.send(Order::End);
    }
}

/// Waits until the rules are parsed.
pub(super) struct Ready(Arc<Shared>);

impl Ready {
    /// Returns what is wrong with the rules, if that is known at the given time.
    pub fn wait(self, until: Instant) -> Result<(), String> {
        let slot = self.0.wait(until, |slot| slot.ready || slot.ended.is_some());
        match (&slot.ended, slot.ready) {
            (Some(error), false) => Err(error.clone().unwrap_or_else(|| "it ended".into())),
            _ => Ok(()),
        }
    }
}

/// Waits for the move of one turn.
pub(super) struct Waiter {
    shared: Arc<Shared>,
    turn: u64,
    gone: bool,
}

impl Waiter {
    /// Returns the best move found until the search ends, or until the given time.
    pub fn wait(self, until: Instant) -> Option<String> {
        if self.gone {
            return None;
        }
        let mine = |slot: &Slot| slot.turn == self.turn;
        let enough =
            |slot: &Slot| mine(slot) && slot.done || slot.turn > self.turn || slot.ended.is_some();
        let slot = self.shared.wait(until, enough);
        slot.best.clone().filter(|_| mine(&slot))
    }
}

/// Follows orders until the end of the match.
fn obey(view: &mut dyn MatchView, inbox: &Receiver<Order>, shared: &Shared) {
    while let Ok(Order::Play { turn, moves, deadline, stop }) = inbox.recv() {
        // If the moves cannot be played, continue from the last known state.
        let _understood = moves.map(|moves| view.advance(&moves));
        shared.change(|slot| (slot.turn, slot.best, slot.done) = (turn, None, false));
        view.think(deadline, &stop, &|mv| shared.change(|slot| slot.best = Some(mv)));
        shared.change(|slot| slot.done = true);
    }
}

/// Records that the thread has ended.
struct EndGuard(Arc<Shared>);

impl Drop for EndGuard {
    fn drop(&mut self) {
        self.0.change(|slot| {
            slot.ended.get_or_insert(None);
        });
    }
}
