//! `Evidence`, and its verification.

use std::path::PathBuf;

use ludex::{InputError, StopFlag};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::convert::of_json;
use crate::error::{converted, input_error};
use crate::position::Position;
use crate::run::run;
use crate::source::Source;

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

    fn __reduce__<'py>(
        slf: &Bound<'py, Evidence>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let py = slf.py();
        let bytes = slf.get().evidence.to_binary().map_err(|error| {
            input_error(py, InputError::new(format!("the evidence cannot be written: {error}")))
        })?;
        let read = py.import("ludex._ludex")?.getattr("_read_evidence")?;
        Ok((read, (PyBytes::new(py, &bytes),)))
    }
}

/// Reads the bytes of an evidence file.
#[pyfunction]
#[pyo3(name = "_read_evidence")]
pub fn read_evidence(py: Python<'_>, bytes: &[u8]) -> PyResult<Evidence> {
    let evidence = ludex::Evidence::from_bytes(bytes).map_err(|error| {
        input_error(py, InputError::new(format!("this is not evidence: {error}")))
    })?;
    Ok(Evidence { evidence, source: None })
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
    let found = &evidence.get().evidence;
    let source = position.map(|position| &position.get().source).or(evidence.get().source.as_ref());
    let stop = StopFlag::default();
    let (verified, raised) = match source {
        Some(Source::Own(shared)) => {
            let source = Source::Own(shared.clone());
            let place = crate::position::Place::Own(shared.clone(), shared.first());
            Position { source, place }.work(py, &stop, None, |session| session.verify(found))?
        }
        Some(source @ Source::Text(..)) => {
            let verify = || source.open()?.verify(found);
            let (verified, raised) = run(py, &stop, None, verify)?;
            (converted(py, verified)?, raised)
        }
        Some(Source::Name(_)) | None => {
            let (verified, raised) = run(py, &stop, None, || ludex::verify(found))?;
            (converted(py, verified)?, raised)
        }
    };
    if let Some(error) = raised {
        return Err(error);
    }
    let class = py.import("ludex._answers")?.getattr("Verified")?;
    class.call1((crate::convert::to_python(py, &verified)?,))
}
