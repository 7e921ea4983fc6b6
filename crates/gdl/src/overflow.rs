//! The limits of evaluating one state. A query that exceeds them has no answer.

use ludex_base::Stopped;

use crate::syntax::DEEPEST;

/// The largest number of facts derived in one state.
pub(crate) const MOST_FACTS: usize = 1_000_000;

/// The largest number of literals resolved for one query, and of nested calls.
pub(crate) const MOST_WORK: u64 = 50_000_000;
pub(crate) const MOST_CALLS: usize = 20_000;

/// The largest number of terms of all states: two gigabytes.
pub(crate) const MOST_TERMS: usize = 40_000_000;

/// The limit that an evaluation exceeded.
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
    #[error("{0}")]
    Stopped(Stopped),
    #[error("more than {MOST_CALLS} questions about a state wait for each other")]
    Calls,
}
