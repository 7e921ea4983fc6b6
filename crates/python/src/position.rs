//! `Position`: a game with a position set up.

use std::sync::Arc;

use ludex::{InputError, Session, SetUp, StopFlag};
use ludex_game::{Agent, Turn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::convert::of_json;
use crate::error::{bad_input, converted};
use crate::game::OpenGame;
use crate::own::{self, OwnState, Run, Shared};
use crate::run::{Teller, run, run_request};
use crate::source::Source;

/// A position of a game. It does not change: `play` returns another.
#[pyclass(frozen, module = "ludex", name = "Position")]
pub struct Position {
    pub source: Source,
    pub place: Place,
}

/// A position of a game that Ludex has the rules of, or of one written in Python.
#[derive(Clone)]
#[allow(clippy::large_enum_variant)] // most positions are those of a session
pub enum Place {
    Open(Session),
    Own(Arc<Shared>, OwnState),
}

impl Place {
    /// Returns the place of a session of a game.
    pub fn of(source: &Source, session: Session) -> Place {
        if let Source::Own(shared) = source
            && let Some(state) = own::state_of(&session)
        {
            return Place::Own(shared.clone(), state);
        }
        Place::Open(session)
    }
}

impl Position {
    /// Does quick work.
    pub fn look<T>(&self, py: Python<'_>, work: impl FnOnce(&Session) -> T) -> PyResult<T> {
        match &self.place {
            Place::Open(session) => Ok(work(session)),
            Place::Own(shared, state) => {
                let run = Arc::new(Run::default());
                run.catch(py, || work(&own::session(shared, state, &run)))
            }
        }
    }

    /// Returns the position after a change.
    pub fn changed(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Session) -> Result<(), InputError>,
    ) -> PyResult<Position> {
        let place = match &self.place {
            Place::Open(session) => {
                let mut session = session.clone();
                converted(py, change(&mut session))?;
                Place::Open(session)
            }
            Place::Own(shared, state) => {
                let run = Arc::new(Run::default());
                let mut session = own::session(shared, state, &run);
                converted(py, run.catch(py, || change(&mut session))?)?;
                Place::of(&self.source, session)
            }
        };
        Ok(Position { source: self.source.clone(), place })
    }

    /// Does long work on a thread of its own. Returns what was found, and the exception that has
    /// stopped it.
    pub fn work<T: Send>(
        &self,
        py: Python<'_>,
        stop: &StopFlag,
        teller: Option<&Teller>,
        work: impl FnOnce(&Session) -> Result<T, InputError> + Send,
    ) -> PyResult<(T, Option<PyErr>)> {
        match &self.place {
            Place::Open(session) => run_request(py, stop, teller, || work(session)),
            Place::Own(shared, state) => {
                let request = Run::new(stop);
                let session = own::session(shared, state, &request);
                let done = run(py, stop, teller, || work(&session));
                let (found, raised) = match done {
                    Ok((found, raised)) => (Ok(found), raised),
                    Err(error) => (Err(error), None),
                };
                match (request.finish(py, found), raised) {
                    (Err(_), Some(raised)) => Err(raised),
                    (found, raised) => Ok((found?, raised)),
                }
            }
        }
    }

    /// Returns whether the game is one that Ludex can open again by its name or file.
    pub fn is_open(&self) -> bool {
        matches!(self.place, Place::Open(_))
    }

    /// Returns the agent with a name.
    fn agent(&self, py: Python<'_>, name: &Bound<'_, PyAny>) -> PyResult<Agent> {
        let text = name.str()?.to_string();
        let (agent, names) = self.look(py, |session| {
            (session.agents().named(&text), session.agents().names().join(", "))
        })?;
        agent.ok_or_else(|| {
            let error = InputError::about("agent", &text, format!("there is no agent `{text}`"));
            crate::error::input_error(py, error.help(format!("the agents are {names}")))
        })
    }
}

/// Returns the text of a move: a text, or a value of a game written in Python.
pub fn move_text(mv: &Bound<'_, PyAny>, own: bool) -> PyResult<String> {
    match mv.cast::<PyString>() {
        Ok(text) if !own => Ok(text.to_string()),
        Ok(text) => own::move_text(text),
        Err(_) if own || mv.extract::<i64>().is_ok() => own::move_text(&mv.str()?),
        Err(_) => Err(PyTypeError::new_err("a move is given by its text")),
    }
}

/// Returns the text of a joint move.
fn joint_text(joint: &Bound<'_, PyAny>, own: bool) -> PyResult<String> {
    let Ok(moves) = joint.extract::<Vec<Bound<'_, PyAny>>>() else {
        let message = "where all move together a move is a tuple: one move for each agent";
        return Err(PyTypeError::new_err(message));
    };
    let texts = moves.iter().map(|one| move_text(one, own));
    Ok(texts.collect::<PyResult<Vec<String>>>()?.join("\t"))
}

/// Returns all joint moves, in the order of the moves of the first agent.
fn joint_moves<'py>(py: Python<'py>, lists: &[Vec<String>]) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let mut joints: Vec<Vec<&str>> = vec![Vec::new()];
    for moves in lists {
        let mut longer = Vec::with_capacity(joints.len() * moves.len());
        for joint in &joints {
            longer.extend(moves.iter().map(|mv| [&joint[..], &[mv.as_str()]].concat()));
        }
        joints = longer;
    }
    joints.into_iter().map(|joint| PyTuple::new(py, joint)).collect()
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> OpenGame {
        match &self.place {
            Place::Open(session) => {
                let mut start = session.clone();
                // The start of a game that was set up once can be set up again.
                let found = start.set_up(&SetUp::default()).map(|()| start);
                OpenGame::of(self.source.clone(), found)
            }
            Place::Own(shared, _) => {
                let run = Arc::new(Run::default());
                let session = own::session(shared, &shared.first(), &run);
                OpenGame::of(self.source.clone(), Ok(session))
            }
        }
    }

    /// The agent on turn; `None` where the game is over, all move together or chance moves.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.look(py, |session| {
            let name = |agent| PyString::new(py, session.agents().name(agent));
            session.turn().agent().map(name)
        })
    }

    /// Whether the game is over.
    #[getter]
    fn r#final(&self, py: Python<'_>) -> PyResult<bool> {
        self.look(py, |session| session.turn() == Turn::Final)
    }

    /// How the game ended for the first agent.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.look(py, |session| session.outcome().map(str::to_string))
    }

    /// What every agent got.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let scores = self.look(py, Session::scores)?;
        scores.map(|scores| of_json(py, &serde_json::Value::Object(scores))).transpose()
    }

    /// The position in the notation of the game.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, Session::position)
    }

    /// The state, in a game written in Python.
    #[getter]
    fn state(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        match &self.place {
            Place::Open(_) => None,
            Place::Own(_, state) => Some(state.0.state.clone_ref(py)),
        }
    }

    /// The moves of an agent, on turn or not; without one those of the agent on turn, or the joint
    /// moves where all move together.
    #[pyo3(signature = (agent=None))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        agent: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        if let Some(agent) = agent {
            let agent = self.agent(py, agent)?;
            return PyList::new(py, self.look(py, |session| session.moves(agent))?);
        }
        let lists = self.look(py, |session| match session.turn() {
            Turn::Final => (false, vec![Vec::new()]),
            Turn::Together => {
                (true, session.agents().iter().map(|agent| session.moves(agent)).collect())
            }
            turn => (false, turn.mover().map(|agent| session.moves(agent)).into_iter().collect()),
        })?;
        match lists {
            (true, lists) => PyList::new(py, joint_moves(py, &lists)?),
            (false, lists) => PyList::new(py, lists.into_iter().flatten()),
        }
    }

    /// The position after a move, or after a tuple of moves where all move together.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        let own = !self.is_open();
        let together = self.look(py, Session::is_simultaneous)?;
        let line = match (together, r#move.cast::<PyString>()) {
            (true, Ok(line)) => line.to_string(),
            (true, Err(_)) => joint_text(r#move, own)?,
            (false, _) => move_text(r#move, own)?,
        };
        self.changed(py, |session| session.step(&line))
    }

    /// The atoms of the game that are true, sorted.
    fn facts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.look(py, Session::facts)
    }

    /// The position as a picture.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        if let Place::Own(shared, state) = &self.place {
            let drawing = shared.ask_drawing(py, &state.0)?;
            if drawing.trim_start().starts_with("<svg") {
                return Ok(drawing);
            }
        }
        self.look(py, |session| session.picture().to_svg())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |session| session.picture().to_text())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |session| format!("<position {} of {}>", session.position(), session.name()))
    }

    /// What `ludex show --json` says.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shown =
            self.look(py, |session| ludex::with_warnings(session.warnings(), &session.show()))?;
        of_json(py, &shown)
    }

    /// What a line of `ludex replay --json` says.
    #[pyo3(name = "_reached")]
    fn reached<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::convert::to_python(py, &self.look(py, Session::reached)?)
    }

    fn __eq__(&self, py: Python<'_>, other: &Position) -> PyResult<bool> {
        match (&self.place, &other.place) {
            (Place::Open(one), Place::Open(two)) => Ok(one == two),
            (Place::Own(one, state), Place::Own(two, other)) => {
                if Arc::ptr_eq(one, two) {
                    return Ok(state == other);
                }
                Ok(same_game(one.object.bind(py), two.object.bind(py))?
                    && state.0.state.bind(py).eq(other.0.state.bind(py))?)
            }
            _ => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match &self.place {
            Place::Open(session) => {
                use std::hash::BuildHasher;
                Ok(rustc_hash::FxBuildHasher.hash_one(session) as isize)
            }
            Place::Own(_, state) => state.0.state.bind(py).hash(),
        }
    }

    /// The first moves from here, as a tree that notebooks draw.
    #[pyo3(signature = (depth=2))]
    fn tree<'py>(slf: &Bound<'py, Position>, depth: i64) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("ludex._tree")?.getattr("Tree")?.call1((slf, depth))
    }

    /// A position does not change, so that a copy is the position itself.
    fn __copy__(slf: Py<Position>) -> Py<Position> {
        slf
    }

    fn __deepcopy__(slf: Py<Position>, _memo: &Bound<'_, PyAny>) -> Py<Position> {
        slf
    }

    /// What pickling needs: where the game comes from, and the position.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let module = py.import("ludex._ludex")?;
        let made = match &self.place {
            Place::Open(session) => {
                let source = self.source.pickled(py, Some(session))?;
                (module.getattr("_restore")?, (source, session.position())).into_pyobject(py)?
            }
            Place::Own(shared, state) => {
                let state = state.0.state.clone_ref(py);
                (module.getattr("_restore_own")?, (&shared.object, state)).into_pyobject(py)?
            }
        };
        Ok(made.into_any())
    }
}

/// Returns whether two instances are of one class and have equal attributes.
fn same_game(one: &Bound<'_, PyAny>, two: &Bound<'_, PyAny>) -> PyResult<bool> {
    if !one.get_type().is(two.get_type()) {
        return Ok(false);
    }
    match (one.getattr("__dict__"), two.getattr("__dict__")) {
        (Ok(one), Ok(two)) => one.eq(two),
        (one, two) => Ok(one.is_err() && two.is_err()),
    }
}

/// Refuses work that needs a game which can be opened again.
pub fn require_open(py: Python<'_>, position: &Position, what: &str) -> PyResult<()> {
    match position.is_open() {
        true => Ok(()),
        false => {
            let message = format!("{what} is for games from names, files and texts");
            Err(bad_input(py, message + ": a class may change without a sign of it"))
        }
    }
}
