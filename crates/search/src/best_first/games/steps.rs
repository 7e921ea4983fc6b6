//! A search step by step: what every node knows after each descent, for people who want to see how a
//! search thinks. The loop is that of all best-first searches, without transpositions, hints and
//! shortcuts, so that a step is what a textbook describes.

use ludex_game::{Hints, Outcome};

use crate::best_first::explorer::Explorer;
use crate::best_first::games::explorer::{Evaluation, ExplorerOptions, GameExplorer};
use crate::best_first::scheme::{Player, Question, Scheme, Verdict};
use crate::best_first::schemes::{Conjunctions, MonteCarlo, ProofNumbers};
use crate::best_first::search::{BestFirst, LoopOptions};
use crate::budget::{Budget, Meter, Search, Silent, Stopped};
use crate::key::StateKeys;

/// The searches that can be watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SteppedSearch {
    /// Proof number search.
    Pns,
    /// MCTS Solver with playouts.
    Mcts,
}

/// What a node knows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum StepValue {
    /// The proof and the disproof number; `None` is infinite.
    ProofNumbers(Option<u32>, Option<u32>),
    /// The wins of the first agent, and the playouts they are of.
    Visits(f64, u32),
}

/// A node as it is after a step.
#[derive(Clone, PartialEq, Debug)]
pub struct StepNode<M> {
    /// Its number; 0 is the root.
    pub node: u32,
    /// The node above it, and the move that leads to it from there.
    pub parent: Option<(u32, M)>,
    /// The player who chooses there.
    pub player: Player,
    /// What it knows.
    pub value: StepValue,
    /// Whether the question is decided there.
    pub verdict: Verdict,
}

/// One descent: the way to the leaf that was expanded, and the nodes that are new or have changed.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchStep<M> {
    /// The nodes from the root to the leaf.
    pub path: Vec<u32>,
    /// The nodes that are new or have changed.
    pub nodes: Vec<StepNode<M>>,
}

/// Searches whether the first agent gets at least an outcome, at most this many steps. The first
/// element is the tree before the first step. Ends when the question is decided or the budget used up.
pub fn search_steps<G: Hints>(
    game: &G,
    state: &G::State,
    (search, at_least): (SteppedSearch, Outcome),
    seed: u64,
    steps: usize,
    budget: &Budget,
) -> (Vec<SearchStep<G::Move>>, Option<Stopped>) {
    let best = game.outcomes().best();
    let question = Question { at_least, best };
    let options = ExplorerOptions {
        hints: false,
        symmetry: false,
        dag: false,
        evaluation: Evaluation::None,
        repetition: Outcome::WORST,
        seed,
        keys: StateKeys::new(game),
        depth: 0,
    };
    let mut watched = Watched {
        explorer: GameExplorer::new(game, state.clone(), options),
        question,
        parents: vec![None],
        steps: Vec::new(),
        known: Vec::new(),
    };
    let stopped = match search {
        SteppedSearch::Pns => {
            let conjunctions = Conjunctions::Sum;
            let scheme = ProofNumbers { question, mobility: false, conjunctions };
            watched.run(scheme, steps, budget, |effort| {
                let finite = |number: u32| (number != u32::MAX).then_some(number);
                StepValue::ProofNumbers(finite(effort.proof), finite(effort.disproof))
            })
        }
        SteppedSearch::Mcts => {
            let scheme = MonteCarlo { question, evaluation: false };
            watched.run(scheme, steps, budget, |tally| {
                StepValue::Visits(tally.wins(), tally.playouts())
            })
        }
    };
    (watched.steps, stopped.err())
}

/// A search that is watched.
struct Watched<'g, G: Hints> {
    explorer: GameExplorer<'g, 'g, G>,
    question: Question,
    parents: Vec<Option<u32>>,
    steps: Vec<SearchStep<G::Move>>,
    /// What was told of every node last.
    known: Vec<StepValue>,
}

impl<G: Hints> Watched<'_, G> {
    fn run<S: Scheme>(
        &mut self,
        scheme: S,
        steps: usize,
        budget: &Budget,
        value: impl Fn(&S::Part) -> StepValue,
    ) -> Search<()> {
        let options = LoopOptions {
            dag: false,
            images: false,
            shortcut: false,
            second_level: false,
            prune: false,
            max_bytes: budget.max_bytes,
        };
        let mut observer = Silent;
        let mut meter = Meter::new(budget, &mut observer);
        let mut search = BestFirst::new(scheme, options);
        search.start(&mut self.explorer)?;
        self.tell(&search, vec![0], &value);
        while self.steps.len() <= steps && !search.solved(0) {
            search.descend();
            let path = search.path.nodes().to_vec();
            meter.node()?;
            search.unfold(&mut self.explorer, None)?;
            self.parents.resize(search.tree.len(), path.last().copied());
            let changed = search.refresh();
            search.climb(changed);
            self.tell(&search, path, &value);
            if search.exceeds_memory(&self.explorer as &dyn Explorer<'_>) {
                return Err(Stopped::Memory);
            }
        }
        Ok(())
    }

    /// Records the nodes that are new or have changed.
    fn tell<S: Scheme>(
        &mut self,
        search: &BestFirst<S>,
        path: Vec<u32>,
        value: &impl Fn(&S::Part) -> StepValue,
    ) {
        let mut nodes = Vec::new();
        for node in 0..search.tree.len() as u32 {
            let info = search.tree.info(node);
            let value = value(&info[0]);
            match self.known.get_mut(node as usize) {
                Some(known) if *known == value => continue,
                Some(known) => *known = value,
                None => self.known.push(value),
            }
            let above = self.parents[node as usize];
            nodes.push(StepNode {
                node,
                parent: above.and_then(|above| Some((above, self.explorer.move_to(node)?))),
                player: search.tree.player(node),
                value,
                verdict: self.question.verdict(search.scheme.bounds(info)),
            });
        }
        self.steps.push(SearchStep { path, nodes });
    }
}
