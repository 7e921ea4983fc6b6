//! Job-level parallel search on two levels: one coordinator, many workers, for every scheme.
//!
//! The coordinator owns the tree. It gives the most urgent leaf to a worker, which searches below it
//! on its own for a while, and unfolds the leaf with what the worker found (as Saffidine et al. do
//! for PN²). Whatever a worker found is proved like anything found by a single thread, so values stay
//! exact.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use ludex_game::Bounds;

use crate::best_first::explorer::Explorer;
use crate::best_first::parallel::virtual_loss::Taken;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;
use crate::budget::{Budget, Meter, Search, Silent, Stopped};

/// A job makes at least so many descents, so that handing it out pays.
const LEAST: u64 = 64;
/// How long the coordinator waits for a result before it looks at the budget.
const PATIENCE: Duration = Duration::from_millis(10);

/// A leaf to be searched by a worker.
struct Job<'g, S: Scheme> {
    leaf: u32,
    below: BestFirst<S>,
    explorer: Box<dyn Explorer<'g> + Send + 'g>,
    descents: u64,
}

/// What a worker found.
struct Done<S: Scheme> {
    leaf: u32,
    nodes: u64,
    bytes: usize,
    found: Search<BestFirst<S>>,
}

/// What the coordinator keeps of a job.
struct Open<P> {
    taken: Taken<P>,
    descents: u64,
}

/// The ways from the coordinator to the workers and back.
struct Office<'s, 'g, S: Scheme> {
    jobs: Sender<Job<'g, S>>,
    done: Receiver<Done<S>>,
    workers: Vec<ScopedJoinHandle<'s, ()>>,
    open: Vec<Open<S::Part>>,
}

impl<S: Scheme> Office<'_, '_, S> {
    /// The leaves that are worked on.
    fn busy(&self) -> impl Iterator<Item = u32> {
        self.open.iter().map(|open| open.taken.leaf())
    }
}

fn work<S: Scheme>(jobs: &Mutex<Receiver<Job<S>>>, done: &Sender<Done<S>>, budget: &Budget) {
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Job { leaf, mut below, mut explorer, descents }) = next() {
        let mut silent = Silent;
        let mut meter = Meter::new(budget, &mut silent);
        let result = below.look_ahead(&mut *explorer, &mut meter, descents);
        let (nodes, bytes) = (meter.nodes(), below.bytes(&*explorer));
        let done_with = Done { leaf, nodes, bytes, found: result.map(|()| below) };
        if done.send(done_with).is_err() {
            return;
        }
    }
}

impl<S: Scheme> BestFirst<S> {
    /// [`BestFirst::run`] with so many workers.
    pub fn run_with<'g>(
        &mut self,
        threads: usize,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut dyn FnMut(u64) -> bool,
    ) -> Search<()> {
        self.start(explorer)?;
        let halt = Arc::new(AtomicBool::new(false));
        let stop = Some(halt.clone());
        let budget = Budget { max_nodes: None, stop, ..meter.budget().clone() };
        let (jobs, queue) = mpsc::channel();
        let (results, done) = mpsc::channel();
        let queue = Mutex::new(queue);
        thread::scope(|scope| {
            let hire = |_| {
                let (queue, results, budget) = (&queue, results.clone(), &budget);
                scope.spawn(move || work(queue, &results, budget))
            };
            let workers = (0..threads).map(hire).collect();
            let mut office = Office { jobs, done, workers, open: Vec::new() };
            let result = self.coordinate(&mut office, explorer, meter, enough, pause);
            halt.store(true, Ordering::Relaxed);
            while let Some(open) = office.open.pop() {
                self.take_back(&open.taken);
            }
            result
        })
    }

    fn coordinate<'g>(
        &mut self,
        office: &mut Office<'_, 'g, S>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut dyn FnMut(u64) -> bool,
    ) -> Search<()> {
        let mut paused = false;
        while !enough(self.bounds()) {
            paused = paused || pause(meter.nodes());
            let outgrown = self.outgrown(explorer);
            let idle = office.open.len() < office.workers.len();
            // Numbers of nodes change in a collection, so it waits for all jobs; so does a pause.
            if office.open.is_empty() && outgrown {
                self.stay_small(explorer, meter)?;
            } else if office.open.is_empty() && paused {
                return Ok(());
            } else if outgrown || paused || !idle || !self.hand_out(office, explorer, meter)? {
                if office.open.is_empty() {
                    // Nothing to be done at a root that is open: impossible, unless it is solved
                    // by now, no nodes are left for a job (one for its leaf, one below it), or
                    // states with the same key are different.
                    meter.look()?;
                    return match enough(self.bounds()) {
                        true => Ok(()),
                        false if meter.rest() < 2 => Err(Stopped::Nodes),
                        false => Err(Stopped::KeyClash),
                    };
                }
                self.receive(office, explorer, meter)?;
            }
        }
        Ok(())
    }

    /// Hands out the most urgent leaf that is free. False if there is none or the budget has no
    /// nodes left for it.
    fn hand_out<'g>(
        &mut self,
        office: &mut Office<'_, 'g, S>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<bool> {
        let promised: u64 = office.open.iter().map(|open| open.descents + 1).sum();
        let descents = self.expansions.max(LEAST).min(meter.rest().saturating_sub(promised + 1));
        let busy = office.busy().collect();
        let Some(path) = (if descents > 0 { self.free_leaf(busy) } else { None }) else {
            return Ok(false);
        };
        let mut below = self.second_level(explorer);
        below.options.max_bytes /= office.workers.len();
        let taken = self.take(explorer, path);
        let leaf = taken.leaf();
        office.open.push(Open { taken, descents });
        let job = Job { leaf, below, explorer: explorer.here(), descents };
        office.jobs.send(job).map_err(|_| Stopped::Interrupted)?;
        Ok(true)
    }

    /// Waits for a result, for a moment, and unfolds its leaf with it.
    fn receive<'g>(
        &mut self,
        office: &mut Office<'_, 'g, S>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        let done = match office.done.recv_timeout(PATIENCE) {
            Ok(done) => done,
            Err(RecvTimeoutError::Timeout) => {
                // A worker ends before its time only by a panic, which ends the scope as well.
                let gone = office.workers.iter().any(ScopedJoinHandle::is_finished);
                return if gone { Err(Stopped::Interrupted) } else { meter.look() };
            }
            Err(RecvTimeoutError::Disconnected) => return Err(Stopped::Interrupted),
        };
        let is_it = |open: &Open<_>| open.taken.leaf() == done.leaf;
        let Some(place) = office.open.iter().position(is_it) else { return Ok(()) };
        let open = office.open.swap_remove(place);
        self.take_back(&open.taken);
        // The other workers may use as much at this moment.
        let bytes = self.bytes(explorer) + done.bytes * office.workers.len();
        self.peak = self.peak.max(bytes);
        meter.visited(done.nodes + 1);
        let below = done.found?;
        if !self.solved(done.leaf) {
            self.go(explorer, &open.taken.path);
            if below.tree.is_leaf(0) {
                self.tree.info_mut(done.leaf).copy_from_slice(below.tree.info(0));
            } else {
                self.unfold(explorer, Some(&below))?;
                self.refresh();
            }
            self.back_up(&open.taken.path);
        }
        // Only a search that goes on has to ask for more.
        if self.solved(0) || meter.rest() == 0 { Ok(()) } else { meter.look() }
    }
}
