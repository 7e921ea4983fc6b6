//! Job-level parallel search: one coordinator owns the tree, an office does the jobs.

use ludex_game::Bounds;

use crate::best_first::explorer::{Explorer, Link};
use crate::best_first::found_below::FoundBelow;
use crate::best_first::parallel::job_tree::{Job, JobTree, OpenJobs};
use crate::best_first::scheme::Scheme;
use crate::best_first::search::{BestFirst, Pause};
use crate::budget::{Meter, Search, Stopped};

/// Does jobs: the threads of this process, or the world outside.
pub(in crate::best_first) trait Office<'j> {
    /// Returns the number of jobs that can be in work.
    fn capacity(&mut self) -> usize;

    /// Returns how many nodes a job unfolds, given how many the first level has unfolded.
    fn descents(&mut self, expansions: u64) -> u64;

    /// Returns whether jobs stay in work while the search pauses.
    fn outlasts_pauses(&self) -> bool;

    /// Returns the results of an earlier run that the tree may not have, in the order in which they
    /// came.
    fn earlier(&mut self) -> Vec<(Vec<Link>, FoundBelow)> {
        Vec::new()
    }

    /// Takes a job.
    fn submit(&mut self, job: Job<'j>) -> Search<()>;

    /// Waits a short time and returns what has happened to jobs.
    fn wait(&mut self) -> Search<Vec<JobEvent>>;

    /// Learns the efforts left to prove and to disprove the root, if the scheme has them.
    fn tell(&mut self, _efforts: Option<[f64; 2]>) {}
}

/// What has happened to a job.
pub(in crate::best_first) enum JobEvent {
    Done(JobResult),
    Lost(u64),
    Failed(u64),
}

/// The result of a job.
pub(in crate::best_first) struct JobResult {
    pub number: u64,
    pub nodes: u64,
    /// The memory that all jobs in work may have used at this moment.
    pub bytes: usize,
    pub found: Search<FoundBelow>,
}

impl<S: Scheme> BestFirst<S> {
    /// Runs [`BestFirst::run`] with jobs that an office does. Jobs that are open after a pause are
    /// still in `open`.
    pub fn run_jobs<'g: 'j, 'j>(
        &mut self,
        (open, office): (&mut OpenJobs<S::Part>, &mut dyn Office<'j>),
        explorer: &mut dyn Explorer<'g>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut Pause<'_>,
    ) -> Search<()>
    where
        S: 'j,
    {
        self.start(explorer)?;
        let mut tree = JobTree { search: self, explorer, open };
        tree.mark_again()?;
        for (leaf, found) in office.earlier() {
            tree.take_earlier(&leaf, &found)?;
        }
        let paused = tree.coordinate(office, meter, enough, pause);
        match paused {
            Ok(true) => tree.unmark(),
            _ => tree.close(),
        }
        // A descent begins at the root, wherever the last job was.
        tree.search.go_to_root(tree.explorer);
        paused.map(|_| ())
    }
}

impl<'g, S: Scheme> JobTree<'_, 'g, S> {
    /// Gives out jobs and takes their results. Returns whether it pauses.
    fn coordinate<'j>(
        &mut self,
        office: &mut dyn Office<'j>,
        meter: &mut Meter,
        enough: &dyn Fn(Bounds) -> bool,
        pause: &mut Pause<'_>,
    ) -> Search<bool>
    where
        'g: 'j,
        S: 'j,
    {
        let mut paused = false;
        while !enough(self.search.bounds()) {
            paused = paused || pause(meter, self.search.saved_size());
            if paused && (self.open.is_empty() || office.outlasts_pauses()) {
                return Ok(true);
            }
            let full = self.search.is_too_large(self.explorer);
            // A collection changes the numbers of nodes, so it waits for all jobs.
            if full && self.open.in_work() == 0 {
                self.close();
                self.search.collect_if_full(self.explorer, meter)?;
            } else if full || paused || !self.give_out(office, meter)? {
                if self.open.in_work() == 0 {
                    return self.nothing_left(meter, enough);
                }
                self.receive(office, meter)?;
            }
        }
        Ok(false)
    }

    /// Gives a job to the office. Returns false if it takes none or there is none.
    fn give_out<'j>(&mut self, office: &mut dyn Office<'j>, meter: &mut Meter) -> Search<bool>
    where
        'g: 'j,
        S: 'j,
    {
        if self.open.in_work() >= office.capacity() {
            return Ok(false);
        }
        let descents = office.descents(self.search.expansions);
        match self.next(descents, meter)? {
            Some(job) => office.submit(job).map(|()| true),
            None => Ok(false),
        }
    }

    /// Ends a search that has no job left although the root is open: impossible, unless the root is
    /// solved by now, the jobs that are left have failed (the office knows that), no nodes are left
    /// for a job (one for its leaf, one below it), or different states have the same key.
    fn nothing_left(&self, meter: &mut Meter, enough: &dyn Fn(Bounds) -> bool) -> Search<bool> {
        meter.look()?;
        match enough(self.search.bounds()) {
            true => Ok(false),
            false if self.open.any_failed() => Err(Stopped::Interrupted),
            false if meter.rest() < 2 => Err(Stopped::Nodes),
            false => Err(Stopped::KeyClash),
        }
    }

    /// Waits a short time for results and unfolds their leaves.
    fn receive<'j>(&mut self, office: &mut dyn Office<'j>, meter: &mut Meter) -> Search<()> {
        let events = office.wait()?;
        let news = !events.is_empty();
        for event in events {
            match event {
                JobEvent::Lost(number) => self.open.lose(number),
                JobEvent::Failed(number) => self.open.fail(number),
                JobEvent::Done(done) => self.accept(done, meter)?,
            }
        }
        if news {
            office.tell(self.search.scheme.efforts(self.search.tree.info(0)));
        }
        // Only a search that continues needs more of the budget.
        if self.search.solved(0) || meter.rest() == 0 { Ok(()) } else { meter.look() }
    }

    fn accept(&mut self, done: JobResult, meter: &mut Meter) -> Search<()> {
        let bytes = self.search.bytes(self.explorer) + done.bytes;
        self.search.peak = self.search.peak.max(bytes);
        meter.visited(done.nodes + 1);
        self.take(done.number, &done.found?).map(|_| ())
    }
}
