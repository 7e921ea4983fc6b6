//! Reasons for rejecting evidence, in plain words.

use std::fmt;

use ludex_base::NoAnswer;

/// A rejection of evidence: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// What is wrong, as a sentence without a full stop.
    pub reason: String,
    /// The number of the node at fault; `None` if the evidence as a whole is.
    pub node: Option<usize>,
    /// The position of that node as replayed from the root, if the walk reached it.
    pub position: Option<String>,
}

/// What the checker says: accepted, rejected, or no verdict within the budget.
pub(crate) type Verdict<T> = Result<T, NoAnswer<Rejection>>;

impl From<Rejection> for NoAnswer<Rejection> {
    fn from(rejection: Rejection) -> NoAnswer<Rejection> {
        NoAnswer::Invalid(rejection)
    }
}

impl Rejection {
    /// Returns why there is no acceptance, for callers whose budget has no limits.
    pub(crate) fn unlimited(why: NoAnswer<Rejection>) -> Rejection {
        match why {
            NoAnswer::Invalid(rejection) => rejection,
            NoAnswer::Stopped(stopped) => Rejection::of_all(stopped.to_string()),
        }
    }

    /// Returns a fault of the evidence as a whole.
    pub(crate) fn of_all(reason: impl Into<String>) -> Rejection {
        Rejection { reason: reason.into(), node: None, position: None }
    }

    /// Returns a fault of one node.
    pub(crate) fn of_node(node: usize, reason: impl Into<String>) -> Rejection {
        Rejection { reason: reason.into(), node: Some(node), position: None }
    }

    /// Returns this fault with the position of the node.
    pub(crate) fn at(self, position: String) -> Rejection {
        Rejection { position: Some(position), ..self }
    }

    /// Returns this fault as one of a part of the evidence, which `part` names.
    pub(crate) fn within(self, part: &str) -> Rejection {
        Rejection { reason: format!("{} (in {part})", self.reason), ..self }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.node, &self.position) {
            (Some(node), Some(position)) => write!(f, "node {node} (position {position}): ")?,
            (Some(node), None) => write!(f, "node {node}: ")?,
            (None, _) => {}
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Rejection {}
