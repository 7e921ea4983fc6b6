//! `OpenGame`: a game that was opened, and what can be asked of it.

use std::sync::Arc;

use ludex::{InputError, Language, Limits, Query, Rules, Session, SetUp, StopFlag};
use pyo3::prelude::*;

use crate::convert::{of_json, to_python};
use crate::error::{converted, input_error};
use crate::evidence::Evidence;
use crate::limits::Asked;
use crate::own::{self, Run, Shared};
use crate::position::{Place, Position};
use crate::request::{Rounds, play_match, play_tournament};
use crate::run::run;
use crate::source::{Source, language};

/// A game: from a name, a file, a text or a Python class.
#[pyclass(frozen, module = "ludex", name = "OpenGame")]
pub struct OpenGame {
    source: Source,
    /// The game, or why the file is not one; it can then be asked questions all the same.
    session: Result<Session, InputError>,
}

impl OpenGame {
    /// Makes a game of what was opened.
    pub fn of(source: Source, session: Result<Session, InputError>) -> OpenGame {
        OpenGame { source, session }
    }

    fn session(&self, py: Python<'_>) -> PyResult<&Session> {
        self.session.as_ref().map_err(|error| input_error(py, error.clone()))
    }

    fn place(&self, py: Python<'_>) -> PyResult<Place> {
        Ok(match &self.source {
            Source::Own(shared) => Place::Own(shared.clone(), shared.first()),
            _ => Place::Open(self.session(py)?.clone()),
        })
    }

    fn start_position(&self, py: Python<'_>) -> PyResult<Position> {
        Ok(Position { source: self.source.clone(), place: self.place(py)? })
    }

    /// Returns the rules of the file or text, for questions.
    fn file(&self) -> Result<Rules, InputError> {
        match &self.source {
            Source::Name(name) => Rules::read(name),
            Source::Text(language, text) => Rules::parse(*language, text),
            Source::Own(shared) => Err(InputError::new(format!("{} cannot be asked", shared.name))
                .help("questions are for .sgl, .gp, .efg, .toss and .kif files")),
        }
    }

    /// Returns the language of the file, if it has one that can be asked.
    fn asked(&self) -> bool {
        let language = match &self.source {
            Source::Name(name) => Language::of_file(name),
            Source::Text(language, _) => Some(*language),
            Source::Own(_) => None,
        };
        language.is_some_and(|language| language.info().asked)
    }
}

#[pymethods]
impl OpenGame {
    /// The name with all keys written out, or that of the file.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.session(py)?.name().to_string())
    }

    /// The agents, in playing order.
    #[getter]
    fn agents(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.session(py)?.agents().names().to_vec())
    }

    /// The outcomes, from the worst to the best for the first agent.
    #[getter]
    fn outcomes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let outcomes = self.session(py)?.outcomes();
        Ok(outcomes.iter().map(|outcome| outcomes.name(outcome).to_string()).collect())
    }

    /// Whether all agents move at the same time.
    #[getter]
    fn simultaneous(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.session(py)?.is_simultaneous())
    }

    /// What looks wrong in the file of the game.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.session(py)?.warnings())
    }

    /// What `ludex rules --json` says.
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let described = match self.asked() {
            true => self.file().and_then(|rules| rules.described(&Limits::default())),
            false => self.session.clone().and_then(|session| session.rules()),
        };
        to_python(py, &converted(py, described)?)
    }

    /// The position at the start.
    fn start(&self, py: Python<'_>) -> PyResult<Position> {
        self.start_position(py)
    }

    /// A position by the notation of the game; `moves` are played from there.
    #[pyo3(signature = (text=None, moves=None))]
    fn position(
        &self,
        py: Python<'_>,
        text: Option<String>,
        moves: Option<String>,
    ) -> PyResult<Position> {
        let start = self.start_position(py)?;
        let set_up = SetUp { position: text, moves, ..SetUp::default() };
        start.changed(py, |session| session.set_up(&set_up))
    }

    /// Answers a question in the language of the file, as `ludex query --json` does.
    #[pyo3(signature = (query, *, strict=false, as_published=false, seconds=None, nodes=None,
        memory=None, seed=0))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn query<'py>(
        &self,
        py: Python<'py>,
        query: &str,
        strict: bool,
        as_published: bool,
        seconds: Option<f64>,
        nodes: Option<u64>,
        memory: Option<Bound<'py, PyAny>>,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Asked { seconds, nodes, memory, threads: 1, seed }.limits(py)?;
        let stop = limits.stop.clone();
        let query = query.trim().to_string();
        let query = Query { query, strict, as_published, answers: None, limits };
        let ask = || {
            let rules = self.file()?;
            Ok((rules.ask(&query)?, rules.warnings()))
        };
        let (found, raised) = run(py, &stop, None, ask)?;
        let (mut replied, warnings) = converted(py, found)?;
        let evidence = replied.evidence.take().map(|found| Evidence::of(found, &self.source));
        let value = of_json(py, &ludex::with_warnings(&warnings, &replied))?;
        let class = py.import("ludex._answers")?.getattr("Reply")?;
        let found = class.call1((value, evidence))?;
        match raised {
            Some(error) => Err(crate::run::with_partial(py, error, &found)),
            None => Ok(found),
        }
    }

    /// Plays a number of random games from the start.
    #[pyo3(signature = (plays, seed=0))]
    fn playouts<'py>(&self, py: Python<'py>, plays: u64, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        self.start_position(py)?.sample(py, plays, seed)
    }

    /// Plays a game between players: names with limits, or functions from positions to moves.
    #[pyo3(signature = (players, *, seed=0, memory=None))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        players: &Bound<'py, PyAny>,
        seed: u64,
        memory: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        play_match(&Bound::new(py, self.start_position(py)?)?, players, seed, memory)
    }

    /// Plays many games between players, each at every place.
    #[pyo3(signature = (players, rounds=10, *, seed=0, threads=1, memory=None))]
    fn tournament<'py>(
        &self,
        py: Python<'py>,
        players: &Bound<'py, PyAny>,
        rounds: usize,
        seed: u64,
        threads: usize,
        memory: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rounds = Rounds { rounds, seed, threads, memory };
        play_tournament(&Bound::new(py, self.start_position(py)?)?, players, rounds)
    }

    /// What pickling needs.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let module = py.import("ludex._ludex")?;
        let source = self.source.pickled(py, self.session.as_ref().ok())?;
        let made = match &self.source {
            Source::Own(_) => (module.getattr("_open_own")?, source).into_pyobject(py)?,
            _ => (module.getattr("_restore")?, (source,)).into_pyobject(py)?,
        };
        Ok(made.into_any())
    }

    fn __eq__(&self, other: &OpenGame) -> bool {
        match (&self.source, &other.source) {
            (Source::Own(one), Source::Own(two)) => Arc::ptr_eq(one, two),
            _ => matches!((&self.session, &other.session), (Ok(one), Ok(two)) if one == two),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.name(py)?.into_pyobject(py)?.hash()
    }

    fn __repr__(&self) -> String {
        match &self.session {
            Ok(session) => format!("<game {}>", session.name()),
            Err(error) => format!("<no game: {}>", error.message),
        }
    }
}

/// Returns the game of an instance of a class.
pub fn shared(game: &Bound<'_, PyAny>) -> PyResult<Arc<Shared>> {
    let description = game.py().import("ludex._own")?.getattr("describe")?.call1((game,))?;
    Ok(Arc::new(Shared::new(game, &description)?))
}

/// Opens the game that a text names: a built-in game, or a file.
#[pyfunction]
#[pyo3(name = "_open")]
pub fn open(py: Python<'_>, text: &str) -> PyResult<OpenGame> {
    let source = Source::Name(text.into());
    opened(py, source)
}

/// Opens a game that is given as a text.
#[pyfunction]
#[pyo3(signature = (text, language))]
pub fn open_text(py: Python<'_>, text: &str, language: &str) -> PyResult<OpenGame> {
    let source = Source::Text(self::language(py, language)?, text.into());
    opened(py, source)
}

/// Opens a game; a file that is none is kept if it can be asked questions.
fn opened(py: Python<'_>, source: Source) -> PyResult<OpenGame> {
    let (session, raised) = run(py, &StopFlag::default(), None, || source.open())?;
    if let Some(error) = raised {
        return Err(error);
    }
    let game = OpenGame { source, session };
    match &game.session {
        Err(error) if !game.asked() || game.file().is_err() => Err(input_error(py, error.clone())),
        _ => Ok(game),
    }
}

/// Opens a game of a Python class.
#[pyfunction]
#[pyo3(name = "_open_own")]
pub fn open_own(game: &Bound<'_, PyAny>) -> PyResult<OpenGame> {
    let shared = shared(game)?;
    let session = own::session(&shared, &shared.first(), &Arc::new(Run::default()));
    Ok(OpenGame { source: Source::Own(shared), session: Ok(session) })
}
