//! Calls, choice points and backtracking.

use ludex_base::with_stack;

use super::code::Entry;
use super::machine::{Alternatives, Choice, Machine, Stop};
use super::recursion::Recursion;
use super::scenery::SceneryId;
use crate::terms::Cell;

/// The registers of a clause that is suspended while another goal is decided.
pub(super) struct Suspended {
    at: usize,
    base: usize,
    go_on: usize,
    frame: usize,
    top: usize,
}

impl Machine {
    /// Calls a predicate whose arguments are in the registers. Returns `false` if the call fails.
    #[inline(always)]
    pub(super) fn call(&mut self, predicate: u32) -> Result<bool, Stop> {
        self.count()?;
        let tabled = match self.predicates[predicate as usize].recursion {
            Recursion::None => false,
            Recursion::Descending(arguments) => !self.plain && !self.is_bound(arguments),
            Recursion::Any => !self.plain,
        };
        match tabled {
            false => Ok(self.resolve(predicate)),
            true => self.call_table(predicate),
        }
    }

    /// Returns whether one of these arguments is bound.
    #[inline(always)]
    fn is_bound(&self, arguments: u64) -> bool {
        let mut left = arguments;
        while left != 0 {
            let argument = self.registers[left.trailing_zeros() as usize];
            if !self.heap.deref(argument).is_reference() {
                return true;
            }
            left &= left - 1;
        }
        false
    }

    /// Tries the atoms of the scenery and the clauses of a predicate, in this order.
    #[inline(always)]
    pub(super) fn resolve(&mut self, predicate: u32) -> bool {
        let definition = &self.predicates[predicate as usize];
        let (arity, mut key) = (definition.arity, Cell::NONE);
        if arity > 0 {
            let place = definition.indexed_on as usize;
            let argument = self.heap.deref(self.registers[place]);
            self.registers[place] = argument;
            key = self.heap.index_key(argument);
        }
        if self.current != SceneryId::INITIAL {
            return self.resolve_later(predicate, key);
        }
        let range = definition.initially.candidates(key);
        self.try_clauses(range.start, range.end, arity)
    }

    /// Resolves a call in a later scenery. (The facts of the initial scenery are compiled as
    /// clauses.)
    fn resolve_later(&mut self, predicate: u32, key: Cell) -> bool {
        let definition = &self.predicates[predicate as usize];
        let (arity, range) = (definition.arity, definition.always.candidates(key));
        let (clause, clauses) = (range.start, range.end);
        let (atom, atoms) = self.sceneries.loaded.range(predicate);
        let atom = self.sceneries.loaded.next(atom, atoms, key);
        match atom < atoms {
            true => {
                self.try_atoms(Alternatives::Atoms { atom, atoms, clause, clauses, key }, arity)
            }
            false => self.try_clauses(clause, clauses, arity),
        }
    }

    /// Starts the first of some clauses, leaving a choice point if there are more.
    #[inline(always)]
    fn try_clauses(&mut self, clause: u32, clauses: u32, arity: u32) -> bool {
        if clause == clauses {
            return false;
        }
        if clause + 1 < clauses {
            self.push_choice(Alternatives::Clauses { clause: clause + 1, clauses }, arity);
        }
        self.start_clause(self.lists[clause as usize]);
        true
    }

    /// Unifies with the first of some atoms, leaving a choice point if there are more.
    fn try_atoms(&mut self, alternatives: Alternatives, arity: u32) -> bool {
        let Alternatives::Atoms { atom, .. } = alternatives else { return false };
        if let Some(rest) = self.rest_after(alternatives) {
            self.push_choice(rest, arity);
        }
        self.match_atom(atom)
    }

    /// Returns the alternatives after the first of some atoms.
    fn rest_after(&self, alternatives: Alternatives) -> Option<Alternatives> {
        let Alternatives::Atoms { atom, atoms, clause, clauses, key } = alternatives else {
            return None;
        };
        let atom = self.sceneries.loaded.next(atom + 1, atoms, key);
        if atom < atoms {
            return Some(Alternatives::Atoms { atom, atoms, clause, clauses, key });
        }
        (clause < clauses).then_some(Alternatives::Clauses { clause, clauses })
    }

    #[inline(always)]
    fn start_clause(&mut self, clause: Entry) {
        self.base = self.top;
        let end = self.base + clause.size as usize;
        if self.frames.len() < end {
            self.more_frames(end);
        }
        if clause.framed {
            self.frames[self.base] = Cell::raw(self.go_on);
            self.frames[self.base + 1] = Cell::raw(self.frame);
        }
        self.at = clause.start as usize;
    }

    #[cold]
    fn more_frames(&mut self, end: usize) {
        self.frames.resize(end.next_power_of_two(), Cell::NONE);
    }

    /// Unifies the registers with an atom of the scenery; if that succeeds, the call is done.
    fn match_atom(&mut self, atom: u32) -> bool {
        let flat = self.flats.get(self.sceneries.loaded.atoms[atom as usize]);
        let matched = self.heap.unify_flat(&self.registers[..], &flat[1..]);
        (self.at, self.base) = (self.go_on, self.frame);
        matched
    }

    pub(super) fn push_choice(&mut self, alternatives: Alternatives, arity: u32) {
        let saved = self.saved.len() as u32;
        self.saved.extend_from_slice(&self.registers[..arity as usize]);
        self.choices.push(Choice {
            alternatives,
            heap: self.heap.cells.len() as u32,
            trail: self.heap.trail_length() as u32,
            top: self.top as u32,
            go_on: self.go_on as u32,
            frame: self.frame as u32,
            saved,
            arity,
        });
        self.heap.young = self.heap.cells.len();
        self.protected = self.top;
    }

    fn pop_choice(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.saved as usize);
        }
        self.protect_last_choice();
    }

    /// Updates the registers that depend on the last choice point.
    fn protect_last_choice(&mut self) {
        let last = self.choices.last();
        self.heap.young = last.map_or(0, |choice| choice.heap as usize);
        self.protected = last.map_or(0, |choice| choice.top as usize);
    }

    /// Backtracks to the last choice point with alternatives. Returns `false` at the bottom of this
    /// run.
    pub(super) fn retry(&mut self) -> Result<bool, Stop> {
        while let Some(&choice) = self.choices.last() {
            self.heap.undo(choice.trail as usize, choice.heap as usize);
            let saved = choice.saved as usize..(choice.saved + choice.arity) as usize;
            self.registers[..choice.arity as usize].copy_from_slice(&self.saved[saved]);
            (self.go_on, self.frame) = (choice.go_on as usize, choice.frame as usize);
            self.top = choice.top as usize;
            let started = match choice.alternatives {
                Alternatives::Bottom => {
                    self.pop_choice();
                    return Ok(false);
                }
                Alternatives::Clauses { clause, clauses } => {
                    let rest = Alternatives::Clauses { clause: clause + 1, clauses };
                    self.set_alternatives((clause + 1 < clauses).then_some(rest));
                    self.start_clause(self.lists[clause as usize]);
                    true
                }
                Alternatives::Atoms { atom, .. } => {
                    let rest = self.rest_after(choice.alternatives);
                    self.set_alternatives(rest);
                    self.match_atom(atom)
                }
                Alternatives::Answers { table, next } => self.next_answer(table, next),
            };
            if started {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Replaces the alternatives of the last choice point, or removes it if there are none.
    pub(super) fn set_alternatives(&mut self, rest: Option<Alternatives>) {
        match (rest, self.choices.last_mut()) {
            (Some(rest), Some(choice)) => choice.alternatives = rest,
            _ => self.pop_choice(),
        }
    }

    fn next_answer(&mut self, table: u32, next: u32) -> bool {
        if self.tables.answer(table, next).is_none() {
            self.pop_choice();
            return false;
        }
        let last = self.tables.is_last(table, next);
        let rest = Alternatives::Answers { table, next: next + 1 };
        self.set_alternatives((!last).then_some(rest));
        (self.at, self.base) = (self.go_on, self.frame);
        let answer = self.tables.answer(table, next).unwrap_or(&[]);
        self.heap.unify_flat(&self.registers[..], answer)
    }

    // --- nested runs -----------------------------------------------------------------------------

    pub(super) fn wait(&self) -> Suspended {
        let Machine { at, base, go_on, frame, top, .. } = *self;
        Suspended { at, base, go_on, frame, top }
    }

    pub(super) fn go_back(&mut self, suspended: &Suspended) {
        (self.at, self.base, self.top) = (suspended.at, suspended.base, suspended.top);
        (self.go_on, self.frame) = (suspended.go_on, suspended.frame);
    }

    /// Starts a nested run with the arguments in the registers; returns whether there is an answer.
    pub(super) fn first(&mut self, predicate: u32, by_table: bool) -> Result<bool, Stop> {
        (self.go_on, self.frame) = (0, 0);
        self.push_choice(Alternatives::Bottom, 0);
        let started = match by_table {
            true => self.call(predicate)?,
            false => self.resolve(predicate),
        };
        if !started && !self.retry()? {
            return Ok(false);
        }
        self.run()
    }

    /// Finds the next answer of the run; returns whether there is one.
    pub(super) fn next(&mut self) -> Result<bool, Stop> {
        Ok(self.retry()? && self.run()?)
    }

    /// Ends the run whose bottom is the choice point at this index.
    pub(super) fn cut(&mut self, bottom: usize) {
        if let Some(&choice) = self.choices.get(bottom) {
            self.heap.undo(choice.trail as usize, choice.heap as usize);
            self.saved.truncate(choice.saved as usize);
            self.choices.truncate(bottom);
            self.protect_last_choice();
        }
    }

    /// Returns whether a goal whose arguments are in the registers has an answer, for negation as
    /// failure.
    pub(super) fn provable(&mut self, predicate: u32) -> Result<bool, Stop> {
        let (suspended, bottom) = (self.wait(), self.choices.len());
        let lowest = std::mem::replace(&mut self.tables.lowest, usize::MAX);
        let found = with_stack(128 << 10, || self.first(predicate, true))?;
        self.cut(bottom);
        self.go_back(&suspended);
        let unfinished =
            self.tables.lowest != usize::MAX || self.is_unsure(self.current, predicate);
        if !found && unfinished {
            return self
                .fault("negation through a loop: whether the NOT goal is true depends on itself");
        }
        self.tables.lowest = self.tables.lowest.min(lowest);
        Ok(found)
    }

    /// Discards everything that an interrupted run left rest_after.
    pub(super) fn reset(&mut self) {
        self.choices.clear();
        self.saved.clear();
        self.protect_last_choice();
        self.heap.undo(0, 0);
        self.tables.clear();
        (self.at, self.base, self.go_on, self.frame, self.top) = (0, 0, 0, 0, 0);
    }
}
