//! Job-level parallel search on two levels: one coordinator, many workers, for every scheme.
//!
//! The coordinator owns the tree. It gives the most urgent leaf to a worker, which searches below
//! it on its own for a while, and unfolds the leaf with what the worker found (as \[SJC12\] do for
//! PN²). What a worker found is proved like anything found by a single thread, so values stay
//! exact.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use ludex_game::Bounds;

use crate::best_first::explorer::Explorer;
use crate::best_first::found_below::FoundBelow;
use crate::best_first::parallel::virtual_loss::ReservedLeaf;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::{BestFirst, Pause};
use crate::budget::{Budget, Meter, Search, Silent, Stopped};

/// The least number of descents of a job, so that the overhead is small.
const LEAST_DESCENTS: u64 = 64;
/// How long the coordinator waits for a result before it polls the budget.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A leaf to be searched by a worker.
struct Job<'j> {
    leaf: u32,
    search: Box<LeafSearch<'j>>,
}

/// A search below a leaf; also returns the memory used.
type LeafSearch<'j> = dyn FnOnce(&mut Meter) -> (usize, Search<FoundBelow>) + Send + 'j;

/// The result of a job.
struct JobResult {
    leaf: u32,
    nodes: u64,
    bytes: usize,
    found: Search<FoundBelow>,
}

/// What the coordinator keeps of a job that is not finished.
struct PendingJob<P> {
    reserved: ReservedLeaf<P>,
    descents: u64,
}

/// The channels between the coordinator and the workers, and the unfinished jobs.
struct JobQueue<'s, 'j, P> {
    jobs: Sender<Job<'j>>,
    done: Receiver<JobResult>,
    workers: Vec<ScopedJoinHandle<'s, ()>>,
    open: Vec<PendingJob<P>>,
}

impl<P> JobQueue<'_, '_, P> {
    /// Returns the leaves of the unfinished jobs.
    fn reserved(&self) -> impl Iterator<Item = u32> {
        self.open.iter().map(|open| open.reserved.leaf())
    }
}

fn work(jobs: &Mutex<Receiver<Job<'_>>>, done: &Sender<JobResult>, budget: &Budget) {
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Job { leaf, search }) = next() {
        let mut silent = Silent;
        let mut meter = Meter::new(budget, &mut silent);
        let (bytes, found) = search(&mut meter);
        if done.send(JobResult { leaf, nodes: meter.nodes(), bytes, found }).is_err() {
            return;
        }
    }
}

impl<S: Scheme> BestFirst<S> {
    /// Runs [`BestFirst::run`] with this number of workers.
    pub fn run_jobs<'g>(
        &mut self,
        threads: usize,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut Pause<'_>,
    ) -> Search<()> {
        self.start(explorer)?;
        let halt = Arc::new(AtomicBool::new(false));
        let stop = Some(halt.clone());
        let budget = Budget { max_nodes: None, stop, ..meter.budget().clone() };
        let (jobs, queue) = mpsc::channel();
        let (results, done) = mpsc::channel();
        let queue = Mutex::new(queue);
        thread::scope(|scope| {
            let spawn = |_| {
                let (queue, results, budget) = (&queue, results.clone(), &budget);
                scope.spawn(move || work(queue, &results, budget))
            };
            let workers = (0..threads).map(spawn).collect();
            let mut queue = JobQueue { jobs, done, workers, open: Vec::new() };
            let result = self.coordinate(&mut queue, explorer, meter, enough, pause);
            halt.store(true, Ordering::Relaxed);
            while let Some(open) = queue.open.pop() {
                self.release(&open.reserved);
            }
            result
        })
    }

    fn coordinate<'g: 'j, 'j>(
        &mut self,
        queue: &mut JobQueue<'_, 'j, S::Part>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut Pause<'_>,
    ) -> Search<()>
    where
        S: 'j,
    {
        let mut paused = false;
        while !enough(self.bounds()) {
            paused = paused || pause(meter, self.saved_size());
            let exceeds_memory = self.exceeds_memory(explorer);
            let idle = queue.open.len() < queue.workers.len();
            // A collection changes the numbers of nodes, so it waits for all jobs; so does a pause.
            if queue.open.is_empty() && exceeds_memory {
                self.collect_if_full(explorer, meter)?;
            } else if queue.open.is_empty() && paused {
                return Ok(());
            } else if exceeds_memory || paused || !idle || !self.send_job(queue, explorer, meter)? {
                if queue.open.is_empty() {
                    // No job although the root is open: impossible, unless the root is solved by
                    // now, no nodes are left for a job (one for its leaf, one below it), or
                    // different states have the same key.
                    meter.look()?;
                    return match enough(self.bounds()) {
                        true => Ok(()),
                        false if meter.rest() < 2 => Err(Stopped::Nodes),
                        false => Err(Stopped::KeyClash),
                    };
                }
                self.receive(queue, explorer, meter)?;
            }
        }
        Ok(())
    }

    /// Sends the most urgent leaf without a job to the workers. Returns false if there is none or
    /// the budget has no nodes left for it.
    fn send_job<'g: 'j, 'j>(
        &mut self,
        queue: &mut JobQueue<'_, 'j, S::Part>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<bool>
    where
        S: 'j,
    {
        let promised: u64 = queue.open.iter().map(|open| open.descents + 1).sum();
        let descents =
            self.expansions.max(LEAST_DESCENTS).min(meter.rest().saturating_sub(promised + 1));
        let reserved = queue.reserved().collect();
        let Some(path) = (if descents > 0 { self.free_leaf(reserved) } else { None }) else {
            return Ok(false);
        };
        let mut below = self.second_level(explorer);
        below.options.max_bytes /= queue.workers.len();
        let reserved = self.reserve(explorer, path)?;
        let leaf = reserved.leaf();
        queue.open.push(PendingJob { reserved, descents });
        let mut there = explorer.here();
        let search = Box::new(move |meter: &mut Meter| {
            let looked = below.look_ahead(&mut *there, meter, descents);
            (below.bytes(&*there), looked.map(|()| below.found()))
        });
        queue.jobs.send(Job { leaf, search }).map_err(|_| Stopped::Interrupted)?;
        Ok(true)
    }

    /// Waits a short time for a result and unfolds its leaf with it.
    fn receive<'g>(
        &mut self,
        queue: &mut JobQueue<'_, '_, S::Part>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        let done = match queue.done.recv_timeout(POLL_INTERVAL) {
            Ok(done) => done,
            Err(RecvTimeoutError::Timeout) => {
                // A worker ends early only by a panic, which ends the scope as well.
                let gone = queue.workers.iter().any(ScopedJoinHandle::is_finished);
                return if gone { Err(Stopped::Interrupted) } else { meter.look() };
            }
            Err(RecvTimeoutError::Disconnected) => return Err(Stopped::Interrupted),
        };
        let is_it = |open: &PendingJob<_>| open.reserved.leaf() == done.leaf;
        let Some(place) = queue.open.iter().position(is_it) else { return Ok(()) };
        let open = queue.open.swap_remove(place);
        self.release(&open.reserved);
        // The other workers may use as much at this moment.
        let bytes = self.bytes(explorer) + done.bytes * queue.workers.len();
        self.peak = self.peak.max(bytes);
        meter.visited(done.nodes + 1);
        let below = done.found?;
        if !self.solved(done.leaf) {
            self.go(explorer, &open.reserved.path)?;
            if below.is_leaf() {
                below.copy_leaf(self.tree.info_mut(done.leaf));
            } else {
                self.unfold(explorer, Some(&below))?;
                self.refresh();
            }
            self.back_up(&open.reserved.path);
        }
        // Only a search that continues needs more of the budget.
        if self.solved(0) || meter.rest() == 0 { Ok(()) } else { meter.look() }
    }
}
