//! Searches for the truth of formulas, each bound to a game and a formula.

use std::time::Instant;

use ludex_evidence::Proof;
use ludex_game::{Hints, Model, Question};
use ludex_logic::Compiled;

use crate::best_first::{
    BestFirstCheckOptions, BestFirstChecker, CheckAlgorithm, Conjunctions, Mps, MpsOptions,
};
use crate::budget::{Budget, Observer, Stopped};
use crate::costs::{COSTS, Minimal, MinimalReport, ReadyCosts};
use crate::depth_first::{CheckOptions, CheckReport, Checker, DfMps};

/// A search for the truth of one formula in states of one game.
pub trait CheckSearch<G: Model> {
    /// Decides whether the formula holds in a state, with a proof if that is wanted.
    fn check(
        &mut self,
        state: &G::State,
        prove: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> FormulaAnswer<G::Move>;
}

/// How to search for the truth of a formula. Nothing here changes an answer.
#[derive(Clone, Copy)]
pub struct CheckSearchOptions<'c> {
    /// Exactly the published depth-first search.
    pub plain: bool,
    /// Recognise a state and a formula reached in different ways.
    pub transpositions: bool,
    /// The effort of a conjunction, by proof numbers.
    pub conjunctions: Conjunctions,
    /// Decide at once what takes no move.
    pub look: bool,
    /// Start proof numbers with the number of moves.
    pub mobility: bool,
    /// What a proof has least of.
    pub cost: ReadyCosts<'c>,
    /// The seed of random numbers.
    pub seed: u64,
    /// How many threads search.
    pub threads: usize,
    /// The bytes that tables and trees may use.
    pub max_bytes: usize,
}

impl Default for CheckSearchOptions<'_> {
    fn default() -> Self {
        CheckSearchOptions {
            plain: false,
            transpositions: true,
            conjunctions: Conjunctions::Sum,
            look: true,
            mobility: false,
            cost: COSTS[0],
            seed: 0,
            threads: 1,
            max_bytes: 256 << 20,
        }
    }
}

/// What a search found about a formula.
pub struct FormulaAnswer<M> {
    /// The answer and the work.
    pub report: CheckReport<M>,
    /// How long it took. Only a best-first search reads its proof off while it is at it.
    pub seconds: f64,
    /// A proof of the answer, if one was wanted and there is an answer, or why there is none.
    pub proof: Option<Result<Proof<M>, Stopped>>,
    /// What its cost is known to be, from searches for cheapest proofs.
    pub minimal: Option<Minimal>,
}

impl<M> FormulaAnswer<M> {
    /// Converts the report of a search for cheapest proofs, which always looks for a proof.
    fn cheapest(found: MinimalReport<M>, seconds: f64) -> FormulaAnswer<M> {
        let MinimalReport { answer, value, proof, queries, nodes, bytes, line, stopped } = found;
        let missing = answer.and(stopped).map(Err);
        let report = CheckReport { answer, queries, nodes, bytes, line, stopped };
        FormulaAnswer { report, seconds, proof: proof.map(Ok).or(missing), minimal: Some(value) }
    }
}

/// A search in a box, as the table makes it.
type Boxed<'g, G> = Box<dyn CheckSearch<G> + 'g>;

pub(super) fn dfps<'g, G: Hints>(
    question: Question<'g, G>,
    compiled: &'g Compiled,
    options: &CheckSearchOptions<'g>,
) -> Boxed<'g, G> {
    let bytes = if options.transpositions { options.max_bytes } else { 0 };
    let deepening = compiled.deepening.clone().unwrap_or_default();
    Box::new(DepthFirst {
        compiled,
        search: Checker::new(question, &compiled.formulas, bytes),
        options: CheckOptions { plain: options.plain, deepening },
    })
}

struct DepthFirst<'g, G: Hints> {
    compiled: &'g Compiled,
    search: Checker<'g, G>,
    options: CheckOptions,
}

impl<G: Hints> CheckSearch<G> for DepthFirst<'_, G> {
    fn check(
        &mut self,
        state: &G::State,
        prove: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> FormulaAnswer<G::Move> {
        let (start, root) = (Instant::now(), self.compiled.root);
        let report = self.search.check(state, root, &self.options, budget, observer);
        let seconds = start.elapsed().as_secs_f64();
        let proof = (prove && report.answer.is_some())
            .then(|| self.search.prove(state, root, budget, observer));
        FormulaAnswer { report, seconds, proof, minimal: None }
    }
}

pub(super) fn best_first<'g, G: Hints>(
    question: Question<'g, G>,
    compiled: &'g Compiled,
    options: &CheckSearchOptions<'g>,
    algorithm: CheckAlgorithm,
    second_level: bool,
) -> Boxed<'g, G> {
    let max_bytes = options.max_bytes;
    let options = BestFirstCheckOptions {
        transpositions: options.transpositions,
        conjunctions: options.conjunctions,
        look: options.look,
        mobility: options.mobility,
        second_level,
        seed: options.seed,
        threads: options.threads,
        ..BestFirstCheckOptions::new(algorithm)
    };
    let search = BestFirstChecker::new(question, &compiled.formulas, options, max_bytes);
    Box::new(BestFirst { compiled, search })
}

struct BestFirst<'g, G> {
    compiled: &'g Compiled,
    search: BestFirstChecker<'g, G>,
}

impl<G: Hints> CheckSearch<G> for BestFirst<'_, G> {
    fn check(
        &mut self,
        state: &G::State,
        prove: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> FormulaAnswer<G::Move> {
        let (start, root) = (Instant::now(), self.compiled.root);
        let (report, proof) = match prove {
            true => {
                let (report, proof) = self.search.prove(state, root, budget, observer);
                (report, Some(proof))
            }
            false => (self.search.check(state, root, budget, observer), None),
        };
        let proof = proof.filter(|_| report.answer.is_some());
        FormulaAnswer { report, seconds: start.elapsed().as_secs_f64(), proof, minimal: None }
    }
}

pub(super) fn minimal<'g, G: Hints>(
    question: Question<'g, G>,
    compiled: &'g Compiled,
    options: &CheckSearchOptions<'g>,
    second_level: bool,
) -> Boxed<'g, G> {
    let (max_bytes, costs) = (options.max_bytes, options.cost.costs);
    let options = MpsOptions {
        transpositions: options.transpositions,
        second_level,
        threads: options.threads,
        ..MpsOptions::default()
    };
    let search = Mps::new(question, &compiled.formulas, costs, options, max_bytes);
    Box::new(Minimum { compiled, search })
}

struct Minimum<'g, S> {
    compiled: &'g Compiled,
    search: S,
}

impl<G: Hints> CheckSearch<G> for Minimum<'_, Mps<'_, G>> {
    fn check(
        &mut self,
        state: &G::State,
        _prove: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> FormulaAnswer<G::Move> {
        let start = Instant::now();
        let found = self.search.check(state, self.compiled.root, budget, observer);
        FormulaAnswer::cheapest(found, start.elapsed().as_secs_f64())
    }
}

pub(super) fn depth_first_minimal<'g, G: Hints>(
    question: Question<'g, G>,
    compiled: &'g Compiled,
    options: &CheckSearchOptions<'g>,
) -> Boxed<'g, G> {
    // The other half is for the proof.
    let bytes = if options.transpositions { options.max_bytes / 2 } else { 0 };
    let search = DfMps::new(question, &compiled.formulas, options.cost.costs, bytes);
    Box::new(Minimum { compiled, search })
}

impl<G: Hints> CheckSearch<G> for Minimum<'_, DfMps<'_, G>> {
    fn check(
        &mut self,
        state: &G::State,
        _prove: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> FormulaAnswer<G::Move> {
        let start = Instant::now();
        let found = self.search.check(state, self.compiled.root, budget, observer);
        FormulaAnswer::cheapest(found, start.elapsed().as_secs_f64())
    }
}
