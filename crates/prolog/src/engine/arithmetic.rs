//! Comparisons and calculations. They need bound arguments; nothing is guessed.

use ludex_base::with_stack;

use super::code::{MUST, Sum};
use super::machine::{Machine, Stop};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::{LARGEST, Operator};
use crate::terms::{Cell, Heap, Kind};

/// What can be wrong with an expression.
#[derive(Debug)]
pub enum Wrong {
    /// A variable in it has no value.
    Unbound,
    /// It has none.
    Senseless(String),
}

impl Machine {
    /// Decides a test. If variables in it have no value yet it is skipped where it is run again later,
    /// and a fault elsewhere.
    pub(super) fn test(
        &mut self,
        operator: Operator,
        left: Cell,
        right: Cell,
        otherwise: u32,
    ) -> Result<bool, Stop> {
        let decided = match operator {
            Operator::Unify => return Ok(self.heap.unify(left, right)),
            Operator::Different => self.different(left, right),
            Operator::Is => match evaluate(&self.heap, right, &self.symbols) {
                Ok(value) => return Ok(self.heap.unify(left, Cell::integer(value))),
                Err(wrong) => Err(wrong),
            },
            _ => self.numbers(left, right).map(|(left, right)| compare(operator, left, right)),
        };
        match decided {
            Ok(truth) => Ok(truth),
            Err(wrong) => self.undecided(operator, wrong, otherwise).map(|()| true),
        }
    }

    /// The number that a sign makes of the operands in two slots of a frame.
    #[inline]
    pub(super) fn compute(&mut self, base: usize, sum: &Sum) -> Result<Cell, Stop> {
        let left = self.value(base, sum.left);
        let value = match (left, sum.right) {
            (Ok(left), MUST) => Ok(unary(sum.sign, left)),
            (Ok(left), right) => {
                self.value(base, right).and_then(|right| binary(sum.sign, left, right))
            }
            (Err(wrong), _) => Err(wrong),
        };
        let value = value.and_then(|value| self.checked(value, sum.sign));
        match value {
            Ok(value) => Ok(Cell::integer(value)),
            Err(wrong) => self.undecided(sum.operator, wrong, sum.otherwise).map(|()| Cell::NONE),
        }
    }

    #[inline]
    fn value(&self, base: usize, slot: u32) -> Result<i64, Wrong> {
        evaluate(&self.heap, self.frames[base + slot as usize], &self.symbols)
    }

    #[inline]
    fn checked(&self, value: Option<i64>, sign: Symbol) -> Result<i64, Wrong> {
        in_range(value.ok_or_else(|| no_number(&self.symbols, sign))?)
    }

    /// A goal that cannot be decided here: it is skipped where it is run again later, and a fault
    /// elsewhere.
    #[cold]
    fn undecided(&mut self, operator: Operator, wrong: Wrong, otherwise: u32) -> Result<(), Stop> {
        match wrong {
            Wrong::Senseless(message) => self.fault(message),
            Wrong::Unbound if otherwise == MUST => {
                self.fault(format!("a variable of a `{operator}` goal has no value"))
            }
            Wrong::Unbound => {
                self.at = otherwise as usize;
                Ok(())
            }
        }
    }

    fn numbers(&self, left: Cell, right: Cell) -> Result<(i64, i64), Wrong> {
        let value = |cell| evaluate(&self.heap, cell, &self.symbols);
        Ok((value(left)?, value(right)?))
    }

    /// `<>`: different ground terms.
    fn different(&mut self, left: Cell, right: Cell) -> Result<bool, Wrong> {
        let (left, right) = (self.heap.deref(left), self.heap.deref(right));
        if left.is_atomic() && right.is_atomic() {
            return Ok(left != right);
        }
        if !self.heap.is_ground(left) || !self.heap.is_ground(right) {
            return Err(Wrong::Unbound);
        }
        Ok(!self.heap.unify(left, right))
    }

    /// A slot of a NOT goal must be ground.
    pub(super) fn must_be_ground(&mut self, value: Cell, otherwise: u32) -> Result<(), Stop> {
        if self.heap.is_ground(value) {
            return Ok(());
        }
        if otherwise == MUST {
            return self.fault("unsafe negation: a variable of a NOT goal has no value");
        }
        self.at = otherwise as usize;
        Ok(())
    }
}

/// Compares two numbers.
pub fn compare(operator: Operator, left: i64, right: i64) -> bool {
    match operator {
        Operator::Less => left < right,
        Operator::Greater => left > right,
        Operator::AtMost => left <= right,
        Operator::AtLeast => left >= right,
        Operator::Equal => left == right,
        _ => left != right,
    }
}

/// The value of an expression.
#[inline]
pub fn evaluate(heap: &Heap, term: Cell, symbols: &Symbols) -> Result<i64, Wrong> {
    let term = heap.deref(term);
    match term.kind() {
        Kind::Integer(number) => Ok(number),
        _ => evaluate_term(heap, term, symbols),
    }
}

fn evaluate_term(heap: &Heap, term: Cell, symbols: &Symbols) -> Result<i64, Wrong> {
    match term.kind() {
        Kind::Constant(name) => Err(no_number(symbols, name)),
        Kind::Structure(place) => {
            let Kind::Functor(name, arity) = heap.cells[place].kind() else {
                return Err(Wrong::Unbound);
            };
            let part = |i: usize| {
                let part = heap.cells[place + i];
                with_stack(64 << 10, || evaluate(heap, part, symbols))
            };
            let value = match arity {
                1 => unary(name, part(1)?),
                2 => binary(name, part(1)?, part(2)?)?,
                _ => None,
            };
            in_range(value.ok_or_else(|| no_number(symbols, name))?)
        }
        _ => Err(Wrong::Unbound),
    }
}

/// A number, unless it is too large for a cell.
#[inline]
fn in_range(value: i64) -> Result<i64, Wrong> {
    match (-LARGEST..=LARGEST).contains(&value) {
        true => Ok(value),
        false => Err(Wrong::Senseless("a number gets too large".into())),
    }
}

fn no_number(symbols: &Symbols, name: Symbol) -> Wrong {
    Wrong::Senseless(format!("`{}` is no number", symbols.name(name)))
}

fn unary(name: Symbol, value: i64) -> Option<i64> {
    match name {
        Symbol::MINUS => Some(-value),
        Symbol::PLUS => Some(value),
        Symbol::ABS => Some(value.abs()),
        _ => None,
    }
}

/// Values have 60 bits, so that sums fit; products are cut to what [`evaluate`] refuses.
fn binary(name: Symbol, left: i64, right: i64) -> Result<Option<i64>, Wrong> {
    let divides = matches!(name, Symbol::QUOTIENT | Symbol::MODULO | Symbol::DIVIDE);
    if divides && right == 0 {
        return Err(Wrong::Senseless("division by zero".into()));
    }
    Ok(Some(match name {
        Symbol::PLUS => left + right,
        Symbol::MINUS => left - right,
        Symbol::TIMES => left.saturating_mul(right),
        Symbol::QUOTIENT => left / right,
        Symbol::MODULO => {
            left.rem_euclid(right) + if right < 0 && left % right != 0 { right } else { 0 }
        }
        Symbol::DIVIDE if left % right == 0 => left / right,
        Symbol::DIVIDE => {
            let message = format!("{left} / {right} is no whole number; `//` rounds");
            return Err(Wrong::Senseless(message));
        }
        Symbol::MIN => left.min(right),
        Symbol::MAX => left.max(right),
        _ => return Ok(None),
    }))
}
