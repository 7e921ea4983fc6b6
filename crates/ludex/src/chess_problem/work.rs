//! One budget for all the searches of a problem.

use ludex_search::{Budget, Observer, Stopped};

use crate::requests::Limits;

/// The observer of all the searches.
pub struct Telling(Box<dyn Observer>);

impl Observer for Telling {
    fn progress(&mut self, progress: &ludex_search::Progress) {
        self.0.progress(progress);
    }
}

/// What is left of the budget, and what was done with the rest.
pub struct Work {
    budget: Budget,
    /// Moves played so far.
    pub nodes: u64,
    /// Why a search ended before its time; then no other is begun.
    pub stopped: Option<Stopped>,
    pub observer: Telling,
}

impl Work {
    /// Starts now.
    pub fn new(limits: &Limits) -> Work {
        let observer = Telling(Box::new(limits.observer()));
        Work { budget: limits.budget(), nodes: 0, stopped: None, observer }
    }

    /// The bytes that tables may use.
    pub fn max_bytes(&self) -> usize {
        self.budget.max_bytes
    }

    /// What the next search may spend: nothing once one was stopped.
    pub fn budget(&self) -> Budget {
        let left = self.budget.max_nodes.map(|most| most.saturating_sub(self.nodes));
        let max_nodes = if self.stopped.is_some() { Some(0) } else { left };
        Budget { max_nodes, ..self.budget.clone() }
    }

    /// Counts what a search did.
    pub fn count(&mut self, nodes: u64, stopped: Option<Stopped>) {
        self.nodes += nodes;
        self.stopped = self.stopped.or(stopped);
    }
}
