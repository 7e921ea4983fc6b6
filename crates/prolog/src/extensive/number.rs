//! Payoffs: exact fractions, so that equal payoffs are equal.

use std::cmp::Ordering;
use std::fmt::{Display, Formatter, Result as FmtResult};

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    above: i64,
    below: i64,
}

impl Number {
    /// Zero.
    pub const ZERO: Number = Number { above: 0, below: 1 };

    /// A fraction; nothing if the denominator is zero or it does not fit.
    pub fn fraction(above: i128, below: i128) -> Option<Number> {
        if below == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(above.unsigned_abs(), below.unsigned_abs()) as i128;
        let sign = if below < 0 { -1 } else { 1 };
        let above = i64::try_from(sign * above / divisor).ok()?;
        let below = i64::try_from(sign * below / divisor).ok()?;
        Some(Number { above, below })
    }

    /// Reads `3`, `-1.25` or `2/3`.
    pub fn read(text: &str) -> Option<Number> {
        if let Some((above, below)) = text.split_once('/') {
            return Number::fraction(above.parse().ok()?, below.parse().ok()?);
        }
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let all = format!("{whole}{part}");
        if all.is_empty() || part.len() > 18 || !all.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Number::fraction(sign * all.parse::<i128>().ok()?, 10_i128.pow(part.len() as u32))
    }

    /// The sum, if it fits.
    pub fn plus(self, other: Number) -> Option<Number> {
        let (a, b) = (i128::from(self.above), i128::from(self.below));
        let (c, d) = (i128::from(other.above), i128::from(other.below));
        Number::fraction(a * d + c * b, b * d)
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.above as f64 / self.below as f64
    }
}

impl From<i64> for Number {
    fn from(above: i64) -> Number {
        Number { above, below: 1 }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        let left = i128::from(self.above) * i128::from(other.below);
        left.cmp(&(i128::from(other.above) * i128::from(self.below)))
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter) -> FmtResult {
        match self.below {
            1 => write!(f, "{}", self.above),
            below => write!(f, "{}/{below}", self.above),
        }
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        assert_eq!(
            Number::read("0.1").unwrap().plus(Number::read("0.2").unwrap()),
            Number::read("3/10")
        );
        assert_eq!(Number::read("-2/4").unwrap().to_string(), "-1/2");
        assert_eq!(Number::read("4/-2"), Some(Number::from(-2)));
        assert!(Number::read("1/3") < Number::read("0.34"));
        for text in ["", "-", "1/0", "x", "1.2.3", ".", "99999999999999999999"] {
            assert_eq!(Number::read(text), None, "{text}");
        }
    }
}
