//! Exact rationals: two machine words if they suffice, big numbers otherwise.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedMul, FromPrimitive, Signed, ToPrimitive, Zero};

/// An exact rational number, printed as `11/6`, `-1` or `0`.
///
/// ```
/// use ludex_rewrite::Rational;
/// let quarter = Rational::new(1, 4);
/// assert_eq!(quarter.power(2).to_string(), "1/16");
/// assert_eq!((&Rational::from(3) + &quarter).to_string(), "13/4");
/// ```
#[derive(Clone, Debug)]
pub struct Rational(Value);

#[derive(Clone, Debug)]
enum Value {
    Small(Ratio<i64>),
    Big(Box<BigRational>),
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational(Value::Small(Ratio::new_raw(0, 1)));
    /// One.
    pub const ONE: Rational = Rational(Value::Small(Ratio::new_raw(1, 1)));

    /// Returns a fraction. The denominator must not be 0.
    pub fn new(numerator: i64, denominator: i64) -> Rational {
        Rational::from_big(BigRational::new(numerator.into(), denominator.into()))
    }

    /// Parses `3`, `-3` or `1/4`. Returns `None` for other texts, and for a denominator 0.
    pub fn parse(text: &str) -> Option<Rational> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let numerator: BigInt = numerator.parse().ok()?;
        let denominator: BigInt = denominator.parse().ok()?;
        let positive = denominator.is_positive();
        positive.then(|| Rational::from_big(BigRational::new(numerator, denominator)))
    }

    /// Returns the number in the smallest form it fits into: equal numbers have equal forms.
    fn from_big(number: BigRational) -> Rational {
        match (number.numer().to_i64(), number.denom().to_i64()) {
            // `i64::MIN` has no absolute value, which the fast path may need.
            (Some(n), Some(d)) if n != i64::MIN => Rational(Value::Small(Ratio::new_raw(n, d))),
            _ => Rational(Value::Big(Box::new(number))),
        }
    }

    fn to_big(&self) -> BigRational {
        match &self.0 {
            Value::Small(r) => BigRational::new((*r.numer()).into(), (*r.denom()).into()),
            Value::Big(big) => (**big).clone(),
        }
    }

    fn small(number: Ratio<i64>) -> Option<Rational> {
        (*number.numer() != i64::MIN).then_some(Rational(Value::Small(number)))
    }

    /// Returns the number to a power.
    pub fn power(&self, exponent: u32) -> Rational {
        let (mut result, mut square, mut left) = (Rational::ONE, self.clone(), exponent);
        while left > 0 {
            if left & 1 == 1 {
                result = &result * &square;
            }
            left >>= 1;
            if left > 0 {
                square = &square * &square;
            }
        }
        result
    }

    /// Returns the nearest floating point number.
    pub fn to_f64(&self) -> f64 {
        let number = match &self.0 {
            Value::Small(r) => *r.numer() as f64 / *r.denom() as f64,
            Value::Big(big) => big.to_f64().unwrap_or(0.0),
        };
        if number.is_finite() { number } else { f64::MAX.copysign(number) }
    }

    /// Returns the number as a fraction of machine words, if it fits.
    pub fn fraction(&self) -> Option<ludex_base::Fraction> {
        match &self.0 {
            Value::Small(r) => ludex_base::Fraction::new(*r.numer(), *r.denom()),
            Value::Big(_) => None,
        }
    }

    /// Returns whether this is 0.
    pub fn is_zero(&self) -> bool {
        matches!(&self.0, Value::Small(r) if r.is_zero())
    }

    /// Returns the number as an integer, if it is one that fits.
    pub fn whole(&self) -> Option<i64> {
        match &self.0 {
            Value::Small(r) if *r.denom() == 1 => Some(*r.numer()),
            _ => None,
        }
    }

    /// Returns the denominator in lowest terms, if it fits.
    pub(crate) fn denominator(&self) -> Option<i64> {
        match &self.0 {
            Value::Small(r) => Some(*r.denom()),
            Value::Big(_) => None,
        }
    }
}

impl From<i64> for Rational {
    fn from(number: i64) -> Rational {
        Rational::from_big(BigRational::from_i64(number).unwrap_or_else(BigRational::zero))
    }
}

impl std::ops::Add for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        if let (Value::Small(a), Value::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(b).and_then(Rational::small)
        {
            return sum;
        }
        Rational::from_big(self.to_big() + other.to_big())
    }
}

impl std::ops::Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        if let (Value::Small(a), Value::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(b).and_then(Rational::small)
        {
            return product;
        }
        Rational::from_big(self.to_big() * other.to_big())
    }
}

impl std::ops::Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        self * &Rational::from(-1)
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Rational) -> bool {
        match (&self.0, &other.0) {
            (Value::Small(a), Value::Small(b)) => a.numer() == b.numer() && a.denom() == b.denom(),
            (Value::Big(a), Value::Big(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Rational {}

impl std::hash::Hash for Rational {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match &self.0 {
            Value::Small(r) => (r.numer(), r.denom()).hash(state),
            Value::Big(big) => big.hash(state),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        match (&self.0, &other.0) {
            (Value::Small(a), Value::Small(b)) => {
                let left = i128::from(*a.numer()) * i128::from(*b.denom());
                left.cmp(&(i128::from(*b.numer()) * i128::from(*a.denom())))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.0 {
            Value::Small(r) => write!(f, "{r}"),
            Value::Big(big) => write!(f, "{big}"),
        }
    }
}
