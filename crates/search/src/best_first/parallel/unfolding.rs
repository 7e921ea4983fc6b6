//! Parallel search on one level: workers unfold leaves while the search continues.
//!
//! The search gives the most urgent leaves to the workers of the explorer, and unfolds the next
//! ones itself until a worker is done. That pays off where unfolding takes long (playouts,
//! evaluations, static bounds), and not elsewhere: so the search measures at intervals whether it
//! unfolds more nodes with the workers or without them, and continues in the faster way.

use std::cell::Cell;
use std::time::{Duration, Instant};

use ludex_game::Bounds;

use crate::best_first::explorer::Explorer;
use crate::best_first::parallel::virtual_loss::ReservedLeaf;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::{BestFirst, Pause};
use crate::budget::{Meter, Search, Stopped};

/// The number of nodes unfolded in each way in a trial, and between two trials.
const TRIAL_NODES: u64 = 512;
const BETWEEN_TRIALS: u64 = 1 << 15;

/// A leaf that a worker unfolds.
struct PendingLeaf<P> {
    leaf: ReservedLeaf<P>,
    worker: usize,
}

impl<S: Scheme> BestFirst<S> {
    /// Runs [`BestFirst::run`] with an explorer that has workers.
    pub fn run_with_workers<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut Pause<'_>,
    ) -> Search<()> {
        self.start(explorer)?;
        let paused = Cell::new(false);
        let mut go_on = |search: &mut Self, parallel, nodes| -> Search<Duration> {
            let (begin, until) = (Instant::now(), search.expansions + nodes);
            while search.expansions < until && !enough(search.bounds()) && !paused.get() {
                if parallel {
                    search.run_parallel(until, explorer, meter, enough)?;
                } else {
                    search.round(explorer, meter)?;
                }
                if !enough(search.bounds()) {
                    search.collect_if_full(explorer, meter)?;
                    paused.set(pause(meter, search.saved_size()));
                }
            }
            // A descent begins at the root, wherever the parallel search has ended.
            search.go_to_root(explorer);
            Ok(begin.elapsed())
        };
        loop {
            let parallel = go_on(self, true, TRIAL_NODES)?;
            let alone = go_on(self, false, TRIAL_NODES)?;
            go_on(self, parallel < alone, BETWEEN_TRIALS)?;
            if paused.get() || enough(self.bounds()) {
                return Ok(());
            }
        }
    }

    /// Unfolds leaves with the workers until this number is unfolded in all, memory is short, or
    /// some time has passed. All workers are idle when it returns.
    fn run_parallel<'g>(
        &mut self,
        until: u64,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
    ) -> Search<()> {
        let until = until.min(self.expansions + TRIAL_NODES);
        let mut out = Vec::new();
        let mut result = Ok(());
        while result.is_ok()
            && self.expansions < until
            && !enough(self.bounds())
            && !self.is_too_large(explorer)
        {
            result = self.parallel_step(&mut out, explorer, meter);
        }
        while let Some(pending) = out.pop() {
            if result.is_ok() && !enough(self.bounds()) {
                result = self.unfold_pending(&pending, explorer, meter);
            } else {
                self.release(&pending.leaf);
                explorer.call_back(pending.worker);
            }
        }
        result
    }

    /// Uses the results of workers that are done, gives leaves to the idle workers, and unfolds one
    /// leaf itself.
    fn parallel_step<'g>(
        &mut self,
        out: &mut Vec<PendingLeaf<S::Part>>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        while let Some(at) = out.iter().position(|pending| explorer.is_back(pending.worker)) {
            let pending = out.swap_remove(at);
            self.unfold_pending(&pending, explorer, meter)?;
        }
        loop {
            let reserved = out.iter().map(|pending| pending.leaf.leaf()).collect();
            let Some(path) = self.free_leaf(reserved) else { break };
            let leaf = self.reserve(explorer, path)?;
            if let Some(worker) = explorer.send_ahead(self.scheme.needs()) {
                out.push(PendingLeaf { leaf, worker });
            } else {
                return self.unfold_reserved(&leaf, explorer, meter);
            }
        }
        match out.pop() {
            Some(pending) => self.unfold_pending(&pending, explorer, meter),
            None if self.solved(0) => Ok(()),
            // No leaf although the root is open: different states have the same key.
            None => Err(Stopped::KeyClash),
        }
    }

    /// Unfolds a leaf with the result of its worker, waiting for it if necessary.
    fn unfold_pending<'g>(
        &mut self,
        pending: &PendingLeaf<S::Part>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        let result = self.unfold_reserved(&pending.leaf, explorer, meter);
        explorer.call_back(pending.worker);
        result
    }

    /// Unfolds a reserved leaf, unless it has been solved meanwhile (by another path to it).
    fn unfold_reserved<'g>(
        &mut self,
        leaf: &ReservedLeaf<S::Part>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        self.release(leaf);
        if !self.solved(leaf.leaf()) {
            meter.node()?;
            self.go(explorer, &leaf.path)?;
            self.unfold(explorer, None)?;
            self.refresh();
            self.back_up(&leaf.path);
        }
        Ok(())
    }
}
