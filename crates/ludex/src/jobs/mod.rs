//! Searches whose second level is done elsewhere: a job as a value, its answer, and the run that
//! gives jobs out and takes answers.

mod lab;
mod record;
mod run;

use std::time::Instant;

use ludex_search::{FoundBelow, LeafJob};
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
    /// The leaf below the position that the job is about, and how far to search there.
    pub leaf: LeafJob,
}

/// What a job found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobAnswer {
    /// What the job is called.
    pub number: u64,
    /// The values of the leaf and of its children.
    pub found: FoundBelow,
    /// The nodes visited.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
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
        session.set_up(&SetUp::position(job.leaf.state.as_ref().unwrap_or(&job.position)))?;
        let (found, nodes) = solve::run_job(&session, &job.request, &job.leaf)?;
        let seconds = start.elapsed().as_secs_f64();
        Ok(JobAnswer { number: job.leaf.number, found, nodes, seconds })
    }
}
