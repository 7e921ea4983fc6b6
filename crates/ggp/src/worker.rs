//! The thread of a match: parses the rules, follows the play and searches. Whoever waits for a move
//! takes the best so far when the time is up, whether the thread is done or not; and nobody waits
//! for a match that has ended, or for a move after the next one was asked for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use std::{fmt, thread};

use ludex::{Limits, StopFlag};

use crate::Start;

/// The most messages that wait for the thread of a match. It follows all moves, in order.
const WAITING: usize = 64;

/// Parses the rules of a message and makes a match of them.
pub trait FrontEnd: Send + Sync + 'static {
    /// Parses rules within a time and until a flag is raised, which are in `limits`, and calls
    /// `run` with the match as a role sees it. An error says what is wrong with the rules or the
    /// role.
    fn open(
        &self,
        start: &Start,
        limits: &Limits,
        run: &mut dyn FnMut(&mut dyn MatchView),
    ) -> Result<(), String>;
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

/// A message to the thread: asks for a move after the moves of all.
struct Order {
    turn: u64,
    moves: Option<Vec<String>>,
    deadline: Instant,
    stop: Arc<AtomicBool>,
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
    /// The turn that was asked for last.
    asked: u64,
    /// The match was ended by a message.
    closed: bool,
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

/// What the thread of a match begins with.
pub(super) struct Opening {
    pub front: Arc<dyn FrontEnd>,
    pub start: Start,
    /// When the rules must be open.
    pub opened_by: Instant,
    /// When the search before the first turn ends.
    pub deadline: Instant,
    /// Counts the threads, and those that have not opened their rules.
    pub held: (Arc<()>, Arc<()>),
}

impl Opening {
    /// Opens the rules, searches, and follows orders until the end of the match.
    fn run(self, stop: StopFlag, search: &AtomicBool, inbox: &Receiver<Order>, shared: &Shared) {
        let (_thread, opening) = self.held;
        let mut opening = Some(opening);
        let left = self.opened_by.saturating_duration_since(Instant::now());
        let limits = Limits { max_seconds: Some(left.as_secs_f64()), stop, ..Limits::default() };
        let result = self.front.open(&self.start, &limits, &mut |view| {
            opening = None;
            shared.change(|slot| slot.ready = true);
            view.prepare(self.deadline, search);
            obey(view, inbox, shared);
        });
        shared.change(|slot| slot.ended = Some(result.err()));
    }
}

/// A handle of the thread of a match.
pub(super) struct Worker {
    shared: Arc<Shared>,
    orders: SyncSender<Order>,
    /// Stops the opening of the rules.
    stop: StopFlag,
    /// Stops the current search.
    search: Arc<AtomicBool>,
    turn: u64,
}

impl Worker {
    /// Starts a thread that opens the rules and searches until the deadline.
    pub fn start(opening: Opening) -> Result<Worker, String> {
        let shared = Arc::new(Shared::default());
        let (stop, search) = (StopFlag::default(), Arc::new(AtomicBool::new(false)));
        let (orders, inbox) = sync_channel(WAITING);
        let (theirs, flags) = (Arc::clone(&shared), (stop.clone(), Arc::clone(&search)));
        let run = move || {
            // Even if the thread panics nobody waits for it.
            let _guard = EndGuard(Arc::clone(&theirs));
            opening.run(flags.0, &flags.1, &inbox, &theirs);
        };
        let thread = thread::Builder::new().name("match".into()).spawn(run);
        thread.map_err(|error| error.to_string())?;
        Ok(Worker { shared, orders, stop, search, turn: 0 })
    }

    /// Returns what waits until the thread has parsed the rules.
    pub fn ready(&self) -> Ready {
        Ready(Arc::clone(&self.shared))
    }

    /// Sends the thread the last moves and a deadline for the next one. Returns what waits for it.
    pub fn play(
        &mut self,
        moves: Option<Vec<String>>,
        deadline: Instant,
    ) -> Result<Waiter, String> {
        self.search.store(true, Ordering::Relaxed);
        self.search = Arc::new(AtomicBool::new(false));
        self.turn += 1;
        let (turn, stop) = (self.turn, Arc::clone(&self.search));
        self.shared.change(|slot| slot.asked = turn);
        match self.orders.try_send(Order { turn, moves, deadline, stop }) {
            Err(TrySendError::Full(_)) => Err("too many messages of this match wait".into()),
            sent => Ok(Waiter { shared: Arc::clone(&self.shared), turn, gone: sent.is_err() }),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.raise();
        self.search.store(true, Ordering::Relaxed);
        self.shared.change(|slot| slot.closed = true);
        // The thread ends when it has read all orders: they are followed at once now.
    }
}

/// Why a match is not ready to be played.
pub(super) enum Unready {
    /// What is wrong with the rules.
    Wrong(String),
    /// Another message ended the match.
    Ended,
}

impl fmt::Display for Unready {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unready::Wrong(reason) => reason,
            Unready::Ended => "the match was ended",
        })
    }
}

/// Waits until the rules are parsed.
pub(super) struct Ready(Arc<Shared>);

impl Ready {
    /// Returns what is wrong with the rules, if that is known at the given time.
    pub fn wait(self, until: Instant) -> Result<(), Unready> {
        let known = |slot: &Slot| slot.ready || slot.ended.is_some() || slot.closed;
        let slot = self.0.wait(until, known);
        match (&slot.ended, slot.ready) {
            _ if slot.closed => Err(Unready::Ended),
            (Some(error), false) => {
                Err(Unready::Wrong(error.clone().unwrap_or_else(|| "it ended".into())))
            }
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
        let enough = |slot: &Slot| {
            let over = slot.ended.is_some() || slot.closed;
            mine(slot) && slot.done || slot.asked > self.turn || over
        };
        let slot = self.shared.wait(until, enough);
        slot.best.clone().filter(|_| mine(&slot))
    }
}

/// Follows orders until the end of the match.
fn obey(view: &mut dyn MatchView, inbox: &Receiver<Order>, shared: &Shared) {
    while let Ok(Order { turn, moves, deadline, stop }) = inbox.recv() {
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
