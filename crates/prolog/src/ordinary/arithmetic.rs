//! Arithmetic over whole numbers of any size and floats.

use std::cmp::Ordering;

use ludex_base::with_stack;
use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};

use super::clause::functor;
use super::code::Function;
use super::engine::{Engine, Wrong};
use super::number::{MOST_BITS, Number};
use crate::terms::{Cell, Kind};

type Value = Result<Number, Wrong>;

/// Compares the values of two expressions.
pub fn compare(engine: &mut Engine, left: Cell, right: Cell) -> Result<Ordering, Wrong> {
    let left = evaluate(engine, left)?;
    let right = evaluate(engine, right)?;
    Ok(left.order(&right))
}

/// Computes an operation that is compiled, on two expressions.
pub fn compute(engine: &mut Engine, function: Function, left: Cell, right: Cell) -> Value {
    let left = evaluate(engine, left)?;
    let right = evaluate(engine, right)?;
    let name = match function {
        Function::Add => "+",
        Function::Subtract => "-",
        Function::Multiply => "*",
        Function::Quotient => "//",
        Function::Modulo => "mod",
        Function::Remainder => "rem",
        Function::And => "/\\",
        Function::Or => "\\/",
        Function::ShiftLeft => "<<",
        Function::ShiftRight => ">>",
    };
    binary(engine, name, left, right)
}

/// The limit on the nesting of expressions.
const DEEPEST: usize = 200_000;

/// Returns the value of an expression.
pub fn evaluate(engine: &mut Engine, term: Cell) -> Value {
    evaluate_at(engine, term, 0)
}

fn evaluate_at(engine: &mut Engine, term: Cell, depth: usize) -> Value {
    let term = engine.heap.deref(term);
    if depth > DEEPEST {
        return Err(crate::engine::Limit::Depth.into());
    }
    if let Some(number) = Number::get(&engine.heap, term) {
        return Ok(number);
    }
    let Some((name, arity)) = functor(&engine.heap, term) else {
        return Err(engine.instantiation());
    };
    let name = engine.database.symbols.name(name).to_owned();
    let part = |engine: &mut Engine, i: usize| {
        let part = engine.heap.cells[term.place() + i];
        with_stack(64 << 10, || evaluate_at(engine, part, depth + 1))
    };
    let value = match arity {
        0 => constant(&name),
        1 => {
            let value = part(engine, 1)?;
            unary(engine, &name, value)?
        }
        2 if name == "." => Some(part(engine, 1)?), // [X]
        2 if is_binary(&name) => {
            let left = part(engine, 1)?;
            let right = part(engine, 2)?;
            Some(binary(engine, &name, left, right)?)
        }
        _ => None,
    };
    match value {
        Some(value) if value.fits() => Ok(value),
        Some(_) => Err(too_large(engine)),
        None => {
            let symbol = engine.database.symbols.intern(&name);
            let indicator = engine.indicator(symbol, arity);
            Err(engine.type_error("evaluable", indicator))
        }
    }
}

fn too_large(engine: &mut Engine) -> Wrong {
    let what = engine.atom("number_size");
    let formal = engine.compound("resource_error", &[what]);
    engine.error(formal)
}

fn constant(name: &str) -> Option<Number> {
    Some(match name {
        "pi" => Number::Float(std::f64::consts::PI),
        "e" => Number::Float(std::f64::consts::E),
        "inf" | "infinite" => Number::Float(f64::INFINITY),
        "nan" => Number::Float(f64::NAN),
        "epsilon" => Number::Float(f64::EPSILON),
        "max_tagged_integer" => Number::Int((1 << 60) - 1),
        "min_tagged_integer" => Number::Int(-(1 << 60)),
        "[]" => return None,
        _ => return None,
    })
}

fn is_binary(name: &str) -> bool {
    matches!(
        name,
        "+" | "-"
            | "*"
            | "/"
            | "//"
            | "mod"
            | "rem"
            | "div"
            | "min"
            | "max"
            | "**"
            | "^"
            | "/\\"
            | "\\/"
            | "xor"
            | "<<"
            | ">>"
            | "gcd"
            | "atan2"
            | "atan"
            | "copysign"
            | "truncate"
            | "log"
    )
}

/// Returns a float, or the error that it is none.
fn float(engine: &mut Engine, value: f64) -> Value {
    match () {
        () if value.is_nan() => Err(engine.evaluation("undefined")),
        () if value.is_infinite() => Err(engine.evaluation("float_overflow")),
        () => Ok(Number::Float(value)),
    }
}

/// Returns a whole number, or the error that the operand is a float.
fn whole(engine: &mut Engine, number: &Number) -> Result<BigInt, Wrong> {
    match number.to_big() {
        Some(value) => Ok(value),
        None => {
            let culprit = number.put(&mut engine.heap);
            Err(engine.type_error("integer", culprit))
        }
    }
}

fn rounded(engine: &mut Engine, value: f64) -> Value {
    match BigInt::from_f64(value) {
        Some(whole) => Ok(Number::of_big(whole)),
        None => Err(engine.evaluation("undefined")),
    }
}

fn unary(engine: &mut Engine, name: &str, value: Number) -> Result<Option<Number>, Wrong> {
    let is_float = value.is_float();
    let x = value.to_float();
    Ok(Some(match (name, is_float) {
        ("-", true) => Number::Float(-x),
        ("-", false) => Number::of_big(-whole(engine, &value)?),
        ("+", _) => value,
        ("abs", true) => Number::Float(x.abs()),
        ("abs", false) => Number::of_big(whole(engine, &value)?.abs()),
        ("sign", true) => Number::Float(if x == 0.0 { 0.0 } else { x.signum() }),
        ("sign", false) => Number::of_big(whole(engine, &value)?.signum()),
        ("min" | "max", _) => return Ok(None),
        ("float", _) => float(engine, x)?,
        ("integer" | "round", false) | ("truncate" | "ceiling" | "floor", false) => value,
        ("integer" | "round", true) => rounded(engine, x.round())?,
        ("truncate", true) => rounded(engine, x.trunc())?,
        ("floor", true) => rounded(engine, x.floor())?,
        ("ceiling", true) => rounded(engine, x.ceil())?,
        ("float_integer_part", _) => Number::Float(x.trunc()),
        ("float_fractional_part", true) => Number::Float(x.fract()),
        ("float_fractional_part", false) => Number::Int(0),
        ("sqrt", _) if x < 0.0 => return Err(engine.evaluation("undefined")),
        ("sqrt", _) => float(engine, x.sqrt())?,
        ("log" | "log2", _) if x <= 0.0 => {
            if x == 0.0 && !is_float {
                return Err(engine.evaluation("undefined"));
            }
            return Err(engine.evaluation("undefined"));
        }
        ("log", _) => float(engine, x.ln())?,
        ("log2", _) => float(engine, x.log2())?,
        ("exp", _) => float(engine, x.exp())?,
        ("sin", _) => float(engine, x.sin())?,
        ("cos", _) => float(engine, x.cos())?,
        ("tan", _) => float(engine, x.tan())?,
        ("asin", _) => float(engine, x.asin())?,
        ("acos", _) => float(engine, x.acos())?,
        ("atan", _) => float(engine, x.atan())?,
        ("sinh", _) => float(engine, x.sinh())?,
        ("cosh", _) => float(engine, x.cosh())?,
        ("tanh", _) => float(engine, x.tanh())?,
        ("\\", _) => Number::of_big(-whole(engine, &value)? - 1),
        ("msb", _) => {
            let value = whole(engine, &value)?;
            if value.sign() != num_bigint::Sign::Plus {
                let culprit = Number::of_big(value).put(&mut engine.heap);
                return Err(engine.type_error("not_less_than_one", culprit));
            }
            Number::Int(value.bits() as i64 - 1)
        }
        ("succ", _) => Number::of_big(whole(engine, &value)? + 1),
        _ => return Ok(None),
    }))
}

/// Computes an operation with two operands.
fn binary(engine: &mut Engine, name: &str, left: Number, right: Number) -> Value {
    if let (Number::Int(a), Number::Int(b)) = (&left, &right) {
        let quick = match name {
            "+" => a.checked_add(*b),
            "-" => a.checked_sub(*b),
            "*" => a.checked_mul(*b),
            "min" => Some(*a.min(b)),
            "max" => Some(*a.max(b)),
            _ => None,
        };
        if let Some(value) = quick {
            return Ok(Number::Int(value));
        }
    }
    let floats = left.is_float() || right.is_float();
    let (x, y) = (left.to_float(), right.to_float());
    let value = match name {
        "+" | "-" | "*" if floats => {
            let value = match name {
                "+" => x + y,
                "-" => x - y,
                _ => x * y,
            };
            return float(engine, value);
        }
        "/" => return divide(engine, left, right),
        "min" | "max" => {
            let order = left.order(&right);
            let first = if name == "min" { order.is_le() } else { order.is_ge() };
            return Ok(if first { left } else { right });
        }
        "**" if floats => return power_of_floats(engine, x, y),
        "^" if floats => return power_of_floats(engine, x, y),
        "**" | "^" => return power(engine, left, right),
        "atan2" | "atan" => {
            if x == 0.0 && y == 0.0 && !floats {
                return Err(engine.evaluation("undefined"));
            }
            return float(engine, x.atan2(y));
        }
        "copysign" => return float(engine, x.copysign(y)),
        "log" => {
            if x <= 0.0 || y <= 0.0 {
                return Err(engine.evaluation("undefined"));
            }
            return float(engine, y.ln() / x.ln());
        }
        _ => {
            let (a, b) = (whole(engine, &left)?, whole(engine, &right)?);
            let divides = matches!(name, "//" | "mod" | "rem" | "div");
            if divides && b.is_zero() {
                return Err(engine.evaluation("zero_divisor"));
            }
            let bits = a.bits().saturating_add(b.bits());
            match name {
                "+" => a + b,
                "-" => a - b,
                "*" if bits > MOST_BITS + 64 => return Err(too_large(engine)),
                "*" => a * b,
                "//" => a / b,
                "rem" => a % b,
                "mod" => floored(&a, &b).1,
                "div" => floored(&a, &b).0,
                "/\\" => a & b,
                "\\/" => a | b,
                "xor" => a ^ b,
                "gcd" => gcd(a, b),
                "<<" | ">>" => return shift(engine, name == "<<", a, b),
                _ => {
                    let symbol = engine.database.symbols.intern(name);
                    let indicator = engine.indicator(symbol, 2);
                    return Err(engine.type_error("evaluable", indicator));
                }
            }
        }
    };
    match Number::of_big(value) {
        number if number.fits() => Ok(number),
        _ => Err(too_large(engine)),
    }
}

/// Returns the quotient rounded down and the remainder that goes with it.
fn floored(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (quotient, remainder) = (a / b, a % b);
    match !remainder.is_zero() && remainder.is_negative() != b.is_negative() {
        true => (quotient - 1, remainder + b),
        false => (quotient, remainder),
    }
}

fn gcd(a: BigInt, b: BigInt) -> BigInt {
    let (mut a, mut b) = (a.abs(), b.abs());
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a
}

fn shift(engine: &mut Engine, left: bool, a: BigInt, b: BigInt) -> Value {
    let amount = if left { b } else { -b };
    let Some(amount) = amount.to_i64() else { return Err(too_large(engine)) };
    if amount <= 0 {
        let amount = amount.unsigned_abs().min(1 << 20);
        return Ok(Number::of_big(a >> amount));
    }
    match amount as u64 + a.bits() > MOST_BITS {
        true => Err(too_large(engine)),
        false => Ok(Number::of_big(a << amount)),
    }
}

/// Divides: whole numbers give a whole number where that is exact, and a float otherwise.
fn divide(engine: &mut Engine, left: Number, right: Number) -> Value {
    if let (Some(a), Some(b)) = (left.to_big(), right.to_big()) {
        if b.is_zero() {
            return Err(engine.evaluation("zero_divisor"));
        }
        if (&a % &b).is_zero() {
            return Ok(Number::of_big(a / b));
        }
        return float(engine, left.to_float() / right.to_float());
    }
    if right.to_float() == 0.0 {
        let undefined = left.to_float() == 0.0;
        return Err(engine.evaluation(if undefined { "undefined" } else { "zero_divisor" }));
    }
    float(engine, left.to_float() / right.to_float())
}

fn power_of_floats(engine: &mut Engine, x: f64, y: f64) -> Value {
    if x == 0.0 && y < 0.0 {
        return Err(engine.evaluation("zero_divisor"));
    }
    float(engine, x.powf(y))
}

fn power(engine: &mut Engine, left: Number, right: Number) -> Value {
    let (base, exponent) = (whole(engine, &left)?, whole(engine, &right)?);
    let one = BigInt::from(1);
    if base == one || exponent.is_zero() {
        return Ok(Number::Int(1));
    }
    if base == -&one {
        let even = (&exponent % BigInt::from(2)).is_zero();
        return Ok(Number::Int(if even { 1 } else { -1 }));
    }
    if exponent.is_negative() {
        if base.is_zero() {
            return Err(engine.evaluation("zero_divisor"));
        }
        let culprit = left.put(&mut engine.heap);
        return Err(engine.type_error("float", culprit));
    }
    if base.is_zero() {
        return Ok(Number::Int(0));
    }
    match exponent.to_u64() {
        Some(exponent) if exponent.saturating_mul(base.bits()) <= MOST_BITS + 64 => {
            let value = Number::of_big(base.pow(exponent as u32));
            if value.fits() { Ok(value) } else { Err(too_large(engine)) }
        }
        _ => Err(too_large(engine)),
    }
}

/// Returns the whole number of a term that must be one.
pub fn integer(engine: &mut Engine, term: Cell) -> Result<i64, Wrong> {
    let term = engine.heap.deref(term);
    match (term.kind(), Number::get(&engine.heap, term)) {
        (Kind::Integer(value), _) => Ok(value),
        (Kind::Reference(_), _) => Err(engine.instantiation()),
        (_, Some(Number::Int(value))) => Ok(value),
        (_, Some(Number::Big(_))) => Err(engine.representation("max_integer")),
        _ => Err(engine.type_error("integer", term)),
    }
}
