//! Goals that are terms, and the terms of errors.

use super::clause::functor;
use super::engine::{Done, Engine, Wrong};
use crate::symbol::Symbol;
use crate::terms::{Cell, Kind};

impl Engine {
    /// Puts the goal in the first register, with this many more arguments, into the registers as a
    /// call, and returns its predicate.
    pub(super) fn meta(&mut self, extra: usize) -> Result<u32, Wrong> {
        let goal = self.heap.deref(self.registers[0]);
        let Some((name, arity)) = functor(&self.heap, goal) else {
            return Err(match goal.is_reference() {
                true => self.instantiation(),
                false => self.type_error("callable", goal),
            });
        };
        if arity + extra > 255 {
            return Err(self.representation("max_arity"));
        }
        if extra == 0 && is_control(name, arity) {
            self.require_body(goal)?;
            self.registers[1] = Cell::integer(self.choices.len() as i64);
            return Ok(self.body_predicate);
        }
        let more: Vec<Cell> = self.registers[1..=extra].to_vec();
        self.put_parts(goal, arity);
        self.registers[arity..arity + extra].copy_from_slice(&more);
        if is_control(name, arity + extra) {
            let parts = self.registers[..arity + extra].to_vec();
            let goal = self.heap.compound(name, &parts);
            self.require_body(goal)?;
            self.registers[0] = goal;
            self.registers[1] = Cell::integer(self.choices.len() as i64);
            return Ok(self.body_predicate);
        }
        Ok(self.database.predicate(name, arity + extra))
    }

    fn put_parts(&mut self, goal: Cell, arity: usize) {
        if let Kind::Structure(place) = goal.kind() {
            let parts = &self.heap.cells[place + 1..=place + arity];
            self.registers[..arity].copy_from_slice(parts);
        }
    }

    /// Checks that the parts of a goal with control constructs are goals, before any is run.
    fn require_body(&mut self, goal: Cell) -> Result<(), Wrong> {
        let (mut open, mut steps) = (vec![goal], 0);
        while let Some(part) = open.pop() {
            let part = self.heap.deref(part);
            steps += 1;
            if steps > self.steps_left() {
                return Err(crate::engine::Limit::Memory.into());
            }
            match functor(&self.heap, part) {
                Some((Symbol::COMMA | Symbol::OR | Symbol::THEN | Symbol::SOFT, 2)) => {
                    let place = part.place();
                    open.extend([self.heap.cells[place + 1], self.heap.cells[place + 2]]);
                }
                Some(_) => {}
                None if part.is_reference() => {}
                None => return Err(self.type_error("callable", goal)),
            }
        }
        Ok(())
    }

    /// Runs the goal in the first register as a part of a body; a cut leads to the number of
    /// choice points in the second register.
    pub(super) fn body(&mut self) -> Done {
        let goal = self.heap.deref(self.registers[0]);
        let level = self.registers[1];
        match functor(&self.heap, goal) {
            Some((Symbol::CUT, 0)) => {
                if let Kind::Integer(level) = self.heap.deref(level).kind() {
                    self.cut_to(level as usize);
                }
                (self.at, self.base) = (self.go_on, self.frame);
                return Ok(true);
            }
            Some((Symbol::TRUE, 0)) => {
                (self.at, self.base) = (self.go_on, self.frame);
                return Ok(true);
            }
            Some((name, 2)) if is_control(name, 2) => {
                let place = goal.place();
                let (left, right) = (self.heap.cells[place + 1], self.heap.cells[place + 2]);
                let conditional = match functor(&self.heap, left) {
                    Some((inner @ (Symbol::THEN | Symbol::SOFT), 2)) if name == Symbol::OR => {
                        Some(inner)
                    }
                    _ => None,
                };
                let parts = match (name, conditional) {
                    (_, Some(_)) => {
                        let left = self.heap.deref(left).place();
                        let (test, then) = (self.heap.cells[left + 1], self.heap.cells[left + 2]);
                        vec![test, then, right, level]
                    }
                    (Symbol::THEN, _) => vec![left, right, Cell::constant(Symbol::FAIL), level],
                    _ => vec![left, right, level],
                };
                let helper = match (name, conditional) {
                    (_, Some(Symbol::SOFT)) => "$soft",
                    (_, Some(_)) | (Symbol::THEN, _) => "$if",
                    (Symbol::OR, _) => "$or",
                    _ => "$and",
                };
                self.registers[..parts.len()].copy_from_slice(&parts);
                let name = self.database.symbols.intern(helper);
                let predicate = self.database.predicate(name, parts.len());
                return self.call(predicate);
            }
            _ => {}
        }
        let predicate = match functor(&self.heap, goal) {
            Some((name, arity)) if !is_control(name, arity) => {
                self.put_parts(goal, arity);
                self.database.predicate(name, arity)
            }
            Some((Symbol::PROVABLY_NOT, 1)) => {
                self.put_parts(goal, 1);
                let name = self.database.symbols.intern("$not");
                self.database.predicate(name, 1)
            }
            _ => self.meta(0)?,
        };
        self.call(predicate)
    }

    /// Returns the steps that a function over terms may take.
    pub fn steps_left(&self) -> usize {
        (1 << 22) + self.max_cells()
    }

    // --- terms of errors -------------------------------------------------------------------------

    /// Returns a name as a term.
    pub fn atom(&mut self, name: &str) -> Cell {
        Cell::constant(self.database.symbols.intern(name))
    }

    /// Returns a compound term.
    pub fn compound(&mut self, name: &str, parts: &[Cell]) -> Cell {
        let name = self.database.symbols.intern(name);
        self.heap.compound(name, parts)
    }

    /// Returns `name/arity`.
    pub fn indicator(&mut self, name: Symbol, arity: usize) -> Cell {
        self.compound("/", &[Cell::constant(name), Cell::integer(arity as i64)])
    }

    /// Returns the exception `error(formal, _)`.
    pub fn error(&mut self, formal: Cell) -> Wrong {
        let context = self.heap.variable();
        Wrong::Ball(self.compound("error", &[formal, context]))
    }

    /// Returns the exception that a variable has no value.
    pub fn instantiation(&mut self) -> Wrong {
        let formal = self.atom("instantiation_error");
        self.error(formal)
    }

    /// Returns the exception that a term is not of a type.
    pub fn type_error(&mut self, expected: &str, culprit: Cell) -> Wrong {
        let expected = self.atom(expected);
        let formal = self.compound("type_error", &[expected, culprit]);
        self.error(formal)
    }

    /// Returns the exception that a term is not in a domain.
    pub fn domain_error(&mut self, expected: &str, culprit: Cell) -> Wrong {
        let expected = self.atom(expected);
        let formal = self.compound("domain_error", &[expected, culprit]);
        self.error(formal)
    }

    /// Returns the exception that an operation has no value.
    pub fn evaluation(&mut self, what: &str) -> Wrong {
        let what = self.atom(what);
        let formal = self.compound("evaluation_error", &[what]);
        self.error(formal)
    }

    /// Returns the exception that something cannot be represented.
    pub fn representation(&mut self, what: &str) -> Wrong {
        let what = self.atom(what);
        let formal = self.compound("representation_error", &[what]);
        self.error(formal)
    }

    /// Returns the exception that something must not be done.
    pub fn permission(&mut self, action: &str, kind: &str, culprit: Cell) -> Wrong {
        let (action, kind) = (self.atom(action), self.atom(kind));
        let formal = self.compound("permission_error", &[action, kind, culprit]);
        self.error(formal)
    }

    /// Adds to an error of a built-in predicate which one it was.
    pub(super) fn located(&mut self, wrong: Wrong, number: u16) -> Wrong {
        let Wrong::Ball(ball) = wrong else { return wrong };
        let ball = self.heap.deref(ball);
        let error = self.database.symbols.intern("error");
        if functor(&self.heap, ball) == Some((error, 2)) {
            let context = self.heap.deref(self.heap.cells[ball.place() + 2]);
            if context.is_reference() {
                let builtin = &super::builtins::ALL[number as usize];
                let name = self.database.symbols.intern(builtin.name);
                let indicator = self.indicator(name, builtin.arity);
                let nothing = self.heap.variable();
                let located = self.compound("context", &[indicator, nothing]);
                self.heap.bind(context.place(), located);
            }
        }
        Wrong::Ball(ball)
    }
}

/// Returns whether a functor is a control construct, whose parts are run as a body.
pub fn is_control(name: Symbol, arity: usize) -> bool {
    matches!(
        (name, arity),
        (Symbol::COMMA | Symbol::OR | Symbol::THEN | Symbol::SOFT, 2)
            | (Symbol::CUT, 0)
            | (Symbol::PROVABLY_NOT, 1)
    )
}
