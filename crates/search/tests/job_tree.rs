//! Searches whose second level is done in jobs: results that come in any order, late, twice or not
//! at all, and coordinators that are killed, change no answer.

use std::io::{self, Read, Write};

use ludex_game::Bounds;
use ludex_search::{
    BestFirstOptions, BestFirstSolver, BestMoves, Budget, Checkpoints, Extras, JobNews, JobOffice,
    JobRecord, LeafJob, ProofJob, Silent, SolveReport, Stopped,
};

use crate::cases::best_first::{ALGORITHMS, random_game, random_options};
use crate::common::{Explicit, Random};

/// Does jobs in random order, loses some and repeats results.
struct Unreliable<'g> {
    random: Random,
    solver: BestFirstSolver<'g, Explicit>,
    /// Copies of jobs that somebody works on; a lost job can be done all the same, only later.
    copies: Vec<LeafJob>,
    done: Vec<JobNews>,
    given_out: Vec<LeafJob>,
    /// Whether a job in seven cannot be done at all.
    poisoned: bool,
}

impl<'g> Unreliable<'g> {
    fn new(game: &'g Explicit, options: BestFirstOptions, seed: u64) -> Unreliable<'g> {
        let solver = BestFirstSolver::new(game, options, 64 << 20);
        let (random, poisoned) = (Random::new(seed), false);
        let (copies, done, given_out) = Default::default();
        Unreliable { random, solver, copies, done, given_out, poisoned }
    }

    /// Does one of the jobs.
    fn work(&mut self) -> Option<JobNews> {
        if self.copies.is_empty() {
            return None;
        }
        let job = self.copies.swap_remove(self.random.below(self.copies.len()));
        if self.poisoned && job.number % 7 == 3 {
            return Some(JobNews::Failed(job.number));
        }
        if self.random.one_in(4) {
            let number = job.number;
            self.copies.extend(self.random.one_in(2).then_some(job));
            return Some(JobNews::Lost(number));
        }
        let state = job.state.as_ref().map_or(0, |text| text.parse().expect("a state"));
        let found = self.solver.run_job(&state, &job, &Budget::default(), &mut Silent);
        let (found, nodes) = found.expect("the way to the leaf is known");
        Some(JobNews::Done { number: job.number, nodes, found })
    }
}

impl JobOffice for Unreliable<'_> {
    fn capacity(&mut self) -> usize {
        1 + self.random.below(6)
    }

    fn descents(&mut self) -> u64 {
        1 + self.random.below(5) as u64
    }

    fn submit(&mut self, job: &LeafJob) {
        self.given_out.push(job.clone());
        self.copies.push(job.clone());
    }

    fn submit_proof(&mut self, _: &ProofJob) {
        unreachable!("a solver alone makes no evidence")
    }

    fn wait(&mut self) -> Vec<JobNews> {
        let mut news = Vec::new();
        for _ in 0..self.random.below(4) {
            news.extend(self.work());
        }
        if !self.done.is_empty() && self.random.one_in(3) {
            news.push(self.done[self.random.below(self.done.len())].clone());
        }
        self.done.extend(news.iter().filter(|news| matches!(news, JobNews::Done { .. })).cloned());
        news
    }
}

/// Writes a state.
fn write(state: &u32) -> String {
    state.to_string()
}

/// The number of random games.
fn games() -> u64 {
    let asked = std::env::var("LUDEX_JOB_GAMES").ok();
    asked.and_then(|games| games.parse().ok()).unwrap_or(200)
}

fn solve(
    game: &Explicit,
    options: BestFirstOptions,
    max_nodes: Option<u64>,
    extras: Extras<'_, u32>,
) -> SolveReport<u16> {
    let budget = Budget { max_nodes, ..Budget::default() };
    BestFirstSolver::new(game, options, 64 << 20).solve_with(&0, &budget, &mut Silent, extras)
}

/// Returns random options without best moves. What random games call mirror images can have other
/// moves, so that a way through one is none through the other.
fn random_jobs(random: &mut Random, place: usize) -> BestFirstOptions {
    BestFirstOptions {
        second_level: true,
        best: BestMoves::None,
        ..random_options(random, ALGORITHMS[place])
    }
}

#[test]
fn results_in_any_order_give_the_same_value() {
    let mut jobs = 0;
    for seed in 0..games() {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        let truth = game.forced(0);
        for place in 0..ALGORITHMS.len() {
            let options = random_jobs(&mut random, place);
            let mut office = Unreliable::new(&game, options, seed);
            let extras =
                Extras { office: Some(&mut office), writer: Some(&write), ..Extras::default() };
            let report = solve(&game, options, None, extras);
            assert_eq!((report.bounds, report.stopped), (truth, None), "seed {seed}: {options:?}");
            jobs += office.given_out.len();
        }
    }
    assert!(jobs > 10 * games() as usize, "only {jobs} jobs");
}

#[test]
fn jobs_that_cannot_be_done_end_no_search_with_a_wrong_value() {
    let mut failed = 0;
    for seed in 0..games() {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        let truth = game.forced(0);
        let options = random_jobs(&mut random, seed as usize % ALGORITHMS.len());
        let mut office = Unreliable { poisoned: true, ..Unreliable::new(&game, options, seed) };
        let extras =
            Extras { office: Some(&mut office), writer: Some(&write), ..Extras::default() };
        let report = solve(&game, options, None, extras);
        let Bounds { low, high } = report.bounds;
        assert!(low <= truth.low && truth.high <= high, "seed {seed}: {options:?}");
        match report.stopped {
            None => assert_eq!(report.bounds, truth, "seed {seed}: {options:?}"),
            Some(stopped) => assert_eq!(stopped, Stopped::Interrupted, "seed {seed}: {options:?}"),
        }
        failed += u32::from(report.stopped.is_some());
    }
    assert!(failed > 0);
}

/// Keeps results as they come, and of the checkpoints some: whoever is killed saves none at the end.
#[derive(Default)]
struct Disk {
    killed: bool,
    checkpoint: Option<Vec<u8>>,
    results: Vec<JobRecord>,
    refused: bool,
}

impl Checkpoints for Disk {
    fn load(&mut self) -> Option<Box<dyn Read + '_>> {
        self.checkpoint.as_deref().map(|bytes| Box::new(bytes) as Box<dyn Read>)
    }

    fn refused(&mut self) {
        self.refused = true;
    }

    fn due(&mut self) -> bool {
        false
    }

    fn save(&mut self, _nodes: u64, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        if !self.killed {
            let mut bytes = Vec::new();
            write(&mut bytes).expect("writing to memory");
            self.checkpoint = Some(bytes);
            self.results.clear();
        }
    }

    fn keep_results(&mut self, results: &[JobRecord]) {
        self.results.extend_from_slice(results);
    }

    fn results(&mut self) -> Vec<JobRecord> {
        self.results.clone()
    }
}

#[test]
fn a_killed_coordinator_goes_on_where_it_was() {
    let mut restarts = 0;
    for seed in 0..games() {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        let truth = game.forced(0);
        let options = random_jobs(&mut random, seed as usize % ALGORITHMS.len());
        let (mut disk, mut known): (Disk, Vec<LeafJob>) = Default::default();
        for run in 0.. {
            assert!(run < 1_000, "seed {seed}: {options:?} comes to no end");
            let mut office = Unreliable::new(&game, options, 1_000 * seed + run);
            disk.killed = random.one_in(2);
            let before = disk.results.len();
            let (checkpoints, office_) = (Some(&mut disk as _), Some(&mut office as _));
            let extras =
                Extras { checkpoints, office: office_, export: None, writer: Some(&write) };
            let nodes = 4 + random.below(12) as u64;
            let report = solve(&game, options, Some(nodes), extras);
            assert!(!disk.refused, "seed {seed}: {options:?}");
            // What was found before is not asked for again.
            for job in &office.given_out {
                let again = known.iter().any(|k| (k.search, &k.leaf) == (job.search, &job.leaf));
                assert!(!again, "seed {seed}: {options:?} repeats {job:?}");
            }
            let new = disk.results.get(before..).unwrap_or_default();
            known.extend(new.iter().map(|record| record.job.clone()));
            if report.stopped != Some(Stopped::Nodes) {
                let found = (report.bounds, report.stopped);
                assert_eq!(found, (truth, None), "seed {seed}: {options:?}");
                break;
            }
            restarts += 1;
        }
    }
    assert!(restarts > games() / 4, "only {restarts} restarts");
}
