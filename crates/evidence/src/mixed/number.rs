//! Exact numbers as text: `7`, `-3/19`, `0.157894736842105`.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The length of the longest number that is parsed; longer ones would take long.
const LONGEST: usize = 20_000;

/// Denominators below this are written as fractions, larger ones as decimals if possible.
const SMALL: u32 = 1_000_000;

/// Writes a number in its canonical form.
pub fn write(number: &BigRational) -> String {
    if number.denom() < &BigInt::from(SMALL) {
        return number.to_string();
    }
    match places(number.denom()) {
        Some(places) => decimal(number, places),
        None => number.to_string(),
    }
}

/// Parses a number that is written as [`write`] does.
pub fn read(text: &str) -> Result<BigRational, String> {
    let parsed = if text.len() > LONGEST { None } else { parse(text) };
    match parsed {
        Some(number) if write(&number) == text => Ok(number),
        Some(number) => Err(format!("{text} is to be written {}", write(&number))),
        None => Err(format!("{} is not a number", text.chars().take(40).collect::<String>())),
    }
}

/// Returns the nearest floating-point number.
pub fn to_float(number: &BigRational) -> f64 {
    num_traits::ToPrimitive::to_f64(number).unwrap_or(f64::NAN)
}

fn parse(text: &str) -> Option<BigRational> {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty();
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-BigInt::one(), size),
        None => (BigInt::one(), text),
    };
    let (above, below): (BigInt, BigInt) = match (size.split_once('/'), size.split_once('.')) {
        (Some((above, below)), _) if digits(above) && digits(below) => {
            (above.parse().ok()?, below.parse().ok()?)
        }
        (None, Some((whole, part))) if digits(whole) && digits(part) => {
            (format!("{whole}{part}").parse().ok()?, power_of_ten(part.len()))
        }
        (None, None) if digits(size) => (size.parse().ok()?, BigInt::one()),
        _ => return None,
    };
    (!below.is_zero()).then(|| BigRational::new(sign * above, below))
}

fn power_of_ten(places: usize) -> BigInt {
    num_traits::pow(BigInt::from(10), places)
}

/// Returns the number of decimal places that a denominator needs, or `None` if it has factors other
/// than 2 and 5.
fn places(denominator: &BigInt) -> Option<usize> {
    let (mut rest, mut most) = (denominator.clone(), 0);
    for factor in [2, 5] {
        let factor = BigInt::from(factor);
        let mut count = 0;
        while (&rest % &factor).is_zero() {
            rest /= &factor;
            count += 1;
        }
        most = most.max(count);
    }
    rest.is_one().then_some(most)
}

fn decimal(number: &BigRational, places: usize) -> String {
    let whole = (number.abs() * power_of_ten(places)).to_integer().to_string();
    let sign = if number.is_negative() { "-" } else { "" };
    let padded = format!("{whole:0>width$}", width = places + 1);
    let (before, after) = padded.split_at(padded.len() - places);
    format!("{sign}{before}.{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_one_way() {
        for text in ["0", "-7", "1/3", "-3/19", "1/4", "0.157894736842105", "-12.0000000001"] {
            assert_eq!(read(text).map(|number| write(&number)).as_deref(), Ok(text));
        }
        assert_eq!(read("2/4").unwrap_err(), "2/4 is to be written 1/2");
        let wrong =
            ["", "-", "1/0", "1/", "/2", ".5", "1.", "+1", "1e3", "0.25", "-0", "01", "1/2/3", "½"];
        for text in wrong {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&"9".repeat(LONGEST + 1)).is_err());
        // A third of 10^-15 is no decimal.
        let odd = BigRational::new(1.into(), BigInt::from(3_000_000_000_000_000_u64));
        assert_eq!(write(&odd), "1/3000000000000000");
    }
}
