//! The null-window search of one thread: is the value of a state at least `t`?
//!
//! Threads that work on one question share the table, and a list of the states they are searching.
//! A move to a state that another thread is searching is deferred until the others are tried: by
//! then the table has its value, or there is nothing else to do than to help. So the threads search
//! different moves without waiting for each other (ABDADA \[Wei96\], as simplified in \[Ker\]).

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use ludex_game::{Agent, Bounds, Hints, Turn};

use super::ordering::{MoveOrder, place};
use super::solve::SolveOptions;
use crate::budget::{Meter, Stopped, deep};
use crate::key::Key;
use crate::table::{Entry, NO_MOVE, Table, mix};

/// States that took fewer nodes are not stored: searching them again is faster than reading a large
/// table.
const LEAST_NODES: u64 = 4;

/// Moves are divided among threads if one of them takes at least this number of nodes.
const WORTH_SHARING: u64 = 500;

/// Why a question was interrupted. The results so far are in the table, so it is cheap to ask
/// again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HaltReason {
    /// The search has to stop.
    Stopped(Stopped),
    /// The table should be doubled first.
    TableFull,
    /// The question took so long that other threads should help.
    TooLong,
}

impl From<Stopped> for HaltReason {
    fn from(stopped: Stopped) -> HaltReason {
        HaltReason::Stopped(stopped)
    }
}

/// The states that threads are searching now, by their keys. A collision only costs time.
#[derive(Debug)]
pub(super) struct ActiveStates(Vec<AtomicU64>);

impl ActiveStates {
    const PLACES: usize = 1 << 12;

    pub fn new() -> ActiveStates {
        ActiveStates((0..Self::PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn at(&self, place: u64) -> &AtomicU64 {
        &self.0[place as usize % Self::PLACES]
    }
}

/// The buffers that a thread keeps from one question to the next.
#[derive(Debug)]
pub(super) struct Memory<M> {
    order: MoveOrder,
    /// The move stack.
    moves: Vec<M>,
    /// The indices of deferred moves, as a stack.
    deferred: Vec<usize>,
    /// The number of nodes that a state takes, by its depth: a moving average.
    sizes: Vec<u64>,
}

impl<M: Copy> Memory<M> {
    pub fn new<G: Hints<Move = M>>(game: &G, learn: bool) -> Self {
        let order = MoveOrder::new(game, learn);
        Memory { order, moves: Vec::new(), deferred: Vec::new(), sizes: Vec::new() }
    }

    /// Clears what a stopped search may have left.
    fn begin(&mut self) {
        self.moves.clear();
        self.deferred.clear();
    }

    fn note_size(&mut self, depth: usize, nodes: u64) {
        if self.sizes.len() <= depth {
            self.sizes.resize(depth + 1, 0);
        }
        let size = &mut self.sizes[depth];
        *size = *size - *size / 8 + nodes / 8;
    }
}

/// The search of one thread for one question.
pub(super) struct Worker<'a, G: Hints> {
    pub game: &'a G,
    pub options: SolveOptions,
    /// The trivial bounds: the worst and the best outcome.
    pub all: Bounds,
    pub table: &'a Table,
    pub memory: &'a mut Memory<G::Move>,
    /// The states that the other threads are searching, if there are other threads.
    pub active: Option<&'a ActiveStates>,
    /// The number of nodes after which other threads should help.
    pub node_limit: u64,
}

/// An open state: the agent to move, what is known about it, and the index of the move to try
/// first.
#[derive(Clone, Copy)]
struct Open {
    agent: Agent,
    low: u16,
    high: u16,
    hint: u16,
    /// The index of its first move on the move stack.
    base: usize,
}

impl<G: Hints> Worker<'_, G> {
    /// Searches a state. A result of at least `threshold` is a lower bound of the state's value, a
    /// smaller one an upper bound (fail-soft).
    pub fn ask(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
    ) -> Result<u16, HaltReason> {
        self.memory.begin();
        self.value(meter, state, threshold, 0)
    }

    fn value(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
        depth: u32,
    ) -> Result<u16, HaltReason> {
        meter.node()?;
        // 1. A final state has its outcome.
        let agent = match self.game.turn(state) {
            Turn::Final => return Ok(self.game.outcome(state).0),
            Turn::Of(agent) => agent,
            Turn::Together => return Err(Stopped::Together.into()),
            Turn::Chance => return Err(Stopped::Chance.into()),
        };
        // 2. The bounds of the game or of the table may suffice.
        let base = self.memory.moves.len();
        let mut open = Open { agent, low: 0, high: 0, hint: NO_MOVE, base };
        let (options, game, table) = (self.options, self.game, self.table);
        let mut key = Key { place: 0, check: 0 };
        let undecided = |bounds: Bounds| {
            (open.low, open.high) = (bounds.low.0, bounds.high.0);
            if open.low >= threshold || open.high < threshold {
                return false;
            }
            if options.transpositions {
                key = key_of(game, options, table, state);
                if let Some(entry) = table.get(key) {
                    (open.low, open.high) = (open.low.max(entry.low), open.high.min(entry.high));
                    open.hint = entry.best;
                }
            }
            open.low < threshold && threshold <= open.high
        };
        if options.hints {
            game.look(state, undecided, &mut self.memory.moves);
        } else if { undecided }(self.all) {
            game.moves(state, agent, &mut self.memory.moves);
        }
        if open.low >= threshold {
            return Ok(open.low);
        }
        if open.high < threshold {
            return Ok(open.high);
        }
        // 3. Otherwise the moves decide, and the result is stored.
        let before = meter.nodes();
        let (value, best) =
            deep::<G::State, _>(depth, || self.search(meter, state, threshold, open, depth))?;
        let nodes = meter.nodes() - before;
        if options.transpositions && nodes >= LEAST_NODES {
            let Open { low, high, .. } = open;
            let (low, high) = if value >= threshold { (value, high) } else { (low, value) };
            let work = Entry::work_of(nodes);
            if self.table.store(key, Entry { low, high, best, work }) {
                return Err(HaltReason::TableFull);
            }
            if self.active.is_some() {
                self.memory.note_size(depth as usize, nodes);
            } else if before > self.node_limit {
                return Err(HaltReason::TooLong);
            }
        }
        Ok(value)
    }

    /// Plays the moves of an open state until one decides. Returns the value as above, and the
    /// index of the best move.
    #[inline]
    fn search(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
        open: Open,
        depth: u32,
    ) -> Result<(u16, u16), HaltReason> {
        let before = meter.nodes();
        let Open { agent, base, hint, .. } = open;
        let memory = &mut *self.memory;
        let count = memory.moves.len() - base;
        let deferred = memory.deferred.len();
        let share = self.active.filter(|_| {
            memory.sizes.get(depth as usize + 1).is_some_and(|&size| size >= WORTH_SHARING)
        });
        let max = agent == Agent::FIRST;
        let mut value = if max { open.low } else { open.high };
        memory.order.score(self.game, &memory.moves, base, (agent, depth as usize, hint));
        // Deferred moves come again after the others.
        for step in 0.. {
            let i = if step < count {
                self.memory.order.pick(base, count, step, hint)
            } else if let Some(&i) = self.memory.deferred.get(deferred + step - count) {
                i
            } else {
                break;
            };
            let mv = self.memory.moves[base + i];
            let next = self.game.after(state, agent, mv);
            let after = match share {
                None => self.value(meter, &next, threshold, depth + 1)?,
                Some(active) => {
                    let place = place_of(self.game, self.options, &next);
                    let mark = active.at(place);
                    if (1..count).contains(&step) && mark.load(Relaxed) == place {
                        self.memory.deferred.push(i);
                        continue;
                    }
                    mark.store(place, Relaxed);
                    let after = self.value(meter, &next, threshold, depth + 1);
                    mark.store(0, Relaxed);
                    after?
                }
            };
            value = if max { value.max(after) } else { value.min(after) };
            if (after >= threshold) == max {
                let work = Entry::work_of(meter.nodes() - before);
                self.memory.order.credit(self.game, mv, (agent, depth as usize, work));
                self.memory.moves.truncate(base);
                self.memory.deferred.truncate(deferred);
                return Ok((value, place(i)));
            }
        }
        self.memory.moves.truncate(base);
        self.memory.deferred.truncate(deferred);
        Ok((value, hint))
    }
}

/// Returns the key of a state in the table.
#[inline]
pub(super) fn key_of<G: Hints>(
    game: &G,
    options: SolveOptions,
    table: &Table,
    state: &G::State,
) -> Key {
    table.keys.key(game, state, place_of(game, options, state))
}

#[inline]
fn place_of<G: Hints>(game: &G, options: SolveOptions, state: &G::State) -> u64 {
    mix(if options.symmetry { game.canonical_key(state) } else { game.key(state) })
}
