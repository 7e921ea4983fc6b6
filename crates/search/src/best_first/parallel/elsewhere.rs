//! Jobs done elsewhere: by other processes, on other machines, whoever brings the results.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

use crate::best_first::explorer::Link;
use crate::best_first::found_below::FoundBelow;
use crate::best_first::games::Checkpoints;
use crate::best_first::parallel::job_tree::Job;
use crate::best_first::parallel::jobs::{JobEvent, JobResult, Office};
use crate::budget::Search;
use crate::depth_first::{Claim, ProvedStates};

/// A search below a leaf, as a message: with the game, the position of the root and the options of
/// the search it can be done anywhere, and always finds the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeafJob {
    /// What the job is called.
    pub number: u64,
    /// The question it belongs to: which search this is of those that solving a position takes.
    pub search: usize,
    /// The rank of the outcome asked about; `None` if the value is asked for.
    pub at_least: Option<u16>,
    /// The rank of the outcome of a play that returns to an earlier state.
    pub repetition: u16,
    /// The seed of the keys of nodes, in games that have keys with seeds.
    pub key_seed: Option<u64>,
    /// The way to the leaf from the root.
    pub leaf: Vec<Link>,
    /// The state of the leaf as text, in games without cycles: the way does not matter there.
    pub state: Option<String>,
    /// How many nodes to unfold below it.
    pub descents: u64,
}

/// A job with its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JobRecord {
    /// The job.
    pub job: LeafJob,
    /// What it found.
    pub found: FoundBelow,
    /// The nodes that it visited.
    pub nodes: u64,
}

/// Proofs to be made for the evidence of a value, as a message: with the game and the options of the
/// search they can be made anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofJob {
    /// What the job is called.
    pub number: u64,
    /// The seed of the keys that name states, in games that have keys with seeds.
    pub key_seed: Option<u64>,
    /// What is to be shown, each of a state as text.
    pub claims: Vec<(Claim, String)>,
}

impl ProofJob {
    /// The number of the first one, greater than those of other jobs.
    pub const FIRST: u64 = 1 << 52;
}

/// What the world outside says about a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobNews {
    /// It is done.
    Done {
        /// What the job is called.
        number: u64,
        /// The nodes that it visited.
        nodes: u64,
        /// What it found.
        found: FoundBelow,
    },
    /// It is done, a job that asks for proofs: the states of each of them.
    Proved {
        /// What the job is called.
        number: u64,
        /// The states of each proof.
        proofs: Vec<ProvedStates>,
    },
    /// Whoever did it is gone: it is to be given out again.
    Lost(u64),
    /// It cannot be done and is not to be given out again.
    Failed(u64),
}

/// The world outside, which does jobs.
pub trait JobOffice {
    /// Returns the number of jobs that can be in work.
    fn capacity(&mut self) -> usize;

    /// Returns how many nodes a job unfolds.
    fn descents(&mut self) -> u64;

    /// Takes a job. A job that was lost comes again under its number.
    fn submit(&mut self, job: &LeafJob);

    /// Takes a job that asks for proofs, once the value is known.
    fn submit_proof(&mut self, job: &ProofJob);

    /// Waits a short time and returns what has happened since the last call.
    fn wait(&mut self) -> Vec<JobNews>;

    /// Learns the efforts left to prove and to disprove the root, if the search has them.
    fn tell(&mut self, _efforts: Option<[f64; 2]>) {}
}

/// Where results are kept as they come.
pub(in crate::best_first) type Keeper<'k, 'c> = RefCell<Option<&'k mut (dyn Checkpoints + 'c)>>;

/// An office outside, with what is kept of its results.
pub(in crate::best_first) struct Elsewhere<'o, 'k, 'c> {
    pub office: &'o mut dyn JobOffice,
    pub keeper: &'o Keeper<'k, 'c>,
    pub jobs: &'o mut JobsElsewhere,
}

/// What outlasts a pause of the search.
pub(in crate::best_first) struct JobsElsewhere {
    /// A job of the search, whose leaf and number are filled in.
    pub template: LeafJob,
    /// The jobs in work.
    pub in_work: Vec<LeafJob>,
    /// The results of earlier runs.
    pub earlier: Vec<JobRecord>,
}

impl Elsewhere<'_, '_, '_> {
    /// Takes the job with a number out of those in work.
    fn out_of_work(&mut self, number: u64) -> Option<LeafJob> {
        let in_work = &mut self.jobs.in_work;
        let at = in_work.iter().position(|job| job.number == number)?;
        Some(in_work.swap_remove(at))
    }

    /// Converts news about a job; a result is added to those to be kept. Returns `None` if it is
    /// about a job that is not in work, as it was done before.
    fn event(&mut self, news: JobNews, records: &mut Vec<JobRecord>) -> Option<JobEvent> {
        match news {
            JobNews::Lost(number) => self.out_of_work(number).map(|_| JobEvent::Lost(number)),
            // Nobody has asked for proofs yet.
            JobNews::Proved { .. } => None,
            JobNews::Failed(number) => self.out_of_work(number).map(|_| JobEvent::Failed(number)),
            JobNews::Done { number, nodes, found } => {
                let job = self.out_of_work(number)?;
                records.push(JobRecord { job, found: found.clone(), nodes });
                Some(JobEvent::Done(JobResult { number, nodes, bytes: 0, found: Ok(found) }))
            }
        }
    }
}

impl<'j> Office<'j> for Elsewhere<'_, '_, '_> {
    fn capacity(&mut self) -> usize {
        self.office.capacity()
    }

    fn descents(&mut self, _expansions: u64) -> u64 {
        self.office.descents()
    }

    fn outlasts_pauses(&self) -> bool {
        true
    }

    fn earlier(&mut self) -> Vec<(Vec<Link>, FoundBelow)> {
        let records = std::mem::take(&mut self.jobs.earlier).into_iter();
        records.map(|record| (record.job.leaf, record.found)).collect()
    }

    fn submit(&mut self, job: Job<'j>) -> Search<()> {
        let Job { number, leaf, state, descents, .. } = job;
        let job = LeafJob { number, leaf, state, descents, ..self.jobs.template.clone() };
        self.office.submit(&job);
        self.jobs.in_work.push(job);
        Ok(())
    }

    /// Results are kept before the tree has them.
    fn wait(&mut self) -> Search<Vec<JobEvent>> {
        let (news, mut records) = (self.office.wait(), Vec::new());
        let events = news.into_iter().filter_map(|news| self.event(news, &mut records)).collect();
        if let (false, Some(keeper)) = (records.is_empty(), self.keeper.borrow_mut().as_mut()) {
            keeper.keep_results(&records);
        }
        Ok(events)
    }

    fn tell(&mut self, efforts: Option<[f64; 2]>) {
        self.office.tell(efforts);
    }
}
