//! Searches whose game is erased: what everything around a search works with.

use ludex_game::{DynGame, DynMove, DynState, HashSeed, Hints, Model, Numbered, Outcome};

use super::formulas::{CheckSearch, FormulaAnswer};
use super::values::{SolvedState, ValueSearch};
use crate::best_first::{Checkpoints, FoundBelow, JobOffice, LeafJob, StateWriter};
use crate::budget::{Budget, Observer, Stopped};
use crate::depth_first::{
    CheckReport, Claim, OpenClaims, ProvedStates, SolveReport, WeakSolutions,
};

/// Erases the game of a search for values.
pub fn bind_value_search<'g, G: Hints<State: 'static>>(
    game: &'g Numbered<G>,
    search: Box<dyn ValueSearch<G> + 'g>,
) -> Box<dyn ValueSearch<DynGame> + 'g> {
    Box::new(Bound { game, search })
}

/// [`CheckSearch`] over states and moves whose type is erased.
pub trait ErasedCheckSearch {
    /// Decides whether the formula holds in a state, with a proof if that is wanted.
    fn check(
        &mut self,
        state: &DynState,
        prove: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> FormulaAnswer<DynMove>;
}

/// Erases the game of a search for the truth of a formula.
pub fn bind_check_search<'g, G: Hints<State: 'static>>(
    game: &'g Numbered<G>,
    search: Box<dyn CheckSearch<G> + 'g>,
) -> Box<dyn ErasedCheckSearch + 'g> {
    Box::new(Bound { game, search })
}

/// A search with the game that numbers its moves.
struct Bound<'g, G: Model, S: ?Sized> {
    game: &'g Numbered<G>,
    search: Box<S>,
}

impl<'g, G> ValueSearch<DynGame> for Bound<'g, G, dyn ValueSearch<G> + 'g>
where
    G: Hints<State: 'static>,
{
    fn solve(
        &mut self,
        state: &DynState,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<DynMove> {
        self.search.solve(state.get(), budget, observer).map(|mv| self.game.number(mv))
    }

    fn resume(
        &mut self,
        state: &DynState,
        budget: &Budget,
        observer: &mut dyn Observer,
        checkpoints: &mut dyn Checkpoints,
    ) -> SolveReport<DynMove> {
        let report = self.search.resume(state.get(), budget, observer, checkpoints);
        report.map(|mv| self.game.number(mv))
    }

    fn solve_in_jobs(
        &mut self,
        state: &DynState,
        budget: &Budget,
        observer: &mut dyn Observer,
        checkpoints: Option<&mut dyn Checkpoints>,
        (office, writer): (&mut dyn JobOffice, &StateWriter<'_, DynState>),
    ) -> Option<SolveReport<DynMove>> {
        let write = |state: &G::State| writer(&DynState::new(state.clone()));
        let (state, office) = (state.get(), (office, &write as &StateWriter<'_, _>));
        let report = self.search.solve_in_jobs(state, budget, observer, checkpoints, office)?;
        Some(report.map(|mv| self.game.number(mv)))
    }

    fn run_job(
        &mut self,
        state: &DynState,
        job: &LeafJob,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Result<(FoundBelow, u64), Stopped>> {
        self.search.run_job(state.get(), job, budget, observer)
    }

    fn open_claims(
        &mut self,
        state: &DynState,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Result<OpenClaims<DynState>, Stopped>> {
        let open = self.search.open_claims(state.get(), value, budget, observer)?;
        Some(open.map(|OpenClaims { key_seed, claims }| {
            let erased = claims.into_iter().map(|(claim, state)| (claim, DynState::new(state)));
            OpenClaims { key_seed, claims: erased.collect() }
        }))
    }

    fn prove_claim(
        &mut self,
        state: &DynState,
        claim: (Claim, Option<u64>),
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Option<Result<(ProvedStates, u64), Stopped>> {
        self.search.prove_claim(state.get(), claim, budget, observer)
    }

    fn import_proved(&mut self, claim: Claim, proved: &ProvedStates) {
        self.search.import_proved(claim, proved);
    }

    fn weak_solutions(
        &mut self,
        state: &DynState,
        value: Outcome,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<Option<WeakSolutions<DynMove>>, Stopped> {
        let solutions = self.search.weak_solutions(state.get(), value, budget, observer)?;
        let number = |mv| self.game.number(mv);
        Ok(solutions.map(|WeakSolutions { max, min }| WeakSolutions {
            max: max.map(|solution| solution.map(number)),
            min: min.map(|solution| solution.map(number)),
        }))
    }

    fn endgame_table(&self, seed: HashSeed) -> Option<Vec<SolvedState>> {
        self.search.endgame_table(seed)
    }
}

impl<'g, G: Hints<State: 'static>> ErasedCheckSearch for Bound<'g, G, dyn CheckSearch<G> + 'g> {
    fn check(
        &mut self,
        state: &DynState,
        prove: bool,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> FormulaAnswer<DynMove> {
        let FormulaAnswer { report, seconds, proof, minimal } =
            self.search.check(state.get(), prove, budget, observer);
        let number = |mv| self.game.number(mv);
        let CheckReport { answer, queries, nodes, bytes, line, stopped } = report;
        let line = line.into_iter().map(|(agent, choice)| (agent, choice.map(number))).collect();
        FormulaAnswer {
            report: CheckReport { answer, queries, nodes, bytes, line, stopped },
            seconds,
            proof: proof.map(|proof| proof.map(|proof| proof.map(number))),
            minimal,
        }
    }
}
