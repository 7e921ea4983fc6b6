//! Jobs done by threads of this process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use ludex_game::Bounds;

use crate::best_first::explorer::Explorer;
use crate::best_first::parallel::job_tree::{Job, OpenJobs};
use crate::best_first::parallel::jobs::{JobEvent, JobResult, Office};
use crate::best_first::scheme::Scheme;
use crate::best_first::search::{BestFirst, Pause};
use crate::budget::{Budget, Meter, Search, Silent, Stopped};

/// The least number of descents of a job, so that the overhead is small.
const LEAST_DESCENTS: u64 = 64;
/// How long the coordinator waits for a result before it polls the budget.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The channels between the coordinator and the threads.
struct ThreadOffice<'s, 'j> {
    jobs: Sender<Job<'j>>,
    done: Receiver<JobResult>,
    workers: Vec<ScopedJoinHandle<'s, ()>>,
}

impl<'j> Office<'j> for ThreadOffice<'_, 'j> {
    fn capacity(&mut self) -> usize {
        self.workers.len()
    }

    /// Follows the growth control of [Saf13, Section 3.7.5].
    fn descents(&mut self, expansions: u64) -> u64 {
        expansions.max(LEAST_DESCENTS)
    }

    fn outlasts_pauses(&self) -> bool {
        false
    }

    fn submit(&mut self, job: Job<'j>) -> Search<()> {
        self.jobs.send(job).map_err(|_| Stopped::Interrupted)
    }

    fn wait(&mut self) -> Search<Vec<JobEvent>> {
        match self.done.recv_timeout(POLL_INTERVAL) {
            Ok(done) => Ok(vec![JobEvent::Done(done)]),
            // A worker ends early only by a panic, which ends the scope as well.
            Err(RecvTimeoutError::Timeout)
                if !self.workers.iter().any(ScopedJoinHandle::is_finished) =>
            {
                Ok(Vec::new())
            }
            Err(_) => Err(Stopped::Interrupted),
        }
    }
}

/// Does jobs until there are no more, as one of this number of threads.
fn work(
    jobs: &Mutex<Receiver<Job<'_>>>,
    done: &Sender<JobResult>,
    (threads, budget): (usize, &Budget),
) {
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Job { number, search, .. }) = next() {
        let mut silent = Silent;
        let mut meter = Meter::new(budget, &mut silent);
        let (bytes, found) = search(threads, &mut meter);
        // The other workers may use as much at this moment.
        let result = JobResult { number, nodes: meter.nodes(), bytes: bytes * threads, found };
        if done.send(result).is_err() {
            return;
        }
    }
}

impl<S: Scheme> BestFirst<S> {
    /// Runs [`BestFirst::run`] with this number of threads that do jobs.
    pub fn run_on_threads<'g>(
        &mut self,
        threads: usize,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut Pause<'_>,
    ) -> Search<()> {
        let halt = Arc::new(AtomicBool::new(false));
        let stop = Some(halt.clone());
        let budget = Budget { max_nodes: None, stop, ..meter.budget().clone() };
        let (jobs, queue) = mpsc::channel();
        let (results, done) = mpsc::channel();
        let queue = Mutex::new(queue);
        thread::scope(|scope| {
            let spawn = |_| {
                let (queue, results, budget) = (&queue, results.clone(), &budget);
                scope.spawn(move || work(queue, &results, (threads, budget)))
            };
            let workers = (0..threads).map(spawn).collect();
            let mut office = ThreadOffice { jobs, done, workers };
            let open = &mut OpenJobs::new(0);
            let result = self.run_jobs((open, &mut office), explorer, meter, enough, pause);
            halt.store(true, Ordering::Relaxed);
            result
        })
    }
}
