//! The machine: a program and the state of its evaluation. `run.rs` has the loop.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use ludex_base::{Budget, OutOfBudget, Stopped};
use rustc_hash::FxHashMap;

use super::code::{Entry, Fault, Op};
use super::dependence::Dependence;
use super::recursion::Recursion;
use super::scenery::{Sceneries, SceneryId};
use super::tables::Tables;
use crate::symbol::Symbols;
use crate::terms::{Cell, Flats, Heap, Index};

/// The default limit on inferences (calls of predicates).
pub const MAX_INFERENCES: u64 = 20_000_000_000;

/// The limit on explored sceneries if the budget has none.
const MAX_STATES: u64 = 2_000_000;

/// Returns the default budget: 2 million sceneries, 512 MiB.
pub fn default_budget() -> Budget {
    Budget { max_nodes: Some(MAX_STATES), max_bytes: 512 << 20, ..Budget::default() }
}

/// Returns the limit on explored sceneries of a budget.
pub fn max_states(budget: &Budget) -> usize {
    usize::try_from(budget.max_nodes.unwrap_or(MAX_STATES)).unwrap_or(usize::MAX)
}

/// The reason why an evaluation has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A limit was reached.
    Limit(Limit),
    /// The program has an error.
    Fault(Fault),
}

/// A limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Inferences,
    Memory,
    /// The nesting of goals that wait for each other is too deep.
    Depth,
    States,
    Plans,
    Time,
    /// The stop flag was raised.
    Stopped,
    /// The turn of one evaluation strategy is over; see `turns.rs`. Answers never report this
    /// limit.
    Turn,
}

impl Display for Limit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Inferences => "inferences",
            Limit::Memory => "memory",
            Limit::Depth => "depth",
            Limit::States => "states",
            Limit::Plans => "plans",
            Limit::Time => "time",
            Limit::Stopped => "stopped",
            Limit::Turn => "turn",
        })
    }
}

impl From<Limit> for OutOfBudget {
    fn from(limit: Limit) -> OutOfBudget {
        let reason = match limit {
            Limit::Memory | Limit::Depth => Stopped::Memory,
            Limit::Time => Stopped::Time,
            Limit::Stopped => Stopped::Interrupted,
            Limit::Inferences | Limit::States | Limit::Plans | Limit::Turn => Stopped::Nodes,
        };
        OutOfBudget::new(reason, format!("the limit of {limit}"))
    }
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
    /// The argument by which its clauses and atoms are indexed.
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

/// A choice point: the state to restore when the current goal fails.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub alternatives: Alternatives,
    pub heap: u32,
    pub trail: u32,
    /// The first free slot of the frames.
    pub top: u32,
    pub go_on: u32,
    pub frame: u32,
    /// The place of the saved arguments, and their number.
    pub saved: u32,
    pub arity: u32,
}

/// The remaining alternatives of a choice point.
#[derive(Clone, Copy, Debug)]
pub enum Alternatives {
    /// Clauses of the list.
    Clauses { clause: u32, clauses: u32 },
    /// Atoms of the scenery that match this key, then clauses.
    Atoms { atom: u32, atoms: u32, clause: u32, clauses: u32, key: Cell },
    /// The answers of a table from this one on.
    Answers { table: u32, next: u32 },
    /// No alternatives: the bottom of a run.
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
    pub(super) dependence: Dependence,
    /// Terms that outlive the arena.
    pub flats: Flats,
    pub(super) sceneries: Sceneries,
    pub(super) current: SceneryId,
    pub(super) tables: Tables,
    /// The resource limits: sceneries count as nodes, the arena and the frames as memory.
    pub budget: Budget,
    /// The limit on inferences.
    pub max_inferences: u64,
    /// The number of calls so far.
    pub inferences: u64,
    pub(super) heap: Heap,
    pub(super) frames: Vec<Cell>,
    pub(super) registers: Box<[Cell; REGISTERS]>,
    pub(super) saved: Vec<Cell>,
    pub(super) choices: Vec<Choice>,
    /// The instruction to run.
    pub(super) at: usize,
    /// The frame of the running clause.
    pub(super) base: usize,
    /// The continuation of the clause: instruction and frame.
    pub(super) go_on: usize,
    pub(super) frame: usize,
    /// The start of the next frame.
    pub(super) top: usize,
    /// Frames below this index are needed by the last choice point.
    pub(super) protected: usize,
    /// Whether recursive goals are currently resolved without tables, and whether that can be tried
    /// at all.
    pub(super) plain: bool,
    pub(super) may_be_plain: bool,
    /// The number of inferences at which the current turn ends; see `turns.rs`.
    pub(super) turn_ends: u64,
    /// The number of arena steps at which the limits are checked again.
    pub(super) next_check: u64,
    /// The next part of the compound term that is being read.
    pub(super) part: usize,
    /// The variable that is bound to the compound term under construction; [`Cell::NONE`] while a
    /// term is being read.
    pub(super) writing: Cell,
}

/// The number of calls between checks of the clock.
const CHECK_INTERVAL: u64 = 1 << 14;

/// The number of arena steps that cost as much as a call.
const STEPS: u64 = 16;

/// The largest number of arguments, plus one for an action.
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
            dependence: Dependence::default(),
            flats: Flats::default(),
            sceneries: Sceneries::default(),
            current: SceneryId::INITIAL,
            tables: Tables::default(),
            budget: default_budget(),
            max_inferences: MAX_INFERENCES,
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
            next_check: STEPS * CHECK_INTERVAL,
            part: 0,
            writing: Cell::NONE,
        }
    }

    /// Counts a call, and checks the limits from time to time.
    #[inline(always)]
    pub(super) fn count(&mut self) -> Result<(), Stop> {
        self.inferences += 1;
        match self.inferences.is_multiple_of(CHECK_INTERVAL) || self.heap.steps > self.next_check {
            true => self.check_limits(),
            false => Ok(()),
        }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stop> {
        self.next_check = self.heap.steps + STEPS * CHECK_INTERVAL;
        let effort = self.effort();
        match () {
            () if effort + self.tables.cells() / STEPS > self.max_inferences => {
                Err(Stop::Limit(Limit::Inferences))
            }
            () if self.cells_in_use() > self.max_cells() => Err(Stop::Limit(Limit::Memory)),
            () if effort > self.turn_ends => Err(Stop::Limit(Limit::Turn)),
            () => self.poll(),
        }
    }

    /// Reads the clock, the stop flag and the memory of the process.
    pub fn poll(&self) -> Result<(), Stop> {
        self.budget.poll().map_err(|stopped| match stopped {
            Stopped::Interrupted => Stop::Limit(Limit::Stopped),
            Stopped::Memory => Stop::Limit(Limit::Memory),
            _ => Stop::Limit(Limit::Time),
        })
    }

    /// Returns the limit on cells of the arena and the frames, eight bytes each.
    pub(super) fn max_cells(&self) -> usize {
        self.budget.max_bytes / size_of::<Cell>()
    }

    /// Returns the limit on explored sceneries.
    pub fn max_states(&self) -> usize {
        max_states(&self.budget)
    }

    /// Returns the number of inferences, with the work on large terms converted to inferences.
    pub(super) fn effort(&self) -> u64 {
        self.inferences + self.heap.steps / STEPS
    }

    /// Returns the memory of the evaluation, in cells of eight bytes.
    fn cells_in_use(&self) -> usize {
        let choices = self.choices.len() * size_of::<Choice>() / size_of::<Cell>();
        let stacks = self.frames.len() + self.saved.len() + self.heap.trail_length() / 2;
        self.heap.cells.len() + stacks + choices
    }

    /// Returns a fault of the running clause.
    pub(super) fn fault<T>(&self, message: impl Into<String>) -> Result<T, Stop> {
        let clause = self.origins[self.at - 1] as usize;
        Err(Stop::Fault(Fault { message: message.into(), clause }))
    }
}
