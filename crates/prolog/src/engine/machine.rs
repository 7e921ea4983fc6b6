//! The machine: a program, and how far its evaluation is. `run.rs` has the loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use rustc_hash::FxHashMap;

use super::code::{Entry, Fault, Op};
use super::index::Index;
use super::recursion::Recursion;
use super::scenery::{Sceneries, SceneryId};
use super::tables::Tables;
use super::turns::TURN;
use crate::symbol::Symbols;
use crate::terms::{Cell, Flats, Heap};

/// How much an evaluation may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most inferences (calls of predicates).
    pub inferences: u64,
    /// The most cells of the arena and the frames, eight bytes each.
    pub cells: usize,
    /// The most sceneries that are explored.
    pub states: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// A flag that stops the evaluation when it is set.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        let (inferences, cells, states) = (20_000_000_000, 64 << 20, 2_000_000);
        Limits { inferences, cells, states, deadline: None, stop: None }
    }
}

/// Why an evaluation has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A limit was reached.
    Limit(&'static str),
    /// The program is at fault.
    Fault(Fault),
}

/// A predicate.
#[derive(Debug, Default)]
pub struct Predicate {
    /// Its clauses, the facts of the initial scenery included.
    pub initially: Index,
    /// Its clauses in all sceneries.
    pub always: Index,
    /// Whether calls need tables.
    pub recursion: Recursion,
    /// The argument its clauses and its atoms are looked up by.
    pub indexed_on: u8,
    /// Its number of arguments.
    pub arity: u32,
    /// Its name and arity as a cell.
    pub functor: Option<Cell>,
    /// Whether rules or rigid facts of the program define it.
    pub derived: bool,
    /// Whether the program says anything about it: facts, rules or effects.
    pub known: bool,
}

/// Where to go on if the goal at hand fails.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub alternatives: Alternatives,
    pub heap: u32,
    pub trail: u32,
    /// The first free place of the frames.
    pub top: u32,
    pub go_on: u32,
    pub frame: u32,
    /// Where the arguments are saved, and how many.
    pub saved: u32,
    pub arity: u32,
}

/// What is left to try.
#[derive(Clone, Copy, Debug)]
pub enum Alternatives {
    /// Clauses of the list.
    Clauses { clause: u32, clauses: u32 },
    /// Atoms of the scenery that match this key, then clauses.
    Atoms { atom: u32, atoms: u32, clause: u32, clauses: u32, key: Cell },
    /// The answers of a table from one on.
    Answers { table: u32, next: u32 },
    /// Nothing: the bottom of a run.
    Bottom,
}

/// The machine: a program, and the state of its evaluation.
#[derive(Debug)]
pub struct Machine {
    /// All names.
    pub symbols: Symbols,
    pub(super) ops: Arc<[Op]>,
    pub(super) origins: Vec<u32>,
    pub(super) lists: Vec<Entry>,
    pub(super) predicates: Vec<Predicate>,
    /// The numbers of the predicates.
    pub(super) numbers: FxHashMap<Cell, u32>,
    pub(super) query: Option<u32>,
    pub(super) effect: u32,
    pub(super) past: u32,
    /// Terms that outlive the arena.
    pub flats: Flats,
    pub(super) sceneries: Sceneries,
    pub(super) current: SceneryId,
    pub(super) tables: Tables,
    /// What may be used.
    pub limits: Limits,
    /// How many calls were made.
    pub inferences: u64,
    pub(super) heap: Heap,
    pub(super) frames: Vec<Cell>,
    pub(super) registers: Box<[Cell; REGISTERS]>,
    pub(super) saved: Vec<Cell>,
    pub(super) choices: Vec<Choice>,
    /// The instruction to run.
    pub(super) at: usize,
    /// The frame of the clause that runs.
    pub(super) base: usize,
    /// Where to go on when the clause is done: instruction and frame.
    pub(super) go_on: usize,
    pub(super) frame: usize,
    /// Where the frame of the next clause goes.
    pub(super) top: usize,
    /// Frames below this place are needed by the last choice.
    pub(super) protected: usize,
    /// Whether goals that can come back to themselves are resolved without tables now, and whether that
    /// can be tried at all.
    pub(super) plain: bool,
    pub(super) may_be_plain: bool,
    /// The number of inferences at which the turn of the present way ends; see `turns.rs`.
    pub(super) turn_ends: u64,
    /// The number of steps of the arena at which the limits are looked at again.
    pub(super) next_look: u64,
    /// The next part of a compound term that is read.
    pub(super) part: usize,
    /// The variable that stands for the compound term that is being written; [`Cell::NONE`] while one
    /// is read.
    pub(super) writing: Cell,
}

/// How many calls pass between looks at the clock.
const PATIENCE: u64 = 1 << 14;

/// How many parts of terms are looked at in the time of a call.
const STEPS: u64 = 16;

/// The most arguments, and one more for an action.
pub const REGISTERS: usize = 256;

impl Machine {
    pub(super) fn empty(symbols: Symbols) -> Machine {
        Machine {
            symbols,
            ops: Arc::new([]),
            origins: Vec::new(),
            lists: Vec::new(),
            predicates: Vec::new(),
            numbers: FxHashMap::default(),
            query: None,
            effect: 0,
            past: 0,
            flats: Flats::default(),
            sceneries: Sceneries::default(),
            current: SceneryId::INITIAL,
            tables: Tables::default(),
            limits: Limits::default(),
            inferences: 0,
            heap: Heap::default(),
            frames: Vec::new(),
            registers: Box::new([Cell::NONE; REGISTERS]),
            saved: Vec::new(),
            choices: Vec::new(),
            at: 0,
            base: 0,
            go_on: 0,
            frame: 0,
            top: 0,
            protected: 0,
            plain: false,
            may_be_plain: false,
            turn_ends: u64::MAX,
            next_look: STEPS * PATIENCE,
            part: 0,
            writing: Cell::NONE,
        }
    }

    /// Counts a call, and looks at the limits now and then.
    #[inline(always)]
    pub(super) fn count(&mut self) -> Result<(), Stop> {
        self.inferences += 1;
        match self.inferences.is_multiple_of(PATIENCE) || self.heap.steps > self.next_look {
            true => self.check_limits(),
            false => Ok(()),
        }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stop> {
        self.next_look = self.heap.steps + STEPS * PATIENCE;
        let (limits, effort) = (&self.limits, self.effort());
        let late = limits.deadline.is_some_and(|deadline| Instant::now() > deadline);
        let stopped = limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        match () {
            () if effort > limits.inferences => Err(Stop::Limit("inferences")),
            () if self.cells_in_use() > limits.cells => Err(Stop::Limit("memory")),
            () if effort > self.turn_ends => Err(Stop::Limit(TURN)),
            () if late => Err(Stop::Limit("time")),
            () if stopped => Err(Stop::Limit("stopped")),
            () => Ok(()),
        }
    }

    /// Inferences, and the work on large terms in terms of them.
    pub(super) fn effort(&self) -> u64 {
        self.inferences + self.heap.steps / STEPS
    }

    /// What the evaluation takes, in cells of eight bytes.
    fn cells_in_use(&self) -> usize {
        let choices = self.choices.len() * size_of::<Choice>() / size_of::<Cell>();
        let stacks = self.frames.len() + self.saved.len() + self.heap.trail_length() / 2;
        self.heap.cells.len() + stacks + choices
    }

    /// A fault of the clause that runs.
    pub(super) fn fault<T>(&self, message: impl Into<String>) -> Result<T, Stop> {
        let clause = self.origins[self.at - 1] as usize;
        Err(Stop::Fault(Fault { message: message.into(), clause }))
    }
}
