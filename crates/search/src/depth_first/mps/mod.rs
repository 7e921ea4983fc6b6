//! Depth-first Minimal Proof Search: the cheapest (dis)proof of a formula in little memory.
//!
//! MPS (Section 4.4) keeps a tree and descends to the child that may be refuted most cheaply. This
//! is to it what df-pn is to proof number search, by the same change (Nagai's): a node is left only
//! when one of its two numbers has grown past a limit at which the tree search would go elsewhere;
//! see `engine` and `limits`. Formulas get smaller at every step, so that no pair is below itself
//! even where states repeat, and what the table says of a pair is right wherever it is met.

mod engine;
mod limits;
mod proof;

use ludex_evidence::Proof;
use ludex_game::{Hints, Question};
use ludex_logic::{Formula, Formulas};

use self::engine::Engine;
use super::dfps::Line;
use super::dfps_plain::Queries;
use crate::budget::{Budget, Meter, Observer, Stopped};
use crate::costs::{Cost, Costs, Minimal, proof_line};

/// What a Minimal Proof Search found.
#[derive(Clone, PartialEq, Debug)]
pub struct MinimalReport<M> {
    /// Whether the formula holds; nothing if the search was stopped before that was known.
    pub answer: Option<bool>,
    /// The numbers of the root.
    pub value: Minimal,
    /// A proof or disproof of minimal cost, if there was time and memory for it.
    pub proof: Option<Proof<M>>,
    /// What was asked of the game.
    pub queries: Queries,
    /// Nodes unfolded.
    pub nodes: u64,
    /// The bytes of the table or the tree.
    pub bytes: usize,
    /// The longest play of the proof.
    pub line: Line<M>,
    /// Why something is missing.
    pub stopped: Option<Stopped>,
}

impl<M> MinimalReport<M> {
    /// What the cheapest (dis)proof costs, if that is known.
    pub fn cost(&self) -> Option<Cost> {
        self.value.settled.then(|| self.value.at_least())
    }
}

/// Finds the cheapest (dis)proofs of formulas of one DAG over one game; what its table has learned
/// stays for the next one.
pub struct DfMps<'g, G: Hints> {
    engine: Engine<'g, G>,
}

impl<'g, G: Hints> DfMps<'g, G> {
    /// A search whose table uses at most this many bytes.
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        costs: &'g dyn Costs,
        max_bytes: usize,
    ) -> Self {
        DfMps { engine: Engine::new(question, formulas, costs, max_bytes) }
    }

    /// Whether the formula holds in the state, with a cheapest (dis)proof.
    pub fn check(
        &mut self,
        state: &G::State,
        formula: Formula,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> MinimalReport<G::Move> {
        let mut meter = Meter::new(budget, observer);
        let engine = &mut self.engine;
        let found = engine.begin(&mut meter, state, formula);
        let (queries, nodes) = (engine.queries, meter.nodes());
        let proof = found.and_then(|()| engine.prove(&mut meter, state, formula));
        let value = engine.root.negated_if(formula.negated());
        let (proof, stopped) = (proof.as_ref().ok(), proof.as_ref().err());
        MinimalReport {
            answer: value.truth(),
            value,
            line: proof.and_then(|p| proof_line(p, engine.formulas, formula)).unwrap_or_default(),
            proof: proof.cloned(),
            queries,
            nodes,
            bytes: engine.bytes(),
            stopped: stopped.copied(),
        }
    }
}
