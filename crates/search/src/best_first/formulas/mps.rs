//! Minimal Proof Search [Saf13, Section 4.4]: the cheapest (dis)proof of a formula, best first.
//!
//! This is the search loop with minimal proof numbers over pairs of a state and a formula.
//! Transpositions and a second level (MPS²) change neither answer nor cost: all numbers are lower
//! bounds [Saf13, Prop. 28] wherever they come from, and the loop ends only when one is attained
//! (see [`Minimal`](crate::Minimal)). The double count of DAGs is no problem here but the
//! definition: a proof is a tree, and costs what its parts cost as often as they occur.

use ludex_game::{Hints, Question};
use ludex_logic::{Formula, Formulas};

use crate::best_first::formulas::decided::FormulaTree;
use crate::best_first::formulas::explorer::FormulaExplorer;
use crate::best_first::formulas::proof::prove_root;
use crate::best_first::schemes::MinimalProofs;
use crate::best_first::search::{BestFirst, LoopOptions};
use crate::budget::{Budget, Meter, Observer};
use crate::costs::{Costs, Heuristics, MinimalReport};
use crate::shared_proof::SharedProof;

/// Options of the search. They change neither the answer nor the cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MpsOptions {
    /// Recognise (state, formula) pairs that are reached by different paths.
    pub transpositions: bool,
    /// Unfold leaves by searches of their own (MPS²).
    pub second_level: bool,
    /// The current-node shortcut of [Saf13, Algorithm 8].
    pub shortcut: bool,
    /// The number of threads that search below leaves, with a second level only.
    pub threads: usize,
}

impl Default for MpsOptions {
    fn default() -> MpsOptions {
        MpsOptions { transpositions: true, second_level: false, shortcut: true, threads: 1 }
    }
}

/// Finds the cheapest (dis)proofs of formulas of one DAG over one game by best-first search.
pub struct Mps<'g, G> {
    question: Question<'g, G>,
    formulas: &'g Formulas,
    costs: &'g dyn Costs,
    heuristics: Heuristics,
    options: MpsOptions,
    max_bytes: usize,
}

impl<'g, G: Hints> Mps<'g, G> {
    /// Makes a search whose tree uses at most this many bytes.
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        costs: &'g dyn Costs,
        options: MpsOptions,
        max_bytes: usize,
    ) -> Self {
        let heuristics = Heuristics::for_game(formulas, costs, question.game);
        Mps { question, formulas, costs, heuristics, options, max_bytes }
    }

    /// Decides whether the formula holds in the state, with a cheapest (dis)proof. The budget
    /// applies to each of the two.
    pub fn check(
        &self,
        state: &G::State,
        formula: Formula,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> MinimalReport<G::Move> {
        let MpsOptions { transpositions: dag, shortcut, second_level, threads } = self.options;
        // A proof needs about as much memory as the tree it comes from.
        let max_bytes = self.max_bytes.min(budget.max_bytes) / 2;
        let options =
            LoopOptions { dag, images: false, shortcut, second_level, prune: true, max_bytes };
        let scheme = MinimalProofs { costs: self.costs, heuristics: &self.heuristics };
        let mut search = BestFirst::new(scheme, options);
        let label = (state.clone(), formula);
        // Only atoms are evaluated at once: the cost of a part is needed, not only whether it
        // holds.
        let mut explorer =
            FormulaExplorer::new(self.question, self.formulas, label, dag, 0).merging();
        let mut meter = Meter::new(budget, observer);
        let answer = search.decide(&mut explorer, &mut meter, threads);
        let (queries, nodes, bytes) = (explorer.queries(), meter.nodes(), search.bytes(&explorer));
        let root = (!search.tree.is_empty()).then(|| search.tree.info(0)[0]);
        let proof = answer.and_then(|_| {
            let mut made = SharedProof::new(Meter::new(budget, observer), self.question.game);
            prove_root(&mut search, &mut explorer, &mut made, 0).map(|_| made.finish())
        });
        let value = root.unwrap_or(self.heuristics.leaf(formula, 0));
        MinimalReport::new(value, (self.formulas, formula, self.costs), proof)
            .with_work(queries, nodes, bytes)
    }
}
