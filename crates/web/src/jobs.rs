//! Jobs: work that takes a while, of which a bounded number runs at a time.
//!
//! A job lives as long as the request that asked for it: if the browser goes away its stop flag is
//! raised. The answer is one JSON value, or a stream of events if the request accepts
//! `text/event-stream`: `job` with its number, `progress` and `verdict` on the way, and at the end
//! `answer` or `error`.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::{Either, select};
use futures_util::stream;
use ludex::{Limits, ProcessMemory, Rest, StopFlag, Watcher};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use crate::api::{Answer, Json, failure, refusal};
use crate::server::ServerOptions;

/// The most jobs that run or wait.
const MOST: usize = 256;
/// The most events of a job that wait to be sent; more progress than that is left out.
const MOST_EVENTS: usize = 64;
/// The type of a stream of events.
pub(crate) const EVENTS: &str = "text/event-stream";

/// The most seconds of a job that shows something.
const TO_SHOW: f64 = 10.0;

/// How long searches rest when something is to be shown: the time in which a board is found, sent and
/// drawn by a browser on the same machine.
const REST: Duration = Duration::from_millis(40);
/// How long a search runs before it rests: a short one is answered sooner that way.
const BEFORE_REST: Duration = Duration::from_millis(200);

/// What a job is for. Boards are shown while searches run: each kind has room of its own, threads that
/// search have less priority, and long searches rest for a moment when a board is asked for.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// To show something.
    Show,
    /// To search.
    Search,
}

/// How far behind others a thread that searches stands, from 0 to 19.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

impl Kind {
    /// Gives the thread that calls it the priority of the jobs of this kind. Only Linux has
    /// priorities of threads that anybody may lower.
    fn set_priority(self) {
        #[cfg(target_os = "linux")]
        if let Kind::Search = self {
            // Without it boards are shown a little later.
            let _ = rustix::process::nice(NICE);
        }
    }
}

/// Room for jobs of a kind, and what each of them may use.
struct Room {
    running: Arc<Semaphore>,
    max_seconds: f64,
    max_memory: u64,
}

/// What a job does.
pub(crate) type Work = Box<dyn FnOnce(&Job) -> Answer + Send>;

/// All jobs of a server.
pub(crate) struct Jobs {
    show: Room,
    search: Room,
    process: Option<ProcessMemory>,
    rest: Rest,
    stops: Arc<Mutex<BTreeMap<u64, StopFlag>>>,
    next: AtomicU64,
}

/// A job as its work sees it.
pub(crate) struct Job {
    /// Stops the work.
    pub stop: StopFlag,
    max_seconds: f64,
    max_memory: u64,
    process: Option<ProcessMemory>,
    rest: Option<Rest>,
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
    /// Sends an event, unless the queue is full: it would be old when it is read.
    pub fn tell(&self, name: &'static str, data: &impl Serialize) {
        let data = serde_json::to_value(data).unwrap_or(Value::Null);
        let _ = self.events.try_send(Event { name, data });
    }

    /// Returns what the work may use: what its request asks for, within the limits of the server.
    pub fn limits(&self, asked: &Limits) -> Limits {
        Limits {
            max_seconds: Some(asked.max_seconds.unwrap_or(self.max_seconds).min(self.max_seconds)),
            max_memory: asked.max_memory.min(self.max_memory),
            threads: 1,
            process: self.process.clone(),
            rest: self.rest.as_ref().map(|rest| rest.after(BEFORE_REST)),
            stop: self.stop.clone(),
            watcher: Some(self.watcher()),
            ..asked.clone()
        }
    }

    /// Returns a watcher that tells the progress of a search.
    fn watcher(&self) -> Watcher {
        let events = self.events.clone();
        Watcher(Arc::new(move |progress| {
            let data = json!({ "nodes": progress.nodes, "iteration": progress.iteration });
            let _ = events.try_send(Event { name: "progress", data });
        }))
    }
}

impl Jobs {
    /// Makes room for jobs. Those that show something take a moment and little memory.
    pub fn new(options: &ServerOptions) -> Jobs {
        let &ServerOptions { jobs, max_seconds, max_memory, .. } = options;
        let room = |jobs: usize, max_seconds, max_memory| {
            let running = Arc::new(Semaphore::new(jobs.max(1)));
            Room { running, max_seconds, max_memory }
        };
        Jobs {
            show: room(jobs, max_seconds.min(TO_SHOW), max_memory / 4),
            search: room(jobs, max_seconds, max_memory),
            process: options.process.clone().map(|process| {
                // Each job counts its own bytes; this is for what nobody counts.
                let all =
                    usize::try_from(max_memory).unwrap_or(usize::MAX).saturating_mul(jobs + 1);
                ProcessMemory { most: all, ..process }
            }),
            rest: Rest::default(),
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
    pub async fn run(&self, kind: Kind, headers: &HeaderMap, work: Work) -> Response {
        let (sender, receiver) = mpsc::channel(MOST_EVENTS);
        let Some(ending) = self.begin() else {
            let why = "too many visitors ask at the same time; try again in a moment";
            return refusal(StatusCode::SERVICE_UNAVAILABLE, why).into_response();
        };
        let (Room { running, max_seconds, max_memory }, rest) = match kind {
            Kind::Show => {
                self.rest.ask(REST);
                (&self.show, None)
            }
            Kind::Search => (&self.search, Some(self.rest.clone())),
        };
        let job = Job {
            stop: ending.stop.clone(),
            max_seconds: *max_seconds,
            max_memory: *max_memory,
            process: self.process.clone(),
            rest,
            events: sender,
        };
        tokio::spawn(run_in_turn(kind, job, running.clone(), ending.id, work));
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

/// Runs work on a thread of its own once there is room for it, and stops it after its time. If its
/// browser goes away before, it is dropped: what waits takes memory.
async fn run_in_turn(kind: Kind, job: Job, room: Arc<Semaphore>, id: u64, work: Work) {
    let _ = job.events.try_send(Event { name: "job", data: json!(id) });
    let Some(permit) = room_for(&job, room).await else { return };
    let (stop, max_seconds) = (job.stop.clone(), job.max_seconds);
    let (ended, end) = oneshot::channel::<()>();
    let run = move || {
        let _held = (permit, ended);
        kind.set_priority();
        let last = outcome(work(&job));
        // A browser that is gone receives nothing.
        let _ = job.events.blocking_send(last);
    };
    // Without a thread the events end at once, and the browser is told so.
    let _ = thread::Builder::new().spawn(run);
    // Players and tournaments have clocks of their own, which visitors set.
    let longest = Duration::try_from_secs_f64(max_seconds).unwrap_or(Duration::MAX);
    if tokio::time::timeout(longest, end).await.is_err() {
        stop.raise();
    }
}

/// Waits for room. Returns `None` if nobody waits for the answer any more.
async fn room_for(job: &Job, room: Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
    match select(pin!(room.acquire_owned()), pin!(job.events.closed())).await {
        Either::Left((permit, _)) => permit.ok().filter(|_| !job.events.is_closed()),
        Either::Right(_) => None,
    }
}

fn outcome(answer: Answer) -> Event {
    match answer {
        Ok(data) => Event { name: "answer", data },
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
            Event { name: "answer", data } => return Json(data).into_response(),
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
