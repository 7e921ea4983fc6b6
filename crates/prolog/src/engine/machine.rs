//! The machine and its loop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::code::{CompiledClause, Fault, Op};
use super::index::Index;
use super::recursion::Recursion;
use super::scenery::{Sceneries, SceneryId};
use super::tables::Tables;
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
    /// Atoms of the scenery, then clauses; only those with this first argument.
    Clauses { atom: u32, atoms: u32, clause: u32, clauses: u32, key: Cell },
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
    pub(super) ops: Vec<Op>,
    pub(super) origins: Vec<u32>,
    pub(super) clauses: Vec<CompiledClause>,
    pub(super) lists: Vec<u32>,
    pub(super) predicates: Vec<Predicate>,
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
    pub(super) registers: Vec<Cell>,
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
    /// The next part of a compound term: its place, and whether it is being written.
    part: usize,
    writing: Option<Cell>,
}

/// How many calls pass between looks at the clock.
const PATIENCE: u64 = 1 << 14;

impl Machine {
    pub(super) fn empty(symbols: Symbols) -> Machine {
        Machine {
            symbols,
            ops: Vec::new(),
            origins: Vec::new(),
            clauses: Vec::new(),
            lists: Vec::new(),
            predicates: Vec::new(),
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
            registers: vec![Cell::NONE; 256],
            saved: Vec::new(),
            choices: Vec::new(),
            at: 0,
            base: 0,
            go_on: 0,
            frame: 0,
            top: 0,
            part: 0,
            writing: None,
        }
    }

    /// Runs until the goal is true, or nothing is left to try above the bottom of this run.
    pub(super) fn run(&mut self) -> Result<bool, Stop> {
        loop {
            let op = self.ops[self.at];
            self.at += 1;
            let fine = match op {
                Op::Halt => return Ok(true),
                Op::GetVariable { slot, argument } => {
                    self.frames[self.base + slot as usize] = self.registers[argument as usize];
                    true
                }
                Op::GetValue { slot, argument } => {
                    let value = self.frames[self.base + slot as usize];
                    self.heap.unify(value, self.registers[argument as usize])
                }
                Op::GetConstant { constant, argument } => {
                    self.unify_constant(self.registers[argument as usize], constant)
                }
                Op::GetStructure { functor, argument } => {
                    self.open_structure(self.registers[argument as usize], functor)
                }
                Op::SlotStructure { functor, slot } => {
                    self.open_structure(self.frames[self.base + slot as usize], functor)
                }
                Op::PartVariable { slot } => {
                    let part = match self.writing {
                        None => self.heap.cells[self.part],
                        Some(_) => self.heap.variable(),
                    };
                    self.part += 1;
                    self.frames[self.base + slot as usize] = part;
                    true
                }
                Op::PartValue { slot } => self.part_value(self.frames[self.base + slot as usize]),
                Op::PartConstant { constant } => self.part_constant(constant),
                Op::PartAny => {
                    self.part += 1;
                    if self.writing.is_some() {
                        self.heap.variable();
                    }
                    true
                }
                Op::NewVariable { slot } => {
                    self.frames[self.base + slot as usize] = self.heap.variable();
                    true
                }
                Op::PutAny { argument } => {
                    self.registers[argument as usize] = self.heap.variable();
                    true
                }
                Op::PutValue { slot, argument } => {
                    self.registers[argument as usize] = self.frames[self.base + slot as usize];
                    true
                }
                Op::PutConstant { constant, argument } => {
                    self.registers[argument as usize] = constant;
                    true
                }
                Op::SlotConstant { constant, slot } => {
                    self.frames[self.base + slot as usize] = constant;
                    true
                }
                Op::Build { functor, slot } => {
                    let place = self.heap.cells.len();
                    self.heap.cells.push(functor);
                    self.frames[self.base + slot as usize] = Cell::structure(place);
                    true
                }
                Op::SetValue { slot } => {
                    self.heap.cells.push(self.frames[self.base + slot as usize]);
                    true
                }
                Op::SetVariable { slot } => {
                    self.frames[self.base + slot as usize] = self.heap.variable();
                    true
                }
                Op::SetConstant { constant } => {
                    self.heap.cells.push(constant);
                    true
                }
                Op::SetAny => {
                    self.heap.variable();
                    true
                }
                Op::Call { predicate, size } => {
                    self.enter(size);
                    self.call(predicate)?
                }
                Op::Leave { predicate } => {
                    self.leave();
                    self.call(predicate)?
                }
                Op::Jump { predicate } => {
                    self.top = self.base;
                    self.call(predicate)?
                }
                Op::Return => {
                    self.leave();
                    (self.at, self.base) = (self.go_on, self.frame);
                    true
                }
                Op::Proceed => {
                    (self.at, self.base) = (self.go_on, self.frame);
                    true
                }
                Op::Ground { slot, otherwise } => {
                    let value = self.frames[self.base + slot as usize];
                    self.must_be_ground(value, otherwise)?;
                    true
                }
                Op::Not { predicate, size } => {
                    self.enter(size);
                    !self.provable(predicate)?
                }
                Op::After { predicate, action, size } => {
                    let action = self.frames[self.base + action as usize];
                    self.enter(size);
                    self.after(predicate, action)?
                }
                Op::Test { operator, left, right, otherwise } => {
                    let left = self.frames[self.base + left as usize];
                    let right = self.frames[self.base + right as usize];
                    self.test(operator, left, right, otherwise)?
                }
            };
            if !fine && !self.retry()? {
                return Ok(false);
            }
        }
    }

    /// Before a call that comes back: the next frame goes behind this one, and behind whatever a
    /// choice may still need.
    #[inline]
    fn enter(&mut self, size: u32) {
        let protected = self.choices.last().map_or(0, |choice| choice.top as usize);
        self.top = (self.base + size as usize).max(protected);
        (self.go_on, self.frame) = (self.at, self.base);
    }

    /// Before the last call: the frame is dropped, unless a choice needs it.
    #[inline]
    fn leave(&mut self) {
        self.go_on = self.frames[self.base].word();
        self.frame = self.frames[self.base + 1].word();
        let protected = self.choices.last().map_or(0, |choice| choice.top as usize);
        self.top = self.base.max(protected);
    }

    #[inline]
    fn unify_constant(&mut self, cell: Cell, constant: Cell) -> bool {
        let cell = self.heap.deref(cell);
        if cell.is_reference() {
            self.heap.bind(cell.place(), constant);
            return true;
        }
        cell == constant
    }

    /// Goes to the parts of a compound term: of one that is there, or of a new one.
    #[inline]
    fn open_structure(&mut self, cell: Cell, functor: Cell) -> bool {
        let cell = self.heap.deref(cell);
        if cell.is_structure() {
            self.part = cell.place() + 1;
            self.writing = None;
            return self.heap.cells[cell.place()] == functor;
        }
        if !cell.is_reference() {
            return false;
        }
        let place = self.heap.cells.len();
        self.heap.cells.push(functor);
        self.heap.bind(cell.place(), Cell::structure(place));
        self.writing = Some(cell);
        true
    }

    /// The occurs check of a term that is being written: the variable it is bound to must not be in
    /// its parts. By now that variable stands for the new term, so that is what is looked for.
    #[inline]
    fn part_value(&mut self, value: Cell) -> bool {
        let Some(variable) = self.writing else {
            let part = self.heap.cells[self.part];
            self.part += 1;
            return self.heap.unify(value, part);
        };
        let value = self.heap.deref(value);
        let new = self.heap.cells[variable.place()];
        self.heap.cells.push(value);
        value != new && (!value.is_structure() || !self.contains(value, new))
    }

    /// Whether a compound term is a part of another one.
    fn contains(&mut self, whole: Cell, part: Cell) -> bool {
        self.heap.occurs(part, whole)
    }

    #[inline]
    fn part_constant(&mut self, constant: Cell) -> bool {
        if self.writing.is_some() {
            self.heap.cells.push(constant);
            return true;
        }
        let part = self.heap.cells[self.part];
        self.part += 1;
        self.unify_constant(part, constant)
    }

    /// Counts a call, and looks at the limits now and then.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stop> {
        self.inferences += 1;
        match self.inferences % PATIENCE {
            0 => self.check_limits(),
            _ => Ok(()),
        }
    }

    #[cold]
    fn check_limits(&self) -> Result<(), Stop> {
        let limits = &self.limits;
        let late = limits.deadline.is_some_and(|deadline| Instant::now() > deadline);
        let stopped = limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        match () {
            () if self.inferences > limits.inferences => Err(Stop::Limit("inferences")),
            () if self.heap.cells.len() + self.frames.len() > limits.cells => {
                Err(Stop::Limit("memory"))
            }
            () if late => Err(Stop::Limit("time")),
            () if stopped => Err(Stop::Limit("stopped")),
            () => Ok(()),
        }
    }

    /// A fault of the clause that runs.
    pub(super) fn fault<T>(&self, message: impl Into<String>) -> Result<T, Stop> {
        let clause = self.origins[self.at - 1] as usize;
        Err(Stop::Fault(Fault { message: message.into(), clause }))
    }
}
