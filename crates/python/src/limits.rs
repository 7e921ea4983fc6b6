//! Limits as Python states them: seconds, nodes, memory as a number or a text, threads.

use ludex::{InputError, Limits, parse_memory};
use pyo3::prelude::*;

use crate::error::{bad_input, input_error};

/// The limits of a request.
pub struct Asked<'py> {
    pub seconds: Option<f64>,
    pub nodes: Option<u64>,
    pub memory: Option<Bound<'py, PyAny>>,
    pub threads: usize,
    pub seed: u64,
}

impl Asked<'_> {
    /// Returns the limits, or says which makes no sense.
    pub fn limits(&self, py: Python<'_>) -> PyResult<Limits> {
        if let Some(seconds) = self.seconds.filter(|seconds| !(0.0..=1e9).contains(seconds)) {
            let error = InputError::new(format!("{seconds} is not a number of seconds"));
            return Err(input_error(py, error.help("a number such as 0.5 or 60 is expected")));
        }
        if self.threads == 0 {
            return Err(bad_input(py, "a search needs at least one thread"));
        }
        let mut limits = Limits {
            max_nodes: self.nodes,
            max_seconds: self.seconds,
            threads: self.threads,
            seed: self.seed,
            ..Limits::default()
        };
        if let Some(memory) = &self.memory {
            limits.max_memory = bytes(memory)?;
        }
        Ok(limits)
    }
}

/// Reads an amount of memory: a number of bytes, or a text such as `512MiB`.
pub fn bytes(memory: &Bound<'_, PyAny>) -> PyResult<u64> {
    match memory.extract::<String>() {
        Ok(text) => parse_memory(&text).map_err(|message| {
            input_error(memory.py(), InputError::about("memory", &text, message))
        }),
        Err(_) => memory.extract(),
    }
}
