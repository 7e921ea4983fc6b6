//! The driver of the searches for a value. It does not depend on the type of the game, so that it
//! is compiled once for every scheme and not for every pair of a scheme and a game.

use std::cell::RefCell;
use std::thread::{self, Scope};
use std::time::Instant;

use ludex_game::{Bounds, Outcome};

use crate::best_first::explorer::Explorer;
use crate::best_first::found_below::FoundBelow;
use crate::best_first::games::explorer::{Evaluation, ExplorerOptions};
use crate::best_first::games::session::{CheckpointSize, Found, Goal, Session};
use crate::best_first::games::solver::{Algorithm, BestFirstOptions};
use crate::best_first::parallel::elsewhere::{Elsewhere, JobRecord, JobsElsewhere, LeafJob};
use crate::best_first::parallel::job_tree::OpenJobs;
use crate::best_first::parallel::jobs::Office;
use crate::best_first::scheme::{Needs, Question, Scheme};
use crate::best_first::schemes::{
    Blind, Conjunctions, MinMax, MonteCarlo, Multi, Product, ProofNumbers, ScoreBounded,
};
use crate::best_first::search::{BestFirst, LoopOptions};
use crate::budget::{Meter, Search, Stopped};
use crate::key::StateKeys;
use crate::table::mix;

/// The number of nodes between two calls that ask whether a checkpoint is due.
const STRIDE: u64 = 4096;

/// An explorer whose nodes are states of a game.
pub(in crate::best_first) trait StateExplorer<'g>: Explorer<'g> {
    /// Returns how many of the children of the current node are reached by a move. One more may
    /// stand in for moves that were left out.
    fn by_move(&mut self) -> usize;

    /// Returns whether there is a sink for bounds.
    fn exports(&self) -> bool;

    /// Sends bounds on the value of the current state to the sink, if there is one.
    fn export(&mut self, bounds: Bounds);

    /// Spawns threads that unfold the nodes sent ahead, until the guard is dropped.
    fn spawn_workers<'scope>(
        &mut self,
        scope: &'scope Scope<'scope, '_>,
        workers: usize,
    ) -> Box<dyn Guard + 'scope>
    where
        'g: 'scope;

    /// Goes back to unfolding all nodes in this thread.
    fn join_workers(&mut self);
}

/// Ends threads when it is dropped.
pub(in crate::best_first) trait Guard {}

/// Makes explorers whose root is the state that is searched.
pub(in crate::best_first) trait Explorers<'g> {
    /// Makes one.
    fn make(&self, options: ExplorerOptions) -> Box<dyn StateExplorer<'g> + '_>;
}

/// What the driver knows of a game.
#[derive(Clone, Copy)]
pub(in crate::best_first) struct Driver {
    pub options: BestFirstOptions,
    /// The best outcome.
    pub best: Outcome,
    /// Whether states can repeat.
    pub can_repeat: bool,
    pub max_bytes: usize,
}

impl Driver {
    /// Returns the outcomes to be told apart.
    pub fn range(&self) -> Bounds {
        self.options.range.unwrap_or(Bounds { low: Outcome::WORST, high: self.best })
    }

    /// Returns what bounds within the range say of the value: an end of the range stands for all
    /// outcomes beyond it.
    pub fn unclipped(&self, bounds: Bounds) -> Bounds {
        let Bounds { low, high } = self.range();
        Bounds {
            low: if bounds.low == low { Outcome::WORST } else { bounds.low },
            high: if bounds.high == high { self.best } else { bounds.high },
        }
    }

    /// Returns how to explore, with this outcome for repetitions and such keys.
    pub fn explorer_options(&self, repetition: Outcome, keys: StateKeys) -> ExplorerOptions {
        ExplorerOptions {
            hints: self.options.hints,
            symmetry: self.options.symmetry,
            dag: self.dag(),
            evaluation: self.options.evaluation,
            repetition,
            seed: self.options.seed,
            keys,
            depth: 0,
        }
    }

    /// Runs one search with the scheme of the options.
    pub fn search<'g>(
        &self,
        session: &mut Session<'_, '_>,
        explorers: &dyn Explorers<'g>,
        goal: Goal,
        repetition: Outcome,
        found: &mut Found,
    ) -> Search<()> {
        let run = Run { driver: *self, session, explorers, goal, repetition, found };
        self.with_scheme(goal, run)
    }

    /// Does what a job asks for, which is about a leaf: the root of the explorers, if the job has its
    /// state, or below it.
    pub fn below_leaf<'g>(
        &self,
        explorers: &dyn Explorers<'g>,
        keys: StateKeys,
        job: &LeafJob,
        meter: &mut Meter,
    ) -> Search<FoundBelow> {
        let goal = job.at_least.map_or(Goal::Value, |rank| Goal::AtLeast(Outcome(rank)));
        let options = self.explorer_options(Outcome(job.repetition), keys);
        let seed = mix(options.seed.wrapping_add(job.number));
        let depth = if job.state.is_some() { job.leaf.len() } else { 0 };
        let explorer = explorers.make(ExplorerOptions { seed, depth, ..options });
        self.with_scheme(goal, BelowLeaf { driver: *self, explorer, job, meter })
    }

    /// Returns whether nodes can have several parents.
    fn dag(&self) -> bool {
        self.options.transpositions && !self.can_repeat
    }

    /// Returns the options of the loop.
    fn loop_options(&self) -> LoopOptions {
        LoopOptions {
            dag: self.dag(),
            images: self.dag() && self.options.symmetry,
            shortcut: self.options.shortcut,
            second_level: self.options.second_level,
            prune: self.options.prune,
            max_bytes: self.max_bytes,
        }
    }

    /// Does something with the scheme of the options that asks for a goal.
    fn with_scheme<W: WithScheme>(&self, goal: Goal, work: W) -> Search<W::Found> {
        let best = self.best;
        let at_least = match goal {
            Goal::AtLeast(outcome) => outcome,
            Goal::Value => Outcome(1),
        };
        let question = Question { at_least, best };
        let range = self.range();
        let evaluation = self.options.evaluation != Evaluation::None;
        let mobility = self.options.mobility;
        let proof_numbers = ProofNumbers { question, mobility, conjunctions: Conjunctions::Sum };
        let product = Product { question, evaluation };
        match self.options.algorithm {
            Algorithm::MinMax => work.with(MinMax { question, evaluation }),
            Algorithm::Pns => work.with(proof_numbers),
            Algorithm::Pp => work.with(product),
            Algorithm::Mcts => work.with(MonteCarlo { question, evaluation }),
            Algorithm::Blind => work.with(Blind { best }),
            Algorithm::Mopns => work.with(Multi::new(&proof_numbers, best, range)),
            Algorithm::Mopp => work.with(Multi::new(&product, best, range)),
            Algorithm::ScoreBounded => work.with(ScoreBounded { best, evaluation }),
        }
    }
}

/// What is done once the scheme is known.
trait WithScheme {
    type Found;

    fn with<S: Scheme>(self, scheme: S) -> Search<Self::Found>;
}

/// A job about to be done.
struct BelowLeaf<'r, 'b, 'e, 'g> {
    driver: Driver,
    explorer: Box<dyn StateExplorer<'g> + 'e>,
    job: &'r LeafJob,
    meter: &'r mut Meter<'b>,
}

impl WithScheme for BelowLeaf<'_, '_, '_, '_> {
    type Found = FoundBelow;

    /// Goes to the leaf and searches below it. A way that the game does not have is refused.
    fn with<S: Scheme>(mut self, scheme: S) -> Search<FoundBelow> {
        let explorer = &mut *self.explorer;
        explorer.start(Needs::default())?;
        let way = if self.job.state.is_some() { &[][..] } else { &self.job.leaf };
        explorer.reserve(way.len() + 1);
        let path: Vec<u32> = (0..=way.len() as u32).collect();
        for (at, &link) in way.iter().enumerate() {
            if !explorer.reach(at as u32 + 1, link) {
                return Err(Stopped::Checkpoint);
            }
            explorer.go(&path[..at + 2], at + 1);
        }
        let mut there = explorer.here();
        let options = LoopOptions { second_level: false, ..self.driver.loop_options() };
        let mut below = BestFirst::new(scheme, options);
        below.look_ahead(&mut *there, self.meter, self.job.descents)?;
        Ok(below.found())
    }
}

/// A search about to be run, once its scheme is known.
struct Run<'r, 's, 'b, 'g> {
    driver: Driver,
    session: &'r mut Session<'s, 'b>,
    explorers: &'r dyn Explorers<'g>,
    goal: Goal,
    repetition: Outcome,
    found: &'r mut Found,
}

impl WithScheme for Run<'_, '_, '_, '_> {
    type Found = ();

    fn with<S: Scheme>(mut self, scheme: S) -> Search<()> {
        let place = self.session.asked;
        self.session.asked += 1;
        if let Some(&found) = self.session.log.get(place) {
            *self.found = found;
            return Ok(());
        }
        let (mut search, mut explorer) = self.begin(scheme.clone())?;
        let mut before = (search.created, search.expansions);
        let mut result = self.go_on(&mut search, &mut *explorer);
        if result == Err(Stopped::Checkpoint) {
            self.session.refuse();
            (search, explorer) = self.begin(scheme)?;
            before = (0, 0);
            result = self.go_on(&mut search, &mut *explorer);
        }
        let explorer = &mut *explorer;
        if !search.tree.is_empty() {
            let bounds = search.bounds();
            let witness = search.witness(self.goal.reached(bounds));
            *self.found = Found { bounds, witness };
        }
        // A search that only ended because of best moves that nobody asked for is not resumed.
        let stopped = self.session.meter.stopped(result);
        if let Some(Stopped::Nodes | Stopped::Time | Stopped::Interrupted) = stopped {
            self.session.keep(&search);
        }
        let counts = &mut self.session.counts;
        counts.created += search.created - before.0;
        counts.first_level += search.expansions - before.1;
        let bytes = search.bytes(explorer).max(search.peak);
        counts.bytes = counts.bytes.max(bytes as u64);
        if explorer.exports() && !self.driver.can_repeat {
            search.export_bounds(explorer, self.driver.best)?;
        }
        result?;
        self.session.log.push(*self.found);
        Ok(())
    }
}

impl<'g> Run<'_, '_, '_, 'g> {
    /// Returns a new search, or the one of the checkpoint, with its explorer.
    fn begin<'e, S: Scheme>(
        &mut self,
        scheme: S,
    ) -> Search<(BestFirst<S>, Box<dyn StateExplorer<'g> + 'e>)>
    where
        Self: 'e,
    {
        let (driver, explorers) = (self.driver, self.explorers);
        let explorer_options = driver.explorer_options(self.repetition, self.session.keys);
        let options = driver.loop_options();
        if let Some(mut old) = self.session.unfinished(scheme.clone(), options) {
            // Other playouts than those that the tree has already seen.
            let seed = mix(explorer_options.seed.wrapping_add(old.expansions));
            let mut explorer = explorers.make(ExplorerOptions { seed, ..explorer_options });
            if old.reopen_root(&mut *explorer)? {
                return Ok((old, explorer));
            }
            self.session.refuse();
        }
        Ok((BestFirst::new(scheme, options), explorers.make(explorer_options)))
    }

    /// Searches until the goal is reached, with a pause for every checkpoint.
    fn go_on<S: Scheme>(
        &mut self,
        search: &mut BestFirst<S>,
        explorer: &mut dyn StateExplorer<'g>,
    ) -> Search<()> {
        let (goal, start) = (self.goal, Instant::now());
        let enough = |bounds| goal.reached(bounds);
        search.max_saved = self.session.max_saved();
        let (mut open, mut jobs) = (OpenJobs::new(self.session.asked), self.jobs_elsewhere());
        loop {
            let Session { meter, checkpoints, office, .. } = &mut *self.session;
            let keeper = RefCell::new(checkpoints.as_deref_mut());
            if let Some(keeper) = &*keeper.borrow() {
                meter.reserve(keeper.time_to_save(search.saved_size()), start);
            }
            let (mut next, mut anew) = (meter.nodes() + STRIDE, search.renumbered);
            let mut pause =
                |meter: &mut Meter, size: CheckpointSize| match &mut *keeper.borrow_mut() {
                    Some(keeper) if meter.nodes() >= next || size.anew != anew => {
                        (next, anew) = (meter.nodes() + STRIDE, size.anew);
                        meter.reserve(keeper.time_to_save(size), start);
                        keeper.due()
                    }
                    _ => false,
                };
            match (office.as_deref_mut(), self.driver.options.threads) {
                (Some(office), _) => {
                    let mut office = Elsewhere { office, keeper: &keeper, jobs: &mut jobs };
                    let jobs = (&mut open, &mut office as &mut dyn Office<'_>);
                    search.run_jobs(jobs, explorer, meter, &enough, &mut pause)?;
                }
                (None, 1) => search.run(explorer, meter, &enough, &mut pause)?,
                (None, more) if self.driver.options.second_level => {
                    search.run_on_threads(more, explorer, meter, &enough, &mut pause)?;
                }
                (None, more) => thread::scope(|scope| {
                    let _guard = explorer.spawn_workers(scope, more - 1);
                    let result = search.run_with_workers(explorer, meter, &enough, &mut pause);
                    explorer.join_workers();
                    result
                })?,
            }
            if enough(search.bounds()) {
                return Ok(());
            }
            self.session.keep(search);
            search.renumbered = false;
        }
    }

    /// Returns what jobs of this search that are done elsewhere have in common, and the results of an
    /// earlier run.
    fn jobs_elsewhere(&mut self) -> JobsElsewhere {
        let search = self.session.asked;
        let template = LeafJob {
            number: 0,
            search,
            at_least: match self.goal {
                Goal::AtLeast(outcome) => Some(outcome.0),
                Goal::Value => None,
            },
            repetition: self.repetition.0,
            key_seed: self.session.keys.seed(),
            leaf: Vec::new(),
            state: None,
            descents: 0,
        };
        let of_this = |record: &mut JobRecord| record.job.search == search;
        let earlier = self.session.results.extract_if(.., of_this).collect();
        JobsElsewhere { template, in_work: Vec::new(), earlier }
    }
}
