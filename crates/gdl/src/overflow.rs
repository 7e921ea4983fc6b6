//! The limits of reasoning in one state: what goes beyond them has no answer, rather than a wrong one.

use crate::syntax::DEEPEST;

/// The most facts that are derived in one state.
pub(crate) const MOST_FACTS: usize = 1_000_000;

/// The most literals resolved for one question, and the most calls under way.
pub(crate) const MOST_WORK: u64 = 50_000_000;
pub(crate) const MOST_CALLS: usize = 20_000;

/// The most terms of all states together: two gigabytes.
pub(crate) const MOST_TERMS: usize = 40_000_000;

/// A description grew beyond one of the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Overflow {
    #[error("a term is nested deeper than {DEEPEST}")]
    Depth,
    #[error("more than {MOST_FACTS} facts follow from one state")]
    Facts,
    #[error("more than {MOST_TERMS} terms came up in the states so far")]
    Terms,
    #[error("one question about a state takes more than {MOST_WORK} steps")]
    Work,
    #[error("more than {MOST_CALLS} questions about a state wait for each other")]
    Calls,
}
