//! `OpenGame`: a game that was opened, and what can be asked of it.

use std::sync::Arc;

use ludex::{InputError, Language, Limits, Query, Rules, Session, SetUp};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert::{of_json, to_python};
use crate::error::input_error;
use crate::evidence::Evidence;
use crate::keywords::Keywords;
use crate::own::{self, Run, Shared};
use crate::position::{Place, Position};
use crate::request::{play_match, play_tournament};
use crate::run::{run, run_request, unless_raised};
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
    fn file(&self, limits: &Limits) -> Result<Rules, InputError> {
        match &self.source {
            Source::Name(name) => Rules::read_within(name, limits),
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
        let limits = Limits::default();
        let describe = || match (self.asked(), &self.session) {
            (true, _) => self.file(&limits)?.described(&limits),
            (false, session) => session.clone()?.rules(),
        };
        let (mut described, raised) = run_request(py, &limits.stop, None, describe)?;
        if matches!(self.source, Source::Own(_)) {
            described.language = "Python".to_string();
        }
        raised.map_or_else(|| to_python(py, &described), Err)
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
    ///
    /// query: such as "force {1} : win(1)" in Game Prolog or "nash" in a file of payoffs.
    /// strict, as_published: options of Game Prolog, as `ludex query --help` has them.
    /// seconds, nodes, memory, seed: as in `Position.solve`.
    ///
    /// Returns a `ludex.Reply`, which is a dictionary.
    #[pyo3(
        signature = (query, **keywords),
        text_signature = "($self, query, *, strict=False, as_published=False, seconds=None, \
            nodes=None, memory=None, threads=1, seed=0)"
    )]
    fn query<'py>(
        &self,
        py: Python<'py>,
        query: &str,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let keywords = Keywords::new(&[], &PyTuple::empty(py), keywords)?;
        let request: Query = keywords.with("query", query.trim())?.read()?;
        let ask = || {
            let rules = self.file(&request.limits)?;
            Ok((rules.ask(&request)?, rules.warnings()))
        };
        let ((mut replied, warnings), raised) = run_request(py, &request.limits.stop, None, ask)?;
        let evidence = replied.evidence.take().map(|found| Evidence::of(found, &self.source));
        let value = of_json(py, &ludex::with_warnings(&warnings, &replied))?;
        let class = py.import("ludex._answers")?.getattr("Reply")?;
        unless_raised(py, class.call1((value, evidence))?, raised)
    }

    /// Plays a number of random games from the start.
    #[pyo3(signature = (plays, seed=0))]
    fn playouts<'py>(&self, py: Python<'py>, plays: u64, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        self.start_position(py)?.sample(py, plays, seed)
    }

    /// Plays a game between players, one for each agent.
    ///
    /// players: names with limits such as "auto@50ms" or "mcts@1000n" (`ludex.players()` lists them),
    ///     or functions: f(position) -> move, or f(position, agent) -> move. None resigns.
    /// seed: of all randomness.
    /// memory: of each player.
    ///
    /// Returns a `ludex.Match`.
    #[pyo3(
        signature = (players, **keywords),
        text_signature = "($self, players, *, seed=0, memory=None)"
    )]
    fn play<'py>(
        &self,
        py: Python<'py>,
        players: &Bound<'py, PyAny>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let keywords = Keywords::new(&[], &PyTuple::empty(py), keywords)?;
        play_match(&Bound::new(py, self.start_position(py)?)?, players, keywords)
    }

    /// Plays many games between players, each at every place.
    ///
    /// players: as in `play`, any number of them.
    /// rounds: the games of every group at every arrangement of places.
    /// seed, threads, memory: of all randomness; games at the same time; of each player.
    ///
    /// Returns a `ludex.TournamentResult`, whose `table` is ready for pandas.DataFrame.
    #[pyo3(
        signature = (players, *args, **keywords),
        text_signature = "($self, players, rounds=10, *, seed=0, threads=1, memory=None)"
    )]
    fn tournament<'py>(
        &self,
        py: Python<'py>,
        players: &Bound<'py, PyAny>,
        args: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let keywords = Keywords::new(&["rounds"], args, keywords)?;
        play_tournament(&Bound::new(py, self.start_position(py)?)?, players, keywords)
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
    let limits = Limits::default();
    let (session, raised) = run(py, &limits.stop, None, || source.open(&limits))?;
    if let Some(error) = raised {
        return Err(error);
    }
    let game = OpenGame { source, session };
    let can_be_asked = || game.asked() && game.file(&limits).is_ok();
    match &game.session {
        Err(error) if !can_be_asked() => Err(input_error(py, error.clone())),
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
