//! The numbers that terms are evaluated with: exact ones, and floating point ones for heuristics.

use crate::Rational;

/// A number type for evaluating terms.
pub(crate) trait Number: Clone {
    fn number(exact: &Rational, float: f64) -> Self;
    fn zero() -> Self;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    fn power(&self, exponent: u32) -> Self;
    /// Returns the number multiplied by a count.
    fn many(&self, count: u32) -> Self;
}

impl Number for Rational {
    fn number(exact: &Rational, _: f64) -> Rational {
        exact.clone()
    }
    fn zero() -> Rational {
        Rational::ZERO
    }
    fn add(&mut self, other: &Rational) {
        *self = &*self + other;
    }
    fn times(&self, other: &Rational) -> Rational {
        self * other
    }
    fn power(&self, exponent: u32) -> Rational {
        Rational::power(self, exponent)
    }
    fn many(&self, count: u32) -> Rational {
        self * &Rational::from(i64::from(count))
    }
}

impl Number for f64 {
    #[inline]
    fn number(_: &Rational, float: f64) -> f64 {
        float
    }
    #[inline]
    fn zero() -> f64 {
        0.0
    }
    #[inline]
    fn add(&mut self, other: &f64) {
        *self += other;
    }
    #[inline]
    fn times(&self, other: &f64) -> f64 {
        self * other
    }
    #[inline]
    fn power(&self, exponent: u32) -> f64 {
        self.powi(exponent as i32)
    }
    #[inline]
    fn many(&self, count: u32) -> f64 {
        self * f64::from(count)
    }
}
