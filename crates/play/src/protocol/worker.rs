//! The thread of a match: reads the rules, follows the play, thinks. Whoever waits for a move takes
//! the best so far when the time is up, whether the thread is done or not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::Start;

/// What turns the rules of a message into a game: the front end of GDL, or a test's.
pub trait Front: Send + Sync + 'static {
    /// Reads rules and hands `run` a place at the table for a role. An error says what is wrong with
    /// the rules or the role.
    fn open(&self, start: &Start, run: &mut dyn FnMut(&mut dyn GameTable)) -> Result<(), String>;
}

/// A match as one of its players sees it, in the words of messages.
pub trait GameTable {
    /// Plays the moves of all roles. An error leaves the state as it was.
    fn advance(&mut self, moves: &[String]) -> Result<(), String>;

    /// Thinks before the first turn.
    fn prepare(&mut self, deadline: Instant, stop: &AtomicBool);

    /// Thinks about a move until the deadline. Offers a legal move at once, and better ones later.
    fn think(&mut self, deadline: Instant, stop: &AtomicBool, offer: &dyn Fn(String));
}

/// What the thread is told.
enum Order {
    Play { turn: u64, moves: Option<Vec<String>>, deadline: Instant, stop: Arc<AtomicBool> },
    End,
}

/// What the thread has to say.
#[derive(Default)]
struct Slot {
    ready: bool,
    /// The thread has ended, for this reason if it is one.
    ended: Option<Option<String>>,
    /// The turn that `best` is for, and whether it will not get better.
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

    /// Waits until something is so, or the time is up.
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

/// The other end of the thread of a match.
pub(super) struct Worker {
    shared: Arc<Shared>,
    orders: Sender<Order>,
    /// Stops the thinking that is going on.
    stop: Arc<AtomicBool>,
    turn: u64,
}

impl Worker {
    /// Starts a thread that reads the rules and thinks until the deadline.
    pub fn start(front: Arc<dyn Front>, start: Start, deadline: Instant) -> Result<Worker, String> {
        let shared = Arc::new(Shared::default());
        let stop = Arc::new(AtomicBool::new(false));
        let (orders, inbox) = channel();
        let (theirs, first_stop) = (Arc::clone(&shared), Arc::clone(&stop));
        let run = move || {
            // Whatever happens, nobody waits for a thread that is gone.
            let _guard = EndGuard(Arc::clone(&theirs));
            let result = front.open(&start, &mut |table| {
                theirs.change(|slot| slot.ready = true);
                table.prepare(deadline, &first_stop);
                obey(table, &inbox, &theirs);
            });
            theirs.change(|slot| slot.ended = Some(result.err()));
        };
        let thread = thread::Builder::new().name("match".into()).spawn(run);
        thread.map_err(|error| error.to_string())?;
        Ok(Worker { shared, orders, stop, turn: 0 })
    }

    /// What waits for the thread to have read the rules.
    pub fn ready(&self) -> Ready {
        Ready(Arc::clone(&self.shared))
    }

    /// Tells the thread the last moves and to think until a moment. Returns what waits for the answer.
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
        // The thread may be gone already.
        let _ = self.orders.send(Order::End);
    }
}

/// Waits for the rules to be read.
pub(super) struct Ready(Arc<Shared>);

impl Ready {
    /// Says what is wrong with the rules, if that is known at this moment.
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
    /// The best move there is at the latest at this moment.
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

/// Follows orders until the end.
fn obey(table: &mut dyn GameTable, inbox: &Receiver<Order>, shared: &Shared) {
    while let Ok(Order::Play { turn, moves, deadline, stop }) = inbox.recv() {
        // Moves that cannot be followed are the manager's mistake, or ours. There is nothing to do
        // but to go on from the last state we understood.
        let _understood = moves.map(|moves| table.advance(&moves));
        shared.change(|slot| (slot.turn, slot.best, slot.done) = (turn, None, false));
        table.think(deadline, &stop, &|mv| shared.change(|slot| slot.best = Some(mv)));
        shared.change(|slot| slot.done = true);
    }
}

/// Says that the thread is gone.
struct EndGuard(Arc<Shared>);

impl Drop for EndGuard {
    fn drop(&mut self) {
        self.0.change(|slot| {
            slot.ended.get_or_insert(None);
        });
    }
}
