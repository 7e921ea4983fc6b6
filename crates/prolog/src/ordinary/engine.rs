//! The machine for ordinary clauses: its state, calls, choice points and exceptions.

use std::sync::Arc;

use ludex_base::{Budget, Stopped};

use super::code::{Entry, Op};
use super::copy::{TooLarge, flat_within};
use super::database::{Database, Definition, term_key};
use crate::engine::Limit;
use crate::symbol::Symbol;
use crate::terms::{Cell, Heap};

/// Why a goal has no result.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// An exception; the term is in the arena.
    Ball(Cell),
    /// A limit was reached.
    Limit(Limit),
    /// `halt` was called.
    Halt,
}

impl From<Limit> for Wrong {
    fn from(limit: Limit) -> Wrong {
        Wrong::Limit(limit)
    }
}

impl From<TooLarge> for Wrong {
    fn from(_: TooLarge) -> Wrong {
        Wrong::Limit(Limit::Memory)
    }
}

/// The result of a built-in predicate.
pub type Done = Result<bool, Wrong>;

/// Why an evaluation ended without an answer.
#[derive(Clone, Debug)]
pub enum End {
    /// An exception that nothing caught, as text.
    Exception(String),
    Limit(Limit),
    Halt,
}

/// What a choice point continues with.
#[derive(Clone, Copy, Debug)]
pub enum Alternative {
    /// Clauses of the list.
    Clauses { next: u32, end: u32 },
    /// Clauses of a dynamic predicate from this one on, as they were at a moment.
    Dynamic { predicate: u32, after: i64, moment: u64 },
    /// An instruction of the clause whose frame this is.
    Else { at: u32 },
    /// Nothing; exceptions are caught here.
    Catch,
    /// Nothing.
    Dead,
}

/// A choice point: the state to restore when the current goal fails.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub alternative: Alternative,
    pub heap: u32,
    pub trail: u32,
    pub top: u32,
    pub go_on: u32,
    pub frame: u32,
    pub saved: u32,
    pub arity: u16,
    /// The number of collections of answers that are open.
    pub collections: u16,
}

/// The machine.
#[derive(Debug)]
pub struct Engine {
    pub database: Database,
    pub heap: Heap,
    pub(super) ops: Arc<[Op]>,
    pub(super) frames: Vec<Cell>,
    pub registers: Box<[Cell; 256]>,
    pub(super) saved: Vec<Cell>,
    pub(super) choices: Vec<Choice>,
    pub(super) at: usize,
    pub(super) base: usize,
    pub(super) go_on: usize,
    pub(super) frame: usize,
    pub(super) top: usize,
    pub(super) protected: usize,
    /// The number of choice points when the running predicate was called.
    pub(super) barrier: usize,
    pub(super) part: usize,
    pub(super) writing: bool,
    /// Answers that are being collected.
    pub collections: Vec<Vec<Arc<[Cell]>>>,
    /// Values of global variables.
    pub globals: rustc_hash::FxHashMap<Symbol, Arc<[Cell]>>,
    /// What was written.
    pub output: String,
    /// Texts that are written to a term instead of the output.
    pub redirected: Vec<usize>,
    pub budget: Budget,
    pub max_inferences: u64,
    pub inferences: u64,
    pub(super) collect_at: usize,
    /// The number of the predicate that runs a term as a body.
    pub(super) body_predicate: u32,
    /// The first instruction of a question.
    pub(super) question: u32,
    /// The cells of collected answers, dynamic clauses and texts.
    pub kept: usize,
}

/// The number of calls between checks of the limits.
const CHECK_INTERVAL: u64 = 1 << 14;

/// The number of cells from which garbage is collected.
pub(super) const FIRST_COLLECTION: usize = 1 << 19;

impl Engine {
    /// Returns a machine for a database.
    pub fn new(database: Database, budget: Budget, max_inferences: u64) -> Engine {
        let mut database = database;
        let question = super::solve::add_question_code(&mut database);
        let ops = database.ops.clone().into();
        let body = database.symbols.intern("$body");
        let body_predicate = database.predicate(body, 2);
        let mut heap = Heap::default();
        heap.unchecked = true;
        heap.watch = Some(Box::new(budget.clone()));
        Engine {
            database,
            heap,
            ops,
            frames: Vec::new(),
            registers: Box::new([Cell::NONE; 256]),
            saved: Vec::new(),
            choices: Vec::new(),
            at: 0,
            base: 0,
            go_on: 0,
            frame: 0,
            top: 0,
            protected: 0,
            barrier: 0,
            part: 0,
            writing: false,
            collections: Vec::new(),
            globals: Default::default(),
            output: String::new(),
            redirected: Vec::new(),
            budget,
            max_inferences,
            inferences: 0,
            collect_at: FIRST_COLLECTION,
            body_predicate,
            question,
            kept: 0,
        }
    }

    /// Sets the limits of what is run from now on.
    pub fn set_budget(&mut self, budget: &Budget) {
        self.heap.watch = Some(Box::new(budget.clone()));
        self.budget = budget.clone();
    }

    /// Returns the code of a clause that was just compiled to the machine.
    pub fn refresh_code(&mut self) {
        self.ops = self.database.ops.clone().into();
    }

    /// Returns the limit on cells.
    pub fn max_cells(&self) -> usize {
        self.budget.max_bytes / size_of::<Cell>()
    }

    /// Returns the cells that may still be used.
    pub fn cells_left(&self) -> usize {
        self.max_cells().saturating_sub(self.cells_in_use())
    }

    fn cells_in_use(&self) -> usize {
        let choices = self.choices.len() * size_of::<Choice>() / size_of::<Cell>();
        let stacks = self.frames.len() + self.saved.len() + self.heap.trail_length() / 2;
        self.heap.cells.len() + stacks + choices + self.kept + self.output.len() / 8
    }

    /// Returns an error if this many cells are more than what is left.
    pub fn reserve(&self, cells: usize) -> Result<(), Wrong> {
        match cells > self.cells_left() {
            true => Err(Wrong::Limit(Limit::Memory)),
            false => Ok(()),
        }
    }

    /// Counts a call, and checks the limits from time to time.
    #[inline(always)]
    pub(super) fn count(&mut self, arity: usize) -> Result<(), Wrong> {
        self.inferences += 1;
        if self.heap.cells.len() > self.collect_at {
            self.collect_garbage(arity);
        }
        match self.inferences.is_multiple_of(CHECK_INTERVAL) {
            true => self.check_limits(),
            false => Ok(()),
        }
    }

    #[cold]
    pub(super) fn check_limits(&mut self) -> Result<(), Wrong> {
        if self.inferences + self.heap.steps / 16 > self.max_inferences {
            return Err(Limit::Inferences.into());
        }
        if self.cells_in_use() > self.max_cells() {
            return Err(Limit::Memory.into());
        }
        if let Some(stopped) = self.heap.stopped.take() {
            return Err(limit_of(stopped).into());
        }
        self.budget.poll().map_err(|stopped| limit_of(stopped).into())
    }

    // --- calls -----------------------------------------------------------------------------------

    /// Calls a predicate whose arguments are in the registers. Returns `false` if it fails.
    #[inline(always)]
    pub(super) fn call(&mut self, predicate: u32) -> Done {
        let arity = self.database.predicates[predicate as usize].arity as usize;
        self.count(arity)?;
        self.barrier = self.choices.len();
        match &self.database.predicates[predicate as usize].definition {
            Definition::Clauses { index, on } => {
                let on = *on;
                let mut key = Cell::NONE;
                if arity > 0 {
                    let argument = self.heap.deref(self.registers[on as usize]);
                    self.registers[on as usize] = argument;
                    key = self.heap.index_key(argument);
                }
                let range = index.candidates(key);
                if range.start == range.end {
                    return Ok(false);
                }
                if range.start + 1 < range.end {
                    let next = range.start + 1;
                    self.push_choice(Alternative::Clauses { next, end: range.end }, arity);
                }
                self.start_clause(self.database.lists[range.start as usize]);
                Ok(true)
            }
            Definition::Code(entry) => {
                let entry = *entry;
                self.start_clause(entry);
                Ok(true)
            }
            Definition::Dynamic(_) => {
                let moment = self.database.moment;
                self.try_dynamic(predicate, i64::MIN, moment, false)
            }
            Definition::Unknown => self.unknown(predicate),
        }
    }

    #[cold]
    fn unknown(&mut self, predicate: u32) -> Done {
        let predicate = &self.database.predicates[predicate as usize];
        let (name, arity) = (predicate.name, predicate.arity);
        let indicator = self.indicator(name, arity as usize);
        let kind = self.atom("procedure");
        let formal = self.compound("existence_error", &[kind, indicator]);
        Err(self.error(formal))
    }

    #[inline(always)]
    fn start_clause(&mut self, clause: Entry) {
        self.at = clause.start as usize;
        if clause.size == 0 {
            return;
        }
        self.base = self.top;
        let end = self.base + clause.size as usize;
        if self.frames.len() < end {
            self.more_frames(end);
        }
        self.frames[self.base] = Cell::raw(self.go_on);
        self.frames[self.base + 1] = Cell::raw(self.frame);
    }

    #[cold]
    fn more_frames(&mut self, end: usize) {
        self.frames.resize(end + end / 2 + 1024, Cell::NONE);
    }

    /// Tries the clauses of a dynamic predicate after a rank; `again` if a choice point exists.
    fn try_dynamic(&mut self, predicate: u32, after: i64, moment: u64, again: bool) -> Done {
        let arity = self.database.predicates[predicate as usize].arity as usize;
        let key = match arity {
            0 => Cell::NONE,
            _ => term_key(&self.heap, self.registers[0]),
        };
        let Definition::Dynamic(dynamic) =
            &mut self.database.predicates[predicate as usize].definition
        else {
            return Ok(false);
        };
        let found = dynamic.next(after, key, moment);
        let Some((flat, is_fact, rank)) =
            found.map(|clause| (Arc::clone(&clause.flat), clause.is_fact, clause.rank))
        else {
            if again {
                self.pop_choice();
            }
            return Ok(false);
        };
        let more = dynamic.next(rank, key, moment).is_some();
        let rest = Alternative::Dynamic { predicate, after: rank, moment };
        match (more, again) {
            (true, true) => {
                let last = self.choices.len() - 1;
                self.choices[last].alternative = rest;
            }
            (false, true) => self.pop_choice(),
            (true, false) => self.push_choice(rest, arity),
            (false, false) => {}
        }
        self.barrier = self.choices.len() - usize::from(more);
        self.enter_stored(&flat, arity, is_fact)
    }

    /// Unifies the arguments with a clause `:-(Head, Body)` and continues with its body.
    pub(super) fn enter_stored(&mut self, flat: &[Cell], arity: usize, is_fact: bool) -> Done {
        if is_fact {
            (self.at, self.base) = (self.go_on, self.frame);
            let head = if arity == 0 { &[] } else { &flat[2..flat.len() - 1] };
            return Ok(self.heap.unify_flat(&self.registers[..arity], head));
        }
        let (mut variables, mut built) = (Vec::new(), Vec::new());
        self.heap.build_flat(&flat[1..], &mut variables, &mut built);
        if arity > 0 {
            let head = built[0].place();
            for i in 0..arity {
                let argument = self.heap.cells[head + 1 + i];
                if !self.heap.unify(self.registers[i], argument) {
                    return Ok(false);
                }
            }
        }
        self.registers[0] = built[1];
        self.registers[1] = Cell::integer(self.barrier as i64);
        self.body()
    }

    // --- choice points ---------------------------------------------------------------------------

    #[inline(always)]
    pub(super) fn push_choice(&mut self, alternative: Alternative, arity: usize) {
        let saved = self.saved.len() as u32;
        self.saved.extend_from_slice(&self.registers[..arity]);
        self.choices.push(Choice {
            alternative,
            heap: self.heap.cells.len() as u32,
            trail: self.heap.trail_length() as u32,
            top: self.top as u32,
            go_on: self.go_on as u32,
            frame: self.frame as u32,
            saved,
            arity: arity as u16,
            collections: self.collections.len() as u16,
        });
        self.heap.young = self.heap.cells.len();
        self.protected = self.top;
    }

    #[inline(always)]
    pub(super) fn pop_choice(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.saved as usize);
        }
        self.protect_last_choice();
    }

    #[inline(always)]
    pub(super) fn protect_last_choice(&mut self) {
        match self.choices.last() {
            Some(choice) => {
                self.heap.young = choice.heap as usize;
                self.protected = choice.top as usize;
            }
            None => (self.heap.young, self.protected) = (0, 0),
        }
    }

    /// Removes the choice points above a number of them.
    #[inline(always)]
    pub(super) fn cut_to(&mut self, count: usize) {
        if let Some(choice) = self.choices.get(count) {
            self.saved.truncate(choice.saved as usize);
            self.choices.truncate(count);
            self.protect_last_choice();
        }
    }

    /// Backtracks to the last choice point with alternatives. Returns `false` if there is none.
    pub(super) fn retry(&mut self) -> Done {
        if self.heap.stopped.is_some() {
            self.check_limits()?;
        }
        while let Some(&choice) = self.choices.last() {
            self.heap.undo(choice.trail as usize, choice.heap as usize);
            (self.go_on, self.frame) = (choice.go_on as usize, choice.frame as usize);
            self.top = choice.top as usize;
            let (start, arity) = (choice.saved as usize, choice.arity as usize);
            self.registers[..arity].copy_from_slice(&self.saved[start..start + arity]);
            match choice.alternative {
                Alternative::Clauses { next, end } => {
                    self.barrier = self.choices.len() - 1;
                    if next + 1 < end {
                        let rest = Alternative::Clauses { next: next + 1, end };
                        let last = self.choices.len() - 1;
                        self.choices[last].alternative = rest;
                    } else {
                        self.pop_choice();
                    }
                    self.start_clause(self.database.lists[next as usize]);
                    return Ok(true);
                }
                Alternative::Else { at } => {
                    self.pop_choice();
                    (self.at, self.base) = (at as usize, choice.frame as usize);
                    self.restore_continuation();
                    return Ok(true);
                }
                Alternative::Dynamic { predicate, after, moment } => {
                    if self.try_dynamic(predicate, after, moment, true)? {
                        return Ok(true);
                    }
                }
                Alternative::Catch | Alternative::Dead => self.pop_choice(),
            }
        }
        Ok(false)
    }

    /// The continuation of a clause with a frame is in the frame.
    fn restore_continuation(&mut self) {
        self.go_on = self.frames[self.base].word();
        self.frame = self.frames[self.base + 1].word();
    }

    // --- exceptions ------------------------------------------------------------------------------

    /// Unwinds to the innermost goal that catches an exception. Returns `false` if none does.
    pub(super) fn catch(&mut self, ball: Cell) -> Result<bool, Wrong> {
        let most = self.cells_left();
        let (flat, _) = flat_within(&self.heap, &[ball], most)?;
        let active = self.active_catches();
        while let Some(&choice) = self.choices.last() {
            self.heap.undo(choice.trail as usize, choice.heap as usize);
            self.pop_choice();
            let base = choice.frame as usize;
            if !matches!(choice.alternative, Alternative::Catch) || !active.contains(&base) {
                continue;
            }
            self.collections.truncate(choice.collections as usize);
            let (mut variables, mut built) = (Vec::new(), Vec::new());
            self.heap.build_flat(&flat, &mut variables, &mut built);
            let (trail, cells) = (self.heap.trail_length(), self.heap.cells.len());
            let young = std::mem::replace(&mut self.heap.young, usize::MAX);
            let fits = self.heap.unify(self.frames[base + 2], built[0]);
            self.heap.young = young;
            if fits {
                self.base = base;
                self.restore_continuation();
                self.top = base.max(self.protected);
                self.registers[0] = self.frames[base + 3];
                return Ok(true);
            }
            self.heap.undo(trail, cells);
        }
        let (mut variables, mut built) = (Vec::new(), Vec::new());
        self.heap.build_flat(&flat, &mut variables, &mut built);
        self.registers[0] = built[0];
        Ok(false)
    }

    /// Returns the frames of the goals that are running and catch exceptions.
    fn active_catches(&self) -> rustc_hash::FxHashSet<usize> {
        let mut found = rustc_hash::FxHashSet::default();
        let (mut go_on, mut frame) = (self.go_on, self.frame);
        while !matches!(self.ops[go_on], Op::Halt) {
            if matches!(self.ops[go_on], Op::EndCatch) {
                found.insert(frame);
            }
            let next = (self.frames[frame].word(), self.frames[frame + 1].word());
            (go_on, frame) = next;
        }
        found
    }
}

/// Returns the limit that a budget reports.
pub fn limit_of(stopped: Stopped) -> Limit {
    match stopped {
        Stopped::Interrupted => Limit::Stopped,
        Stopped::Memory => Limit::Memory,
        _ => Limit::Time,
    }
}
