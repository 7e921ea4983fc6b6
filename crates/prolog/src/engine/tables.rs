//! Tables: the answers of recursive goals.
//!
//! Linear tabling: the first call of a goal evaluates it; calls of the same goal in the meantime
//! use the answers found so far; the goal is evaluated again until no table below it grows. A goal
//! that used answers of an unfinished goal further down the stack is unfinished, too, and is
//! completed together with it.

use ludex_base::with_stack;
use rustc_hash::{FxHashMap, FxHashSet};

use super::machine::{Alternatives, Limit, Machine, Stop};
use super::scenery::SceneryId;
use crate::terms::Cell;

/// The status of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    New,
    /// Being evaluated, at this depth.
    Active(usize),
    /// Evaluated, but with answers of an unfinished table at this depth, when this number of
    /// answers was known.
    Unfinished(usize, u64),
    Complete,
}

/// The overhead of an answer, in cells.
pub const OVERHEAD: usize = 16;

/// The limit on the nesting of goals that wait for each other.
const DEEPEST: usize = 100_000;

/// A goal: scenery, predicate and arguments.
type Key = (SceneryId, u32, Box<[Cell]>);

#[derive(Debug)]
struct Table {
    key: Key,
    answers: Vec<Box<[Cell]>>,
    known: FxHashSet<Box<[Cell]>>,
    status: Status,
}

/// All tables.
#[derive(Debug)]
pub struct Tables {
    list: Vec<Table>,
    numbers: FxHashMap<Key, u32>,
    /// The number of goals that are being evaluated.
    depth: usize,
    /// Tables that are completed together with the one that is being evaluated.
    pending: Vec<u32>,
    /// The least depth of an unfinished table whose answers were used.
    pub lowest: usize,
    /// The number of answers in all tables, and the number of cells of goals and answers.
    added: u64,
    cells: usize,
}

impl Default for Tables {
    fn default() -> Tables {
        let (list, numbers, pending) = (Vec::new(), FxHashMap::default(), Vec::new());
        Tables { list, numbers, depth: 0, pending, lowest: usize::MAX, added: 0, cells: 0 }
    }
}

impl Tables {
    fn number(&mut self, key: Key) -> u32 {
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let number = self.list.len() as u32;
        self.cells += 2 * key.2.len() + OVERHEAD;
        self.numbers.insert(key.clone(), number);
        self.push(key, Status::New);
        number
    }

    /// Returns the number of cells of goals and answers: writing them is work, too.
    pub fn cells(&self) -> u64 {
        self.cells as u64
    }

    fn push(&mut self, key: Key, status: Status) {
        let (answers, known) = (Vec::new(), FxHashSet::default());
        self.list.push(Table { key, answers, known, status });
    }

    /// Adds a complete table with these answers, and returns its number.
    pub fn finished(&mut self, answers: Vec<Box<[Cell]>>) -> u32 {
        self.push((SceneryId::INITIAL, 0, Box::default()), Status::Complete);
        let number = self.list.len() - 1;
        self.list[number].answers = answers;
        number as u32
    }

    /// Returns an answer of a table; `None` if it has fewer answers.
    pub fn answer(&self, table: u32, number: u32) -> Option<&[Cell]> {
        self.list[table as usize].answers.get(number as usize).map(|answer| &answer[..])
    }

    /// Returns whether this is the last answer of a complete table.
    pub fn is_last(&self, table: u32, number: u32) -> bool {
        let table = &self.list[table as usize];
        table.status == Status::Complete && number as usize + 1 >= table.answers.len()
    }

    /// Returns whether all answers of a table are known.
    pub fn is_complete(&self, table: u32) -> bool {
        self.list[table as usize].status == Status::Complete
    }

    /// Returns the answers of a table.
    pub fn answers(&self, table: u32) -> Vec<Box<[Cell]>> {
        self.list[table as usize].answers.clone()
    }

    fn add(&mut self, table: u32, answer: Box<[Cell]>) {
        let table = &mut self.list[table as usize];
        if table.known.insert(answer.clone()) {
            self.cells += 2 * answer.len() + OVERHEAD;
            table.answers.push(answer);
            self.added += 1;
        }
    }

    /// Removes all tables. Must not be called while a goal is being evaluated.
    pub fn clear(&mut self) {
        *self = Tables::default();
    }

    /// Returns whether there are too many tables, so that they should be removed.
    pub fn are_many(&self) -> bool {
        self.list.len() > 10_000
    }

    /// Records that answers of a table are used. Returns `false` if it must be evaluated first.
    fn use_now(&mut self, table: u32) -> bool {
        let lowest = match self.list[table as usize].status {
            Status::Complete => usize::MAX,
            Status::Active(depth) => depth,
            // No answer was added since its last evaluation began: another one would find nothing
            // new.
            Status::Unfinished(depth, added) if added == self.added => depth,
            Status::New | Status::Unfinished(..) => return false,
        };
        self.lowest = self.lowest.min(lowest);
        true
    }
}

impl Machine {
    /// Calls a predicate through its table.
    pub(super) fn call_table(&mut self, predicate: u32) -> Result<bool, Stop> {
        let arity = self.predicates[predicate as usize].arity;
        let key = self.flat_registers(arity as usize);
        let table = self.tables.number((self.current, predicate, key));
        self.push_choice(Alternatives::Answers { table, next: 0 }, arity);
        self.evaluate(table)?;
        Ok(false) // on to the first answer
    }

    /// Returns the arguments in the registers as a flat tuple.
    pub(super) fn flat_registers(&mut self, arity: usize) -> Box<[Cell]> {
        let (mut variables, mut flat) = (Vec::new(), Vec::new());
        for i in 0..arity {
            self.heap.flatten(self.registers[i], &mut variables, &mut flat);
        }
        flat.into()
    }

    /// Returns the table of a goal in a scenery, with the answers that are known yet.
    pub(super) fn table_of(
        &mut self,
        scenery: SceneryId,
        predicate: u32,
        arguments: Box<[Cell]>,
    ) -> Result<u32, Stop> {
        let table = self.tables.number((scenery, predicate, arguments));
        self.evaluate(table)?;
        Ok(table)
    }

    fn evaluate(&mut self, table: u32) -> Result<(), Stop> {
        if self.tables.use_now(table) {
            return Ok(());
        }
        let waiting = self.wait();
        let scenery = self.current;
        self.enter_scenery(self.tables.list[table as usize].key.0);
        with_stack(128 << 10, || self.fill(table))?;
        self.enter_scenery(scenery);
        self.go_back(&waiting);
        Ok(())
    }

    /// Evaluates a goal until no new answer is found, or until it depends on an unfinished goal
    /// below.
    fn fill(&mut self, table: u32) -> Result<(), Stop> {
        let depth = self.tables.depth;
        if depth > DEEPEST {
            return Err(Stop::Limit(Limit::Depth));
        }
        if self.tables.cells > self.max_cells() {
            return Err(Stop::Limit(Limit::Memory));
        }
        let pending = self.tables.pending.len();
        let outer = std::mem::replace(&mut self.tables.lowest, usize::MAX);
        self.tables.depth += 1;
        self.tables.list[table as usize].status = Status::Active(depth);
        let status = loop {
            let before = self.tables.added;
            self.collect(table)?;
            let lowest = self.tables.lowest;
            if lowest < depth {
                self.tables.pending.push(table);
                break Status::Unfinished(lowest, before);
            }
            if lowest == usize::MAX || self.tables.added == before {
                break Status::Complete;
            }
        };
        self.tables.depth = depth;
        self.tables.list[table as usize].status = status;
        if status == Status::Complete {
            self.tables.lowest = usize::MAX;
            for finished in self.tables.pending.split_off(pending) {
                self.tables.list[finished as usize].status = Status::Complete;
            }
        }
        self.tables.lowest = self.tables.lowest.min(outer);
        Ok(())
    }

    /// Adds the answers that plain resolution of the goal finds.
    fn collect(&mut self, table: u32) -> Result<(), Stop> {
        let (_, predicate, key) = self.tables.list[table as usize].key.clone();
        let (mut variables, mut goal) = (Vec::new(), Vec::new());
        self.heap.build_flat(&key, &mut variables, &mut goal);
        self.registers[..goal.len()].copy_from_slice(&goal);
        let mut found = self.first(predicate, false)?;
        while found {
            let (mut variables, mut answer) = (Vec::new(), Vec::new());
            goal.iter().for_each(|&term| self.heap.flatten(term, &mut variables, &mut answer));
            self.tables.add(table, answer.into());
            if self.tables.cells > self.max_cells() {
                return Err(Stop::Limit(Limit::Memory));
            }
            found = self.next()?;
        }
        Ok(())
    }
}
