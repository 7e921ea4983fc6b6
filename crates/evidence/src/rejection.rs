//! Why evidence is not accepted, in plain words.

use std::fmt;

/// Evidence was not accepted: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// What is wrong, as a sentence without a full stop.
    pub reason: String,
    /// The number of the offending node; `None` if it is about the evidence as a whole.
    pub node: Option<usize>,
    /// The position of that node as replayed from the root, where the walk got that far.
    pub position: Option<String>,
}

impl Rejection {
    /// A fault of the evidence as a whole.
    pub(crate) fn of_all(reason: impl Into<String>) -> Rejection {
        Rejection { reason: reason.into(), node: None, position: None }
    }

    /// A fault of one node.
    pub(crate) fn of_node(node: usize, reason: impl Into<String>) -> Rejection {
        Rejection { reason: reason.into(), node: Some(node), position: None }
    }

    /// The same fault, with the position of the node.
    pub(crate) fn at(self, position: String) -> Rejection {
        Rejection { position: Some(position), ..self }
    }

    /// The same fault, of a part of the evidence: `part` names it.
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
