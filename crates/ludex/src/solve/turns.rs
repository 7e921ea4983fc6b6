//! Values of games of turns, and their pairs of proofs.

use std::sync::PoisonError;
use std::time::Instant;

use ludex_evidence::Evidence;
use ludex_game::{Agent, Bounds, DynGame, DynMove, DynState, Game, Model, Notation, Outcome};
use ludex_search::{
    AlgorithmInfo, Checkpoints, FoundBelow, JobOffice, LeafJob, Observer, Progress, SolveReport,
    StateWriter, Stopped, Task, ValueSearch, find_algorithm, make_path_search, solution_play,
};
use ludex_store::{Answer, Question};
use ludex_typed::TurnGame;
use serde_json::Value;

use super::endgames::EndgameTable;
use super::store::SolveStore;
use super::{auto, named_value, one_by_one, options, unfit};
use crate::answers::{ProofSize, Solved, Warning, Work};
use crate::describe;
use crate::error::InputError;
use crate::requests::{Best, Office, Solve, ValueWatcher};
use crate::session::Session;

/// The search whose solution is an endgame table.
const RETROGRADE: &str = "retrograde";

/// A game being solved.
#[derive(Clone, Copy)]
pub(super) struct Solving<'s> {
    pub session: &'s Session,
    pub typed: &'s dyn TurnGame,
    pub game: &'s DynGame,
}

/// A search with its name, and why it was chosen.
pub(super) struct Chosen<'s> {
    pub algorithm: &'static AlgorithmInfo,
    why: Option<String>,
    pub search: Box<dyn ValueSearch<DynGame> + 's>,
    /// The endgame table of the store.
    endgames: EndgameTable,
}

/// The algorithm of a search, and why it was chosen.
type By<'a> = (&'static AlgorithmInfo, &'a Option<String>);

/// Passes bounds of the value on, and the value as soon as it is known.
struct ValueObserver<'a> {
    solving: Solving<'a>,
    state: &'a DynState,
    by: By<'a>,
    start: Instant,
    /// Whom to tell; `None` once the value was told.
    watcher: Option<&'a ValueWatcher>,
    /// The bounds that were told last.
    told: Option<Bounds>,
    inner: &'a mut dyn Observer,
}

impl Observer for ValueObserver<'_> {
    fn progress(&mut self, progress: &Progress) {
        let whole = Model::outcomes(self.solving.game).best();
        let whole = Bounds { low: Outcome::WORST, high: whole };
        let bounds = progress.bounds.unwrap_or(whole);
        // What is known goes before how far the search is, which is not told after the value.
        let exact = bounds.exact().is_some() && progress.bounds.is_some();
        if !exact && self.told != Some(bounds) {
            self.told = Some(bounds);
            self.tell(self.watcher, bounds, progress.nodes);
        }
        self.inner.progress(progress);
        if exact {
            let watcher = self.watcher.take();
            self.tell(watcher, bounds, progress.nodes);
        }
    }
}

impl ValueObserver<'_> {
    /// Tells a watcher the bounds of the value.
    fn tell(&self, watcher: Option<&ValueWatcher>, bounds: Bounds, nodes: u64) {
        if let (Some(watcher), Ok(())) = (watcher, self.solving.session.require_sound()) {
            let report = SolveReport { nodes, ..SolveReport::unknown(bounds) };
            let seconds = self.start.elapsed().as_secs_f64();
            (watcher.0)(&self.solving.solved(self.state, report, self.by, seconds));
        }
    }
}

/// Solves every one of the states.
pub(super) fn run(
    solving: Solving<'_>,
    request: &Solve,
    states: &[(DynState, Option<f64>)],
    each: &mut dyn FnMut(Solved),
) -> Result<(), InputError> {
    let best = request.best.unwrap_or(if states.len() > 1 { Best::One } else { Best::Auto });
    let request = &Solve { best: Some(best), ..request.clone() };
    let mut chosen = solving.choose(request)?;
    let mut store = match &request.store {
        Some(path) => {
            let method = options::method(chosen.algorithm, request);
            let mut store = SolveStore::open(path, method, request)?;
            let best = Model::outcomes(solving.game).best();
            chosen.endgames = store.endgames(&solving.question(String::new()), best);
            Some(store)
        }
        None => None,
    };
    one_by_one(request, states, each, |state| {
        solving.one(&mut chosen, request, store.as_mut(), state)
    })
}

/// Refuses options that only mean something where agents move at the same time.
pub(super) fn refuse_matrix_options(request: &Solve) -> Result<(), InputError> {
    let given = [
        (request.skip.is_some(), "--skip"),
        (request.cell_order.is_some(), "--cell-order"),
        (request.matrix, "--matrix"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, option)) => {
            Err(InputError::new(format!("{option} is for games of simultaneous moves")))
        }
    }
}

/// Makes the error for a search that cannot be divided into jobs.
pub(super) fn no_jobs(algorithm: &AlgorithmInfo) -> InputError {
    InputError::new(format!("{} cannot be divided into jobs", algorithm.name))
        .help("searches that can are pn2, pp, pp2, mopns2 and other best-first ones")
}

/// Does a job of a search.
pub(super) fn run_job(
    solving: Solving<'_>,
    request: &Solve,
    state: &DynState,
    job: &LeafJob,
) -> Result<(FoundBelow, u64), InputError> {
    let mut chosen = solving.choose(request)?;
    let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
    let done = chosen.search.run_job(state, job, &budget, &mut observer);
    let done = done.ok_or_else(|| no_jobs(chosen.algorithm))?;
    solving.session.require_sound()?;
    done.map_err(|stopped| InputError::new(format!("the job was not done: {stopped}")))
}

/// Says that there was not enough of the budget left for a proof.
fn no_proof(stopped: Stopped) -> String {
    format!("no proof within the budget: {stopped}")
}

/// Makes an answer to be kept, with all that was spent on it.
fn answer(solved: &Solved, exact: Outcome, total: Work) -> Answer {
    Answer {
        low: exact.0,
        high: exact.0,
        best: solved.best.clone(),
        all_best: solved.all_best,
        algorithm: solved.algorithm.clone(),
        nodes: total.nodes,
        seconds: total.seconds,
    }
}

impl<'s> Solving<'s> {
    /// Makes the search that a request names, or the one that suits the game.
    pub fn choose(self, request: &Solve) -> Result<Chosen<'s>, InputError> {
        match named_value(self.game, request)? {
            Some(algorithm) => self.make(algorithm.name, None, request),
            None => {
                let (name, why) = auto::choose(self.game);
                self.make(name, Some(why), request)
            }
        }
    }

    /// Makes the search with this name.
    fn make(
        self,
        name: &str,
        why: Option<String>,
        request: &Solve,
    ) -> Result<Chosen<'s>, InputError> {
        let algorithm = [Task::Value, Task::Path].into_iter().find_map(|t| find_algorithm(name, t));
        let algorithm = algorithm.ok_or_else(|| unfit(name, Task::Value))?;
        let options = options::value_options(self.game, algorithm, request)?;
        let search = match algorithm.task {
            // What they need is few nodes, so they are compiled once for all games.
            Task::Path => make_path_search(name, self.game, &options),
            _ => self.typed.value_search(algorithm.name, &options),
        };
        let search = search.ok_or_else(|| unfit(algorithm.name, Task::Value))?;
        Ok(Chosen { algorithm, why, search, endgames: EndgameTable::default() })
    }

    /// Searches for the value of a state. Where the automatic choice was for a shortest play and
    /// that takes too long, any play will do.
    fn search(
        self,
        chosen: &mut Chosen<'s>,
        request: &Solve,
        (state, start): (&DynState, Instant),
        checkpoints: Option<&mut dyn Checkpoints>,
    ) -> Result<SolveReport<DynMove>, InputError> {
        let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
        if chosen.why.is_some() && chosen.algorithm.task == Task::Path {
            let half = auto::for_shortest_play(&budget);
            let report = chosen.search.solve(state, &half, &mut observer);
            let out_of = [Some(Stopped::Nodes), Some(Stopped::Time), Some(Stopped::Memory)];
            if !out_of.contains(&report.stopped) {
                return Ok(report);
            }
            let (name, why) = auto::choose_any_play(self.game);
            *chosen = self.make(name, Some(why), request)?;
        }
        let mut observer = ValueObserver {
            solving: self,
            state,
            by: (chosen.algorithm, &chosen.why),
            start,
            watcher: request.value_watcher.as_ref(),
            told: None,
            inner: &mut observer,
        };
        if let Some(Office(office)) = &request.office {
            let mut office = office.lock().unwrap_or_else(PoisonError::into_inner);
            let write = |state: &DynState| self.game.write_position(state);
            let office = (&mut *office as &mut dyn JobOffice, &write as &StateWriter<'_, _>);
            return chosen
                .search
                .solve_in_jobs(state, &budget, &mut observer, checkpoints, office)
                .ok_or_else(|| no_jobs(chosen.algorithm));
        }
        Ok(match checkpoints {
            None => chosen.search.solve(state, &budget, &mut observer),
            Some(checkpoints) => chosen.search.resume(state, &budget, &mut observer, checkpoints),
        })
    }

    /// Solves a state, or takes its value from the store.
    fn one(
        self,
        chosen: &mut Chosen<'s>,
        request: &Solve,
        mut store: Option<&mut SolveStore>,
        state: &DynState,
    ) -> Result<Solved, InputError> {
        let start = Instant::now();
        let known = store.as_mut().and_then(|store| self.recall(store, request, state));
        if let Some((report, answer)) = known {
            return self.stored(chosen, request, state, (report, answer, start));
        }
        if let Some(solved) = self.in_table(chosen, request, state, start)? {
            return Ok(solved);
        }
        let checkpoints = store.as_mut().map(|store| &mut **store as &mut dyn Checkpoints);
        let report = self.search(chosen, request, (state, start), checkpoints)?;
        let solved_all = report.stopped.is_none() && report.nodes > 0;
        let (report, shortest) = self.with_play(chosen, request, state, report);
        self.session.require_sound()?;
        let (exact, stopped) = (report.bounds.exact(), report.stopped.is_some());
        let by = (chosen.algorithm, &chosen.why);
        let mut solved = self.solved(state, report, by, start.elapsed().as_secs_f64());
        if !solved.exact && !stopped && request.range.is_some() {
            let why = "--range does not tell the outcomes between these bounds apart";
            solved.stopped = Some(why.to_string());
        }
        solved.shortest = shortest;
        solved.distance = solved.distance.filter(|_| shortest != Some(false));
        let in_jobs = request.evidence && request.office.is_some();
        if let Some(store) = store.as_deref_mut() {
            let total = store.total(solved.nodes);
            (solved.stored, solved.total) = (Some(false), Some(total));
            solved.store = store.trust();
            if let (Some(value), None, false) = (exact, &request.range, in_jobs) {
                store.keep(&answer(&solved, value, total))?;
            }
            if let (true, Some(states)) =
                (solved_all, chosen.search.endgame_table(chosen.endgames.seed))
            {
                chosen.endgames.add(states, solved.seconds);
                store.keep_endgames(&chosen.endgames)?;
            }
            solved.warnings.extend(store.refusal().map(Warning::of));
            if let Some(failure) = store.failure() {
                solved.stopped = Some(format!("no checkpoint was saved: {failure}"));
            }
        }
        if let (Some(value), true) = (exact, request.evidence) {
            let shown = self.prove_in_jobs(chosen, request, (state, value), store.as_deref_mut());
            match shown {
                Ok(()) => self.prove(chosen, request, state, value, &mut solved)?,
                Err(stopped) => solved.stopped = Some(no_proof(stopped)),
            }
            // Until then the first level is needed: a driver that is killed goes on with its proofs.
            let done = solved.evidence.is_some() && request.range.is_none();
            if let (Some(store), true) = (store, in_jobs && done) {
                let total = store.total(solved.nodes);
                store.keep(&answer(&solved, value, total))?;
            }
        }
        if let (Some(value), true) = (exact, request.line) {
            self.add_line(chosen, request, state, value, &mut solved);
        }
        Ok(solved)
    }

    /// Adds a play of best moves to the answer, unless it has a play.
    fn add_line(
        self,
        chosen: &mut Chosen<'_>,
        request: &Solve,
        state: &DynState,
        value: Outcome,
        solved: &mut Solved,
    ) {
        let turn = self.game.turn(state).agent();
        let read = |agent, text| self.game.read_move(state, agent, text);
        let best = turn.zip(solved.best.first()).and_then(|(agent, text)| read(agent, text));
        let Some(first) = best.filter(|_| solved.exact && solved.line.is_none()) else { return };
        let from = (value, first, solved.value_nodes);
        if let Some((play, open)) = self.best_play(&mut *chosen.search, request, state, from) {
            (solved.line, solved.open_line) = (Some(self.written(state, &play)), open);
        }
    }

    /// Adds a play to the value of a game of one agent, which is its solution, and says whether it
    /// is a shortest one. Where nothing is better than the worst outcome no play is a solution.
    fn with_play(
        self,
        chosen: &mut Chosen<'_>,
        request: &Solve,
        state: &DynState,
        mut report: SolveReport<DynMove>,
    ) -> (SolveReport<DynMove>, Option<bool>) {
        let value = report.bounds.exact().filter(|_| self.game.agents().len() == 1);
        let Some(value) = value else { return (report, None) };
        if value == Outcome::WORST {
            report.line = None;
        }
        if value == Outcome::WORST || report.line.is_some() {
            let shortest = report.line.as_ref().map(|_| true);
            return (report, shortest);
        }
        let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
        let solutions = chosen.search.weak_solutions(state, value, &budget, &mut observer);
        let strategy = solutions.ok().flatten().and_then(|both| both.max);
        report.line = strategy.map(|strategy| solution_play(&strategy));
        let shortest = report.line.as_ref().map(|_| false);
        (report, shortest)
    }

    /// Makes the answer from one of the store. It names the search that found it, which need not be
    /// the one that was chosen now.
    fn stored(
        self,
        chosen: &mut Chosen<'_>,
        request: &Solve,
        state: &DynState,
        (report, answer, start): (SolveReport<DynMove>, Answer, Instant),
    ) -> Result<Solved, InputError> {
        let exact = report.bounds.exact();
        let by = (chosen.algorithm, &None);
        let mut solved = self.solved(state, report, by, start.elapsed().as_secs_f64());
        let total = Work { nodes: answer.nodes, seconds: answer.seconds };
        solved.algorithm = answer.algorithm;
        (solved.stored, solved.total) = (Some(true), Some(total));
        if let (Some(value), true) = (exact, request.evidence) {
            self.prove(chosen, request, state, value, &mut solved)?;
        }
        Ok(solved)
    }

    /// Makes the answer from the endgame table of the store, if the state is in it.
    fn in_table(
        self,
        chosen: &mut Chosen<'_>,
        request: &Solve,
        state: &DynState,
        start: Instant,
    ) -> Result<Option<Solved>, InputError> {
        // The solution of a game of one agent is a play, which the table does not have.
        let alone = self.game.agents().len() == 1;
        let known = chosen.endgames.report(self.game, state).filter(|_| !alone);
        let Some((mut report, distance)) = known else { return Ok(None) };
        if request.best == Some(Best::None) {
            (report.best, report.all_best) = (Vec::new(), false);
        }
        let total = (chosen.endgames.len() as u64, chosen.endgames.seconds);
        let answer = Answer {
            low: report.bounds.low.0,
            high: report.bounds.high.0,
            best: Vec::new(),
            all_best: report.all_best,
            algorithm: RETROGRADE.to_string(),
            nodes: total.0,
            seconds: total.1,
        };
        let solved = self.stored(chosen, request, state, (report, answer, start))?;
        Ok(Some(Solved { distance, ..solved }))
    }

    /// Returns the question about a position of the game.
    fn question(self, position: String) -> Question {
        let (game, digest) = (self.session.name.clone(), self.session.digest());
        Question { game, digest, position }
    }

    /// Returns the answer that is known about a state, if it is exact and has the best moves that
    /// are asked for. A game of one agent is searched again: the store keeps no plays.
    fn recall(
        self,
        store: &mut SolveStore,
        request: &Solve,
        state: &DynState,
    ) -> Option<(SolveReport<DynMove>, Answer)> {
        let answer = store.turn_to(self.question(self.game.write_position(state)))?;
        let agent = self.game.turn(state).agent();
        let possible = Outcome(answer.high) <= Model::outcomes(self.game).best();
        let enough = match request.best.unwrap_or_default() {
            Best::None => true,
            Best::One | Best::Auto => agent.is_none() || !answer.best.is_empty(),
            Best::All => answer.all_best,
        };
        // Evidence in jobs needs the first level of the search.
        let in_jobs = request.evidence && request.office.is_some();
        let one = self.game.agents().len() == 1;
        if answer.low != answer.high || !possible || !enough || one || in_jobs {
            return None;
        }
        let read = |text: &String| self.game.read_move(state, agent?, text);
        let report = SolveReport {
            best: answer.best.iter().filter_map(read).collect(),
            all_best: answer.all_best,
            ..SolveReport::unknown(Bounds::exactly(Outcome(answer.low)))
        };
        Some((report, answer))
    }

    fn solved(
        self,
        state: &DynState,
        report: SolveReport<DynMove>,
        (algorithm, why): By<'_>,
        seconds: f64,
    ) -> Solved {
        let (agents, outcomes) = (self.game.agents(), self.game.outcomes());
        let exact = report.bounds.exact();
        let turn = self.game.turn(state).agent();
        let score = exact.map(|outcome| outcomes.number(outcome));
        let flip = if turn == Some(Agent::SECOND) { -1.0 } else { 1.0 };
        let bounds = [report.bounds.low, report.bounds.high];
        let best = turn.map_or(Vec::new(), |agent| {
            report.best.iter().map(|&mv| self.game.write_move(state, agent, mv)).collect()
        });
        Solved {
            value: exact.map_or(Value::Null, |outcome| self.value(outcome)),
            score,
            relative: score.map(|score| 0.0 + flip * score),
            exact: exact.is_some(),
            best,
            all_best: report.all_best,
            bounds: bounds.map(|outcome| outcomes.number(outcome)),
            bound_names: bounds.map(|outcome| outcomes.name(outcome).to_string()),
            algorithm: algorithm.name.to_string(),
            why: why.clone(),
            turn: turn.map(|agent| agents.name(agent).to_string()),
            nodes: report.nodes,
            value_nodes: report.value_nodes,
            created: report.created,
            first_level: report.first_level,
            distance: report.line.as_ref().map(|line| line.len() as u32),
            line: report.line.map(|line| self.written(state, &line)),
            seconds,
            memory: report.bytes as u64,
            stopped: match (exact, report.stopped) {
                (_, Some(stopped)) => Some(stopped.to_string()),
                (None, None) => Some("play can go on for ever, and nobody can force more".into()),
                (Some(_), None) => None,
            },
            ..Solved::unknown(agents.name(Agent::FIRST), self.game.write_position(state))
        }
    }

    /// Writes a play from a state as text.
    fn written(self, state: &DynState, line: &[(Agent, DynMove)]) -> Vec<String> {
        let mut state = state.clone();
        let write = |&(agent, mv): &(Agent, DynMove)| {
            let text = self.game.write_move(&state, agent, mv);
            self.game.play(&mut state, agent, mv);
            text
        };
        line.iter().map(write).collect()
    }

    /// Returns the name of an outcome, or its number where it is named by that.
    fn value(self, outcome: Outcome) -> Value {
        let outcomes = self.game.outcomes();
        let (name, number) = (outcomes.name(outcome), outcomes.number(outcome));
        match name.parse::<f64>() {
            Ok(n) if n == number => describe::number(number),
            _ => Value::String(name.to_string()),
        }
    }

    /// Takes an answer back: where play ends each side can force the value, so that there is a proof
    /// for each unless the value is wrong.
    fn retract(self, solved: &mut Solved) {
        let outcomes = self.game.outcomes();
        let whole = [Outcome::WORST, outcomes.best()];
        solved.stopped =
            Some(format!("the search found {}, but the proof of it fails", solved.value));
        (solved.value, solved.exact) = (Value::Null, false);
        (solved.score, solved.relative, solved.distance) = (None, None, None);
        (solved.best, solved.all_best) = (Vec::new(), false);
        solved.bounds = whole.map(|outcome| outcomes.number(outcome));
        solved.bound_names = whole.map(|outcome| outcomes.name(outcome).to_string());
    }

    /// Adds the pair of proofs for a value to the answer; or why there is none.
    fn prove(
        self,
        chosen: &mut Chosen<'_>,
        request: &Solve,
        state: &DynState,
        value: Outcome,
        solved: &mut Solved,
    ) -> Result<(), InputError> {
        let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
        let solutions = match chosen.search.weak_solutions(state, value, &budget, &mut observer) {
            Ok(Some(solutions)) => solutions,
            Ok(None) if self.game.can_repeat() => {
                let why = "no bounded proof exists, as play can go on for ever";
                solved.stopped = Some(why.to_string());
                return Ok(());
            }
            Ok(None) => {
                self.retract(solved);
                return Ok(());
            }
            Err(stopped) => {
                solved.stopped = Some(no_proof(stopped));
                return Ok(());
            }
        };
        if solutions.max.is_none() && solutions.min.is_none() {
            let why = "there is nothing to prove: all plays that end have this outcome";
            solved.stopped = Some(why.to_string());
            return Ok(());
        }
        let low = solutions.max.as_ref().map(|solution| (value, solution));
        let high = solutions.min.as_ref().map(|solution| (value, solution));
        let mut evidence = Evidence::value(&self.session.name, self.game, state, low, high)
            .map_err(|rejection| InputError::new(rejection.to_string()))?;
        evidence.digest = self.session.digest();
        solved.proof = Some(ProofSize::of(evidence.size()));
        solved.evidence = Some(evidence);
        Ok(())
    }
}
