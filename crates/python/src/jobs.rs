//! Searches in jobs, for `ludex.cluster`: the run that gives jobs out, and whoever does them.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ludex::{
    InputError, Job, JobAnswer, JobRun, LabInParts, LabSearch, Limits, Session, SetUp, Solve,
    Solved, Tournament, Transcript, read_batch,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::de::DeserializeOwned;

use crate::convert::{of_json, to_python};
use crate::error::{bad_input, converted};
use crate::keywords::Keywords;
use crate::position::{Position, require_open};
use crate::request::Found;
use crate::run::run;

/// How often signals are looked for.
const PAUSE: Duration = Duration::from_millis(50);

/// A search whose jobs are done elsewhere.
#[pyclass(frozen, module = "ludex.cluster", name = "_JobRun")]
pub struct PyJobRun {
    position: Py<Position>,
    session: Session,
    run: Mutex<Option<JobRun>>,
}

impl PyJobRun {
    fn lock(&self) -> MutexGuard<'_, Option<JobRun>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&JobRun) -> T + Send) -> PyResult<T>
    where
        T: Send,
    {
        let done = py.detach(|| self.lock().as_ref().map(work));
        done.ok_or_else(|| bad_input(py, "the run has ended".to_string()))
    }
}

/// Reads a message.
fn read<T: DeserializeOwned>(py: Python<'_>, text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| bad_input(py, format!("no message: {error}")))
}

/// Writes a message.
fn written(py: Python<'_>, message: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(message).map_err(|error| bad_input(py, error.to_string()))
}

#[pymethods]
impl PyJobRun {
    /// Starts to solve a position in jobs.
    #[new]
    #[pyo3(signature = (position, capacity, job_nodes, **keywords))]
    fn new(
        position: &Bound<'_, Position>,
        capacity: usize,
        job_nodes: u64,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyJobRun> {
        let py = position.py();
        require_open(py, position.get(), "a cluster")?;
        let request: Solve = Keywords::new(&[], &PyTuple::empty(py), keywords)?.read()?;
        let session = position.get().look(py, Session::clone)?;
        let run = converted(py, JobRun::start(&session, &request, capacity, job_nodes))?;
        Ok(PyJobRun { position: position.clone().unbind(), session, run: Mutex::new(Some(run)) })
    }

    /// The number of a job and the job; None if there is none within some seconds.
    fn next(&self, py: Python<'_>, seconds: f64) -> PyResult<Option<(u64, String)>> {
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let job = self.with(py, |run| run.next(wait))?;
        job.map(|job| Ok((job.number(), written(py, &job)?))).transpose()
    }

    /// Takes an answer; False if it was known.
    fn take(&self, py: Python<'_>, answer: &str) -> PyResult<bool> {
        let answer: JobAnswer = read(py, answer)?;
        self.with(py, |run| run.take(answer))
    }

    /// Learns that a job is to be given out again.
    fn lose(&self, py: Python<'_>, number: u64) -> PyResult<()> {
        self.with(py, |run| run.lose(number))
    }

    /// Learns that a job cannot be done.
    fn fail(&self, py: Python<'_>, number: u64) -> PyResult<()> {
        self.with(py, |run| run.fail(number))
    }

    /// Changes the number of jobs at a time, and the nodes of each.
    fn resize(&self, py: Python<'_>, capacity: usize, job_nodes: u64) -> PyResult<()> {
        self.with(py, |run| run.resize(capacity, job_nodes))
    }

    /// How far the run is.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.with(py, JobRun::status)?)
    }

    /// Stops the search.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, JobRun::stop)
    }

    /// Waits for the answer.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        while !self.with(py, |run| run.has_ended(PAUSE))? {
            py.check_signals()?;
        }
        let run = self.lock().take();
        let run = run.ok_or_else(|| bad_input(py, "the run has ended".to_string()))?;
        let mut solved = converted(py, py.detach(|| run.finish()))?;
        let evidence = solved.evidence.take();
        Found::new(&self.session, solved, evidence).given("Solved", self.position.bind(py), None)
    }
}

/// Does a job of a run, in any process. The position is any of the game.
#[pyfunction]
#[pyo3(name = "_run_job")]
pub fn run_job(py: Python<'_>, position: &Position, job: &str) -> PyResult<String> {
    let job: Job = read(py, job)?;
    let work = |session: &Session| session.run_job(&job);
    let (answer, raised) = position.work(py, &job.request.limits.stop, None, work)?;
    raised.map_or_else(|| written(py, &answer), Err)
}

/// Returns the positions of the lines of a batch, in the notation of the game. A line may also be
/// nothing but such a position.
#[pyfunction]
#[pyo3(name = "_batch_positions")]
pub fn batch_positions(
    py: Python<'_>,
    position: &Position,
    lines: Vec<String>,
) -> PyResult<Vec<String>> {
    require_open(py, position, "a batch")?;
    let read = |session: &Session| {
        let mut session = session.clone();
        lines.iter().map(|line| batch_position(&mut session, line)).collect()
    };
    converted(py, position.look(py, read)?)
}

fn batch_position(session: &mut Session, line: &str) -> Result<String, InputError> {
    let mut read = read_batch(Path::new("positions"), line, session.is_scored()).into_iter();
    let moves = read.next().unwrap_or_default();
    let set_up = session.set_up(&moves);
    set_up.or_else(|error| session.set_up(&SetUp::position(line)).map_err(|_| error))?;
    Ok(session.position())
}

/// Solves positions of a game. Returns what `ludex solve --json` says of each.
#[pyfunction]
#[pyo3(name = "_solve_positions", signature = (position, texts, **keywords))]
pub fn solve_positions<'py>(
    py: Python<'py>,
    position: &Position,
    texts: Vec<String>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let request: Solve = Keywords::new(&[], &PyTuple::empty(py), keywords)?.read()?;
    let positions: Vec<SetUp> = texts.into_iter().map(SetUp::position).collect();
    let work = |session: &Session| {
        let mut found: Vec<Solved> = Vec::with_capacity(positions.len());
        session.solve_all(&request, &positions, &mut |solved| found.push(solved))?;
        Ok(found)
    };
    let (found, raised) = position.work(py, &request.limits.stop, None, work)?;
    raised.map_or_else(|| to_python(py, &found), Err)
}

/// Returns the request of a tournament between players by name.
fn tournament(
    py: Python<'_>,
    players: String,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Tournament> {
    Keywords::new(&[], &PyTuple::empty(py), keywords)?.with("players", players)?.read()
}

/// The number of matches of a tournament.
#[pyfunction]
#[pyo3(name = "_match_count", signature = (position, players, **keywords))]
pub fn match_count(
    py: Python<'_>,
    position: &Position,
    players: String,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<usize> {
    require_open(py, position, "a cluster")?;
    let request = tournament(py, players, keywords)?;
    converted(py, position.look(py, |session| session.match_count(&request))?)
}

/// Plays matches of a tournament. Returns them as a message.
#[pyfunction]
#[pyo3(name = "_play_matches", signature = (position, players, numbers, **keywords))]
pub fn play_matches(
    py: Python<'_>,
    position: &Position,
    players: String,
    numbers: Vec<usize>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let request = tournament(py, players, keywords)?;
    let work = |session: &Session| session.matches(&request, &numbers);
    let (played, raised) = position.work(py, &request.stop, None, work)?;
    raised.map_or_else(|| written(py, &played), Err)
}

/// Sums up matches of a tournament.
#[pyfunction]
#[pyo3(name = "_tournament_of", signature = (position, players, messages, **keywords))]
pub fn tournament_of<'py>(
    position: &Bound<'py, Position>,
    players: String,
    messages: Vec<String>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    let request = tournament(py, players, keywords)?;
    let mut played: Vec<(usize, Transcript)> = Vec::new();
    for message in &messages {
        played.extend(read::<Vec<_>>(py, message)?);
    }
    let session = position.get().look(py, Session::clone)?;
    let result = converted(py, session.tournament_of(&request, &played))?;
    Found::new(&session, result, None).given("TournamentResult", position, None)
}

/// A report of the lab as a value, as CSV and as a plot, and the searches of which nothing is known.
type LabReport<'py> = (Bound<'py, PyAny>, String, Option<String>, Vec<String>);

/// Goes through a table of the lab with the searches that are known, as messages.
#[pyfunction]
#[pyo3(name = "_lab")]
pub fn lab<'py>(
    py: Python<'py>,
    table: &str,
    full: bool,
    seed: u64,
    known: Vec<(String, String)>,
) -> PyResult<LabReport<'py>> {
    let mut parts = converted(py, LabInParts::open(table, full, seed))?;
    for (search, found) in &known {
        parts.learn(&read(py, search)?, read(py, found)?);
    }
    let (report, csv, svg, missing) = py.detach(|| parts.go_through());
    let missing: PyResult<Vec<String>> = missing.iter().map(|search| written(py, search)).collect();
    Ok((of_json(py, &report)?, csv, svg, missing?))
}

/// Runs a search of a table of the lab.
#[pyfunction]
#[pyo3(name = "_lab_search", signature = (search, **keywords))]
pub fn lab_search(
    py: Python<'_>,
    search: &str,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let search: LabSearch = read(py, search)?;
    let limits: Limits = Keywords::new(&[], &PyTuple::empty(py), keywords)?.read()?;
    let (found, raised) = run(py, &limits.stop, None, || search.run(&limits))?;
    raised.map_or_else(|| written(py, &found), Err)
}
