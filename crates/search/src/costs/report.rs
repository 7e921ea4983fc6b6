//! The results of a Minimal Proof Search.

use ludex_evidence::Proof;
use ludex_logic::{Formula, Formulas};

use super::{Cost, Costs, Minimal, proof_cost, proof_line};
use crate::budget::{Search, Stopped};
use crate::depth_first::{Line, Queries};

/// The result of a Minimal Proof Search.
#[derive(Clone, PartialEq, Debug)]
pub struct MinimalReport<M> {
    /// Whether the formula holds; `None` if the search was stopped before that was known.
    pub answer: Option<bool>,
    /// The proof numbers of the root.
    pub value: Minimal,
    /// A proof or disproof of minimal cost, if there was time and memory for it.
    pub proof: Option<Proof<M>>,
    /// The queries to the game (to find the answer; those for the proof are not counted).
    pub queries: Queries,
    /// Nodes expanded.
    pub nodes: u64,
    /// The bytes of the table or the tree.
    pub bytes: usize,
    /// The longest play of the proof.
    pub line: Line<M>,
    /// Why the answer, its cost or the proof is missing.
    pub stopped: Option<Stopped>,
}

impl<M: Copy> MinimalReport<M> {
    /// Returns a report of these numbers and, if they are settled, a proof. Its cost is compared
    /// with the numbers: a collision of keys could have made it another one.
    pub(crate) fn new(
        value: Minimal,
        (formulas, formula, costs): (&Formulas, Formula, &dyn Costs),
        proof: Search<Proof<M>>,
    ) -> Self {
        let fits = |proof: &Proof<M>| {
            proof_cost(proof, formulas, formula, costs) == Some(value.at_least())
        };
        let proof = proof.and_then(|p| if fits(&p) { Ok(p) } else { Err(Stopped::KeyClash) });
        let stopped = proof.as_ref().err().copied();
        let proof = proof.ok();
        let line = proof.as_ref().and_then(|proof| proof_line(proof, formulas, formula));
        MinimalReport {
            // A contradiction invalidates the numbers as well.
            answer: value.truth().filter(|_| stopped != Some(Stopped::KeyClash)),
            value,
            proof,
            queries: Queries::default(),
            nodes: 0,
            bytes: 0,
            line: line.unwrap_or_default(),
            stopped,
        }
    }

    pub(crate) fn with_work(self, queries: Queries, nodes: u64, bytes: usize) -> Self {
        MinimalReport { queries, nodes, bytes, ..self }
    }

    /// Returns the cost of the cheapest (dis)proof, if it is known.
    pub fn cost(&self) -> Option<Cost> {
        self.value.settled.then(|| self.value.at_least())
    }
}
