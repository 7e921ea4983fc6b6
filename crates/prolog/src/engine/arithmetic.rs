//! Comparisons and arithmetic. They need bound arguments; no value is guessed.

use ludex_base::with_stack;

use super::code::{MUST, Sum};
use super::machine::{Machine, Stop};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::{LARGEST, Operator};
use crate::terms::{Cell, Heap, Kind};

/// The reason why an expression has no value.
#[derive(Debug)]
pub enum EvalError {
    /// A variable in it has no value.
    Unbound,
    /// An operand is not a number, or an operation is undefined.
    Invalid(String),
}

impl Machine {
    /// Decides a test. If some of its variables have no value yet, it is skipped where it is run
    /// again later, and a fault elsewhere.
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
                Err(error) => Err(error),
            },
            _ => self.numbers(left, right).map(|(left, right)| compare(operator, left, right)),
        };
        match decided {
            Ok(truth) => Ok(truth),
            Err(error) => self.undecided(operator, error, otherwise).map(|()| true),
        }
    }

    /// Returns the result of an arithmetic operation on the operands in two slots of a frame.
    #[inline]
    pub(super) fn compute(&mut self, base: usize, sum: &Sum) -> Result<Cell, Stop> {
        let left = self.value(base, sum.left);
        let value = match (left, sum.right) {
            (Ok(left), MUST) => Ok(unary(sum.sign, left)),
            (Ok(left), right) => {
                self.value(base, right).and_then(|right| binary(sum.sign, left, right))
            }
            (Err(error), _) => Err(error),
        };
        let value = value.and_then(|value| self.checked(value, sum.sign));
        match value {
            Ok(value) => Ok(Cell::integer(value)),
            Err(error) => self.undecided(sum.operator, error, sum.otherwise).map(|()| Cell::NONE),
        }
    }

    #[inline]
    fn value(&self, base: usize, slot: u32) -> Result<i64, EvalError> {
        evaluate(&self.heap, self.frames[base + slot as usize], &self.symbols)
    }

    #[inline]
    fn checked(&self, value: Option<i64>, sign: Symbol) -> Result<i64, EvalError> {
        in_range(value.ok_or_else(|| no_number(&self.symbols, sign))?)
    }

    /// Handles a goal that cannot be decided here: it is skipped where it is run again later, and a
    /// fault elsewhere.
    #[cold]
    fn undecided(
        &mut self,
        operator: Operator,
        error: EvalError,
        otherwise: u32,
    ) -> Result<(), Stop> {
        match error {
            EvalError::Invalid(message) => self.fault(message),
            EvalError::Unbound if otherwise == MUST => {
                self.fault(format!("a variable of a `{operator}` goal has no value"))
            }
            EvalError::Unbound => {
                self.at = otherwise as usize;
                Ok(())
            }
        }
    }

    fn numbers(&self, left: Cell, right: Cell) -> Result<(i64, i64), EvalError> {
        let value = |cell| evaluate(&self.heap, cell, &self.symbols);
        Ok((value(left)?, value(right)?))
    }

    /// Decides `<>`: two ground terms differ.
    fn different(&mut self, left: Cell, right: Cell) -> Result<bool, EvalError> {
        let (left, right) = (self.heap.deref(left), self.heap.deref(right));
        if left.is_atomic() && right.is_atomic() {
            return Ok(left != right);
        }
        if !self.heap.is_ground(left) || !self.heap.is_ground(right) {
            return Err(EvalError::Unbound);
        }
        Ok(!self.heap.unify(left, right))
    }

    /// Checks that a slot of a NOT goal is ground.
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

/// Returns the value of an expression.
#[inline]
pub fn evaluate(heap: &Heap, term: Cell, symbols: &Symbols) -> Result<i64, EvalError> {
    let term = heap.deref(term);
    match term.kind() {
        Kind::Integer(number) => Ok(number),
        _ => evaluate_term(heap, term, symbols),
    }
}

fn evaluate_term(heap: &Heap, term: Cell, symbols: &Symbols) -> Result<i64, EvalError> {
    match term.kind() {
        Kind::Constant(name) => Err(no_number(symbols, name)),
        Kind::Structure(place) => {
            let Kind::Functor(name, arity) = heap.cells[place].kind() else {
                return Err(EvalError::Unbound);
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
        _ => Err(EvalError::Unbound),
    }
}

/// Returns a number if it fits a cell.
#[inline]
fn in_range(value: i64) -> Result<i64, EvalError> {
    match (-LARGEST..=LARGEST).contains(&value) {
        true => Ok(value),
        false => Err(EvalError::Invalid("a number gets too large".into())),
    }
}

fn no_number(symbols: &Symbols, name: Symbol) -> EvalError {
    EvalError::Invalid(format!("`{}` is no number", symbols.name(name)))
}

fn unary(name: Symbol, value: i64) -> Option<i64> {
    match name {
        Symbol::MINUS => Some(-value),
        Symbol::PLUS => Some(value),
        Symbol::ABS => Some(value.abs()),
        _ => None,
    }
}

/// Computes a binary operation. Values have 60 bits, so that sums fit in an `i64`; products
/// saturate to values that [`evaluate`] refuses.
fn binary(name: Symbol, left: i64, right: i64) -> Result<Option<i64>, EvalError> {
    let divides = matches!(name, Symbol::QUOTIENT | Symbol::MODULO | Symbol::DIVIDE);
    if divides && right == 0 {
        return Err(EvalError::Invalid("division by zero".into()));
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
            return Err(EvalError::Invalid(message));
        }
        Symbol::MIN => left.min(right),
        Symbol::MAX => left.max(right),
        _ => return Ok(None),
    }))
}
