//! Requests about positions: solve, check, play, tournaments.

use ludex::{
    Best, Check, Checked, DefinitionsText, InputError, Play, Session, Solve, Solved, Tournament,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::called::Called;
use crate::convert::of_json;
use crate::error::{bad_input, input_error};
use crate::evidence::Evidence;
use crate::limits::{Asked, bytes};
use crate::position::{Position, require_open};
use crate::run::{Teller, with_partial};

/// Makes an answer of the Python half from its JSON value.
pub fn answer<'py>(
    py: Python<'py>,
    class: &str,
    position: &Bound<'py, Position>,
    value: &serde_json::Value,
    evidence: Option<Evidence>,
) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("ludex._answers")?.getattr(class)?;
    class.call1((of_json(py, value)?, position, evidence))
}

/// Returns an answer, unless an exception has stopped the work: that is raised with the answer.
fn unless_raised<'py>(
    py: Python<'py>,
    answer: Bound<'py, PyAny>,
    raised: Option<PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    match raised {
        Some(error) => Err(with_partial(py, error, &answer)),
        None => Ok(answer),
    }
}

/// Returns which best moves are meant.
fn best(py: Python<'_>, name: Option<&str>) -> PyResult<Option<Best>> {
    Ok(match name {
        None => None,
        Some("auto") => Some(Best::Auto),
        Some("one") => Some(Best::One),
        Some("all") => Some(Best::All),
        Some("none") => Some(Best::None),
        Some(other) => {
            let error = InputError::about("best", other, format!("`{other}` is not known"));
            return Err(input_error(py, error.help("auto, one, all or none is expected")));
        }
    })
}

/// Options that only some searches take, by their names.
struct Options<'py>(Option<Bound<'py, PyDict>>);

impl<'py> Options<'py> {
    /// Returns an option, if it was given and is not `None`.
    fn get<T>(&self, name: &str) -> PyResult<Option<T>>
    where
        T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
    {
        let Some(given) = &self.0 else { return Ok(None) };
        match given.get_item(name)? {
            Some(value) if !value.is_none() => value.extract().map(Some),
            _ => Ok(None),
        }
    }
}

/// The options of a search for a value, and of one for the truth of a formula.
const SOLVE: &[&str] = &[
    "transpositions",
    "hints",
    "evaluation",
    "range",
    "skip",
    "cell_order",
    "matrix",
    "checkpoint_every",
    "guarantee",
    "equilibria",
];
const CHECK: &[&str] =
    &["transpositions", "plain", "conjunctions", "look", "evaluation", "cost", "define"];

/// Takes options by name; refuses those that are not known.
fn options<'py>(
    py: Python<'py>,
    given: Option<&Bound<'py, PyDict>>,
    known: &[&str],
) -> PyResult<Options<'py>> {
    for name in given.iter().flat_map(|given| given.keys()) {
        let name: String = name.extract()?;
        if !known.contains(&name.as_str()) {
            let close = ludex_game::nearest(&name, known.iter().copied());
            let error = InputError::about("option", &name, format!("there is no option `{name}`"));
            let help = match close {
                Some(close) => format!("did you mean `{close}`?"),
                None => format!("the options are {}", known.join(", ")),
            };
            return Err(input_error(py, error.help(help)));
        }
    }
    Ok(Options(given.cloned()))
}

#[pymethods]
impl Position {
    /// Solves the position.
    #[pyo3(signature = (algorithm="auto", seconds=None, nodes=None, memory=None, threads=1,
        evidence=false, store=None, progress=None, *, best=None, seed=0, **options))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn solve<'py>(
        slf: &Bound<'py, Position>,
        py: Python<'py>,
        algorithm: &str,
        seconds: Option<f64>,
        nodes: Option<u64>,
        memory: Option<Bound<'py, PyAny>>,
        threads: usize,
        evidence: bool,
        store: Option<std::path::PathBuf>,
        progress: Option<Bound<'py, PyAny>>,
        best: Option<&str>,
        seed: u64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = slf.get();
        if store.is_some() {
            require_open(py, position, "a store")?;
        }
        let mut limits = Asked { seconds, nodes, memory, threads, seed }.limits(py)?;
        let (teller, bar) = watched(py, &mut limits, progress, "solve")?;
        let options = self::options(py, options, SOLVE)?;
        let request = Solve {
            algorithm: algorithm.to_string(),
            transpositions: options.get("transpositions")?,
            hints: options.get("hints")?,
            evaluation: options.get("evaluation")?,
            range: options.get("range")?,
            skip: options.get("skip")?,
            cell_order: options.get("cell_order")?,
            matrix: options.get("matrix")?.unwrap_or(false),
            checkpoint_every: options.get("checkpoint_every")?,
            guarantee: options.get("guarantee")?,
            equilibria: options.get("equilibria")?,
            best: self::best(py, best)?,
            store,
            evidence,
            limits,
            ..Solve::default()
        };
        let stop = request.limits.stop.clone();
        let work = |session: &Session| {
            let solved = session.solve(&request)?;
            Ok((solved, session.warnings().to_vec()))
        };
        let worked = position.work(py, &stop, teller.as_ref(), work);
        close(py, bar)?;
        let ((solved, warnings), raised) = worked?;
        let solved = solved_answer(py, slf, solved, &warnings)?;
        unless_raised(py, solved, raised)
    }

    /// Decides whether a formula is true.
    #[pyo3(signature = (formula, agent=None, algorithm="dfps", seconds=None, nodes=None,
        memory=None, threads=1, evidence=false, progress=None, *, seed=0, **options))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn check<'py>(
        slf: &Bound<'py, Position>,
        py: Python<'py>,
        formula: &str,
        agent: Option<Bound<'py, PyAny>>,
        algorithm: &str,
        seconds: Option<f64>,
        nodes: Option<u64>,
        memory: Option<Bound<'py, PyAny>>,
        threads: usize,
        evidence: bool,
        progress: Option<Bound<'py, PyAny>>,
        seed: u64,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut limits = Asked { seconds, nodes, memory, threads, seed }.limits(py)?;
        let (teller, bar) = watched(py, &mut limits, progress, "check")?;
        let options = self::options(py, options, CHECK)?;
        let definitions = options
            .get::<String>("define")?
            .map(|text| DefinitionsText { name: "define".into(), text });
        let request = Check {
            formula: formula.to_string(),
            agent: agent.map(|agent| agent.str().map(|text| text.to_string())).transpose()?,
            definitions,
            algorithm: algorithm.to_string(),
            plain: options.get("plain")?.unwrap_or(false),
            transpositions: options.get("transpositions")?,
            conjunctions: options.get("conjunctions")?,
            look: options.get("look")?,
            evaluation: options.get("evaluation")?,
            cost: options.get("cost")?,
            evidence,
            limits,
        };
        let stop = request.limits.stop.clone();
        let work = |session: &Session| {
            let checked = session.check(&request)?;
            Ok((checked, session.warnings().to_vec()))
        };
        let worked = slf.get().work(py, &stop, teller.as_ref(), work);
        close(py, bar)?;
        let ((checked, warnings), raised) = worked?;
        let checked = checked_answer(py, slf, checked, &warnings)?;
        unless_raised(py, checked, raised)
    }

    /// Returns whether a formula is true, or raises what has stopped the search.
    #[pyo3(signature = (formula, agent=None))]
    fn holds<'py>(
        slf: &Bound<'py, Position>,
        py: Python<'py>,
        formula: &str,
        agent: Option<Bound<'py, PyAny>>,
    ) -> PyResult<bool> {
        let agent = agent.map(|agent| agent.str().map(|text| text.to_string())).transpose()?;
        let request = Check { agent, ..Check::new(formula) };
        let stop = request.limits.stop.clone();
        let work = |session: &Session| session.check(&request);
        let (checked, raised) = slf.get().work(py, &stop, None, work)?;
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
    seed: u64,
    memory: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    let (players, functions) = named(players)?;
    let mut request = Play { players, seed, ..Play::default() };
    if let Some(memory) = memory {
        request.max_memory = bytes(&memory)?;
    }
    let (called, functions) = Called::new(position.get(), functions, &request.stop);
    request.functions = Some(functions);
    let stop = request.stop.clone();
    let work = |session: &Session| {
        let played = session.play(&request, &mut |_, _| {})?;
        Ok(ludex::with_warnings(session.warnings(), &played))
    };
    let (played, raised) = called.finish(position.get().work(py, &stop, None, work))?;
    unless_raised(py, answer(py, "Match", position, &played, None)?, raised)
}

/// What a tournament is to be like.
pub struct Rounds<'py> {
    pub rounds: usize,
    pub seed: u64,
    pub threads: usize,
    pub memory: Option<Bound<'py, PyAny>>,
}

/// Plays many games between players from the start of the game.
pub fn play_tournament<'py>(
    position: &Bound<'py, Position>,
    players: &Bound<'py, PyAny>,
    Rounds { rounds, seed, threads, memory }: Rounds<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    let (players, functions) = named(players)?;
    if rounds == 0 || threads == 0 {
        return Err(bad_input(py, "a tournament needs at least one round and one thread"));
    }
    let mut request = Tournament { players, rounds, seed, threads, ..Tournament::default() };
    if let Some(memory) = memory {
        request.max_memory = bytes(&memory)?;
    }
    let (called, functions) = Called::new(position.get(), functions, &request.stop);
    request.functions = Some(functions);
    let stop = request.stop.clone();
    let work = |session: &Session| {
        let result = session.tournament(&request, &|_, _| {})?;
        Ok(ludex::with_warnings(session.warnings(), &result))
    };
    let (result, raised) = called.finish(position.get().work(py, &stop, None, work))?;
    unless_raised(py, answer(py, "TournamentResult", position, &result, None)?, raised)
}

/// Returns players as the library reads them, and the functions among them by name.
fn named<'py>(players: &Bound<'py, PyAny>) -> PyResult<(String, Bound<'py, PyDict>)> {
    let named = players.py().import("ludex._players")?.getattr("named")?;
    named.call1((players,))?.extract()
}

/// Makes the limits tell a function, or a bar if the progress is to be shown. Returns the bar, too.
fn watched<'py>(
    py: Python<'py>,
    limits: &mut ludex::Limits,
    progress: Option<Bound<'py, PyAny>>,
    what: &str,
) -> PyResult<(Option<Teller>, Option<Bound<'py, PyAny>>)> {
    let Some(progress) = progress else { return Ok((None, None)) };
    let bar = py.import("ludex._progress")?.getattr("watcher")?.call1((progress, what))?;
    if bar.is_none() {
        return Ok((None, None));
    }
    Ok((Teller::watch(limits, Some(bar.clone().unbind())), Some(bar)))
}

/// Closes the bar of a request.
fn close(py: Python<'_>, bar: Option<Bound<'_, PyAny>>) -> PyResult<()> {
    match bar {
        Some(bar) => bar.call_method0(pyo3::intern!(py, "close")).map(|_| ()),
        None => Ok(()),
    }
}

/// Makes the answer of a search for a value.
fn solved_answer<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    mut solved: Solved,
    warnings: &[ludex::Warning],
) -> PyResult<Bound<'py, PyAny>> {
    let source = &position.get().source;
    let evidence = solved.evidence.take().map(|evidence| Evidence::of(evidence, source));
    let bounds = solved.bounds;
    let value = ludex::with_warnings(warnings, &solved);
    let answer = answer(py, "Solved", position, &value, evidence)?;
    answer.setattr("_bounds", bounds)?;
    Ok(answer)
}

/// Makes the answer of a search for the truth of a formula.
fn checked_answer<'py>(
    py: Python<'py>,
    position: &Bound<'py, Position>,
    mut checked: Checked,
    warnings: &[ludex::Warning],
) -> PyResult<Bound<'py, PyAny>> {
    let source = &position.get().source;
    let evidence = checked.evidence.take().map(|evidence| Evidence::of(evidence, source));
    answer(py, "Checked", position, &ludex::with_warnings(warnings, &checked), evidence)
}
