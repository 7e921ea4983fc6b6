//! Costs as numbers: saturating, with an infinity of their own.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// A cost: a number, or infinite where there is no (dis)proof.
///
/// Sums that would be too large stay at [`Cost::LARGEST`], which is finite: only the cost of a
/// missing proof is infinite.
///
/// ```
/// use ludex_search::Cost;
/// assert_eq!(Cost::new(2) + Cost::new(3), Cost::new(5));
/// assert_eq!(Cost::LARGEST + Cost::new(1), Cost::LARGEST);
/// assert_eq!(Cost::INFINITE + Cost::ZERO, Cost::INFINITE);
/// assert_eq!([1, 2, 3].map(Cost::new).into_iter().sum::<Cost>(), Cost::new(6));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cost(u64);

impl Cost {
    /// The cost 0.
    pub const ZERO: Cost = Cost(0);
    /// The largest finite cost, which also represents all larger ones.
    pub const LARGEST: Cost = Cost(u64::MAX - 1);
    /// The cost of a proof that does not exist.
    pub const INFINITE: Cost = Cost(u64::MAX);

    /// Returns a finite cost.
    pub const fn new(number: u64) -> Cost {
        if number == u64::MAX { Cost::LARGEST } else { Cost(number) }
    }

    /// Returns the number, if it is finite.
    pub fn finite(self) -> Option<u64> {
        (!self.is_infinite()).then_some(self.0)
    }

    /// Returns whether there is no proof.
    #[inline]
    pub fn is_infinite(self) -> bool {
        self == Cost::INFINITE
    }

    /// Returns all 64 bits, for tables.
    #[inline]
    pub(crate) fn to_bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) fn from_bits(bits: u64) -> Cost {
        Cost(bits)
    }
}

impl Add for Cost {
    type Output = Cost;

    #[inline]
    fn add(self, other: Cost) -> Cost {
        if self.is_infinite() || other.is_infinite() {
            Cost::INFINITE
        } else {
            Cost::new(self.0.saturating_add(other.0))
        }
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::ZERO, Add::add)
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finite() {
            Some(number) => number.fmt(f),
            None => f.write_str("∞"),
        }
    }
}

impl fmt::Debug for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
