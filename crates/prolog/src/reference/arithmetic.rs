//! Values of expressions, in numbers that cannot overflow before they are found too large.

use ludex_base::with_stack;

use super::fault;
use super::unify::{Bindings, require};
use crate::engine::{Limit, Stop};
use crate::symbol::Symbol;
use crate::syntax::{LARGEST, Operator, Term};

/// How deep an expression may be nested.
const DEEPEST: usize = 10_000;

/// Returns the value of an expression without unbound variables.
pub fn number(bindings: &Bindings, term: &Term) -> Result<i64, Stop> {
    nested(bindings, term, DEEPEST)
}

fn nested(bindings: &Bindings, term: &Term, depth: usize) -> Result<i64, Stop> {
    require(depth > 0, Limit::Depth)?;
    let part =
        |part: &Term| with_stack(64 << 10, || nested(bindings, part, depth - 1)).map(i128::from);
    let value = match bindings.value(term) {
        Term::Integer(number) => Some(i128::from(*number)),
        Term::Variable(_) | Term::Constant(_) => None,
        Term::Compound(name, parts) => match parts.as_slice() {
            [only] => unary(*name, part(only)?),
            [left, right] => binary(*name, part(left)?, part(right)?)?,
            _ => None,
        },
    };
    match value.map(i64::try_from) {
        None => Err(fault("an expression is no number")),
        Some(Ok(value)) if (-LARGEST..=LARGEST).contains(&value) => Ok(value),
        Some(_) => Err(fault("a number gets too large")),
    }
}

fn unary(name: Symbol, value: i128) -> Option<i128> {
    match name {
        Symbol::MINUS => Some(-value),
        Symbol::PLUS => Some(value),
        Symbol::ABS => Some(value.abs()),
        _ => None,
    }
}

fn binary(name: Symbol, left: i128, right: i128) -> Result<Option<i128>, Stop> {
    let divides = matches!(name, Symbol::QUOTIENT | Symbol::MODULO | Symbol::DIVIDE);
    if divides && right == 0 {
        return Err(fault("division by zero"));
    }
    Ok(Some(match name {
        Symbol::PLUS => left + right,
        Symbol::MINUS => left - right,
        Symbol::TIMES => left * right,
        Symbol::QUOTIENT => left / right,
        // The remainder has the sign of the divisor.
        Symbol::MODULO => (left % right + right) % right,
        Symbol::DIVIDE if left % right == 0 => left / right,
        Symbol::DIVIDE => return Err(fault("a quotient is no whole number")),
        Symbol::MIN => left.min(right),
        Symbol::MAX => left.max(right),
        _ => return Ok(None),
    }))
}

/// Decides a test whose variables have values; `=` and `is` also bind.
pub fn test(
    bindings: &mut Bindings,
    operator: Operator,
    left: &Term,
    right: &Term,
) -> Result<bool, Stop> {
    let ordered = |holds: fn(i64, i64) -> bool, bindings: &Bindings| {
        Ok(holds(number(bindings, left)?, number(bindings, right)?))
    };
    match operator {
        Operator::Unify => bindings.unify(left, right),
        Operator::Is => {
            let value = Term::Integer(number(bindings, right)?);
            bindings.unify(left, &value)
        }
        Operator::Different => Ok(bindings.full(left)? != bindings.full(right)?),
        Operator::Less => ordered(|a, b| a < b, bindings),
        Operator::Greater => ordered(|a, b| a > b, bindings),
        Operator::AtMost => ordered(|a, b| a <= b, bindings),
        Operator::AtLeast => ordered(|a, b| a >= b, bindings),
        Operator::Equal => ordered(|a, b| a == b, bindings),
        Operator::Unequal => ordered(|a, b| a != b, bindings),
    }
}

/// Returns whether a test can be decided: the variables that it needs have values.
pub fn is_ready(
    bindings: &Bindings,
    operator: Operator,
    left: &Term,
    right: &Term,
) -> Result<bool, Stop> {
    Ok(match operator {
        Operator::Unify => true,
        Operator::Is => bindings.is_ground(right)?,
        _ => bindings.is_ground(left)? && bindings.is_ground(right)?,
    })
}
