//! Bad input as the exception `ludex.InputError`.

use ludex::InputError;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Converts an error of the library. Spans count characters, as Python does.
pub fn input_error(py: Python<'_>, error: InputError) -> PyErr {
    let InputError { message, input, span, help, out_of_budget: _ } = error;
    let place = input.map(|input| {
        let characters = |bytes: usize| input.text[..bytes].chars().count();
        let span = (characters(span.start), characters(span.end));
        (input.name, input.text, span)
    });
    let made = CLASS
        .import(py, "ludex._errors", "InputError")
        .and_then(|class| class.call1((message, help, place)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// Makes an error of bad input that has no place in a text.
pub fn bad_input(py: Python<'_>, message: impl Into<String>) -> PyErr {
    input_error(py, InputError::new(message))
}

/// Converts the result of the library.
pub fn converted<T>(py: Python<'_>, result: Result<T, InputError>) -> PyResult<T> {
    result.map_err(|error| input_error(py, error))
}

/// Makes the exception for a fault of Ludex itself: a thread of it panicked.
pub fn internal(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    PyRuntimeError::new_err(format!("a fault of Ludex, please report it: {text}"))
}
