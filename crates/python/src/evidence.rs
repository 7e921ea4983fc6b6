//! `Evidence`, and its verification.

use std::path::PathBuf;

use ludex::{InputError, Limits, Session, Verified};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use serde_json::json;

use crate::convert::{of_json, to_python};
use crate::error::{bad_input, converted};
use crate::position::{Place, Position};
use crate::run::run_request;
use crate::source::{Source, language};

/// Evidence for an answer, which `verify` checks by the rules of the game alone.
#[pyclass(frozen, module = "ludex", name = "Evidence")]
pub struct Evidence {
    evidence: ludex::Evidence,
    /// The game it was made for, where that is known.
    source: Option<Source>,
}

impl Evidence {
    /// Makes evidence about a game.
    pub fn of(evidence: ludex::Evidence, source: &Source) -> Evidence {
        Evidence { evidence, source: Some(source.clone()) }
    }
}

#[pymethods]
impl Evidence {
    /// The name of the game, or of its file.
    #[getter]
    fn game(&self) -> &str {
        &self.evidence.game
    }

    /// The position it is about.
    #[getter]
    fn position(&self) -> &str {
        &self.evidence.position
    }

    /// The number of its nodes.
    #[getter]
    fn size(&self) -> usize {
        self.evidence.size()
    }

    /// Writes a file, which `ludex verify` reads.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let written = self.evidence.write(&path);
        converted(py, written.map_err(|error| InputError::cannot_write(&path, error)))
    }

    /// Reads a file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Evidence> {
        let evidence = converted(py, ludex::read_evidence(&path))?;
        Ok(Evidence { evidence, source: None })
    }

    /// The evidence as values, as a file in JSON has it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = serde_json::from_str(&self.evidence.to_json());
        of_json(py, &value.unwrap_or_default())
    }

    /// Opens the evidence for a walk. The game is found by its name, unless it is given.
    #[pyo3(signature = (game=None))]
    fn walk<'py>(
        slf: &Bound<'py, Evidence>,
        game: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("ludex._walk")?.getattr("Walk")?.call1((slf, game))
    }

    fn _repr_html_(slf: &Bound<'_, Evidence>) -> PyResult<String> {
        let page = slf.py().import("ludex._pictures")?.getattr("evidence")?;
        page.call1((slf,))?.extract()
    }

    fn __repr__(&self) -> String {
        let (game, position) = (&self.evidence.game, &self.evidence.position);
        format!("<evidence of {} nodes about {game} at {position}>", self.size())
    }

    fn __eq__(&self, other: &Evidence) -> bool {
        self.evidence == other.evidence
    }

    /// What pickling needs: the file, and the text of the game where it was given as one.
    fn __reduce__<'py>(slf: &Bound<'py, Evidence>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, Evidence { evidence, source }) = (slf.py(), slf.get());
        let bytes = evidence
            .to_binary()
            .map_err(|error| bad_input(py, format!("the evidence cannot be written: {error}")))?;
        let text = match source {
            Some(Source::Text(language, text)) => Some((language.info().name, &**text)),
            _ => None,
        };
        let read = py.import("ludex._ludex")?.getattr("_read_evidence")?;
        (read, (PyBytes::new(py, &bytes), text)).into_pyobject(py)
    }
}

/// Reads the bytes of an evidence file, about a game that is given as a text in a language or that
/// the evidence names.
#[pyfunction]
#[pyo3(name = "_read_evidence", signature = (bytes, text=None))]
pub fn read_evidence(
    py: Python<'_>,
    bytes: &[u8],
    text: Option<(String, String)>,
) -> PyResult<Evidence> {
    let evidence = ludex::Evidence::from_bytes(bytes)
        .map_err(|error| bad_input(py, format!("this is not evidence: {error}")))?;
    let source = |(name, text): (String, String)| {
        PyResult::Ok(Source::Text(language(py, &name)?, text.into()))
    };
    Ok(Evidence { evidence, source: text.map(source).transpose()? })
}

/// Checks evidence by the rules of the game. The game is found by its name, unless it is given as
/// the position of a game.
#[pyfunction]
#[pyo3(name = "_verify", signature = (evidence, position=None))]
pub fn verify<'py>(
    py: Python<'py>,
    evidence: &Bound<'py, Evidence>,
    position: Option<&Bound<'py, Position>>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::default();
    let verify = |session: &Session, evidence: &_| session.verify_within(evidence, &limits);
    let by_name = |evidence: &_| verify_by_name(evidence, &limits);
    let verified = asked(py, evidence.get(), position, &limits, verify, by_name)?;
    let class = py.import("ludex._answers")?.getattr("Verified")?;
    class.call1((to_python(py, &verified)?,))
}

/// Asks about evidence in its game: the one of a position, the one it was made for, or the one it
/// names.
fn asked<T: Send>(
    py: Python<'_>,
    Evidence { evidence, source }: &Evidence,
    position: Option<&Bound<'_, Position>>,
    limits: &Limits,
    ask: impl Fn(&Session, &ludex::Evidence) -> Result<T, InputError> + Sync,
    by_name: impl Fn(&ludex::Evidence) -> Result<T, InputError> + Sync,
) -> PyResult<T> {
    let source = position.map(|position| &position.get().source).or(source.as_ref());
    let (found, raised) = match source {
        Some(Source::Own(shared)) => {
            let place = Place::Own(shared.clone(), shared.first());
            let position = Position { source: Source::Own(shared.clone()), place };
            position.work(py, &limits.stop, None, |session| ask(session, evidence))?
        }
        Some(source @ Source::Text(..)) => {
            run_request(py, &limits.stop, None, || ask(&source.open(limits)?, evidence))?
        }
        Some(Source::Name(_)) | None => run_request(py, &limits.stop, None, || by_name(evidence))?,
    };
    raised.map_or(Ok(found), Err)
}

/// Walks through evidence: its parts, a point by its node or by the moves that lead there, and the
/// points whose position contains a text.
#[pyfunction]
#[pyo3(name = "_walk", signature = (evidence, position, part, node, moves, find))]
pub fn walk<'py>(
    py: Python<'py>,
    evidence: &Bound<'py, Evidence>,
    position: Option<&Bound<'py, Position>>,
    part: usize,
    node: Option<u32>,
    moves: Vec<String>,
    find: Option<(String, usize)>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::default();
    let ask = |session: &Session, evidence: &ludex::Evidence| {
        let walk = session.walk(evidence, &limits)?;
        if let Some((text, most)) = &find {
            return Ok(json!(walk.find(part, text, *most)?));
        }
        let point = match node {
            Some(node) => Some(walk.point(part, node)?),
            None => walk.follow(part, &moves)?,
        };
        Ok(json!({ "parts": walk.parts(), "point": point }))
    };
    let by_name =
        |evidence: &ludex::Evidence| ask(&ludex::open_within(&evidence.game, &limits)?, evidence);
    of_json(py, &asked(py, evidence.get(), position, &limits, ask, by_name)?)
}

/// Checks evidence about the game that it names.
fn verify_by_name(evidence: &ludex::Evidence, limits: &Limits) -> Result<Verified, InputError> {
    ludex::verify_within(evidence, limits).map_err(|error| {
        match ludex::open_within(&evidence.game, limits) {
            Ok(_) => error,
            Err(_) => error.help(
                "the game of evidence is opened by its name; one that is a class or was given as a \
                 text is given with it: verify(evidence, game)",
            ),
        }
    })
}
