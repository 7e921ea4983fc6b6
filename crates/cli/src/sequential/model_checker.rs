//! The search behind `ludex check`: which one, made once for all positions of a batch.

use std::time::Instant;

use clap::ValueEnum;
use ludex_evidence::Proof;
use ludex_game::Question;
use ludex_games::Playable;
use ludex_logic::Compiled;
use ludex_search::{
    BestFirstCheckOptions, BestFirstChecker, Budget, COSTS, CheckAlgorithm as Scheme, CheckOptions,
    CheckReport, Checker, Conjunctions, DfMps, Minimal, MinimalReport, Mps, MpsOptions, Observer,
    ReadyCosts, Stopped,
};

use crate::args::CheckAlgorithm;
use crate::complaint::Complaint;
use crate::requests::CheckRequest;

/// A search for the truth of a formula, ready to be used.
pub struct ModelChecker<'g, G: Playable> {
    compiled: &'g Compiled,
    search: Search<'g, G>,
}

enum Search<'g, G: Playable> {
    DepthFirst(Box<Checker<'g, G>>, CheckOptions),
    BestFirst(BestFirstChecker<'g, G>),
    Minimal(Mps<'g, G>),
    DepthFirstMinimal(Box<DfMps<'g, G>>),
}

/// What a search found.
pub struct Found<M> {
    /// The answer and the work.
    pub report: CheckReport<M>,
    /// How long it took. Only a best-first search reads its proof off while it is at it.
    pub seconds: f64,
    /// A proof of the answer, if there is one and a proof was wanted, or why there is none.
    pub proof: Option<Result<Proof<M>, Stopped>>,
    /// What its cost is known to be, from searches for cheapest proofs.
    pub minimal: Option<Minimal>,
}

impl<M> Found<M> {
    /// A cheapest proof is always wanted where the search is one for it.
    fn cheapest(found: MinimalReport<M>, seconds: f64) -> Found<M> {
        let MinimalReport { answer, value, proof, queries, nodes, bytes, line, stopped } = found;
        let missing = answer.and(stopped).map(Err);
        let report = CheckReport { answer, queries, nodes, bytes, line, stopped };
        Found { report, seconds, proof: proof.map(Ok).or(missing), minimal: Some(value) }
    }
}

impl<'g, G: Playable> ModelChecker<'g, G> {
    /// The search a request is for.
    pub fn new(
        question: Question<'g, G>,
        compiled: &'g Compiled,
        request: &CheckRequest,
        max_bytes: usize,
    ) -> ModelChecker<'g, G> {
        let best_first = |scheme, second_level| {
            let options = BestFirstCheckOptions {
                transpositions: request.transpositions,
                conjunctions: request.conjunctions.unwrap_or(Conjunctions::Sum),
                look: request.look,
                mobility: request.mobility.unwrap_or(false),
                second_level,
                seed: request.limits.seed,
                threads: request.limits.threads,
                ..BestFirstCheckOptions::new(scheme)
            };
            let formulas = &compiled.formulas;
            Search::BestFirst(BestFirstChecker::new(question, formulas, options, max_bytes))
        };
        let minimal = |second_level| {
            let options = MpsOptions {
                transpositions: request.transpositions,
                second_level,
                threads: request.limits.threads,
                ..MpsOptions::default()
            };
            let (formulas, costs) = (&compiled.formulas, costs(request).costs);
            Search::Minimal(Mps::new(question, formulas, costs, options, max_bytes))
        };
        let search = match request.algorithm {
            CheckAlgorithm::Dfps => {
                let table = if request.transpositions { max_bytes } else { 0 };
                let deepening = compiled.deepening.clone().unwrap_or_default();
                let options = CheckOptions { plain: request.plain, deepening };
                let checker = Checker::new(question, &compiled.formulas, table);
                Search::DepthFirst(Box::new(checker), options)
            }
            CheckAlgorithm::Pnps => best_first(Scheme::Pnps, false),
            CheckAlgorithm::Pnps2 => best_first(Scheme::Pnps, true),
            CheckAlgorithm::Mcps => best_first(Scheme::Mcps, false),
            CheckAlgorithm::Mps => minimal(false),
            CheckAlgorithm::Mps2 => minimal(true),
            CheckAlgorithm::Dfmps => {
                // The other half is for the proof.
                let table = if request.transpositions { max_bytes / 2 } else { 0 };
                let (formulas, costs) = (&compiled.formulas, costs(request).costs);
                Search::DepthFirstMinimal(Box::new(DfMps::new(question, formulas, costs, table)))
            }
        };
        ModelChecker { compiled, search }
    }

    /// Whether the formula holds in a state, with a proof if that is wanted.
    pub fn check(
        &mut self,
        state: &G::State,
        prove: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Found<G::Move> {
        let root = self.compiled.root;
        let start = Instant::now();
        let (report, read_off) = match &mut self.search {
            Search::DepthFirst(search, options) => {
                (search.check(state, root, options, budget, observer), None)
            }
            Search::BestFirst(search) if prove => {
                let (report, proof) = search.prove(state, root, budget, observer);
                (report, Some(proof))
            }
            Search::BestFirst(search) => (search.check(state, root, budget, observer), None),
            Search::Minimal(search) => {
                let found = search.check(state, root, budget, observer);
                return Found::cheapest(found, start.elapsed().as_secs_f64());
            }
            Search::DepthFirstMinimal(search) => {
                let found = search.check(state, root, budget, observer);
                return Found::cheapest(found, start.elapsed().as_secs_f64());
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let proof = match &mut self.search {
            Search::DepthFirst(search, _) if prove && report.answer.is_some() => {
                Some(search.prove(state, root, budget, observer))
            }
            _ => read_off.filter(|_| report.answer.is_some()),
        };
        Found { report, seconds, proof, minimal: None }
    }
}

/// What is to be minimal.
pub fn costs(request: &CheckRequest) -> ReadyCosts {
    request.cost.unwrap_or(COSTS[0])
}

/// What the algorithm of a request is called.
pub fn name(request: &CheckRequest) -> String {
    let name = request.algorithm.to_possible_value();
    let name = name.map_or_else(String::new, |name| name.get_name().to_string());
    if request.plain { format!("{name} (plain)") } else { name }
}

/// Says that an option is of no use to the algorithm of a request.
pub fn fits(request: &CheckRequest) -> Result<(), Complaint> {
    use CheckAlgorithm::{Dfps, Pnps, Pnps2};
    let algorithm = name(&CheckRequest { plain: false, ..request.clone() });
    let proof_numbers = matches!(request.algorithm, Pnps | Pnps2);
    let stray = [
        ("--plain", request.plain, request.algorithm == Dfps, "dfps"),
        ("--conjunctions", request.conjunctions.is_some(), proof_numbers, "pnps and pnps2"),
        ("--evaluation", request.mobility.is_some(), proof_numbers, "pnps and pnps2"),
        ("--cost", request.cost.is_some(), request.minimal(), "mps, mps2 and dfmps"),
    ];
    for (option, given, fits, algorithms) in stray {
        if given && !fits {
            let message = format!("{option} means nothing to {algorithm}");
            return Err(Complaint::at("algorithm", &algorithm, 0..algorithm.len(), message)
                .help(format!("it is an option of {algorithms}")));
        }
    }
    Ok(())
}
