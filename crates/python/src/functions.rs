//! The lists of what there is, the laws of games, and the program.

use std::ffi::OsString;
use std::sync::Arc;

use ludex::lists;
use ludex_game::{check_laws as laws, check_simultaneous_laws};
use pyo3::prelude::*;

use crate::convert::{of_json, to_python};
use crate::error::{bad_input, converted};
use crate::own::{OwnGame, Run};

/// What `ludex games --json` says.
#[pyfunction]
#[pyo3(signature = (name=None))]
pub fn games<'py>(py: Python<'py>, name: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    to_python(py, &converted(py, lists::games(name))?)
}

/// What `ludex concepts --json` says.
#[pyfunction]
pub fn concepts(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let concepts = ludex::CONCEPTS.iter().map(lists::concept).collect();
    of_json(py, &serde_json::Value::Array(concepts))
}

/// The searches.
#[pyfunction]
pub fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &lists::algorithms())
}

/// The players.
#[pyfunction]
pub fn players(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &lists::players())
}

/// Checks the laws of a game of a Python class in random plays.
#[pyfunction]
#[pyo3(name = "_check_laws")]
pub fn check_laws(game: &Bound<'_, PyAny>, seed: u64, plays: u32) -> PyResult<()> {
    let py = game.py();
    let shared = crate::game::shared(game)?;
    let run = Arc::new(Run::default());
    let own = OwnGame { shared: shared.clone(), run: run.clone(), known_only: true };
    let check = || match shared.simultaneous {
        true => check_simultaneous_laws(&own, seed, plays),
        false => laws(&own, seed, plays),
    };
    run.catch(py, check)?.map_err(|law| bad_input(py, law))
}

/// Runs the program `ludex` with its arguments, the name of the program first. Returns its exit
/// code.
#[pyfunction]
#[pyo3(name = "_main")]
pub fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| ludex_cli::run(arguments))
}
