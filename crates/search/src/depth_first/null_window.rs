//! The null-window search of one thread: is the value of a state at least `t`?
//!
//! Threads that work on one question share the table, and a list of the moves they are at. A move
//! that another thread is at is put off until the others are tried: by then the table has its value,
//! or there is nothing else to do than to help. So the threads part where there is work for both,
//! without waiting for each other (Weill's ABDADA, as Kerrigan has simplified it).

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use ludex_game::{Agent, Bounds, Hints, Turn};

use super::ordering::{MoveOrder, place};
use super::solve::SolveOptions;
use crate::budget::{Meter, Stopped, deep};
use crate::table::{Entry, NO_MOVE, Table, mix};

/// What took fewer nodes is found again sooner than it could be fetched from a large table.
const LEAST_NODES: u64 = 4;

/// Moves are shared out among threads where one of them takes so many nodes.
const WORTH_SHARING: u64 = 500;

/// Why a question was given up for now. What was found is in the table, so it is no loss to ask again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The budget says so.
    Stopped(Stopped),
    /// The table should be doubled first.
    Full,
    /// Other threads should help.
    Long,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Halt {
        Halt::Stopped(stopped)
    }
}

/// The states that threads are searching now, by their keys. A clash only costs time.
#[derive(Debug)]
pub(super) struct Busy(Vec<AtomicU64>);

impl Busy {
    const PLACES: usize = 1 << 12;

    pub fn new() -> Busy {
        Busy((0..Self::PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    fn at(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % Self::PLACES]
    }
}

/// What a thread keeps from one question to the next.
#[derive(Debug)]
pub(super) struct Memory<M> {
    order: MoveOrder,
    /// The move stack.
    moves: Vec<M>,
    /// The places of moves that were put off, as a stack.
    late: Vec<usize>,
    /// How many nodes a state takes, by its depth: a moving average.
    sizes: Vec<u64>,
}

impl<M: Copy> Memory<M> {
    pub fn new<G: Hints<Move = M>>(game: &G, learn: bool) -> Self {
        let order = MoveOrder::new(game, learn);
        Memory { order, moves: Vec::new(), late: Vec::new(), sizes: Vec::new() }
    }

    /// Clears what a stopped search may have left.
    fn begin(&mut self) {
        self.moves.clear();
        self.late.clear();
    }

    fn note_size(&mut self, depth: usize, nodes: u64) {
        if self.sizes.len() <= depth {
            self.sizes.resize(depth + 1, 0);
        }
        let size = &mut self.sizes[depth];
        *size = *size - *size / 8 + nodes / 8;
    }
}

/// A thread at a question.
pub(super) struct Worker<'a, G: Hints> {
    pub game: &'a G,
    pub options: SolveOptions,
    /// All that can be known without looking: the worst and the best outcome.
    pub all: Bounds,
    pub table: &'a Table,
    pub memory: &'a mut Memory<G::Move>,
    /// What the other threads are at, if there are any.
    pub busy: Option<&'a Busy>,
    /// The number of nodes at which the question is long.
    pub patience: u64,
}

/// An open state: who is on turn, what is known of it, and the place of the move to try first.
#[derive(Clone, Copy)]
struct Open {
    agent: Agent,
    low: u16,
    high: u16,
    hint: u16,
    /// Where its moves start on the move stack.
    base: usize,
}

impl<G: Hints> Worker<'_, G> {
    /// A result of at least `threshold` is a lower bound of the state's value, a smaller one an
    /// upper bound (fail-soft).
    pub fn ask(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
    ) -> Result<u16, Halt> {
        self.memory.begin();
        self.value(meter, state, threshold, 0)
    }

    fn value(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
        depth: u32,
    ) -> Result<u16, Halt> {
        meter.node()?;
        // 1. A final state has its outcome.
        let agent = match self.game.turn(state) {
            Turn::Final => return Ok(self.game.outcome(state).0),
            Turn::Of(agent) => agent,
            Turn::Together => return Err(Stopped::Together.into()),
        };
        // 2. Some others have bounds that are good enough, by the game or by the table.
        let base = self.memory.moves.len();
        let mut open = Open { agent, low: 0, high: 0, hint: NO_MOVE, base };
        let (options, game, table) = (self.options, self.game, self.table);
        let mut key = 0;
        let undecided = |bounds: Bounds| {
            (open.low, open.high) = (bounds.low.0, bounds.high.0);
            if open.low >= threshold || open.high < threshold {
                return false;
            }
            if options.transpositions {
                key = key_of(game, options, state);
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
        // 3. Else the moves decide, and the table is told.
        let before = meter.nodes();
        let (value, best) =
            deep::<G::State, _>(depth, || self.search(meter, state, threshold, open, depth))?;
        let nodes = meter.nodes() - before;
        if options.transpositions && nodes >= LEAST_NODES {
            let Open { low, high, .. } = open;
            let (low, high) = if value >= threshold { (value, high) } else { (low, value) };
            let work = Entry::work_of(nodes);
            if self.table.store(key, Entry { low, high, best, work }) {
                return Err(Halt::Full);
            }
            if self.busy.is_some() {
                self.memory.note_size(depth as usize, nodes);
            } else if before > self.patience {
                return Err(Halt::Long);
            }
        }
        Ok(value)
    }

    /// Plays the moves of an open state until one decides: the value as above, and the place of the
    /// best move.
    #[inline]
    fn search(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
        open: Open,
        depth: u32,
    ) -> Result<(u16, u16), Halt> {
        let before = meter.nodes();
        let Open { agent, base, hint, .. } = open;
        let memory = &mut *self.memory;
        let count = memory.moves.len() - base;
        let late = memory.late.len();
        let share = self.busy.filter(|_| {
            memory.sizes.get(depth as usize + 1).is_some_and(|&size| size >= WORTH_SHARING)
        });
        let max = agent == Agent::FIRST;
        let mut value = if max { open.low } else { open.high };
        memory.order.score(self.game, &memory.moves, base, (agent, depth as usize, hint));
        // Moves that are put off come again after the others.
        for step in 0.. {
            let i = if step < count {
                self.memory.order.pick(base, count, step, hint)
            } else if let Some(&i) = self.memory.late.get(late + step - count) {
                i
            } else {
                break;
            };
            let mv = self.memory.moves[base + i];
            let next = self.game.after(state, agent, mv);
            let after = match share {
                None => self.value(meter, &next, threshold, depth + 1)?,
                Some(busy) => {
                    let key = key_of(self.game, self.options, &next);
                    let mark = busy.at(key);
                    if (1..count).contains(&step) && mark.load(Relaxed) == key {
                        self.memory.late.push(i);
                        continue;
                    }
                    mark.store(key, Relaxed);
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
                self.memory.late.truncate(late);
                return Ok((value, place(i)));
            }
        }
        self.memory.moves.truncate(base);
        self.memory.late.truncate(late);
        Ok((value, hint))
    }
}

/// The key of a state in the table.
#[inline]
pub(super) fn key_of<G: Hints>(game: &G, options: SolveOptions, state: &G::State) -> u64 {
    mix(if options.symmetry { game.canonical_key(state) } else { game.key(state) })
}
