//! Checking formulas by best-first search [Saf13, Algorithm 8]: PNPS and MCPS.

use ludex_evidence::Proof;
use ludex_game::{Hints, Question};
use ludex_logic::{Formula, Formulas};

use crate::best_first::formulas::decided::FormulaTree;
use crate::best_first::formulas::explorer::{FormulaExplorer, IS_TRUE};
use crate::best_first::formulas::line::line;
use crate::best_first::formulas::proof::prove_root;
use crate::best_first::schemes::{Conjunctions, MonteCarlo, ProofNumbers};
use crate::best_first::search::{BestFirst, LoopOptions};
use crate::budget::{Budget, Meter, Observer, Stopped};
use crate::depth_first::CheckReport;
use crate::shared_proof::SharedProof;

/// The information scheme to check formulas with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckAlgorithm {
    /// Proof Number Proof Search [Saf13, Section 4.3.3].
    Pnps,
    /// Monte Carlo Proof Search [Saf13, Section 4.3.4].
    Mcps,
}

/// Options for checking a formula by best-first search. They do not change the answer.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstCheckOptions {
    /// The information scheme.
    pub algorithm: CheckAlgorithm,
    /// Recognise (state, formula) pairs that are reached by different paths.
    pub transpositions: bool,
    /// How PNPS combines the efforts for the two parts of a conjunction.
    pub conjunctions: Conjunctions,
    /// Decide a new node at once if that takes no move, as searches of games recognise a final
    /// state. Without it a new node is decided only if it is an atom, exactly as in [Saf13, Tables
    /// 4.2 and 4.5]; that took 16 times as long for a ladder in Go, and a fifth less at best.
    pub look: bool,
    /// Initialise the numbers of PNPS with the number of moves.
    pub mobility: bool,
    /// Unfold leaves by searches of their own (PNPS²).
    pub second_level: bool,
    /// The current-node shortcut of [Saf13, Algorithm 8].
    pub shortcut: bool,
    /// The seed of the probes of MCPS.
    pub seed: u64,
    /// The number of threads that search below leaves, with a second level only.
    pub threads: usize,
}

impl BestFirstCheckOptions {
    /// Returns the default options for an algorithm.
    pub fn new(algorithm: CheckAlgorithm) -> BestFirstCheckOptions {
        BestFirstCheckOptions {
            algorithm,
            transpositions: true,
            conjunctions: Conjunctions::Sum,
            look: true,
            mobility: false,
            second_level: false,
            shortcut: true,
            seed: 0,
            threads: 1,
        }
    }

    /// Makes an empty tree with the scheme of these options.
    fn tree(&self, max_bytes: usize) -> Box<dyn FormulaTree> {
        let &BestFirstCheckOptions { conjunctions, mobility, shortcut, second_level, .. } = self;
        let dag = self.transpositions;
        let options =
            LoopOptions { dag, images: false, shortcut, second_level, prune: true, max_bytes };
        let question = IS_TRUE;
        let pnps = ProofNumbers { question, mobility, conjunctions };
        let mcps = MonteCarlo { question, evaluation: false };
        match self.algorithm {
            CheckAlgorithm::Pnps => Box::new(BestFirst::new(pnps, options)),
            CheckAlgorithm::Mcps => Box::new(BestFirst::new(mcps, options)),
        }
    }
}

/// Checks formulas of one DAG over one game by best-first search.
///
/// ```
/// use ludex_game::{Agent, Atom, ExplicitGame, Model, Question};
/// use ludex_logic::Formulas;
/// use ludex_search::{BestFirstCheckOptions, BestFirstChecker, Budget, CheckAlgorithm, Silent};
///
/// let game = ExplicitGame::from_json(
///     r#"{ "agents": ["Max", "Min"], "initial": "s", "states": {
///         "s": { "moves": { "Max": ["a", "b"] } },
///         "a": { "outcome": "loss" },
///         "b": { "outcome": "win" } } }"#,
/// )?;
/// let (max, mut dag) = (Agent::FIRST, Formulas::new());
/// let won = dag.atom(Atom::Win(max));
/// let can_win = dag.diamond(max, won);
/// let options = BestFirstCheckOptions::new(CheckAlgorithm::Pnps);
/// let question = Question { game: &game, asked: max };
/// let checker = BestFirstChecker::new(question, &dag, options, 1 << 20);
/// let start = game.initial();
/// let (report, proof) = checker.prove(&start, can_win, &Budget::default(), &mut Silent);
/// assert_eq!(report.answer, Some(true));
/// let nodes = proof.map(|proof| proof.nodes.len());
/// assert_eq!(nodes, Ok(2), "the move to b, and a look at who has won there");
/// # Ok::<(), ludex_game::TextError>(())
/// ```
pub struct BestFirstChecker<'g, G> {
    question: Question<'g, G>,
    formulas: &'g Formulas,
    options: BestFirstCheckOptions,
    max_bytes: usize,
}

impl<'g, G: Hints> BestFirstChecker<'g, G> {
    /// Makes a checker whose trees use at most this many bytes.
    pub fn new(
        question: Question<'g, G>,
        formulas: &'g Formulas,
        options: BestFirstCheckOptions,
        max_bytes: usize,
    ) -> Self {
        BestFirstChecker { question, formulas, options, max_bytes }
    }

    /// Decides whether the formula holds in the state.
    pub fn check(
        &self,
        state: &G::State,
        formula: Formula,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> CheckReport<G::Move> {
        self.run(state, formula, (budget, observer), None)
    }

    /// Decides whether the formula holds in the state, and extracts a proof or a disproof [Saf13,
    /// Def. 25] from the search tree. The budget applies to each of the two.
    pub fn prove(
        &self,
        state: &G::State,
        formula: Formula,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> (CheckReport<G::Move>, Proving<G::Move>) {
        let mut proof = Err(Stopped::Interrupted);
        let report = self.run(state, formula, (budget, observer), Some(&mut proof));
        let proof = report.stopped.map_or(proof, Err);
        (report, proof)
    }

    /// Runs the search with the scheme of the options.
    fn run(
        &self,
        state: &G::State,
        formula: Formula,
        (budget, observer): (&Budget, &mut dyn Observer),
        proof: Option<&mut Proving<G::Move>>,
    ) -> CheckReport<G::Move> {
        let BestFirstCheckOptions { transpositions: dag, seed, .. } = self.options;
        // A proof needs about as much memory as the tree it comes from.
        let max_bytes = self.max_bytes.min(budget.max_bytes) / if proof.is_some() { 2 } else { 1 };
        let mut search = self.options.tree(max_bytes);
        let label = (state.clone(), formula);
        let mut explorer = FormulaExplorer::new(self.question, self.formulas, label, dag, seed);
        explorer.look = self.options.look;
        let mut meter = Meter::new(budget, observer);
        let answer = search.decide(&mut explorer, &mut meter, self.options.threads);
        let (nodes, bytes) = (meter.nodes(), search.bytes(&explorer));
        let queries = explorer.queries();
        let line = answer.map_or(Vec::new(), |_| line(&mut *search, &mut explorer));
        if let (Some(proof), Ok(_)) = (proof, answer) {
            let mut made = SharedProof::new(Meter::new(budget, observer), self.question.game);
            let root = prove_root(&mut *search, &mut explorer, &mut made, 0);
            *proof = root.map(|_| made.finish());
        }
        let (answer, stopped) = (answer.ok(), answer.err());
        CheckReport { answer, queries, nodes, bytes, line, stopped }
    }
}

/// A proof, or the reason why there is none.
type Proving<M> = Result<Proof<M>, Stopped>;
