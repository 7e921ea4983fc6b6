//! Running a request: the search gets a thread of its own, the GIL is released, and the calling
//! thread looks for signals and tells the progress meanwhile.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use ludex::{Limits, Progress, StopFlag, Watcher};
use pyo3::prelude::*;

use crate::error::internal;

/// How often signals are looked for.
const PAUSE: Duration = Duration::from_millis(50);

/// The stack of a search. Searches that need more get it themselves; on one piece Python can tell
/// how much is left.
const STACK: usize = 64 << 20;

/// The last progress that a search told, for a function of Python's.
pub struct Teller {
    function: Py<PyAny>,
    last: Arc<Mutex<Option<Progress>>>,
}

impl Teller {
    /// Makes the limits tell a function, if there is one.
    pub fn watch(limits: &mut Limits, function: Option<Py<PyAny>>) -> Option<Teller> {
        let last: Arc<Mutex<Option<Progress>>> = Arc::default();
        let told = last.clone();
        let function = function?;
        limits.watcher = Some(Watcher(Arc::new(move |progress| {
            *told.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(*progress);
        })));
        Some(Teller { function, last })
    }

    /// Tells the function what is new.
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        match last {
            Some(progress) => {
                self.function.call1(py, (progress.nodes, progress.iteration)).map(|_| ())
            }
            None => Ok(()),
        }
    }
}

/// Runs work that looks at `stop` on a thread of its own. Returns what it found, and the exception
/// that a signal or the progress function has raised meanwhile: the work was then stopped.
pub fn run<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    teller: Option<&Teller>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let look = |py: Python<'_>| {
        py.check_signals()?;
        teller.map_or(Ok(()), |teller| teller.tell(py))
    };
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1);
            let task = move || {
                // The state that Python keeps of a thread is made once, and not at every call of a
                // game that is written in Python.
                let found = Python::attach(|py| py.detach(|| catch_unwind(AssertUnwindSafe(work))));
                let _ = sender.send(found);
            };
            let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, task);
            spawned.map_err(PyErr::from)?;
            let mut raised = None;
            loop {
                match receiver.recv_timeout(PAUSE) {
                    Ok(Ok(found)) => return Ok((found, raised)),
                    Ok(Err(panic)) => return Err(internal(&*panic)),
                    Err(RecvTimeoutError::Disconnected) => return Err(internal(&"a thread ended")),
                    Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        raised = Python::attach(look).err();
                        if raised.is_some() {
                            stop.raise();
                        }
                    }
                }
            }
        })
    })
}

/// Adds what is known to the exception that stopped a search.
pub fn with_partial(py: Python<'_>, error: PyErr, partial: &Bound<'_, PyAny>) -> PyErr {
    // An exception that takes no attributes is raised as it is.
    let _ = error.value(py).setattr("partial", partial);
    error
}
