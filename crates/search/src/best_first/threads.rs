//! Job-level parallel search on two levels: one coordinator, many workers, for every scheme.
//!
//! The coordinator owns the tree. It gives the most urgent leaf to a worker, which searches below it
//! on its own for a while, and unfolds the leaf with what the worker found (as Saffidine et al. do
//! for PN²). While a leaf is worked on it carries a virtual loss, so that the next descent looks
//! elsewhere, and no descent ends there. Whatever a worker found is proved like anything found by a
//! single thread, so values stay exact.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use ludex_game::Bounds;
use rustc_hash::FxHashSet;

use super::explorer::Explorer;
use super::scheme::Scheme;
use super::search::BestFirst;
use super::tree::Tree;
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
    found: Search<BestFirst<S>>,
}

/// What the coordinator keeps of a job.
struct Open<P> {
    path: Vec<u32>,
    /// The value of the leaf before its virtual loss.
    before: Vec<P>,
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
        self.open.iter().map(|open| open.path[open.path.len() - 1])
    }
}

fn work<S: Scheme>(jobs: &Mutex<Receiver<Job<S>>>, done: &Sender<Done<S>>, budget: &Budget) {
    let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Job { leaf, mut below, mut explorer, descents }) = next() {
        let mut silent = Silent;
        let mut meter = Meter::new(budget, &mut silent);
        let result = below.look_ahead(&mut *explorer, &mut meter, descents);
        let done_with = Done { leaf, nodes: meter.nodes(), found: result.map(|()| below) };
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
                self.take_back(&open);
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
                self.stay_small(explorer)?;
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
        self.go(explorer, &path);
        let leaf = self.current();
        let before = self.tree.info(leaf).to_vec();
        let mut below = self.second_level(explorer);
        below.options.max_bytes /= office.workers.len();
        if let [.., parent, _] = path[..] {
            let chooser = self.tree.player(parent);
            self.scheme.discourage(chooser, self.tree.info_mut(leaf));
            self.back_up(&path);
        }
        office.open.push(Open { path, before, descents });
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
        let is_it = |open: &Open<_>| open.path.last() == Some(&done.leaf);
        let Some(place) = office.open.iter().position(is_it) else { return Ok(()) };
        let open = office.open.swap_remove(place);
        self.take_back(&open);
        meter.visited(done.nodes + 1);
        let below = done.found?;
        if !self.solved(done.leaf) {
            self.go(explorer, &open.path);
            if below.tree.is_leaf(0) {
                self.tree.info_mut(done.leaf).copy_from_slice(below.tree.info(0));
            } else {
                self.unfold(explorer, Some(&below))?;
                self.refresh();
            }
            self.back_up(&open.path);
        }
        // Only a search that goes on has to ask for more.
        if self.solved(0) || meter.rest() == 0 { Ok(()) } else { meter.look() }
    }

    /// Takes back a virtual loss, unless the leaf has been solved meanwhile (by another way to it).
    fn take_back(&mut self, open: &Open<S::Part>) {
        let leaf = open.path[open.path.len() - 1];
        if !self.solved(leaf) {
            self.tree.info_mut(leaf).copy_from_slice(&open.before);
            self.back_up(&open.path);
        }
    }

    /// Brings the nodes above the last of a path up to date.
    fn back_up(&mut self, path: &[u32]) {
        for &node in path[..path.len() - 1].iter().rev() {
            self.tree.refresh(&self.scheme, node);
        }
    }

    /// Goes from the current node to the end of a path from the root.
    pub fn go<'g>(&mut self, explorer: &mut dyn Explorer<'g>, path: &[u32]) {
        let shared = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        while self.path.len() > shared {
            self.path.pop();
            explorer.leave();
        }
        for &node in &path[shared..] {
            explorer.enter(node);
            self.path.push(node);
        }
    }

    /// The path to the most urgent leaf that nobody works on, if the root is open and there is one.
    /// Where all below a node is taken the descent goes back and looks elsewhere.
    fn free_leaf(&mut self, mut taken: FxHashSet<u32>) -> Option<Vec<u32>> {
        let focus = self.scheme.focus(self.tree.info(0));
        let mut path = vec![0];
        while let Some(&node) = path.last() {
            if self.options.dag && !self.tree.is_leaf(node) {
                let bounds = self.scheme.bounds(self.tree.info(node));
                self.tree.refresh(&self.scheme, node);
                // As in a descent: what is decided is told at once, numbers that changed later.
                if self.scheme.bounds(self.tree.info(node)) != bounds {
                    self.back_up(&path);
                    if self.solved(0) {
                        return None;
                    }
                    path = vec![0];
                    continue;
                }
            }
            if self.tree.is_leaf(node) && !taken.contains(&node) {
                return Some(path);
            }
            match self.tree.select_free(&self.scheme, node, focus, &taken) {
                Some(child) => path.push(child),
                None => {
                    taken.insert(node);
                    path.pop();
                }
            }
        }
        None
    }
}

impl<P: Copy + PartialEq> Tree<P> {
    /// The first of the most urgent children that are open and not taken.
    fn select_free<S: Scheme<Part = P>>(
        &self,
        scheme: &S,
        node: u32,
        focus: S::Focus,
        taken: &FxHashSet<u32>,
    ) -> Option<u32> {
        if self.is_leaf(node) {
            return None;
        }
        let (player, parent) = (self.player(node), self.info(node));
        let mut best: Option<(u32, S::Urgency)> = None;
        for child in self.children(node) {
            if taken.contains(&child) || self.is_solved(scheme, child) {
                continue;
            }
            let urgency = scheme.urgency(player, focus, parent, self.info(child));
            if best.is_none_or(|(_, most)| urgency > most) {
                best = Some((child, urgency));
            }
        }
        best.map(|(child, _)| child)
    }
}
