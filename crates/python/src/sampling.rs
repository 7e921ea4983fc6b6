//! Random plays.

use ludex::{Session, StopFlag};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::position::{Place, Position};
use crate::run::unless_raised;

impl Position {
    /// Plays random games; the scores and the lengths are handed over as bytes.
    pub fn sample<'py>(
        &self,
        py: Python<'py>,
        plays: u64,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopFlag::default();
        let sample = |session: &Session| session.playouts(plays, seed, &stop);
        let (found, raised) = self.work(py, &stop, None, sample)?;
        let agents = self.look(py, |session| session.agents().names().to_vec())?;
        let class = py.import("ludex._answers")?.getattr("Playouts")?;
        let scores = array(py, &found.scores, f64::to_ne_bytes)?;
        let lengths = array(py, &found.lengths, u32::to_ne_bytes)?;
        unless_raised(py, class.call1((agents, scores, lengths))?, raised)
    }
}

#[pymethods]
impl Position {
    /// Plays a number of random games from here. Returns a `ludex.Playouts`: arrays of numpy.
    #[pyo3(signature = (plays, seed=0))]
    fn playouts<'py>(&self, py: Python<'py>, plays: u64, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        self.sample(py, plays, seed)
    }

    /// Plays one random game from here, the first of `playouts`. Returns a `ludex.Playout`.
    #[pyo3(signature = (seed=0))]
    fn playout<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopFlag::default();
        let play = |session: &Session| session.playout(seed);
        let ((moves, end), raised) = self.work(py, &stop, None, play)?;
        let place = Place::of(&self.source, end);
        let end = Position { source: self.source.clone(), place };
        let class = py.import("ludex._answers")?.getattr("Playout")?;
        unless_raised(py, class.call1((moves, end))?, raised)
    }
}

/// Returns numbers as the bytes of an array.
fn array<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    numbers: &[T],
    bytes: impl Fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, N * numbers.len(), |array| {
        let places = array.chunks_exact_mut(N).zip(numbers);
        places.for_each(|(place, &number)| place.copy_from_slice(&bytes(number)));
        Ok(())
    })
}
