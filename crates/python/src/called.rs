//! Python functions that play.

use std::sync::{Arc, Mutex};

use ludex::{FunctionPlayers, Functions, InputError, Session, StopFlag};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::input_error;
use crate::position::{Place, Position};
use crate::source::Source;

/// The functions of a match, and what they have raised.
pub struct Called {
    functions: Py<PyDict>,
    source: Source,
    raised: Mutex<Option<PyErr>>,
    stop: StopFlag,
}

impl Called {
    /// Makes players of functions by name.
    pub fn new(
        position: &Position,
        functions: Bound<'_, PyDict>,
        stop: &StopFlag,
    ) -> (Arc<Called>, FunctionPlayers) {
        let called = Arc::new(Called {
            functions: functions.unbind(),
            source: position.source.clone(),
            raised: Mutex::default(),
            stop: stop.clone(),
        });
        (called.clone(), FunctionPlayers(called))
    }

    /// Keeps the first exception, and ends the match.
    fn fail(&self, error: PyErr) {
        let mut raised = self.raised.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        raised.get_or_insert(error);
        self.stop.raise();
    }

    /// Returns the result of the match, unless a function has raised something.
    pub fn finish<T>(&self, result: PyResult<(T, Option<PyErr>)>) -> PyResult<(T, Option<PyErr>)> {
        let mut raised = self.raised.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match raised.take() {
            Some(error) => Err(error),
            None => result,
        }
    }

    fn ask(
        &self,
        py: Python<'_>,
        name: &str,
        position: &Session,
        agent: &str,
    ) -> PyResult<Option<String>> {
        let place = Place::of(&self.source, position.clone());
        let own = matches!(place, Place::Own(..));
        let position = Position { source: self.source.clone(), place };
        let function = self.functions.bind(py).get_item(name)?;
        let Some(function) = function else { return Ok(None) };
        let chosen = function.call1((position, agent))?;
        if chosen.is_none() {
            return Ok(None);
        }
        crate::position::move_text(&chosen, own).map(Some)
    }
}

impl Functions for Called {
    fn has(&self, name: &str) -> bool {
        Python::attach(|py| self.functions.bind(py).contains(name).unwrap_or(false))
    }

    fn choose(&self, name: &str, position: &Session, agent: &str) -> Option<String> {
        if self.stop.is_raised() {
            return None;
        }
        Python::attach(|py| {
            self.ask(py, name, position, agent).unwrap_or_else(|error| {
                self.fail(error);
                None
            })
        })
    }

    fn refused(&self, name: &str, error: InputError) {
        let message = format!("{name}: {}", error.message);
        Python::attach(|py| self.fail(input_error(py, InputError { message, ..error })));
    }
}
