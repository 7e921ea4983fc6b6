//! Where a game comes from: what is needed to open it again, as pickling does.

use std::sync::Arc;

use ludex::{InputError, Language, Limits, Session};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{bad_input, converted};
use crate::game::OpenGame;
use crate::own::Shared;
use crate::position::{Place, Position};

/// Where a game comes from.
#[derive(Clone)]
pub enum Source {
    /// A name with its keys, or a file.
    Name(Arc<str>),
    /// A text in one of the languages.
    Text(Language, Arc<str>),
    /// A Python class.
    Own(Arc<Shared>),
}

impl Source {
    /// Opens the game of a name or a text within limits.
    pub fn open(&self, limits: &Limits) -> Result<Session, InputError> {
        match self {
            Source::Name(name) => ludex::open_within(name, limits),
            Source::Text(language, text) => ludex::open_text_within(*language, text, limits),
            Source::Own(_) => Err(InputError::new("a class is not opened from a text")),
        }
    }

    /// Returns what [`restore`] needs: the kind, the text, the language, the digest of the file.
    pub fn pickled<'py>(
        &self,
        py: Python<'py>,
        session: Option<&Session>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let digest = session.and_then(Session::digest);
        match self {
            Source::Name(name) => ("name", &**name, "", digest).into_pyobject(py),
            Source::Text(language, text) => {
                ("text", &**text, language.info().name, digest).into_pyobject(py)
            }
            Source::Own(shared) => (&shared.object,).into_pyobject(py),
        }
    }
}

/// Returns the language with a name.
pub fn language(py: Python<'_>, name: &str) -> PyResult<Language> {
    let known = ludex::LANGUAGES.iter();
    let ending = |info: &&ludex::LanguageInfo| info.endings.contains(&name);
    let found = Language::named(name).or_else(|| known.clone().find(ending).map(|i| i.language));
    found.ok_or_else(|| {
        let names: Vec<&str> = known.map(|info| info.name).collect();
        let error = InputError::about("language", name, "there is no such language");
        crate::error::input_error(py, error.help(format!("the languages are {}", names.join(", "))))
    })
}

/// Opens a pickled game, and a position of it.
#[pyfunction]
#[pyo3(name = "_restore", signature = (source, position=None))]
pub fn restore(
    py: Python<'_>,
    source: (String, String, String, Option<String>),
    position: Option<String>,
) -> PyResult<Py<PyAny>> {
    let (kind, text, language_name, digest) = source;
    let source = match kind.as_str() {
        "text" => Source::Text(language(py, &language_name)?, text.into()),
        _ => Source::Name(text.into()),
    };
    let mut session = converted(py, source.open(&Limits::default()))?;
    if session.digest() != digest {
        return Err(bad_input(py, format!("the file {} is not the one it was", session.name())));
    }
    match position {
        None => Ok(Py::new(py, OpenGame::of(source, Ok(session)))?.into_any()),
        Some(position) => {
            converted(py, session.set_up(&ludex::SetUp::position(position)))?;
            Ok(Py::new(py, Position { source, place: Place::Open(session) })?.into_any())
        }
    }
}

/// Opens a pickled game of a Python class in a state.
#[pyfunction]
#[pyo3(name = "_restore_own")]
pub fn restore_own(game: &Bound<'_, PyAny>, state: &Bound<'_, PyAny>) -> PyResult<Position> {
    let shared = crate::game::shared(game)?;
    let state = shared.intern(state)?;
    Ok(Position { source: Source::Own(shared.clone()), place: Place::Own(shared, state) })
}
