//! Depth-first Minimal Proof Search: the cheapest (dis)proof of a formula in little memory.
//!
//! MPS [Saf13, Section 4.4] keeps a tree and descends to the child that may be refuted most
//! cheaply. This search relates to it as df-pn \[Nag02\] relates to proof number search: a node is
//! left only when one of its two numbers exceeds a limit at which the tree search would leave it;
//! see `engine` and `limits`. Formulas get smaller at every step, so that no pair is below itself
//! even where states repeat, and a table entry is right on every path.

mod engine;
mod limits;
mod proof;

use ludex_game::{Hints, Question};
use ludex_logic::{Formula, Formulas};

use self::engine::Engine;
use crate::budget::{Budget, Meter, Observer};
use crate::costs::{Costs, MinimalReport};
use crate::shared_proof::SharedProof;

/// Finds the cheapest (dis)proofs of formulas of one DAG over one game; the table is kept for the
/// next formula.
pub struct DfMps<'g, G: Hints> {
    engine: Engine<'g, G>,
}

impl<'g, G: Hints> DfMps<'g, G> {
    /// Makes a search whose table uses at most this many bytes.
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        costs: &'g dyn Costs,
        max_bytes: usize,
    ) -> Self {
        DfMps { engine: Engine::new(question, formulas, costs, max_bytes) }
    }

    /// Decides whether the formula holds in the state, with a cheapest (dis)proof. The budget
    /// applies to each of the two.
    pub fn check(
        &mut self,
        state: &G::State,
        formula: Formula,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> MinimalReport<G::Move> {
        let engine = &mut self.engine;
        let mut meter = Meter::new(budget, observer);
        let found = engine.begin(&mut meter, state, formula);
        let (queries, nodes) = (engine.queries, meter.nodes());
        let proof = found.and_then(|()| {
            let mut made = SharedProof::new(Meter::new(budget, observer), engine.question.game);
            engine.show(&mut made, (state, formula.positive()), 1).map(|()| made.finish())
        });
        let value = engine.root.negated_if(formula.negated());
        MinimalReport::new(value, (engine.formulas, formula, engine.costs), proof).with_work(
            queries,
            nodes,
            engine.bytes(),
        )
    }
}
