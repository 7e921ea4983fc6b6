//! Running a request: the search gets a thread of its own, the GIL is released, and the calling
//! thread looks for signals and tells the progress meanwhile.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use ludex::{InputError, Limits, Progress, StopFlag, Watcher};
use pyo3::prelude::*;

use crate::error::{converted, internal};

/// How often signals are looked for.
const PAUSE: Duration = Duration::from_millis(50);

/// The stack of a search. Searches that need more get it themselves; on one piece Python can tell
/// how much is left.
const STACK: usize = 64 << 20;

/// Tells Python the progress of a search: a function, or a bar.
pub struct Teller {
    told: Py<PyAny>,
    last: Arc<Mutex<Option<Progress>>>,
}

impl Teller {
    /// Makes the limits tell what `progress` asks for, if it asks for anything.
    pub fn watch(
        py: Python<'_>,
        limits: &mut Limits,
        progress: Option<Bound<'_, PyAny>>,
        what: &str,
    ) -> PyResult<Option<Teller>> {
        let Some(progress) = progress else { return Ok(None) };
        let told = py.import("ludex._progress")?.getattr("watcher")?.call1((progress, what))?;
        if told.is_none() {
            return Ok(None);
        }
        let teller = Teller { told: told.unbind(), last: Arc::default() };
        let last = teller.last.clone();
        limits.watcher = Some(Watcher(Arc::new(move |progress| {
            *last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(*progress);
        })));
        Ok(Some(teller))
    }

    /// Tells what is new.
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
        match last {
            Some(progress) => self.told.call1(py, (progress.nodes, progress.iteration)).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Tells that the search is over, and its nodes if it was not stopped by an exception.
    pub fn close(&self, py: Python<'_>, nodes: Option<u64>) -> PyResult<()> {
        self.told.call_method1(py, pyo3::intern!(py, "close"), (nodes,)).map(|_| ())
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
    py.detach(|| watched(stop, work, look))
}

/// Runs work on a thread, and looks at what Python wants meanwhile.
fn watched<T: Send>(
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
    look: impl Fn(Python<'_>) -> PyResult<()>,
) -> PyResult<(T, Option<PyErr>)> {
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(1);
        let task = move || {
            // The state that Python keeps of a thread is made once, and not at every call of a game
            // that is written in Python.
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
                    raised = Python::attach(&look).err();
                    if raised.is_some() {
                        stop.raise();
                    }
                }
            }
        }
    })
}

/// Runs work of the library as [`run`] does. What was raised comes before an error, which is then
/// nothing but that the work was stopped.
pub fn run_request<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    teller: Option<&Teller>,
    work: impl FnOnce() -> Result<T, InputError> + Send,
) -> PyResult<(T, Option<PyErr>)> {
    match run(py, stop, teller, work)? {
        (Err(_), Some(raised)) => Err(raised),
        (found, raised) => Ok((converted(py, found)?, raised)),
    }
}

/// Returns an answer, unless an exception has stopped the work: that is raised with the answer.
pub fn unless_raised<'py>(
    py: Python<'py>,
    answer: Bound<'py, PyAny>,
    raised: Option<PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(error) = raised else { return Ok(answer) };
    // An exception that takes no attributes is raised as it is.
    let _ = error.value(py).setattr("partial", answer);
    Err(error)
}
