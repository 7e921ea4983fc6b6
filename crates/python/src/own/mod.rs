//! Games written as Python classes.
//!
//! A state is any hashable value of Python's. States are interned: what the class says about one
//! is asked once and kept, so that searches, which come to the same states again and again, seldom
//! wait for Python. What the class raises unwinds the search and is raised again by the face.

mod read;
mod record;
mod rules;
mod shared;

pub use rules::OwnGame;
pub use shared::{OwnState, Shared, move_text};

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard};

use ludex::{InputError, Session, StopFlag};
use ludex_game::{DynGame, DynSimultaneousGame, DynState};
use pyo3::prelude::*;

use crate::error::{input_error, internal};

/// One request about a game of a Python class: what was raised meanwhile.
#[derive(Default)]
pub struct Run {
    raised: Mutex<Option<PyErr>>,
    /// Stops the other threads of the request.
    stop: StopFlag,
}

/// What unwinds a thread whose game has raised an exception.
struct Raised;

impl Run {
    /// Makes a request that this flag stops.
    pub fn new(stop: &StopFlag) -> Arc<Run> {
        Arc::new(Run { stop: stop.clone(), ..Run::default() })
    }

    /// Keeps the first exception, and ends the work of this thread: without an answer of the game
    /// nothing can go on, and whatever it would return instead could be taken for one.
    pub fn fail(&self, error: PyErr) -> ! {
        self.lock().get_or_insert(error);
        self.stop.raise();
        resume_unwind(Box::new(Raised))
    }

    /// Does work on this thread, up to an exception.
    pub fn catch<T>(&self, py: Python<'_>, work: impl FnOnce() -> T) -> PyResult<T> {
        let done = catch_unwind(AssertUnwindSafe(work));
        self.finish(py, done.map(Ok).map_err(|panic| internal(&*panic)))
    }

    /// Returns the result of the request, unless something was raised.
    pub fn finish<T>(
        &self,
        py: Python<'_>,
        result: PyResult<Result<T, InputError>>,
    ) -> PyResult<T> {
        match self.lock().take() {
            Some(error) => Err(error),
            None => result?.map_err(|error| input_error(py, error)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.raised.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Opens a state of a game for one request.
pub fn session(shared: &Arc<Shared>, state: &OwnState, run: &Arc<Run>) -> Session {
    let game = OwnGame { shared: shared.clone(), run: run.clone(), known_only: false };
    let state = DynState::new(state.clone());
    match shared.simultaneous {
        true => {
            let game = DynSimultaneousGame::new(game);
            Session::of_erased_simultaneous(&shared.name, game, state)
        }
        false => Session::of_erased_turns(&shared.name, DynGame::new(game), state),
    }
}

/// Returns the state of a session that [`session`] has opened; no other has one.
pub fn state_of(session: &Session) -> Option<OwnState> {
    session.erased_state().map(|state| state.get::<OwnState>().clone())
}
