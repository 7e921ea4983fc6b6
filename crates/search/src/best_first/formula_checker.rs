//! Checking formulas by best-first search (Algorithm 8): PNPS and MCPS.

use ludex_game::{Hints, Outcome, Question};
use ludex_logic::{Formula, Formulas};

use super::formula_explorer::{FormulaExplorer, IS_TRUE};
use super::scheme::Scheme;
use super::schemes::{Conjunctions, MonteCarlo, ProofNumbers};
use super::search::{BestFirst, LoopOptions};
use crate::budget::{Budget, Meter, Observer, Search};
use crate::depth_first::CheckReport;

/// The information scheme to check formulas with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckAlgorithm {
    /// Proof Number Proof Search (Section 4.3.3).
    Pnps,
    /// Monte Carlo Proof Search (Section 4.3.4).
    Mcps,
}

/// How to check a formula by best-first search. Nothing here changes an answer.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstCheckOptions {
    /// The information scheme.
    pub algorithm: CheckAlgorithm,
    /// Recognise a state and a formula reached in different ways.
    pub transpositions: bool,
    /// What PNPS expects proofs of both parts of a conjunction to take together.
    pub conjunctions: Conjunctions,
    /// Start the numbers of PNPS with the number of moves.
    pub mobility: bool,
    /// Unfold leaves by a search of their own (PNPS²).
    pub second_level: bool,
    /// The current-node shortcut of Algorithm 8.
    pub shortcut: bool,
    /// The seed of the probes of MCPS.
    pub seed: u64,
    /// So many threads search below leaves, with a second level only.
    pub threads: usize,
}

impl BestFirstCheckOptions {
    /// The usual options for an algorithm.
    pub fn new(algorithm: CheckAlgorithm) -> BestFirstCheckOptions {
        BestFirstCheckOptions {
            algorithm,
            transpositions: true,
            conjunctions: Conjunctions::Sum,
            mobility: false,
            second_level: false,
            shortcut: true,
            seed: 0,
            threads: 1,
        }
    }
}

/// Checks formulas of one DAG over one game by best-first search.
pub struct BestFirstChecker<'g, G> {
    question: Question<'g, G>,
    formulas: &'g Formulas,
    options: BestFirstCheckOptions,
    max_bytes: usize,
}

impl<'g, G: Hints> BestFirstChecker<'g, G> {
    /// A checker whose trees use at most this many bytes.
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        options: BestFirstCheckOptions,
        max_bytes: usize,
    ) -> Self {
        BestFirstChecker { question, formulas, options, max_bytes }
    }

    /// Whether the formula holds in the state.
    pub fn check(
        &self,
        state: &G::State,
        formula: Formula,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> CheckReport<G::Move> {
        let limits = (budget, observer);
        let label = (state, formula);
        let question = IS_TRUE;
        let BestFirstCheckOptions { conjunctions, mobility, .. } = self.options;
        match self.options.algorithm {
            CheckAlgorithm::Pnps => {
                self.search(ProofNumbers { question, mobility, conjunctions }, label, limits)
            }
            CheckAlgorithm::Mcps => {
                self.search(MonteCarlo { question, evaluation: false }, label, limits)
            }
        }
    }

    fn search<S: Scheme>(
        &self,
        scheme: S,
        (state, formula): (&G::State, Formula),
        (budget, observer): (&Budget, &mut dyn Observer),
    ) -> CheckReport<G::Move> {
        let BestFirstCheckOptions { transpositions: dag, shortcut, second_level, seed, .. } =
            self.options;
        let max_bytes = self.max_bytes.min(budget.max_bytes);
        let options = LoopOptions { dag, shortcut, second_level, prune: true, max_bytes };
        let mut search = BestFirst::new(scheme, options);
        let label = (state.clone(), formula);
        let mut explorer = FormulaExplorer::new(self.question, self.formulas, label, dag, seed);
        let mut meter = Meter::new(budget, observer);
        let result = search.solve(&mut explorer, &mut meter, self.options.threads);
        CheckReport {
            answer: result.ok().map(|()| search.bounds().low > Outcome::WORST),
            queries: explorer.queries(),
            nodes: meter.nodes(),
            bytes: search.bytes(&explorer),
            line: Vec::new(),
            stopped: result.err(),
        }
    }
}

impl<S: Scheme> BestFirst<S> {
    /// Searches until the root is solved.
    pub(super) fn solve<'g, G: Hints>(
        &mut self,
        explorer: &mut FormulaExplorer<'g, G>,
        meter: &mut Meter,
        threads: usize,
    ) -> Search<()> {
        let enough = |bounds: ludex_game::Bounds| bounds.exact().is_some();
        if threads > 1 && self.options.second_level {
            self.run_with(threads, explorer, meter, &enough, &mut |_| false)
        } else {
            self.run(explorer, meter, &enough, &mut |_| false)
        }
    }
}
