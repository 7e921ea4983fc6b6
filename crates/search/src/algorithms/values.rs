//! Searches for values, each bound to a game.

use std::sync::{Mutex, PoisonError};

use ludex_game::{Bounds, HashSeed, Hints, Model, Outcome};

use super::slices::{Tabled, in_slices};
use crate::best_first::{
    Algorithm as Scheme, BestFirstOptions, BestFirstSolver, BoundsSink, Checkpoints, Extras,
    FoundBelow, JobOffice, LeafJob, StateWriter,
};
use crate::budget::{Budget, Observer, Stopped};
use crate::depth_first::{
    AlphaBeta, BestMoves, Claim, DfMopns, DfPn, DfPnOptions, OpenClaims, ProvedStates,
    SolveOptions, SolveReport, WeakSolutions, dfs_for,
};
use crate::{Evaluation, Retrograde};

/// A search for the values of states of one game. What it has learnt about one state it keeps for
/// the next.
pub trait ValueSearch<G: Model> {
    /// Searches for the value of a state.
    fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move>;

    /// Searches for the value of a state, from its last checkpoint if there is one, and saves
    /// checkpoints. The default saves none.
    fn resume(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
        _checkpoints: &mut dyn Checkpoints,
    ) -> SolveReport<G::Move> {
        self.solve(state, budget, observer)
    }

    /// Searches for the value of a state with jobs that an office does, from its last checkpoint if
    /// there is one; the states of jobs are written by `writer`. Returns `None` from searches that
    /// cannot be divided into jobs.
    fn solve_in_jobs(
        &mut self,
        _state: &G::State,
        _budget: &Budget,
        _observer: &mut dyn Observer,
        _checkpoints: Option<&mut dyn Checkpoints>,
        _office: (&mut dyn JobOffice, &StateWriter<'_, G::State>),
    ) -> Option<SolveReport<G::Move>> {
        None
    }

    /// Does a job of a search for the value of a state: that state, or the one of the job if it has
    /// one. Returns what it found and the nodes visited, and `None` from searches that cannot be divided into jobs.
    fn run_job(
        &mut self,
        _state: &G::State,
        _job: &LeafJob,
        _budget: &Budget,
        _observer: &mut dyn Observer,
    ) -> Option<Result<(FoundBelow, u64), Stopped>> {
        None
    }

    /// Returns what is left to be shown so that there is evidence for the value of the state that
    /// was solved last, by jobs. Returns `None` where others cannot show it.
    fn open_claims(
        &mut self,
        _state: &G::State,
        _value: Outcome,
        _budget: &Budget,
        _observer: &mut dyn Observer,
    ) -> Option<Result<OpenClaims<G::State>, Stopped>> {
        None
    }

    /// Shows a claim about a state; the keys of states have this seed, if they have one. Returns the
    /// states of the proof and the nodes visited, and `None` from searches that cannot be divided
    /// into jobs.
    fn prove_claim(
        &mut self,
        _state: &G::State,
        _claim: (Claim, Option<u64>),
        _budget: &Budget,
        _observer: &mut dyn Observer,
    ) -> Option<Result<(ProvedStates, u64), Stopped>> {
        None
    }

    /// Learns the states of the proof of a claim. The default is for searches without jobs.
    fn import_proved(&mut self, _claim: Claim, _proved: &ProvedStates) {}

    /// Makes the evidence for the value of the state that was solved last. Returns `None` if one
    /// side cannot force it in a bounded number of moves.
    fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped>;

    /// Returns all states that were solved, from a search that solves all that can be reached: an
    /// endgame table, whose keys are with this seed in games that have such keys. Returns `None`
    /// from other searches.
    fn endgame_table(&self, _seed: HashSeed) -> Option<Vec<SolvedState>> {
        None
    }
}

/// What a strong solution knows of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedState {
    /// The key of the state, with the seed of the table if the game has such keys.
    pub key: u64,
    /// What each side can force; they differ if play can go on for ever.
    pub bounds: Bounds,
    /// The plies until the end with best play, if the value is exact.
    pub distance: Option<u32>,
}

/// How to search for values. Nothing here changes an answer but the range.
#[derive(Clone, Copy, Debug)]
pub struct ValueOptions {
    /// Recognise states reached by different moves.
    pub transpositions: bool,
    /// Use the hints of the game.
    pub hints: bool,
    /// Which optimal moves to find.
    pub best: BestMoves,
    /// How leaves are evaluated by searches that evaluate them.
    pub evaluation: Evaluation,
    /// The outcomes to be told apart, for searches that can.
    pub range: Option<Bounds>,
    /// The seed of random numbers.
    pub seed: u64,
    /// How many threads search.
    pub threads: usize,
    /// The bytes that tables and trees may use.
    pub max_bytes: usize,
    /// Keep what is proved for the evidence that will be asked for.
    pub evidence: bool,
}

impl ValueOptions {
    /// Returns the options of alpha-beta, and of searches that are made of it.
    pub(crate) fn alpha_beta(&self) -> SolveOptions {
        SolveOptions {
            transpositions: self.transpositions,
            hints: self.hints,
            symmetry: self.hints,
            best: self.best,
            threads: self.threads,
        }
    }

    fn dfpn(&self) -> DfPnOptions {
        DfPnOptions {
            hints: self.hints,
            symmetry: self.hints,
            best: self.best,
            ..DfPnOptions::default()
        }
    }

    fn best_first(&self, scheme: Scheme, level: Level) -> BestFirstOptions {
        BestFirstOptions {
            second_level: level == Level::Two,
            iterative: level == Level::Iterative,
            transpositions: self.transpositions,
            hints: self.hints,
            symmetry: self.hints,
            best: self.best,
            evaluation: self.evaluation,
            mobility: self.evaluation == Evaluation::Mobility,
            seed: self.seed,
            range: self.range,
            threads: self.threads,
            ..BestFirstOptions::new(scheme)
        }
    }

    fn table_bytes(&self) -> usize {
        if self.transpositions { self.max_bytes } else { 0 }
    }
}

/// How a best-first search is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// On one level.
    One,
    /// Leaves are unfolded by a search of their own.
    Two,
    /// On one level, asking about one outcome after the other.
    Iterative,
}

/// A search in a box, as the table makes it.
type Boxed<'g, G> = Box<dyn ValueSearch<G> + 'g>;

pub(super) fn alpha_beta<'g, G: Hints>(game: &'g G, options: &ValueOptions) -> Boxed<'g, G> {
    let search = AlphaBeta::new(game, options.alpha_beta(), options.max_bytes);
    Box::new(DepthFirst { search, tabled: options.transpositions && !game.can_repeat() })
}

pub(super) fn dfpn<'g, G: Hints>(game: &'g G, options: &ValueOptions) -> Boxed<'g, G> {
    let search = DfPn::new(game, options.dfpn(), options.table_bytes());
    let search = search.with_threads(options.threads);
    Box::new(DepthFirst { search, tabled: options.transpositions && !game.can_repeat() })
}

pub(super) fn dfmopns<'g, G: Hints>(game: &'g G, options: &ValueOptions) -> Boxed<'g, G> {
    let search = DfMopns::new(game, options.dfpn(), options.table_bytes());
    let search = search.with_threads(options.threads);
    Box::new(DepthFirst { search, tabled: options.transpositions && !game.can_repeat() })
}

/// A depth-first search whose table is what it has learnt.
struct DepthFirst<S> {
    search: S,
    /// Whether the table can be saved: in games with cycles there is more to save than the table.
    tabled: bool,
}

macro_rules! depth_first {
    ($($search:ident),*) => {$(
        impl<G: Hints> Tabled<G> for $search<'_, G> {
            fn search(
                &mut self,
                state: &G::State,
                budget: &Budget,
                observer: &mut dyn Observer,
            ) -> SolveReport<G::Move> {
                self.solve(state, budget, observer)
            }

            fn entries(&self) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
                Box::new($search::entries(self))
            }

            fn entry_words(&self) -> usize {
                $search::entry_words(self)
            }

            fn restore(&mut self, entry: &[u64]) -> bool {
                $search::restore(self, entry)
            }
        }

        impl<G: Hints> ValueSearch<G> for DepthFirst<$search<'_, G>> {
            fn solve(
                &mut self,
                state: &G::State,
                budget: &Budget,
                observer: &mut dyn Observer,
            ) -> SolveReport<G::Move> {
                self.search.solve(state, budget, observer)
            }

            fn resume(
                &mut self,
                state: &G::State,
                budget: &Budget,
                observer: &mut dyn Observer,
                checkpoints: &mut dyn Checkpoints,
            ) -> SolveReport<G::Move> {
                match self.tabled {
                    true => in_slices(&mut self.search, state, checkpoints, budget, observer),
                    false => self.search.solve(state, budget, observer),
                }
            }

            fn weak_solutions(
                &mut self,
                state: &G::State,
                value: Outcome,
                budget: &Budget,
                observer: &mut dyn Observer,
            ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
                self.search.weak_solutions(state, value, budget, observer)
            }
        }
    )*};
}

depth_first!(AlphaBeta, DfPn, DfMopns);

pub(super) fn depth_first<'g, G: Hints>(game: &'g G, options: &ValueOptions) -> Boxed<'g, G> {
    let prover = AlphaBeta::new(game, options.alpha_beta(), options.max_bytes);
    Box::new(Plain { game, best: options.best, prover })
}

/// Plain depth-first search. It keeps nothing, so that its evidence is made by alpha-beta.
struct Plain<'g, G: Hints> {
    game: &'g G,
    best: BestMoves,
    prover: AlphaBeta<'g, G>,
}

impl<G: Hints> ValueSearch<G> for Plain<'_, G> {
    fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        dfs_for(self.game, self.best, state, budget, observer)
    }

    fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        self.prover.weak_solutions(state, value, budget, observer)
    }
}

pub(super) fn best_first<'g, G: Hints>(
    game: &'g G,
    options: &ValueOptions,
    scheme: Scheme,
    level: Level,
) -> Boxed<'g, G> {
    Box::new(BestFirst {
        game,
        search: BestFirstSolver::new(game, options.best_first(scheme, level), options.max_bytes),
        prover: Mutex::new(AlphaBeta::new(game, options.alpha_beta(), options.max_bytes)),
        export: options.evidence,
    })
}

/// A best-first search. Its evidence is made by alpha-beta from the bounds that it has proved.
struct BestFirst<'g, G: Hints> {
    game: &'g G,
    search: BestFirstSolver<'g, G>,
    prover: Mutex<AlphaBeta<'g, G>>,
    /// Whether alpha-beta is given the bounds.
    export: bool,
}

impl<'g, G: Hints> BestFirst<'g, G> {
    fn prover(&mut self) -> &mut AlphaBeta<'g, G> {
        self.prover.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
        checkpoints: Option<&mut dyn Checkpoints>,
        office: Option<(&mut dyn JobOffice, &StateWriter<'_, G::State>)>,
    ) -> SolveReport<G::Move> {
        let prover = &self.prover;
        let import = |state: &G::State, bounds| {
            let mut prover = prover.lock().unwrap_or_else(PoisonError::into_inner);
            prover.import_bounds(state, bounds, None);
        };
        let export: Option<&BoundsSink<'_, _>> = if self.export { Some(&import) } else { None };
        // The traits of what is borrowed longer are taken for those of what is borrowed here.
        let checkpoints = checkpoints.map(|keeper| keeper as &mut dyn Checkpoints);
        let (office, writer) =
            office.map(|(office, writer)| (office as &mut dyn JobOffice, writer)).unzip();
        let extras = Extras { checkpoints, export, office, writer };
        let report = self.search.solve_with(state, budget, observer, extras);
        let first_level = self.search.first_level();
        let two_levels = first_level != report.nodes;
        SolveReport { first_level: two_levels.then_some(first_level), ..report }
    }
}

impl<G: Hints> ValueSearch<G> for BestFirst<'_, G> {
    fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        self.run(state, budget, observer, None, None)
    }

    fn resume(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
        checkpoints: &mut dyn Checkpoints,
    ) -> SolveReport<G::Move> {
        self.run(state, budget, observer, Some(checkpoints), None)
    }

    fn solve_in_jobs(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
        checkpoints: Option<&mut dyn Checkpoints>,
        office: (&mut dyn JobOffice, &StateWriter<'_, G::State>),
    ) -> Option<SolveReport<G::Move>> {
        Some(self.run(state, budget, observer, checkpoints, Some(office)))
    }

    fn run_job(
        &mut self,
        state: &G::State,
        job: &LeafJob,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Result<(FoundBelow, u64), Stopped>> {
        Some(self.search.run_job(state, job, budget, observer))
    }

    fn open_claims(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Result<OpenClaims<G::State>, Stopped>> {
        let provable = self.export && !self.game.can_repeat();
        provable.then(|| self.prover().open_claims(state, value, budget, observer))
    }

    /// The search finds the proof again, as it was found by the job, and alpha-beta unfolds it.
    fn prove_claim(
        &mut self,
        state: &G::State,
        (claim, key_seed): (Claim, Option<u64>),
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Result<(ProvedStates, u64), Stopped>> {
        if self.game.can_repeat() {
            return None;
        }
        key_seed.into_iter().for_each(|seed| self.prover().restore_key_seed(seed));
        let prover = &self.prover;
        let import = |state: &G::State, bounds| {
            let mut prover = prover.lock().unwrap_or_else(PoisonError::into_inner);
            prover.import_bounds(state, bounds, None);
        };
        let (_, outcome) = claim.parts();
        let decided = self.search.decide(state, outcome, (budget, observer), &import);
        Some(decided.and_then(|nodes| {
            let proved = self.prover().prove_claim(state, claim, budget, observer)?;
            Ok((proved, nodes))
        }))
    }

    fn import_proved(&mut self, claim: Claim, proved: &ProvedStates) {
        self.prover().import_proved(claim, proved);
    }

    fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        self.prover().weak_solutions(state, value, budget, observer)
    }
}

pub(super) fn retrograde<'g, G: Hints>(game: &'g G, options: &ValueOptions) -> Boxed<'g, G> {
    Box::new(Backwards { game, best: options.best, explored: None })
}

/// Retrograde analysis. What can be reached from a state is kept for the next ones.
struct Backwards<'g, G: Hints> {
    game: &'g G,
    best: BestMoves,
    explored: Option<Retrograde<'g, G>>,
}

impl<'g, G: Hints> Backwards<'g, G> {
    /// Solves all states that can be reached from a state, instead of those solved before.
    fn explore(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<&Retrograde<'g, G>, Stopped> {
        self.explored = None;
        let solved = Retrograde::explore(self.game, state, budget, observer)?;
        Ok(self.explored.insert(solved))
    }
}

impl<G: Hints> ValueSearch<G> for Backwards<'_, G> {
    fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        let known = self.explored.as_ref().and_then(|known| known.report_of(state, self.best));
        if let Some(known) = known {
            return SolveReport { nodes: 0, value_nodes: 0, created: 0, ..known };
        }
        let best = self.best;
        match self.explore(state, budget, observer) {
            Ok(graph) => graph.report_of(state, best).unwrap_or_else(|| graph.report(best)),
            Err(stopped) => {
                let whole = Bounds { low: Outcome::WORST, high: self.game.outcomes().best() };
                SolveReport { stopped: Some(stopped), ..SolveReport::unknown(whole) }
            }
        }
    }

    fn endgame_table(&self, seed: HashSeed) -> Option<Vec<SolvedState>> {
        let solved = self.explored.as_ref()?;
        let entry = |state: &G::State| {
            let key = self.game.seeded_key(state, seed);
            let key = key.unwrap_or_else(|| self.game.key(state));
            let distance = solved.distance(state);
            Some(SolvedState { key, bounds: solved.bounds(state)?, distance })
        };
        Some(solved.states().filter_map(entry).collect())
    }

    fn weak_solutions(
        &mut self,
        state: &G::State,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<G::Move>>, Stopped> {
        if self.explored.as_ref().is_none_or(|known| known.bounds(state).is_none()) {
            self.explore(state, budget, observer)?;
        }
        match &self.explored {
            Some(graph) => graph.weak_solutions_of(state, value, budget, observer),
            None => Ok(None),
        }
    }
}
