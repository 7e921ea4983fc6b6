//! The first level of a search whose second level is done in jobs, by whoever and wherever.
//!
//! The tree gives out its most urgent leaf, which is then marked by a virtual loss, so that the next
//! job is about another leaf. Results are taken in any order; one that comes twice changes nothing.
//! A job that was lost is given out again. What a job found is proved like anything found by a
//! single thread, so values stay exact (as \[SJC12\] do for PN²).

use crate::best_first::explorer::{Explorer, Link};
use crate::best_first::found_below::FoundBelow;
use crate::best_first::parallel::virtual_loss::ReservedLeaf;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;
use crate::budget::{Meter, Search};

/// A leaf to be searched below.
pub(in crate::best_first) struct Job<'j> {
    /// What the job is called.
    pub number: u64,
    /// The way to the leaf from the root.
    pub leaf: Vec<Link>,
    /// The state of the leaf as text, if that is all that matters.
    pub state: Option<String>,
    /// How many nodes to unfold below it.
    pub descents: u64,
    /// The search itself, for who has the same memory.
    pub search: Box<LeafSearch<'j>>,
}

/// A search below a leaf that may use one of this number of equal parts of the memory; also returns
/// the bytes used.
pub(in crate::best_first) type LeafSearch<'j> =
    dyn FnOnce(usize, &mut Meter) -> (usize, Search<FoundBelow>) + Send + 'j;

/// What has become of a job that has no result yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum JobState {
    InWork,
    /// To be given out again.
    Lost,
    /// Not to be given out again.
    Failed,
}

struct OpenJob<P> {
    number: u64,
    reserved: ReservedLeaf<P>,
    descents: u64,
    state: JobState,
}

/// The jobs without a result. They outlast a pause of the search.
pub(in crate::best_first) struct OpenJobs<P> {
    jobs: Vec<OpenJob<P>>,
    given_out: u64,
}

impl<P> OpenJobs<P> {
    /// Makes the list of a search with this number among those that solving a position takes. No job
    /// of another search has the same number: its result may still come.
    pub fn new(search: usize) -> OpenJobs<P> {
        OpenJobs { jobs: Vec::new(), given_out: (search as u64) << 32 }
    }

    /// Returns whether all jobs have a result.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Returns the number of jobs that somebody works on.
    pub fn in_work(&self) -> usize {
        self.jobs.iter().filter(|job| job.state == JobState::InWork).count()
    }

    /// Returns whether some job is not to be given out again.
    pub fn any_failed(&self) -> bool {
        self.jobs.iter().any(|job| job.state == JobState::Failed)
    }

    /// Returns the most nodes that the open jobs will visit.
    fn promised(&self) -> u64 {
        self.jobs.iter().map(|job| job.descents.saturating_add(1)).fold(0, u64::saturating_add)
    }

    fn set(&mut self, number: u64, state: JobState) {
        if let Some(job) = self.jobs.iter_mut().find(|job| job.number == number) {
            job.state = state;
        }
    }

    /// Learns that a job has no result and is to be given out again.
    pub fn lose(&mut self, number: u64) {
        self.set(number, JobState::Lost);
    }

    /// Learns that a job will have no result. Its leaf stays marked.
    pub fn fail(&mut self, number: u64) {
        self.set(number, JobState::Failed);
    }
}

/// A search of which leaves are given out as jobs.
pub(in crate::best_first) struct JobTree<'t, 'g, S: Scheme> {
    pub search: &'t mut BestFirst<S>,
    pub explorer: &'t mut dyn Explorer<'g>,
    pub open: &'t mut OpenJobs<S::Part>,
}

impl<'g, S: Scheme> JobTree<'_, 'g, S> {
    /// Returns a lost job again, or one for the most urgent leaf that has none. Returns None if there
    /// is none or the budget has no nodes left for it.
    pub fn next<'j>(&mut self, descents: u64, meter: &Meter) -> Search<Option<Job<'j>>>
    where
        'g: 'j,
        S: 'j,
    {
        let lost = self.open.jobs.iter().position(|job| job.state == JobState::Lost);
        let at = match lost {
            Some(at) => at,
            None => match self.mark_leaf(descents, meter)? {
                true => self.open.jobs.len() - 1,
                false => return Ok(None),
            },
        };
        self.open.jobs[at].state = JobState::InWork;
        self.describe(at).map(Some)
    }

    /// Marks the most urgent leaf as one that somebody works on. Returns false if there is none.
    fn mark_leaf(&mut self, descents: u64, meter: &Meter) -> Search<bool> {
        let rest = meter.rest().saturating_sub(self.open.promised().saturating_add(1));
        let descents = descents.min(rest);
        if descents == 0 {
            return Ok(false);
        }
        let reserved = self.open.jobs.iter().map(|job| job.reserved.leaf()).collect();
        let Some(path) = self.search.free_leaf(reserved) else { return Ok(false) };
        let reserved = self.search.reserve(self.explorer, path)?;
        self.open.given_out += 1;
        let (number, state) = (self.open.given_out, JobState::InWork);
        self.open.jobs.push(OpenJob { number, reserved, descents, state });
        Ok(true)
    }

    /// Describes an open job to who will do it.
    fn describe<'j>(&mut self, at: usize) -> Search<Job<'j>>
    where
        'g: 'j,
        S: 'j,
    {
        let OpenJob { number, reserved, descents, .. } = &self.open.jobs[at];
        let (number, descents) = (*number, *descents);
        self.search.go(self.explorer, &reserved.path)?;
        let leaf = self.search.links(&reserved.path)?;
        let state = self.explorer.text();
        let mut below = self.search.second_level(self.explorer);
        let mut there = self.explorer.here();
        let search = Box::new(move |parts: usize, meter: &mut Meter| {
            below.options.max_bytes /= parts.max(1);
            let looked = below.look_ahead(&mut *there, meter, descents);
            (below.bytes(&*there), looked.map(|()| below.found()))
        });
        Ok(Job { number, leaf, state, descents, search })
    }

    /// Takes the result of a job. Returns false if the job has one already.
    pub fn take(&mut self, number: u64, found: &FoundBelow) -> Search<bool> {
        let Some(at) = self.open.jobs.iter().position(|job| job.number == number) else {
            return Ok(false);
        };
        let OpenJob { reserved, .. } = self.open.jobs.swap_remove(at);
        self.search.release(&reserved);
        self.enter(&reserved.path, found)?;
        Ok(true)
    }

    /// Takes a result of an earlier run. It is of no use if the way to its leaf is not known, or the
    /// leaf is none any more.
    pub fn take_earlier(&mut self, leaf: &[Link], found: &FoundBelow) -> Search<()> {
        match self.search.path_along(leaf) {
            Some(path) => self.enter(&path, found),
            None => Ok(()),
        }
    }

    /// Unfolds a leaf with what was found below it, unless it is solved (by another path to it).
    fn enter(&mut self, path: &[u32], found: &FoundBelow) -> Search<()> {
        let leaf = path[path.len() - 1];
        if self.search.solved(leaf) || !self.search.tree.is_leaf(leaf) {
            return Ok(());
        }
        self.search.go(self.explorer, path)?;
        if found.is_leaf() {
            found.copy_leaf(self.search.tree.info_mut(leaf));
        } else {
            self.search.unfold(self.explorer, Some(found))?;
            self.search.refresh();
        }
        self.search.back_up(path);
        Ok(())
    }

    /// Removes the marks of all open jobs, so that the tree can be saved.
    pub fn unmark(&mut self) {
        for job in self.open.jobs.iter().rev() {
            self.search.release(&job.reserved);
        }
    }

    /// Marks the leaves of all open jobs again.
    pub fn mark_again(&mut self) -> Search<()> {
        for job in std::mem::take(&mut self.open.jobs) {
            let OpenJob { number, reserved, descents, state } = job;
            let reserved = self.search.reserve(self.explorer, reserved.path)?;
            self.open.jobs.push(OpenJob { number, reserved, descents, state });
        }
        Ok(())
    }

    /// Forgets all open jobs.
    pub fn close(&mut self) {
        self.unmark();
        self.open.jobs.clear();
    }
}

impl<S: Scheme> BestFirst<S> {
    /// Returns the nodes along a way from the root, if the tree has them all.
    fn path_along(&self, way: &[Link]) -> Option<Vec<u32>> {
        let mut path = vec![0];
        for link in way {
            let node = path[path.len() - 1];
            if self.tree.is_leaf(node) || self.tree.count(node) != link.count {
                return None;
            }
            path.push(match link.key {
                Some(key) => {
                    let child = self.tree.find(key)?;
                    self.tree.children(node).any(|other| other == child).then_some(child)?
                }
                None if link.place < link.count => self.tree.child(node, link.place),
                None => return None,
            });
        }
        Some(path)
    }
}
