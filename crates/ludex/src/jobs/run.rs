//! A run: the search in a thread of its own, which gives jobs out and takes their answers.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludex_search::{JobNews, JobOffice, LeafJob, ProofJob};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::Recorder;
use super::{Job, JobAnswer, JobFound, JobTask, request_of_jobs};
use crate::answers::Solved;
use crate::error::InputError;
use crate::requests::{Office, Solve, StopFlag};
use crate::session::Session;

/// How long the search waits for news before it looks at its limits.
const PAUSE: Duration = Duration::from_millis(20);

/// The most nodes that a job is believed to have visited, so that their sum stays a number.
const MOST_NODES: u64 = 1 << 40;

/// The stack of the search.
const STACK: usize = 64 << 20;

/// How far a run is.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct JobStatus {
    /// The jobs given out, each time anew if they were lost.
    pub given_out: u64,
    /// The jobs done.
    pub done: u64,
    /// The jobs in work or waiting for somebody.
    pub open: u64,
    /// How often a job was lost.
    pub lost: u64,
    /// The jobs that nobody can do.
    pub failed: u64,
    /// The answers that came although they were known.
    pub repeated: u64,
    /// The nodes that all jobs visited.
    pub nodes: u64,
    /// The efforts left to prove and to disprove the root (proof numbers); `None` stands for
    /// infinite.
    pub efforts: Option<[Option<f64>; 2]>,
    /// Whether the search has ended.
    pub finished: bool,
}

#[derive(Default)]
struct State {
    queue: VecDeque<JobTask>,
    news: Vec<JobNews>,
    in_work: Vec<u64>,
    /// Whether the search has nothing to do before there is news.
    waiting: bool,
    capacity: usize,
    job_nodes: u64,
    status: JobStatus,
}

/// What the search and those who drive it share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// Writes how far the run is, if it has a store.
    recorder: Option<Recorder>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and tells those who wait.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let changed = change(&mut self.lock());
        self.changed.notify_all();
        changed
    }

    /// Writes how far the run is, and the value once it is known.
    fn record(&self, value: Option<&Value>) {
        if let Some(recorder) = &self.recorder {
            let status = self.lock().status();
            recorder.write(&status, value);
        }
    }

    /// Waits until the state is as wanted, or this time has passed.
    fn wait_for(&self, time: Duration, wanted: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let waited = self.changed.wait_timeout_while(self.lock(), time, |state| !wanted(state));
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl State {
    /// Returns how far the run is.
    fn status(&self) -> JobStatus {
        JobStatus { open: self.in_work.len() as u64, ..self.status.clone() }
    }

    /// Gives out a job with this number.
    fn give_out(&mut self, number: u64, task: JobTask) {
        self.queue.push_back(task);
        self.in_work.push(number);
        self.status.given_out += 1;
    }

    /// Takes a job out of those in work. Returns false if it is not among them.
    fn end(&mut self, number: u64) -> bool {
        let place = self.in_work.iter().position(|&other| other == number);
        place.map(|place| self.in_work.swap_remove(place)).is_some()
    }
}

/// The end of the search at which jobs come out.
struct Outside(Arc<Shared>);

impl JobOffice for Outside {
    fn capacity(&mut self) -> usize {
        self.0.lock().capacity
    }

    fn descents(&mut self) -> u64 {
        self.0.lock().job_nodes
    }

    fn submit(&mut self, job: &LeafJob) {
        self.0.change(|state| state.give_out(job.number, JobTask::Leaf(job.clone())));
    }

    fn submit_proof(&mut self, job: &ProofJob) {
        self.0.change(|state| state.give_out(job.number, JobTask::Proof(job.clone())));
    }

    fn wait(&mut self) -> Vec<JobNews> {
        self.0.change(|state| state.waiting = true);
        let mut state = self.0.wait_for(PAUSE, |state| !state.news.is_empty());
        state.waiting = false;
        std::mem::take(&mut state.news)
    }

    fn tell(&mut self, efforts: Option<[f64; 2]>) {
        let finite = |effort: f64| Some(effort).filter(|effort| effort.is_finite());
        self.0.change(|state| state.status.efforts = efforts.map(|both| both.map(finite)));
        self.0.record(None);
    }
}

/// A search whose jobs are done by whoever takes them. Dropping it stops the search.
///
/// ```
/// use std::time::Duration;
/// use ludex::{JobRun, Solve};
///
/// let game = ludex::open("domineering:rows=4,columns=4")?;
/// let run = JobRun::start(&game, &Solve::new().algorithm("pn2"), 2, 50)?;
/// while !run.status().finished {
///     if let Some(job) = run.next(Duration::from_millis(10)) {
///         run.take(game.run_job(&job)?); // anywhere, in any order
///     }
/// }
/// assert_eq!(run.finish()?.value, "win");
/// # Ok::<(), ludex::InputError>(())
/// ```
pub struct JobRun {
    shared: Arc<Shared>,
    template: Job,
    stop: StopFlag,
    search: Option<JoinHandle<Result<Solved, InputError>>>,
}

impl JobRun {
    /// Starts to solve the position of a session with at most this number of jobs at a time, each of
    /// at most this number of nodes. [`JobRun::stop`] stops it, not the flag of the request, which
    /// may be for other runs, too.
    pub fn start(
        session: &Session,
        request: &Solve,
        capacity: usize,
        job_nodes: u64,
    ) -> Result<JobRun, InputError> {
        let described = [session.name(), &session.position(), &request.algorithm];
        let recorder = |store: &PathBuf| Recorder::new(store, described.map(str::to_string));
        let recorder = request.store.as_ref().map(recorder);
        let shared = Arc::new(Shared { recorder, ..Shared::default() });
        shared.change(|state| (state.capacity, state.job_nodes) = (capacity, job_nodes.max(1)));
        let template = Job {
            game: session.name().to_string(),
            digest: session.digest(),
            position: session.position(),
            request: request_of_jobs(request),
            // Each job has its own.
            task: JobTask::Proof(ProofJob { number: 0, key_seed: None, claims: Vec::new() }),
        };
        let office = Some(Office(Arc::new(Mutex::new(Outside(shared.clone())))));
        let (session, mut request) = (session.clone(), Solve { office, ..request.clone() });
        let (stop, ended) = (StopFlag::default(), shared.clone());
        request.limits.stop = stop.clone();
        let search = thread::Builder::new().stack_size(STACK).spawn(move || {
            let _ended = Ended(ended);
            session.solve(&request)
        });
        let search = search.map_err(|error| InputError::new(error.to_string()))?;
        Ok(JobRun { shared, template, stop, search: Some(search) })
    }

    /// Returns a job to be done; waits for one at most this long. Returns `None` if there is none, at
    /// once if there will be none before an answer was taken.
    pub fn next(&self, wait: Duration) -> Option<Job> {
        let ready = |state: &State| {
            let idle = state.waiting && state.news.is_empty() && !state.in_work.is_empty();
            !state.queue.is_empty() || state.status.finished || idle
        };
        let task = self.shared.wait_for(wait, ready).queue.pop_front()?;
        Some(Job { task, ..self.template.clone() })
    }

    /// Takes the answer to a job. Returns false if there is one already.
    pub fn take(&self, answer: JobAnswer) -> bool {
        self.shared.change(|state| {
            let JobAnswer { number, found, nodes, .. } = answer;
            let new = state.end(number);
            match new {
                true => {
                    state.status.done += 1;
                    let nodes = nodes.min(MOST_NODES);
                    state.status.nodes += nodes;
                    state.news.push(match found {
                        JobFound::Leaf(mut found) => {
                            found.created = found.created.min(MOST_NODES);
                            JobNews::Done { number, nodes, found }
                        }
                        JobFound::Proof(proofs) => JobNews::Proved { number, proofs },
                    });
                }
                false => state.status.repeated += 1,
            }
            new
        })
    }

    /// Learns that nobody does a job any more: it will be given out again.
    pub fn lose(&self, number: u64) {
        self.shared.change(|state| {
            if state.end(number) {
                state.status.lost += 1;
                state.news.push(JobNews::Lost(number));
            }
        });
    }

    /// Learns that nobody can do a job: it will not be given out again.
    pub fn fail(&self, number: u64) {
        self.shared.change(|state| {
            if state.end(number) {
                state.status.failed += 1;
                state.news.push(JobNews::Failed(number));
            }
        });
    }

    /// Changes the number of jobs at a time, and the nodes of each.
    pub fn resize(&self, capacity: usize, job_nodes: u64) {
        self.shared
            .change(|state| (state.capacity, state.job_nodes) = (capacity, job_nodes.max(1)));
    }

    /// Returns how far the run is.
    pub fn status(&self) -> JobStatus {
        self.shared.lock().status()
    }

    /// Waits at most this long for the end of the search. Returns whether it has ended.
    pub fn has_ended(&self, wait: Duration) -> bool {
        self.shared.wait_for(wait, |state| state.status.finished).status.finished
    }

    /// Stops the search; what is known is then the answer.
    pub fn stop(&self) {
        self.stop.raise();
    }

    /// Waits for the end of the search and returns its answer.
    pub fn finish(mut self) -> Result<Solved, InputError> {
        let fault = || InputError::new("the search has ended by a fault of Ludex");
        let ended = self.search.take().and_then(|search| search.join().ok());
        let mut solved = ended.unwrap_or_else(|| Err(fault()))?;
        self.shared.record(solved.exact.then_some(&solved.value));
        if !solved.exact && self.shared.lock().status.failed > 0 && !self.stop.is_raised() {
            solved.stopped = Some("a job failed wherever it was tried".to_string());
        }
        Ok(solved)
    }
}

impl Drop for JobRun {
    fn drop(&mut self) {
        if let Some(search) = self.search.take() {
            self.stop.raise();
            let _ = search.join();
        }
    }
}

/// Says that the search has ended, however it did.
struct Ended(Arc<Shared>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.change(|state| {
            state.queue.clear();
            state.status.finished = true;
        });
    }
}
