//! Searches whose second level is done elsewhere: a job as a value, its answer, and the run that
//! gives jobs out and takes answers.

mod lab;
mod record;
mod run;

use std::time::Instant;

use ludex_search::{FoundBelow, LeafJob, ProofJob, ProvedStates};
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::requests::{Limits, SetUp, Solve};
use crate::session::Session;
use crate::solve;

pub(crate) use lab::KnownSearches;
pub use lab::{LabFound, LabInParts, LabSearch};
pub use record::RunRecord;
pub use run::{JobRun, JobStatus};

/// A part of a search for the value of a position. Whoever does it, and however often, finds the
/// same.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The game by its name.
    pub game: String,
    /// The digest of the file of the game, if it has one.
    pub digest: Option<String>,
    /// The position that is solved.
    pub position: String,
    /// The algorithm with its options, and what the job may use.
    pub request: Solve,
    /// What is to be done.
    pub task: JobTask,
}

/// What a job asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum JobTask {
    /// A search below a leaf, with how far to search there.
    Leaf(LeafJob),
    /// Proofs, for the evidence.
    Proof(ProofJob),
}

impl Job {
    /// Returns what the job is called.
    pub fn number(&self) -> u64 {
        match &self.task {
            JobTask::Leaf(leaf) => leaf.number,
            JobTask::Proof(proof) => proof.number,
        }
    }
}

/// What a job found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobAnswer {
    /// What the job is called.
    pub number: u64,
    /// What was asked for.
    pub found: JobFound,
    /// The nodes visited.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// The answer to what a job asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum JobFound {
    /// The values of the leaf and of its children.
    Leaf(FoundBelow),
    /// The states of each proof.
    Proof(Vec<ProvedStates>),
}

/// Returns the part of a request that its jobs need.
fn request_of_jobs(request: &Solve) -> Solve {
    let Limits { max_memory, seed, .. } = request.limits;
    Solve {
        algorithm: request.algorithm.clone(),
        transpositions: request.transpositions,
        hints: request.hints,
        evaluation: request.evaluation.clone(),
        range: request.range.clone(),
        limits: Limits { max_memory, seed, ..Limits::default() },
        ..Solve::default()
    }
}

impl Session {
    /// Does a job. The session is of the game of the job, at any position.
    ///
    /// # Errors
    /// Fails if the job is of another game or another version of its file, if it is not about a leaf
    /// of that game, or if its limits do not suffice.
    pub fn run_job(&self, job: &Job) -> Result<JobAnswer, InputError> {
        let start = Instant::now();
        if (self.name(), self.digest()) != (&job.game, job.digest.clone()) {
            let message = format!("the job is of {}, and this is {}", job.game, self.name());
            return Err(InputError::new(message));
        }
        let mut session = self.clone();
        let (found, nodes) = match &job.task {
            JobTask::Leaf(leaf) => {
                let position = leaf.state.as_ref().unwrap_or(&job.position);
                session.set_up(&SetUp::position(position))?;
                let (found, nodes) = solve::run_job(&session, &job.request, leaf)?;
                (JobFound::Leaf(found), nodes)
            }
            JobTask::Proof(proof) => {
                let (proofs, nodes) = solve::prove_claims(&session, &job.request, proof)?;
                (JobFound::Proof(proofs), nodes)
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        Ok(JobAnswer { number: job.number(), found, nodes, seconds })
    }
}
