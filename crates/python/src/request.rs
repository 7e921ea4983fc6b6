//! Requests about positions: solve, check, play, tournaments.

use ludex::{
    Check, Checked, InputError, Play, Session, Solve, Solved, StopFlag, Tournament, Warning,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::Serialize;

use crate::called::Called;
use crate::convert::of_json;
use crate::error::bad_input;
use crate::evidence::Evidence;
use crate::keywords::Keywords;
use crate::position::{Position, require_open};
use crate::run::{Teller, unless_raised};

/// The arguments of `solve`, and those of `check` after the formula, that may be given by place.
const SOLVE: &[&str] =
    &["algorithm", "seconds", "nodes", "memory", "threads", "evidence", "store", "progress"];
const CHECK: &[&str] =
    &["agent", "algorithm", "seconds", "nodes", "memory", "threads", "evidence", "progress"];

/// An answer about a position.
pub struct Found<A> {
    answer: A,
    warnings: Vec<Warning>,
    evidence: Option<ludex::Evidence>,
}

impl<A: Serialize> Found<A> {
    /// Takes an answer of a session.
    pub fn new(session: &Session, answer: A, evidence: Option<ludex::Evidence>) -> Found<A> {
        Found { answer, warnings: session.warnings().to_vec(), evidence }
    }

    /// Makes the answer of the Python half; what has stopped the work is raised with it.
    pub fn given<'py>(
        self,
        class: &str,
        position: &Bound<'py, Position>,
        raised: Option<PyErr>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = position.py();
        let source = &position.get().source;
        let evidence = self.evidence.map(|evidence| Evidence::of(evidence, source));
        let value = of_json(py, &ludex::with_warnings(&self.warnings, &self.answer))?;
        let class = py.import("ludex._answers")?.getattr(class)?;
        unless_raised(py, class.call1((value, position, evidence))?, raised)
    }
}

impl Position {
    /// Works on a search, which may tell its progress and at the end how many nodes it took.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        stop: &StopFlag,
        teller: Option<Teller>,
        work: impl FnOnce(&Session) -> Result<T, InputError> + Send,
        nodes: impl FnOnce(&T) -> u64,
    ) -> PyResult<(T, Option<PyErr>)> {
        let done = self.work(py, stop, teller.as_ref(), work);
        let Some(teller) = teller else { return done };
        let nodes = match &done {
            Ok((found, None)) => Some(nodes(found)),
            _ => None,
        };
        let closed = teller.close(py, nodes);
        done.map(|(found, raised)| (found, raised.or(closed.err())))
    }
}

#[pymethods]
impl Position {
    /// Finds the value of the position with perfect play, and best moves.
    ///
    /// algorithm: a name of `ludex.algorithms()`; `auto` chooses.
    /// seconds, nodes, memory: limits; where one ends the search the answer has no value, and its
    ///     bounds are what is known. Memory is a number of bytes or a text such as "512MiB".
    /// threads: how many the search may use.
    /// evidence: whether the answer comes with evidence, which `ludex.verify` checks.
    /// store: a file where answers and unfinished searches are kept, for games that are not written
    ///     in Python.
    /// progress: True shows a bar; a function is told a `ludex.Progress` a few times a second.
    /// best: "one", "all" or "none" of the best moves, or "auto": all that are cheap to find.
    /// seed: of all randomness.
    /// options: what only some searches take, as `ludex solve --help` has them: transpositions, hints,
    ///     evaluation, range, skip, cell_order, matrix, guarantee, equilibria, checkpoint_every,
    ///     store_key.
    ///
    /// Returns a `ludex.Solved`. Ctrl-C raises KeyboardInterrupt with what is known in `partial`.
    #[pyo3(
        signature = (*args, **keywords),
        text_signature = "($self, algorithm='auto', seconds=None, nodes=None, memory=None, \
            threads=1, evidence=False, store=None, progress=None, *, best=None, seed=0, **options)"
    )]
    fn solve<'py>(
        slf: &Bound<'py, Position>,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, position) = (slf.py(), slf.get());
        let keywords = Keywords::new(SOLVE, args, keywords)?;
        let progress = keywords.take("progress")?;
        let mut request: Solve = keywords.read()?;
        if request.store.is_some() {
            require_open(py, position, "a store")?;
        }
        let teller = Teller::watch(py, &mut request.limits, progress, "solve")?;
        let work = |session: &Session| {
            let mut solved = session.solve(&request)?;
            let evidence = solved.evidence.take();
            Ok(Found::new(session, solved, evidence))
        };
        let (stop, nodes) = (&request.limits.stop, |found: &Found<Solved>| found.answer.nodes);
        let (found, raised) = position.search(py, stop, teller, work, nodes)?;
        found.given("Solved", slf, raised)
    }

    /// Decides whether a formula is true in the position.
    ///
    /// formula: such as "omega(3)" or "<X> [O] win(X)"; `ludex.concepts()` lists what is defined.
    /// agent: whom the formula calls A; without one the agent on turn.
    /// algorithm: a name of `ludex.algorithms()` whose task is a formula.
    /// seconds, nodes, memory, threads, evidence, progress, seed: as in `solve`; where a limit ends
    ///     the search the answer is None.
    /// options: what only some searches take, as `ludex check --help` has them: define (a text with
    ///     definitions), plain, transpositions, conjunctions, look, evaluation, cost.
    ///
    /// Returns a `ludex.Checked`.
    #[pyo3(
        signature = (formula, *args, **keywords),
        text_signature = "($self, formula, agent=None, algorithm='dfps', seconds=None, nodes=None, \
            memory=None, threads=1, evidence=False, progress=None, *, seed=0, **options)"
    )]
    fn check<'py>(
        slf: &Bound<'py, Position>,
        formula: &str,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let keywords = Keywords::new(CHECK, args, keywords)?.with("formula", formula)?;
        let progress = keywords.take("progress")?;
        let mut request: Check = keywords.read()?;
        let teller = Teller::watch(py, &mut request.limits, progress, "check")?;
        let work = |session: &Session| {
            let mut checked = session.check(&request)?;
            let evidence = checked.evidence.take();
            Ok(Found::new(session, checked, evidence))
        };
        let (stop, nodes) = (&request.limits.stop, |found: &Found<Checked>| found.answer.nodes);
        let (found, raised) = slf.get().search(py, stop, teller, work, nodes)?;
        found.given("Checked", slf, raised)
    }

    /// Returns whether a formula is true, or raises what has stopped the search.
    #[pyo3(signature = (formula, agent=None))]
    fn holds(
        &self,
        py: Python<'_>,
        formula: &str,
        agent: Option<Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let agent = agent.map(|agent| agent.str().map(|text| text.to_string())).transpose()?;
        let request = Check { agent, ..Check::new(formula) };
        let work = |session: &Session| session.check(&request);
        let (checked, raised) = self.work(py, &request.limits.stop, None, work)?;
        match (raised, checked.answer) {
            (Some(error), _) => Err(error),
            (None, Some(answer)) => Ok(answer),
            (None, None) => {
                let why = checked.stopped.unwrap_or_default();
                Err(bad_input(py, format!("`{formula}` was not decided: {why}")))
            }
        }
    }
}

/// Plays a game between players, which are names or functions, from a position.
pub fn play_match<'py>(
    position: &Bound<'py, Position>,
    players: &Bound<'py, PyAny>,
    keywords: Keywords<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, (players, functions)) = (position.py(), named(players)?);
    let mut request: Play = keywords.with("players", players)?.read()?;
    let (called, functions) = Called::new(position.get(), functions, &request.stop);
    request.functions = Some(functions);
    let work = |session: &Session| {
        let played = session.play(&request, &mut |_, _| {})?;
        Ok(Found::new(session, played, None))
    };
    let done = position.get().work(py, &request.stop, None, work);
    let (found, raised) = called.finish(done)?;
    found.given("Match", position, raised)
}

/// Plays many games between players from the start of the game.
pub fn play_tournament<'py>(
    position: &Bound<'py, Position>,
    players: &Bound<'py, PyAny>,
    keywords: Keywords<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, (players, functions)) = (position.py(), named(players)?);
    let mut request: Tournament = keywords.with("players", players)?.read()?;
    let (called, functions) = Called::new(position.get(), functions, &request.stop);
    request.functions = Some(functions);
    let work = |session: &Session| {
        let result = session.tournament(&request, &|_, _| {})?;
        Ok(Found::new(session, result, None))
    };
    let done = position.get().work(py, &request.stop, None, work);
    let (found, raised) = called.finish(done)?;
    found.given("TournamentResult", position, raised)
}

/// Returns players as the library reads them, and the functions among them by name.
fn named<'py>(players: &Bound<'py, PyAny>) -> PyResult<(String, Bound<'py, PyDict>)> {
    let named = players.py().import("ludex._players")?.getattr("named")?;
    named.call1((players,))?.extract()
}
