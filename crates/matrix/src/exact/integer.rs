//! The integers a tableau can be made of: fast ones that may overflow, and long ones.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// An integer. Operations return `None` if the result does not fit.
pub(super) trait Whole: Clone + Signed {
    fn from_big(number: &BigInt) -> Option<Self>;
    fn to_big(&self) -> BigInt;
    fn negated(&self) -> Option<Self>;
    /// Returns `(a·b − c·d) / by`, which is known to leave no remainder.
    fn cross(a: &Self, b: &Self, c: &Self, d: &Self, by: &Self) -> Option<Self>;
    /// Returns the sign of `a·b − c·d`.
    fn compare(a: &Self, b: &Self, c: &Self, d: &Self) -> Option<i32>;
}

impl Whole for i64 {
    fn from_big(number: &BigInt) -> Option<i64> {
        number.to_i64()
    }

    fn to_big(&self) -> BigInt {
        (*self).into()
    }

    fn negated(&self) -> Option<i64> {
        self.checked_neg()
    }

    /// Products of two fit into 127 bits, their difference perhaps not.
    fn cross(&a: &i64, &b: &i64, &c: &i64, &d: &i64, &by: &i64) -> Option<i64> {
        let difference =
            (i128::from(a) * i128::from(b)).checked_sub(i128::from(c) * i128::from(d))?;
        (difference / i128::from(by)).try_into().ok()
    }

    fn compare(&a: &i64, &b: &i64, &c: &i64, &d: &i64) -> Option<i32> {
        let (left, right) = (i128::from(a) * i128::from(b), i128::from(c) * i128::from(d));
        Some(left.cmp(&right) as i32)
    }
}

impl Whole for i128 {
    fn from_big(number: &BigInt) -> Option<i128> {
        number.to_i128()
    }

    fn to_big(&self) -> BigInt {
        (*self).into()
    }

    fn negated(&self) -> Option<i128> {
        self.checked_neg()
    }

    fn cross(&a: &i128, &b: &i128, &c: &i128, &d: &i128, &by: &i128) -> Option<i128> {
        a.checked_mul(b)?.checked_sub(c.checked_mul(d)?)?.checked_div(by)
    }

    fn compare(&a: &i128, &b: &i128, &c: &i128, &d: &i128) -> Option<i32> {
        Some(a.checked_mul(b)?.cmp(&c.checked_mul(d)?) as i32)
    }
}

impl Whole for BigInt {
    fn from_big(number: &BigInt) -> Option<BigInt> {
        Some(number.clone())
    }

    fn to_big(&self) -> BigInt {
        self.clone()
    }

    fn negated(&self) -> Option<BigInt> {
        Some(-self)
    }

    fn cross(a: &BigInt, b: &BigInt, c: &BigInt, d: &BigInt, by: &BigInt) -> Option<BigInt> {
        Some((a * b - c * d) / by)
    }

    fn compare(a: &BigInt, b: &BigInt, c: &BigInt, d: &BigInt) -> Option<i32> {
        Some((a * b).cmp(&(c * d)) as i32)
    }
}
