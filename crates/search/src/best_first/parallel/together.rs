//! Parallel search on one level: workers unfold leaves while the search goes on.
//!
//! The search gives the most urgent leaves to the workers of the explorer, and unfolds the next ones
//! itself until one comes back. That pays off where unfolding takes long (playouts, evaluations,
//! static bounds), and not where it does not: so now and again the search measures which way makes
//! more nodes, and goes on that way.

use std::cell::Cell;
use std::time::{Duration, Instant};

use ludex_game::Bounds;

use crate::best_first::explorer::Explorer;
use crate::best_first::parallel::virtual_loss::Taken;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;
use crate::budget::{Meter, Search, Stopped};

/// So many nodes are unfolded each way in a trial, and so many between two trials.
const TRIED: u64 = 512;
const BETWEEN_TRIALS: u64 = 1 << 15;

/// A leaf that a worker unfolds.
struct Errand<P> {
    leaf: Taken<P>,
    worker: usize,
}

impl<S: Scheme> BestFirst<S> {
    /// [`BestFirst::run`] with an explorer that has workers.
    pub fn run_together<'g>(
        &mut self,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut dyn FnMut(u64) -> bool,
    ) -> Search<()> {
        self.start(explorer)?;
        let paused = Cell::new(false);
        let mut go_on = |search: &mut Self, together, nodes| -> Search<Duration> {
            let (begin, until) = (Instant::now(), search.expansions + nodes);
            while search.expansions < until && !enough(search.bounds()) && !paused.get() {
                if together {
                    search.share(until, explorer, meter, enough)?;
                } else {
                    search.round(explorer, meter)?;
                }
                if !enough(search.bounds()) {
                    search.stay_small(explorer, meter)?;
                    paused.set(pause(meter.nodes()));
                }
            }
            // A descent begins at the root, wherever the other way has ended.
            search.go(explorer, &[0]);
            Ok(begin.elapsed())
        };
        loop {
            let together = go_on(self, true, TRIED)?;
            let alone = go_on(self, false, TRIED)?;
            go_on(self, together < alone, BETWEEN_TRIALS)?;
            if paused.get() || enough(self.bounds()) {
                return Ok(());
            }
        }
    }

    /// Unfolds leaves with the help of the workers until so many are unfolded in all, or memory is
    /// short, for a while at most. Nothing is out when it returns.
    fn share<'g>(
        &mut self,
        until: u64,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
    ) -> Search<()> {
        let until = until.min(self.expansions + TRIED);
        let mut out = Vec::new();
        let mut result = Ok(());
        while result.is_ok()
            && self.expansions < until
            && !enough(self.bounds())
            && !self.outgrown(explorer)
        {
            result = self.share_step(&mut out, explorer, meter);
        }
        while let Some(errand) = out.pop() {
            if result.is_ok() && !enough(self.bounds()) {
                result = self.pick_up(&errand, explorer, meter);
            } else {
                self.take_back(&errand.leaf);
                explorer.call_back(errand.worker);
            }
        }
        result
    }

    /// Picks up what is back, gives leaves to the workers who are free, and unfolds one itself.
    fn share_step<'g>(
        &mut self,
        out: &mut Vec<Errand<S::Part>>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        while let Some(at) = out.iter().position(|errand| explorer.is_back(errand.worker)) {
            let errand = out.swap_remove(at);
            self.pick_up(&errand, explorer, meter)?;
        }
        loop {
            let taken = out.iter().map(|errand| errand.leaf.leaf()).collect();
            let Some(path) = self.free_leaf(taken) else { break };
            let leaf = self.take(explorer, path);
            if let Some(worker) = explorer.send_ahead(self.scheme.needs()) {
                out.push(Errand { leaf, worker });
            } else {
                return self.unfold_at(&leaf, explorer, meter);
            }
        }
        match out.pop() {
            Some(errand) => self.pick_up(&errand, explorer, meter),
            None if self.solved(0) => Ok(()),
            // Nothing to be done at a root that is open: states with the same key differ.
            None => Err(Stopped::KeyClash),
        }
    }

    /// Unfolds a leaf that a worker has unfolded or will have in a moment.
    fn pick_up<'g>(
        &mut self,
        errand: &Errand<S::Part>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        let result = self.unfold_at(&errand.leaf, explorer, meter);
        explorer.call_back(errand.worker);
        result
    }

    /// Unfolds a leaf that was taken, unless it has been solved meanwhile (by another way to it).
    fn unfold_at<'g>(
        &mut self,
        leaf: &Taken<S::Part>,
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
    ) -> Search<()> {
        self.take_back(leaf);
        if !self.solved(leaf.leaf()) {
            meter.node()?;
            self.go(explorer, &leaf.path);
            self.unfold(explorer, None)?;
            self.refresh();
            self.back_up(&leaf.path);
        }
        Ok(())
    }
}
