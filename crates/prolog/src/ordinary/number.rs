//! Numbers: whole numbers of any size, and floats.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_traits::{FromPrimitive, ToPrimitive};

use crate::terms::{Cell, Heap, Kind};

/// A number.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    Int(i64),
    /// A whole number that does not fit the first kind.
    Big(BigInt),
    Float(f64),
}

/// The largest whole number that a cell holds, and the smallest.
const MOST: i64 = (1 << 60) - 1;
const LEAST: i64 = -(1 << 60);

/// The limit on the words of a number.
const MOST_WORDS: u64 = 500;

/// The limit on the bits of a number: larger results are refused before they are computed.
pub const MOST_BITS: u64 = MOST_WORDS * 64 - 64;

impl Number {
    /// Returns a whole number in its smallest form.
    pub fn of_big(value: BigInt) -> Number {
        match value.to_i64() {
            Some(small) => Number::Int(small),
            None => Number::Big(value),
        }
    }

    /// Returns the whole number as a large one; `None` for a float.
    pub fn to_big(&self) -> Option<BigInt> {
        match self {
            Number::Int(value) => Some(BigInt::from(*value)),
            Number::Big(value) => Some(value.clone()),
            Number::Float(_) => None,
        }
    }

    /// Returns the nearest float.
    pub fn to_float(&self) -> f64 {
        match self {
            Number::Int(value) => *value as f64,
            Number::Big(value) => value.to_f64().unwrap_or(f64::INFINITY),
            Number::Float(value) => *value,
        }
    }

    /// Returns whether it is a float.
    pub fn is_float(&self) -> bool {
        matches!(self, Number::Float(_))
    }

    /// Returns whether the number fits the arena.
    pub fn fits(&self) -> bool {
        !matches!(self, Number::Big(value) if value.bits() > MOST_BITS)
    }

    /// Puts a number into the arena and returns its cell.
    pub fn put(&self, heap: &mut Heap) -> Cell {
        match self {
            Number::Int(value) if (LEAST..=MOST).contains(value) => Cell::integer(*value),
            Number::Int(value) => put_big(&BigInt::from(*value), heap),
            Number::Big(value) => put_big(value, heap),
            Number::Float(value) => heap.boxed(true, &[value.to_bits()]),
        }
    }

    /// Returns the number of a cell; `None` if it is none.
    #[inline]
    pub fn get(heap: &Heap, cell: Cell) -> Option<Number> {
        match cell.kind() {
            Kind::Integer(value) => Some(Number::Int(value)),
            Kind::Boxed(place) => Some(get_boxed(&heap.cells[place..])),
            _ => None,
        }
    }

    /// Compares two numbers by value.
    pub fn order(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a.cmp(b),
            (Number::Float(a), Number::Float(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
            (Number::Float(a), b) => float_order(*a, b),
            (a, Number::Float(b)) => float_order(*b, a).reverse(),
            (a, b) => a.to_big().cmp(&b.to_big()),
        }
    }
}

/// Compares a float with a whole number, exactly.
fn float_order(float: f64, whole: &Number) -> Ordering {
    let rounded = float.floor();
    match (BigInt::from_f64(rounded), whole.to_big()) {
        (Some(floor), Some(whole)) => {
            let fraction = if float > rounded { Ordering::Greater } else { Ordering::Equal };
            floor.cmp(&whole).then(fraction)
        }
        _ => float.partial_cmp(&0.0).unwrap_or(Ordering::Equal),
    }
}

fn put_big(value: &BigInt, heap: &mut Heap) -> Cell {
    let (sign, digits) = value.to_u64_digits();
    let mut words = vec![u64::from(sign == Sign::Minus)];
    words.extend(digits);
    heap.boxed(false, &words)
}

/// Returns the number whose header is the first of these cells.
pub fn get_boxed(cells: &[Cell]) -> Number {
    let Some(Kind::Header(float, length)) = cells.first().map(|cell| cell.kind()) else {
        return Number::Int(0);
    };
    let words = cells.get(1..=length).unwrap_or(&[]);
    if float {
        return Number::Float(f64::from_bits(words.first().map_or(0, |word| word.word() as u64)));
    }
    let mut digits: Vec<u32> = Vec::with_capacity(2 * length);
    for word in words.iter().skip(1).map(|word| word.word() as u64) {
        digits.extend([word as u32, (word >> 32) as u32]);
    }
    let negative = words.first().is_some_and(|word| word.word() == 1);
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    Number::of_big(BigInt::from_slice(sign, &digits))
}

/// Returns a float as text that reads back as the same float.
pub fn float_text(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    if value.is_nan() {
        return "nan".into();
    }
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e15).contains(&size) {
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let mantissa =
            if mantissa.contains('.') { mantissa.into() } else { format!("{mantissa}.0") };
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let sign = if exponent < 0 { "-" } else { "+" };
        return format!("{mantissa}e{sign}{}", exponent.abs());
    }
    let text = format!("{value}");
    if text.contains('.') { text } else { format!("{text}.0") }
}
