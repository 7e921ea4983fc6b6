//! Evidence from the proofs of jobs: once a search in jobs has found the value, other jobs show what
//! it has proved below its leaves, and the driver only puts the proofs together.

use std::collections::{HashSet, VecDeque};
use std::sync::PoisonError;

use ludex_game::{DynState, Notation, Outcome};
use ludex_search::{
    Budget, Claim, JobNews, JobOffice, OpenClaims, ProofJob, ProvedStates, Stopped,
};

use super::store::SolveStore;
use super::turns::{Chosen, Solving, no_jobs};
use crate::error::InputError;
use crate::requests::{Office, Solve};

/// How many jobs there should be for each worker, and the most claims of a job.
const JOBS_PER_WORKER: usize = 16;
const MOST_CLAIMS: usize = 32;

/// Makes the proofs that a job asks for. Returns the states of each, and the nodes visited.
pub(super) fn prove_claims(
    solving: Solving<'_>,
    request: &Solve,
    job: &ProofJob,
) -> Result<(Vec<ProvedStates>, u64), InputError> {
    let mut chosen = solving.choose(&Solve { evidence: true, ..request.clone() })?;
    let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
    let (mut proofs, mut nodes) = (Vec::with_capacity(job.claims.len()), 0);
    for (claim, position) in &job.claims {
        let state = solving.game.read_position(position);
        let state = state.map_err(|error| InputError::new(error.to_string()))?;
        let claim = (*claim, job.key_seed);
        let proved = chosen.search.prove_claim(&state, claim, &budget, &mut observer);
        let proved = proved.ok_or_else(|| no_jobs(chosen.algorithm))?;
        solving.session.require_sound()?;
        let failed = |stopped| InputError::new(format!("the job was not done: {stopped}"));
        let (states, visited) = proved.map_err(failed)?;
        proofs.push(states);
        nodes += visited;
    }
    Ok((proofs, nodes))
}

impl Solving<'_> {
    /// Has jobs show what a search in jobs has left open of the evidence for a value. What nobody can
    /// show is searched when the evidence is made.
    pub(super) fn prove_in_jobs(
        self,
        chosen: &mut Chosen<'_>,
        request: &Solve,
        (state, value): (&DynState, Outcome),
        mut store: Option<&mut SolveStore>,
    ) -> Result<(), Stopped> {
        let Some(Office(office)) = &request.office else { return Ok(()) };
        let (budget, mut observer) = (request.limits.budget(), request.limits.observer());
        let open = chosen.search.open_claims(state, value, &budget, &mut observer);
        let Some(OpenClaims { key_seed, claims }) = open.transpose()? else { return Ok(()) };
        let text = |(claim, state): (Claim, DynState)| (claim, self.game.write_position(&state));
        let mut claims: Vec<(Claim, String)> = claims.into_iter().map(text).collect();
        if let Some(store) = &mut store {
            let mut shown = HashSet::new();
            while let Some((job, proofs)) = store.next_proofs() {
                if job.key_seed == key_seed {
                    learn(chosen, &job, &proofs);
                    shown.extend(job.claims);
                }
            }
            claims.retain(|claim| !shown.contains(claim));
        }
        let mut office = office.lock().unwrap_or_else(PoisonError::into_inner);
        let jobs = jobs(claims, office.capacity(), key_seed);
        run(&mut *office, jobs, &budget, &mut |job, proofs| {
            learn(chosen, job, proofs);
            if let Some(store) = &mut store {
                store.keep_proofs(job, proofs);
            }
        })
    }
}

/// Divides claims into jobs for this number of workers.
fn jobs(claims: Vec<(Claim, String)>, workers: usize, key_seed: Option<u64>) -> VecDeque<ProofJob> {
    let together = claims.len() / (JOBS_PER_WORKER * workers.max(1));
    let parts = claims.chunks(together.clamp(1, MOST_CLAIMS)).map(<[_]>::to_vec);
    let job = |(number, claims)| ProofJob { number, key_seed, claims };
    (ProofJob::FIRST..).zip(parts).map(job).collect()
}

/// Puts what a job has shown into the table from which the evidence is made.
fn learn(chosen: &mut Chosen<'_>, job: &ProofJob, proofs: &[ProvedStates]) {
    for ((claim, _), proved) in job.claims.iter().zip(proofs) {
        chosen.search.import_proved(*claim, proved);
    }
}

/// Has an office do jobs. Those that are lost are done again, those that fail are left.
fn run(
    office: &mut dyn JobOffice,
    mut waiting: VecDeque<ProofJob>,
    budget: &Budget,
    take: &mut dyn FnMut(&ProofJob, &[ProvedStates]),
) -> Result<(), Stopped> {
    let mut in_work: Vec<ProofJob> = Vec::new();
    let out_of_work = |in_work: &mut Vec<ProofJob>, number: u64| {
        let place = in_work.iter().position(|job| job.number == number);
        place.map(|place| in_work.swap_remove(place))
    };
    while !(waiting.is_empty() && in_work.is_empty()) {
        while in_work.len() < office.capacity()
            && let Some(job) = waiting.pop_front()
        {
            office.submit_proof(&job);
            in_work.push(job);
        }
        for news in office.wait() {
            match news {
                JobNews::Lost(number) => waiting.extend(out_of_work(&mut in_work, number)),
                JobNews::Failed(number) => drop(out_of_work(&mut in_work, number)),
                JobNews::Proved { number, proofs } => {
                    let job = out_of_work(&mut in_work, number);
                    job.iter().for_each(|job| take(job, &proofs));
                }
                // It was in work when the search ended.
                JobNews::Done { .. } => {}
            }
        }
        office.tell(None);
        budget.poll()?;
    }
    Ok(())
}
