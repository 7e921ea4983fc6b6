//! Exact numbers of any size: what expectations are, whose denominators grow with every roll.

use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::ops::{Add, Mul, Sub};
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use crate::{Fraction, FractionError};

/// The length of the longest number that is parsed; longer ones would take long.
const LONGEST: usize = 20_000;

/// A fraction of whole numbers of any size, in lowest terms. Those that fit into a [`Fraction`] take
/// no memory of their own.
///
/// ```
/// use ludex_base::{Fraction, Rational};
/// let sixth = Rational::from(Fraction::new(1, 6).unwrap());
/// let all = (0..40).fold(Rational::from(1), |product, _| &product * &sixth);
/// assert_eq!(all.to_string().len(), 2 + 32); // 1/6^40
/// assert_eq!(all.divided_by(&all), Some(Rational::from(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Size);

/// A number is small exactly if it fits, so that equal numbers are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Size {
    Small(Fraction),
    Large(Box<BigRational>),
}

impl Rational {
    /// Zero.
    pub const ZERO: Rational = Rational(Size::Small(Fraction::ZERO));

    fn of_large(number: BigRational) -> Rational {
        let parts = number.numer().to_i64().zip(number.denom().to_i64());
        match parts.and_then(|(above, below)| Fraction::new(above, below)) {
            Some(small) => Rational(Size::Small(small)),
            None => Rational(Size::Large(Box::new(number))),
        }
    }

    fn large(&self) -> BigRational {
        match &self.0 {
            Size::Small(f) => BigRational::new(f.numerator().into(), f.denominator().into()),
            Size::Large(number) => (**number).clone(),
        }
    }

    /// Returns the fraction of 64 bits that it is, if it is one.
    pub fn small(&self) -> Option<Fraction> {
        match self.0 {
            Size::Small(fraction) => Some(fraction),
            Size::Large(_) => None,
        }
    }

    /// Returns the bytes that it takes beyond its own size.
    pub fn heap_bytes(&self) -> usize {
        let Size::Large(number) = &self.0 else { return 0 };
        let bits = number.numer().bits() + number.denom().bits();
        size_of::<BigRational>() + bits as usize / 8
    }

    /// Returns the nearest floating-point number.
    pub fn number(&self) -> f64 {
        match &self.0 {
            Size::Small(fraction) => fraction.number(),
            Size::Large(number) => number.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// Returns the quotient, or `None` if the divisor is 0.
    pub fn divided_by(&self, divisor: &Rational) -> Option<Rational> {
        if *divisor == Rational::ZERO {
            return None;
        }
        Some(self.compute(divisor, Fraction::checked_div, |a, b| a / b))
    }

    /// Computes with fractions where the result fits, and with large numbers where not.
    fn compute(
        &self,
        other: &Rational,
        small: impl Fn(Fraction, Fraction) -> Option<Fraction>,
        large: impl Fn(BigRational, BigRational) -> BigRational,
    ) -> Rational {
        match self.small().zip(other.small()).and_then(|(a, b)| small(a, b)) {
            Some(result) => Rational(Size::Small(result)),
            None => Rational::of_large(large(self.large(), other.large())),
        }
    }
}

impl From<Fraction> for Rational {
    fn from(fraction: Fraction) -> Rational {
        Rational(Size::Small(fraction))
    }
}

impl From<i64> for Rational {
    fn from(number: i64) -> Rational {
        Fraction::from(number).into()
    }
}

impl Add for &Rational {
    type Output = Rational;

    fn add(self, other: &Rational) -> Rational {
        self.compute(other, Fraction::checked_add, |a, b| a + b)
    }
}

impl Sub for &Rational {
    type Output = Rational;

    fn sub(self, other: &Rational) -> Rational {
        let small = |a: Fraction, b: Fraction| a.checked_add(b.checked_neg()?);
        self.compute(other, small, |a, b| a - b)
    }
}

impl Mul for &Rational {
    type Output = Rational;

    fn mul(self, other: &Rational) -> Rational {
        self.compute(other, Fraction::checked_mul, |a, b| a * b)
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
            (Size::Small(a), Size::Small(b)) => a.cmp(b),
            _ => self.large().cmp(&other.large()),
        }
    }
}

impl Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Size::Small(fraction) => fraction.fmt(f),
            Size::Large(number) => number.fmt(f),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl FromStr for Rational {
    type Err = FractionError;

    /// Parses `7` and `-1/3` with any number of digits up to a limit, and all that a [`Fraction`]
    /// can be written as.
    fn from_str(text: &str) -> Result<Rational, FractionError> {
        match text.parse::<Fraction>() {
            Ok(small) => Ok(small.into()),
            Err(FractionError::TooLong) if text.len() <= LONGEST => {
                let (above, below) = text.split_once('/').unwrap_or((text, "1"));
                let whole = |part: &str| part.parse::<BigInt>().ok();
                let (above, below) =
                    whole(above).zip(whole(below)).ok_or(FractionError::TooLong)?;
                match below.is_zero() {
                    true => Err(FractionError::ByZero),
                    false => Ok(Rational::of_large(BigRational::new(above, below))),
                }
            }
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A random number, sometimes a large one, and the same as a large number.
    fn random(random: &mut crate::Random) -> (Rational, BigRational) {
        let part = |random: &mut crate::Random| {
            let size = [7, 1 << 20, i64::MAX as usize][random.below(3)];
            BigInt::from(random.below(size) as i64 + 1)
        };
        let sign = if random.one_in(2) { -1 } else { 1 };
        let large = BigRational::new(part(random) * sign, part(random));
        (Rational::of_large(large.clone()), large)
    }

    #[test]
    fn arithmetic_and_order_are_those_of_large_numbers() {
        let mut rng = crate::Random::new(1);
        for _ in 0..10_000 {
            let ((a, x), (b, y)) = (random(&mut rng), random(&mut rng));
            assert_eq!((&a + &b).to_string(), (&x + &y).to_string());
            assert_eq!((&a - &b).to_string(), (&x - &y).to_string());
            assert_eq!((&a * &b).to_string(), (&x * &y).to_string());
            assert_eq!(a.divided_by(&b).map(|q| q.to_string()), Some((&x / &y).to_string()));
            assert_eq!(a.cmp(&b), x.cmp(&y));
            let sum = &a + &b;
            assert_eq!(&sum - &b, a, "equal numbers are equal values");
            assert_eq!(sum.to_string().parse(), Ok(sum.clone()));
            assert_eq!(sum.small().is_some(), sum.small().map(Rational::from) == Some(sum));
        }
        assert_eq!(Rational::from(1).divided_by(&Rational::ZERO), None);
    }

    #[test]
    fn numbers_of_any_length_are_parsed() {
        let text = format!("1/{}", "9".repeat(50));
        assert_eq!(text.parse::<Rational>().map(|n| n.to_string()).as_deref(), Ok(&*text));
        assert_eq!("0.25".parse::<Rational>().map(|n| n.to_string()).as_deref(), Ok("1/4"));
        let long = "9".repeat(LONGEST + 1);
        assert_eq!(long.parse::<Rational>(), Err(FractionError::TooLong));
        assert_eq!(format!("{}/0", "9".repeat(30)).parse::<Rational>(), Err(FractionError::ByZero));
        assert!((text.parse::<Rational>().map_or(0.0, |n| n.number()) - 1e-50).abs() < 1e-60);
    }
}
