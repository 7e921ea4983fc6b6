//! Jobs: work that takes a while, of which a bounded number runs at a time.
//!
//! A job lives as long as the request that asked for it: if the browser goes away its stop flag is
//! raised. The answer is one JSON value, or a stream of events if the request accepts
//! `text/event-stream`: `job` with its number, `progress` and `verdict` on the way, and at the end
//! `answer` or `error`.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use ludex::{InputError, StopFlag, Watcher};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};

use crate::api::{failure, refusal};

/// The most jobs that run or wait.
const MOST: usize = 256;
/// The most events of a job that wait to be sent; more progress than that is left out.
const MOST_EVENTS: usize = 64;
/// The type of a stream of events.
pub(crate) const EVENTS: &str = "text/event-stream";

/// All jobs of a server.
pub(crate) struct Jobs {
    running: Arc<Semaphore>,
    /// The longest time of a job.
    longest: Duration,
    stops: Arc<Mutex<BTreeMap<u64, StopFlag>>>,
    next: AtomicU64,
}

/// A job as its work sees it.
pub(crate) struct Job {
    /// Stops the work.
    pub stop: StopFlag,
    events: mpsc::Sender<Event>,
}

/// What a stream of events consists of.
struct Event {
    name: &'static str,
    data: Value,
}

/// Ends a job when the request that asked for it is dropped.
struct Ending {
    id: u64,
    stop: StopFlag,
    stops: Arc<Mutex<BTreeMap<u64, StopFlag>>>,
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.stop.raise();
        self.stops.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

impl Job {
    /// Sends an event, unless so many wait that this one would be old when it is read.
    pub fn tell(&self, name: &'static str, data: &impl Serialize) {
        let data = serde_json::to_value(data).unwrap_or(Value::Null);
        let _ = self.events.try_send(Event { name, data });
    }

    /// Returns a watcher that tells the progress of a search.
    pub fn watcher(&self) -> Watcher {
        let events = self.events.clone();
        Watcher(Arc::new(move |progress| {
            let data = json!({ "nodes": progress.nodes, "iteration": progress.iteration });
            let _ = events.try_send(Event { name: "progress", data });
        }))
    }
}

impl Jobs {
    /// Makes room for this number of jobs at a time, each of at most this many seconds.
    pub fn new(at_a_time: usize, seconds: f64) -> Jobs {
        Jobs {
            running: Arc::new(Semaphore::new(at_a_time.max(1))),
            longest: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
            stops: Arc::default(),
            next: AtomicU64::new(1),
        }
    }

    /// Stops a job by its number. Returns whether there is one.
    pub fn stop(&self, id: u64) -> bool {
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops.get(&id).map(StopFlag::raise).is_some()
    }

    /// Stops all jobs.
    pub fn stop_all(&self) {
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        stops.values().for_each(|stop| {
            stop.raise();
        });
    }

    /// Runs work on a thread of its own and sends its answer as the request accepts it.
    pub async fn run<T: Serialize + Send + 'static>(
        &self,
        headers: &HeaderMap,
        work: impl FnOnce(&Job) -> Result<T, InputError> + Send + 'static,
    ) -> Response {
        let (sender, receiver) = mpsc::channel(MOST_EVENTS);
        let Some(ending) = self.begin() else {
            let why = "too many visitors ask at the same time; try again in a moment";
            return refusal(StatusCode::SERVICE_UNAVAILABLE, why).into_response();
        };
        let job = Job { stop: ending.stop.clone(), events: sender };
        let (running, id) = (self.running.clone(), ending.id);
        let (longest, stop) = (self.longest, ending.stop.clone());
        let done = tokio::spawn(async move {
            let _ = job.events.try_send(Event { name: "job", data: json!(id) });
            // The semaphore is never closed.
            let Ok(permit) = running.acquire_owned().await else { return };
            if job.events.is_closed() {
                return;
            }
            let mut work = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                let last = outcome(work(&job));
                // A browser that is gone receives nothing.
                let _ = job.events.blocking_send(last);
            });
            // Players and tournaments have clocks of their own, which visitors set.
            if tokio::time::timeout(longest, &mut work).await.is_err() {
                stop.raise();
            }
        });
        drop(done);
        let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
        match accepts.is_some_and(|accept| accept.contains(EVENTS)) {
            true => as_events(receiver, ending),
            false => as_json(receiver, ending).await,
        }
    }

    /// Registers a job. Returns `None` if there are too many.
    fn begin(&self) -> Option<Ending> {
        let mut stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        if stops.len() >= MOST {
            return None;
        }
        let (id, stop) = (self.next.fetch_add(1, Ordering::Relaxed), StopFlag::default());
        stops.insert(id, stop.clone());
        Some(Ending { id, stop, stops: self.stops.clone() })
    }
}

fn outcome<T: Serialize>(result: Result<T, InputError>) -> Event {
    match result.map(serde_json::to_value) {
        Ok(Ok(data)) => Event { name: "answer", data },
        Ok(Err(error)) => Event { name: "error", data: json!({ "message": error.to_string() }) },
        Err(error) => Event { name: "error", data: json!(error) },
    }
}

/// The error of work that ended without an answer: a fault of the program.
fn lost() -> Event {
    Event { name: "error", data: json!({ "message": "the work ended without an answer" }) }
}

async fn as_json(mut receiver: mpsc::Receiver<Event>, _ending: Ending) -> Response {
    loop {
        match receiver.recv().await.unwrap_or_else(lost) {
            Event { name: "answer", data } => return axum::Json(data).into_response(),
            Event { name: "error", data } => return failure(data),
            _ => {}
        }
    }
}

fn as_events(receiver: mpsc::Receiver<Event>, ending: Ending) -> Response {
    let events = stream::unfold(Some((receiver, ending)), |open| async {
        let (mut receiver, ending) = open?;
        let event = receiver.recv().await.unwrap_or_else(lost);
        let text = format!("event: {}\ndata: {}\n\n", event.name, event.data);
        let ended = matches!(event.name, "answer" | "error");
        Some((Ok::<_, Infallible>(text), (!ended).then_some((receiver, ending))))
    });
    let mut response = Response::new(Body::from_stream(events));
    let kind = HeaderValue::from_static(EVENTS);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
