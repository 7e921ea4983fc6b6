//! Effort numbers [Saf13, Sections 2.4 and 3.7.1], and how many of them a node has.

use super::table::Number;

/// Stands for ∞: the effort of what cannot be proved. Sums of finite numbers stay below it.
pub(super) const INFINITE: u32 = u32::MAX;

/// The effort to prove that a value is at least some rank, and that it is smaller: `p` and `d` of
/// proof number search, `G` and `S` of MOPNS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    pub greater: u32,
    pub smaller: u32,
}

impl Effort {
    /// The value is at least the rank.
    pub const PROVED: Effort = Effort { greater: 0, smaller: INFINITE };
    /// The value is smaller than the rank.
    pub const DISPROVED: Effort = Effort { greater: INFINITE, smaller: 0 };
    /// Nothing is known [Saf13, Eq. 2.18].
    pub const UNKNOWN: Effort = Effort { greater: 1, smaller: 1 };

    /// Returns whether the question is answered.
    #[inline]
    pub fn solved(self) -> bool {
        self.greater == 0 || self.smaller == 0
    }

    /// Returns the effort for the agent to move, who needs one good move, and for the others, who
    /// need an answer to each of its moves.
    #[inline]
    pub fn split(self, max: bool) -> (u32, u32) {
        if max { (self.greater, self.smaller) } else { (self.smaller, self.greater) }
    }

    /// Inverts [`Effort::split`].
    #[inline]
    pub fn join(own: u32, other: u32, max: bool) -> Effort {
        if max {
            Effort { greater: own, smaller: other }
        } else {
            Effort { greater: other, smaller: own }
        }
    }

    /// Returns the effort of a node whose children have these numbers [Saf13, Eq. 2.17]: the
    /// minimum for the agent to move, the sum for the others.
    #[inline]
    pub fn combine(children: impl Iterator<Item = Effort>, max: bool) -> Effort {
        let mut least = INFINITE;
        let mut sum = Sum::default();
        for child in children {
            let (own, other) = child.split(max);
            least = least.min(own);
            sum.add(other);
        }
        Effort::join(least, sum.total(), max)
    }
}

impl Number for Effort {
    #[inline]
    fn to_bits(self) -> u64 {
        u64::from(self.greater) << 32 | u64::from(self.smaller)
    }

    #[inline]
    fn from_bits(bits: u64) -> Effort {
        Effort { greater: (bits >> 32) as u32, smaller: bits as u32 }
    }
}

/// A sum of efforts: infinite exactly if one of them is.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sum {
    finite: u64,
    infinite: bool,
}

impl Sum {
    #[inline]
    pub fn add(&mut self, effort: u32) {
        self.infinite |= effort == INFINITE;
        self.finite += u64::from(effort);
    }

    #[inline]
    pub fn total(self) -> u32 {
        if self.infinite { INFINITE } else { self.finite.min(u64::from(INFINITE - 1)) as u32 }
    }

    /// Returns whether a threshold is reached.
    #[inline]
    pub fn reaches(self, threshold: u32) -> bool {
        self.infinite || (threshold < INFINITE && self.finite >= u64::from(threshold))
    }

    /// Returns the value that one of the summands may reach before the sum, which is below the
    /// threshold, reaches it.
    #[inline]
    pub fn room(self, threshold: u32, summand: u32) -> u32 {
        if threshold == INFINITE {
            return INFINITE;
        }
        (u64::from(threshold) + u64::from(summand) - self.finite) as u32
    }
}

/// The number of pairs of effort numbers of a node.
pub(super) trait Width: Copy {
    /// Returns this number, which the type may know already.
    fn new(pairs: usize) -> Self;

    fn get(self) -> usize;
}

/// One pair: proof number search asks about one rank at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct One;

impl Width for One {
    fn new(_: usize) -> One {
        One
    }

    #[inline(always)]
    fn get(self) -> usize {
        1
    }
}

/// A pair for every outcome but the worst.
#[derive(Clone, Copy, Debug)]
pub(super) struct Many(usize);

impl Width for Many {
    fn new(pairs: usize) -> Many {
        Many(pairs)
    }

    #[inline(always)]
    fn get(self) -> usize {
        self.0
    }
}
