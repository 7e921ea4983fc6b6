//! Exact numbers: what a payoff is where its floating-point number is only near it.

use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A fraction of whole numbers of 64 bits in lowest terms. Numbers that can grow without bound are
/// [`Rational`](crate::Rational)s.
///
/// ```
/// use ludex_base::Fraction;
/// let third: Fraction = "-2/6".parse().unwrap();
/// assert_eq!((third.numerator(), third.denominator()), (-1, 3));
/// assert_eq!("0.25".parse::<Fraction>().unwrap().to_string(), "1/4");
/// assert!("1/0".parse::<Fraction>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: i64,
    denominator: i64,
}

/// Why a text is not a [`Fraction`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FractionError {
    /// It is not a number at all.
    #[error("this is not a number")]
    NotANumber,
    /// It has the denominator 0.
    #[error("nothing can be divided by 0")]
    ByZero,
    /// Its parts have more than 18 digits.
    #[error("this number has too many digits to be kept exactly")]
    TooLong,
}

impl Fraction {
    /// Zero.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };

    /// Returns the fraction of two whole numbers, or `None` if the second is 0 or a part is too
    /// large.
    pub fn new(numerator: i64, denominator: i64) -> Option<Fraction> {
        Fraction::reduced(i128::from(numerator), i128::from(denominator))
    }

    /// Returns the fraction of two whole numbers, or `None` if the second is 0 or a part does not
    /// fit in lowest terms.
    pub fn reduced(numerator: i128, denominator: i128) -> Option<Fraction> {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok().filter(|&d| d > 0 && denominator != 0)?;
        let sign = denominator.signum();
        let numerator = i64::try_from(sign * numerator / divisor).ok()?;
        let denominator = i64::try_from(sign * denominator / divisor).ok()?;
        Some(Fraction { numerator, denominator })
    }

    /// Returns exactly the fraction that a floating-point number is, or `None` if it is none or a
    /// part does not fit.
    pub fn of_number(number: f64) -> Option<Fraction> {
        let (mut whole, mut power) = (number, 0_u32);
        // Doubling is exact, so that a number of at most 62 binary places becomes whole.
        while whole.fract() != 0.0 && power < 62 {
            whole *= 2.0;
            power += 1;
        }
        let fits = whole.fract() == 0.0 && whole.abs() < i64::MAX as f64;
        if fits { Fraction::reduced(whole as i128, 1 << power) } else { None }
    }

    /// Returns the part above the line.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// Returns the part below the line, above 0.
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// Returns the nearest floating-point number.
    pub fn number(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Returns the negative, or `None` if it does not fit.
    pub fn checked_neg(self) -> Option<Fraction> {
        let numerator = self.numerator.checked_neg()?;
        Some(Fraction { numerator, ..self })
    }

    /// Returns the sum, or `None` if it does not fit.
    pub fn checked_add(self, other: Fraction) -> Option<Fraction> {
        let (a, b) = (i128::from(self.numerator), i128::from(self.denominator));
        let (c, d) = (i128::from(other.numerator), i128::from(other.denominator));
        // Each product is below 2^126.
        Fraction::reduced(a * d + c * b, b * d)
    }

    /// Returns the quotient, or `None` if it does not fit or the divisor is 0.
    pub fn checked_div(self, divisor: Fraction) -> Option<Fraction> {
        let above = i128::from(self.numerator) * i128::from(divisor.denominator);
        Fraction::reduced(above, i128::from(self.denominator) * i128::from(divisor.numerator))
    }

    /// Returns the product, or `None` if it does not fit.
    pub fn checked_mul(self, other: Fraction) -> Option<Fraction> {
        let above = i128::from(self.numerator) * i128::from(other.numerator);
        Fraction::reduced(above, i128::from(self.denominator) * i128::from(other.denominator))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl From<i64> for Fraction {
    fn from(numerator: i64) -> Fraction {
        Fraction { numerator, denominator: 1 }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        left.cmp(&(i128::from(other.numerator) * i128::from(self.denominator)))
    }
}

impl Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            below => write!(f, "{}/{below}", self.numerator),
        }
    }
}

impl FromStr for Fraction {
    type Err = FractionError;

    /// Parses `7`, `-1/3`, `0.25` and `2.5e-3`, each for exactly what it says.
    fn from_str(text: &str) -> Result<Fraction, FractionError> {
        match text.split_once('/') {
            Some((above, below)) => {
                let (above, below) = (whole(above)?, whole(below)?);
                if below == 0 {
                    return Err(FractionError::ByZero);
                }
                Fraction::reduced(above, below).ok_or(FractionError::TooLong)
            }
            None => decimal(text),
        }
    }
}

/// Parses a whole number with at most 18 digits.
fn whole(text: &str) -> Result<i128, FractionError> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(FractionError::NotANumber);
    }
    match text.parse::<i64>() {
        Ok(number) if digits.trim_start_matches('0').len() <= 18 => Ok(number.into()),
        _ => Err(FractionError::TooLong),
    }
}

/// Parses a number with a point, a power of ten, both or neither.
fn decimal(text: &str) -> Result<Fraction, FractionError> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, whole(exponent)?),
        None => (text, 0),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let after = after.trim_end_matches('0');
    let digits = whole(&format!("{before}{after}"))?;
    let places = exponent - after.len() as i128;
    let power = u32::try_from(places.abs()).ok().and_then(|n| 10i128.checked_pow(n));
    let power = match power {
        _ if digits == 0 => 1,
        Some(power) => power,
        None => return Err(FractionError::TooLong),
    };
    let fraction = match places < 0 {
        true => Fraction::reduced(digits, power),
        false => digits.checked_mul(power).and_then(|n| Fraction::reduced(n, 1)),
    };
    fraction.ok_or(FractionError::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_mean_what_they_say() {
        let cases = [
            ("0", "0"),
            ("-0.0", "0"),
            ("+3/9", "1/3"),
            ("3/-9", "-1/3"),
            ("1.50", "3/2"),
            ("1e3", "1000"),
            ("-2.5E-3", "-1/400"),
            ("0e99999", "0"),
            ("000000000000000000000000012/1", "12"),
        ];
        for (text, expected) in cases {
            let read = text.parse::<Fraction>().map(|f| f.to_string());
            assert_eq!(read.as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn floating_point_numbers_are_exact_fractions() {
        let text = |number: f64| Fraction::of_number(number).map(|f| f.to_string());
        assert_eq!(text(-0.75).as_deref(), Some("-3/4"));
        assert_eq!(text(-0.0).as_deref(), Some("0"));
        assert_eq!(text(0.1).as_deref(), Some("3602879701896397/36028797018963968"));
        assert_eq!(text(9e15).as_deref(), Some("9000000000000000"));
        for number in [f64::NAN, f64::INFINITY, 1e300, 1e-300, i64::MAX as f64] {
            assert_eq!(text(number), None, "{number}");
        }
    }

    #[test]
    fn what_is_no_exact_number_is_refused() {
        use FractionError::{ByZero, NotANumber, TooLong};
        let cases = [
            ("", NotANumber),
            ("NaN", NotANumber),
            ("inf", NotANumber),
            ("1/", NotANumber),
            ("1/2/3", NotANumber),
            ("--1", NotANumber),
            ("1.2.3", NotANumber),
            ("1/0", ByZero),
            ("1234567890123456789", TooLong),
            ("1e40", TooLong),
            ("1e-19", TooLong),
            ("1e999999999999", TooLong),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Fraction>(), Err(error), "{text}");
        }
        assert_eq!(Fraction::new(i64::MIN, -1), None);
        assert_eq!(Fraction::new(0, -5).map(|f| f.denominator()), Some(1));
    }

    /// A random fraction and its parts before they are reduced.
    fn random(random: &mut crate::Random) -> (Fraction, i64, i64) {
        let (above, below) = (random.below(41) as i64 - 20, random.below(20) as i64 + 1);
        let sign = if random.one_in(2) { -1 } else { 1 };
        let fraction = Fraction::new(sign * above, sign * below).expect("small parts");
        (fraction, above, below)
    }

    #[test]
    fn arithmetic_and_order_are_those_of_the_parts() {
        let mut random = crate::Random::new(1);
        for _ in 0..10_000 {
            let ((x, a, b), (y, c, d)) = (self::random(&mut random), self::random(&mut random));
            assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)), "{x} {y}");
            assert_eq!(x == y, a * d == c * b, "{x} {y}");
            assert_eq!(x.checked_add(y), Fraction::new(a * d + c * b, b * d), "{x} {y}");
            assert_eq!(x.checked_div(y), Fraction::new(a * d, b * c), "{x} {y}");
            assert_eq!(x.checked_mul(y), Fraction::new(a * c, b * d), "{x} {y}");
            assert_eq!(x.to_string().parse(), Ok(x));
            assert_eq!(x.number(), a as f64 / b as f64);
        }
        let large = Fraction::from(i64::MAX);
        assert_eq!(large.checked_add(Fraction::from(1)), None);
        assert!(large > Fraction::from(i64::MIN) && Fraction::ZERO == Fraction::from(0));
    }
}
