//! The loop of the machine.
//!
//! The instruction pointer and the frame, which every instruction needs, are local variables: the
//! fields of the machine are up to date only where a goal is called, fails or is left.

use std::sync::Arc;

use super::code::Op;
use super::machine::{Machine, Stop};
use crate::terms::Cell;

/// The continuation of an instruction that is not simply followed by the next one.
enum Next {
    /// The goal fails.
    Fail,
    /// A predicate is called; its arguments are in the registers.
    Call(u32),
    /// The machine has the instruction to continue with.
    Resume,
}

impl Machine {
    /// Runs until the goal is true (returns `true`), or no alternative is left above the bottom of
    /// this run.
    pub(super) fn run(&mut self) -> Result<bool, Stop> {
        let ops = Arc::clone(&self.ops);
        let (mut at, mut base) = (self.at, self.base);
        loop {
            let op = &ops[at];
            at += 1;
            let next = match *op {
                Op::Halt => {
                    (self.at, self.base) = (at, base);
                    return Ok(true);
                }
                Op::GetVariable { slot, argument } => {
                    self.frames[base + slot as usize] = self.registers[argument as usize];
                    continue;
                }
                Op::GetValue { slot, argument } => {
                    let value = self.frames[base + slot as usize];
                    match self.heap.unify(value, self.registers[argument as usize]) {
                        true => continue,
                        false => Next::Fail,
                    }
                }
                Op::GetConstant { constant, argument } => {
                    match self.heap.unify_constant(self.registers[argument as usize], constant) {
                        true => continue,
                        false => Next::Fail,
                    }
                }
                Op::GetPair { functor, argument, left, right } => {
                    match self.open_pair(self.registers[argument as usize], functor) {
                        Some((first, second)) => {
                            self.frames[base + left as usize] = first;
                            self.frames[base + right as usize] = second;
                            continue;
                        }
                        None => Next::Fail,
                    }
                }
                Op::GetValuePair { functor, argument, left, right } => {
                    let cell = self.registers[argument as usize];
                    let value = self.frames[base + left as usize];
                    match self.open_value_pair(cell, functor, value) {
                        Some(second) => {
                            self.frames[base + right as usize] = second;
                            continue;
                        }
                        None => Next::Fail,
                    }
                }
                Op::GetStep { functor, argument, left } => {
                    match self.open_pair(self.registers[argument as usize], functor) {
                        Some((first, second)) => {
                            self.frames[base + left as usize] = first;
                            self.registers[argument as usize] = second;
                            continue;
                        }
                        None => Next::Fail,
                    }
                }
                Op::GetValueStep { functor, argument, left } => {
                    let cell = self.registers[argument as usize];
                    let value = self.frames[base + left as usize];
                    match self.open_value_pair(cell, functor, value) {
                        Some(second) => {
                            self.registers[argument as usize] = second;
                            continue;
                        }
                        None => Next::Fail,
                    }
                }
                Op::GetStructure { functor, argument } => {
                    match self.open_structure(self.registers[argument as usize], functor) {
                        true => continue,
                        false => Next::Fail,
                    }
                }
                Op::SlotStructure { functor, slot } => {
                    match self.open_structure(self.frames[base + slot as usize], functor) {
                        true => continue,
                        false => Next::Fail,
                    }
                }
                Op::PartVariable { slot } => {
                    let part = match self.writing == Cell::NONE {
                        true => self.heap.cells[self.part],
                        false => self.heap.variable(),
                    };
                    self.part += 1;
                    self.frames[base + slot as usize] = part;
                    continue;
                }
                Op::PartValue { slot } => {
                    match self.part_value(self.frames[base + slot as usize]) {
                        true => continue,
                        false => Next::Fail,
                    }
                }
                Op::PartConstant { constant } => match self.part_constant(constant) {
                    true => continue,
                    false => Next::Fail,
                },
                Op::PartAny => {
                    self.part += 1;
                    if self.writing != Cell::NONE {
                        self.heap.variable();
                    }
                    continue;
                }
                Op::NewVariable { slot } | Op::SetVariable { slot } => {
                    self.frames[base + slot as usize] = self.heap.variable();
                    continue;
                }
                Op::PutAny { argument } => {
                    self.registers[argument as usize] = self.heap.variable();
                    continue;
                }
                Op::PutValue { slot, argument } => {
                    self.registers[argument as usize] = self.frames[base + slot as usize];
                    continue;
                }
                Op::PutConstant { constant, argument } => {
                    self.registers[argument as usize] = constant;
                    continue;
                }
                Op::SlotConstant { constant, slot } => {
                    self.frames[base + slot as usize] = constant;
                    continue;
                }
                Op::Build { functor, slot } => {
                    self.frames[base + slot as usize] = Cell::structure(self.heap.cells.len());
                    self.heap.cells.push(functor);
                    continue;
                }
                Op::SetValue { slot } => {
                    self.heap.cells.push(self.frames[base + slot as usize]);
                    continue;
                }
                Op::SetConstant { constant } => {
                    self.heap.cells.push(constant);
                    continue;
                }
                Op::SetAny => {
                    self.heap.variable();
                    continue;
                }
                Op::Call { predicate, size } => {
                    self.enter(at, base, size);
                    Next::Call(predicate)
                }
                Op::Leave { predicate } => {
                    self.leave(base);
                    Next::Call(predicate)
                }
                Op::Jump { predicate } => {
                    self.top = base;
                    Next::Call(predicate)
                }
                Op::Return => {
                    self.leave(base);
                    (at, base) = (self.go_on, self.frame);
                    continue;
                }
                Op::Proceed => {
                    (at, base) = (self.go_on, self.frame);
                    continue;
                }
                Op::Compute { ref sum, slot } => {
                    self.at = at;
                    self.frames[base + slot as usize] = self.compute(base, sum)?;
                    at = self.at;
                    continue;
                }
                Op::Test { operator, left, right, otherwise } => {
                    let left = self.frames[base + left as usize];
                    let right = self.frames[base + right as usize];
                    self.at = at;
                    match self.test(operator, left, right, otherwise)? {
                        true => {
                            at = self.at;
                            continue;
                        }
                        false => Next::Fail,
                    }
                }
                Op::Ground { slot, otherwise } => {
                    self.at = at;
                    self.must_be_ground(self.frames[base + slot as usize], otherwise)?;
                    at = self.at;
                    continue;
                }
                Op::Not { predicate, size } => {
                    (self.at, self.base) = (at, base);
                    self.enter(at, base, size);
                    match self.provable(predicate)? {
                        true => Next::Fail,
                        false => Next::Resume,
                    }
                }
                Op::After { predicate, action, size } => {
                    (self.at, self.base) = (at, base);
                    let action = self.frames[base + action as usize];
                    self.enter(at, base, size);
                    match self.after(predicate, action)? {
                        true => Next::Resume,
                        false => Next::Fail,
                    }
                }
            };
            let fine = match next {
                Next::Resume => true,
                Next::Fail => false,
                Next::Call(predicate) => {
                    self.at = at;
                    self.call(predicate)?
                }
            };
            if !fine && !self.retry()? {
                return Ok(false);
            }
            (at, base) = (self.at, self.base);
        }
    }

    /// Prepares a call that returns: the next frame is placed after this one, and after every frame
    /// that a choice point may still need.
    #[inline(always)]
    fn enter(&mut self, at: usize, base: usize, size: u32) {
        self.top = (base + size as usize).max(self.protected);
        (self.go_on, self.frame) = (at, base);
    }

    /// Prepares the last call: the frame is dropped, unless a choice point needs it.
    #[inline(always)]
    fn leave(&mut self, base: usize) {
        self.go_on = self.frames[base].word();
        self.frame = self.frames[base + 1].word();
        self.top = base.max(self.protected);
    }

    /// Returns the two parts of a compound term: of an existing one, or of a new one with new
    /// variables.
    #[inline(always)]
    fn open_pair(&mut self, cell: Cell, functor: Cell) -> Option<(Cell, Cell)> {
        let cell = self.heap.deref(cell);
        if cell.is_structure() {
            let place = cell.place();
            let &[found, first, second] = self.heap.cells[place..].first_chunk()?;
            return (found == functor).then_some((first, second));
        }
        if !cell.is_reference() {
            return None;
        }
        let place = self.heap.cells.len();
        let parts = (Cell::reference(place + 1), Cell::reference(place + 2));
        self.heap.cells.extend_from_slice(&[functor, parts.0, parts.1]);
        self.heap.bind(cell.place(), Cell::structure(place));
        Some(parts)
    }

    /// Unifies the left part of a compound term with a value and returns the right part; otherwise
    /// as [`Machine::open_pair`].
    #[inline(always)]
    fn open_value_pair(&mut self, cell: Cell, functor: Cell, value: Cell) -> Option<Cell> {
        let cell = self.heap.deref(cell);
        if cell.is_structure() {
            let &[found, first, second] = self.heap.cells[cell.place()..].first_chunk()?;
            return (found == functor && self.heap.unify(value, first)).then_some(second);
        }
        let value = self.heap.deref(value);
        if !cell.is_reference() || value == cell {
            return None;
        }
        let place = self.heap.cells.len();
        if value.is_structure() && self.heap.occurs(cell, value) {
            return None;
        }
        let second = Cell::reference(place + 2);
        self.heap.cells.extend_from_slice(&[functor, value, second]);
        self.heap.bind(cell.place(), Cell::structure(place));
        Some(second)
    }

    /// Moves to the parts of a compound term: of an existing one, or of a new one.
    #[inline]
    fn open_structure(&mut self, cell: Cell, functor: Cell) -> bool {
        let cell = self.heap.deref(cell);
        if cell.is_structure() {
            self.part = cell.place() + 1;
            self.writing = Cell::NONE;
            return self.heap.cells[cell.place()] == functor;
        }
        if !cell.is_reference() {
            return false;
        }
        let place = self.heap.cells.len();
        self.heap.cells.push(functor);
        self.heap.bind(cell.place(), Cell::structure(place));
        self.writing = cell;
        true
    }

    /// Unifies a part with a value, with the occurs check for a term under construction: the
    /// variable that is bound to it must not occur in its parts. That variable already refers to
    /// the new term, so the check looks for the term.
    #[inline]
    fn part_value(&mut self, value: Cell) -> bool {
        if self.writing == Cell::NONE {
            let part = self.heap.cells[self.part];
            self.part += 1;
            return self.heap.unify(value, part);
        }
        let value = self.heap.deref(value);
        let new = self.heap.cells[self.writing.place()];
        self.heap.cells.push(value);
        value != new && (!value.is_structure() || !self.heap.occurs(new, value))
    }

    #[inline]
    fn part_constant(&mut self, constant: Cell) -> bool {
        if self.writing != Cell::NONE {
            self.heap.cells.push(constant);
            return true;
        }
        let part = self.heap.cells[self.part];
        self.part += 1;
        self.heap.unify_constant(part, constant)
    }
}
