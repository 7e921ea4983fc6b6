//! The machine: a program, and how far its evaluation is. `run.rs` has the loop.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use ludex_base::{Budget, OutOfBudget, Stopped};
use rustc_hash::FxHashMap;

use super::code::{Entry, Fault, Op};
use super::index::Index;
use super::recursion::Recursion;
use super::scenery::{Sceneries, SceneryId};
use super::tables::Tables;
use crate::symbol::Symbols;
use crate::terms::{Cell, Flats, Heap};

/// The most inferences (calls of predicates) where nobody says.
pub const MAX_INFERENCES: u64 = 20_000_000_000;

/// The most sceneries that are explored where a budget does not say.
const MAX_STATES: u64 = 2_000_000;

/// Returns the budget of questions that come without one: 2 million sceneries, 512 MiB.
pub fn default_budget() -> Budget {
    Budget { max_nodes: Some(MAX_STATES), max_bytes: 512 << 20, deadline: None, stop: None }
}

/// Returns the most sceneries that are explored within a budget.
pub fn max_states(budget: &Budget) -> usize {
    usize::try_from(budget.max_nodes.unwrap_or(MAX_STATES)).unwrap_or(usize::MAX)
}

/// Why an evaluation has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// A limit was reached.
    Limit(Limit),
    /// The program is at fault.
    Fault(Fault),
}

/// A limit that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Inferences,
    Memory,
    /// The goals that wait for each other are nested too deep.
    Depth,
    States,
    Plans,
    Time,
    /// The stop flag was raised.
    Stopped,
    /// The turn of one way to answer is over; see `turns.rs`. No answer ever says so.
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
    /// What may be used: sceneries are nodes, the arena and the frames are memory.
    pub budget: Budget,
    /// The most inferences.
    pub max_inferences: u64,
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
        let effort = self.effort();
        match () {
            () if effort > self.max_inferences => Err(Stop::Limit(Limit::Inferences)),
            () if self.cells_in_use() > self.max_cells() => Err(Stop::Limit(Limit::Memory)),
            () if effort > self.turn_ends => Err(Stop::Limit(Limit::Turn)),
            () => self.budget.poll().map_err(|stopped| match stopped {
                Stopped::Interrupted => Stop::Limit(Limit::Stopped),
                _ => Stop::Limit(Limit::Time),
            }),
        }
    }

    /// The most cells of the arena and the frames, eight bytes each.
    pub(super) fn max_cells(&self) -> usize {
        self.budget.max_bytes / size_of::<Cell>()
    }

    /// The most sceneries that are explored.
    pub fn max_states(&self) -> usize {
        max_states(&self.budget)
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
