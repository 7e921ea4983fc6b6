//! All tables and figures of the lab as one report, in a folder: what every search found is kept as
//! it comes, so that a run that was killed goes on where it was.

mod page;
mod results;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Instant;

use ludex_lab::{Report, Table, tables};
use serde::Serialize;

use self::results::ResultsFile;
use crate::error::InputError;
use crate::files;
use crate::jobs::{KnownSearches, LabFound, LabSearch};
use crate::requests::Limits;

/// The page in the folder of a report.
const PAGE: &str = "index.html";

/// A report on all tables and figures.
pub struct LabReport {
    folder: PathBuf,
    full: bool,
    limits: Limits,
    results: ResultsFile,
    known: KnownSearches,
    sections: Vec<LabSection>,
}

/// What the report says about a table or figure.
#[derive(Clone, Debug, Serialize)]
pub struct LabSection {
    /// The table.
    pub table: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How many claims hold, fail, and are not decided by what was run.
    pub claims: [usize; 3],
    /// The number of figures that were measured.
    pub measured: usize,
    /// The number of all figures.
    pub figures: usize,
    /// How long its searches took, without those that it has in common with a table before it.
    pub seconds: f64,
    /// Whether all of its searches were run.
    pub complete: bool,
    #[serde(skip)]
    html: String,
}

impl LabReport {
    /// Opens the report in a folder, which is made where it is missing. What was found there before
    /// is known; it must have been found by this version and with these limits.
    pub fn open(folder: &Path, full: bool, limits: Limits) -> Result<LabReport, InputError> {
        std::fs::create_dir_all(folder).map_err(|error| {
            InputError::new(format!("cannot make the folder {}: {error}", folder.display()))
        })?;
        files::require_writable(&folder.join(PAGE))?;
        let (results, known) = ResultsFile::open(folder, &limits)?;
        let (folder, sections) = (folder.to_path_buf(), Vec::new());
        Ok(LabReport { folder, full, limits, results, known, sections })
    }

    /// Runs the searches of which nothing is known, as many at a time as there are threads, and
    /// writes the page whenever a table is done. `watch` is told how many searches are done, of how
    /// many, and for which table the last one was. Ends early when the limits are used up.
    pub fn run(&mut self, watch: &mut dyn FnMut(usize, usize, &str)) -> Result<(), InputError> {
        self.run_tables(tables().iter(), watch)
    }

    /// Runs some of the tables; the others are missing in the report.
    pub fn run_tables(
        &mut self,
        tables: impl Iterator<Item = &'static Table>,
        watch: &mut dyn FnMut(usize, usize, &str),
    ) -> Result<(), InputError> {
        let (start, tables) = (Instant::now(), tables.collect::<Vec<_>>());
        loop {
            let missing = self.missing(&tables);
            if missing.is_empty() || is_over(&self.limits, start) {
                return self.write_page(&tables);
            }
            self.run_all(&tables, missing, start, watch)?;
        }
    }

    /// Returns the path of the page.
    pub fn page(&self) -> PathBuf {
        self.folder.join(PAGE)
    }

    /// Returns what is said about each table, as far as they were run.
    pub fn sections(&self) -> &[LabSection] {
        &self.sections
    }

    /// Returns whether all searches of the tables were run.
    pub fn is_complete(&self) -> bool {
        self.sections.iter().all(|section| section.complete)
    }

    /// Returns the searches of which nothing is known, each with the first table that takes it. What
    /// they find can tell that a table takes more.
    fn missing(&self, tables: &[&'static Table]) -> Vec<(&'static Table, LabSearch)> {
        let (mut missing, mut names) = (Vec::new(), HashSet::new());
        for &table in tables {
            let searches = self.missing_in(table).into_iter();
            let new = searches.filter(|search| names.insert(search.name()));
            missing.extend(new.map(|search| (table, search)));
        }
        missing
    }

    fn missing_in(&self, table: &'static Table) -> Vec<LabSearch> {
        self.known.report(table, self.full, self.limits.seed, |_| ()).1
    }

    /// Runs searches and keeps what they find, until the limits are used up. Those of all tables are
    /// run together, so that no thread waits for the longest search of a table.
    fn run_all(
        &mut self,
        tables: &[&'static Table],
        searches: Vec<(&'static Table, LabSearch)>,
        start: Instant,
        watch: &mut dyn FnMut(usize, usize, &str),
    ) -> Result<(), InputError> {
        let (all, limits) = (searches.len(), self.limits.clone());
        let mut left: HashMap<&str, usize> = HashMap::new();
        searches.iter().for_each(|(table, _)| *left.entry(table.name.as_str()).or_default() += 1);
        let waiting = Mutex::new(searches.into_iter());
        let (sender, found) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..limits.threads.clamp(1, all.max(1)) {
                let (sender, waiting, limits) = (sender.clone(), &waiting, &limits);
                scope.spawn(move || {
                    let next = || waiting.lock().ok()?.next();
                    while let Some((table, search)) = next().filter(|_| !is_over(limits, start)) {
                        let began = Instant::now();
                        let found = search.run(&Limits { threads: 1, ..limits.since(start) });
                        let seconds = began.elapsed().as_secs_f64();
                        // Nobody listens any more where a result could not be kept.
                        if sender.send((table, search, found, seconds)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (done, (table, search, found, seconds)) in found.into_iter().enumerate() {
                watch(done, all, &table.heading());
                self.keep(table, &search, found, seconds)?;
                let left = left.entry(table.name.as_str()).or_default();
                *left = left.saturating_sub(1);
                if *left == 0 {
                    self.write_page(tables)?;
                }
            }
            Ok(())
        })
    }

    /// Writes what is known into the page.
    fn write_page(&mut self, tables: &[&'static Table]) -> Result<(), InputError> {
        let section = |&table: &&'static Table| {
            let complete = self.missing_in(table).is_empty();
            self.section(table, complete)
        };
        self.sections = tables.iter().map(section).collect();
        files::write(&self.page(), page::html(self))
    }

    /// Keeps what a search found. Why one could not be run is found out again by the next run.
    fn keep(
        &mut self,
        table: &Table,
        search: &LabSearch,
        found: LabFound,
        seconds: f64,
    ) -> Result<(), InputError> {
        let name = search.name();
        match found {
            LabFound::NotRun(ludex_lab::NotRun::Interrupted) => return Ok(()),
            LabFound::NotRun(_) => {}
            _ => self.results.add(table, &name, &found, seconds)?,
        }
        self.known.learn(name, found);
        Ok(())
    }

    fn section(&self, table: &'static Table, complete: bool) -> LabSection {
        let made = |report: &Report<'_>| {
            let [measured, figures] = report.measured_counts();
            LabSection {
                table: &table.name,
                title: &table.title,
                claims: report.claim_counts(),
                measured,
                figures,
                seconds: self.results.seconds(table),
                complete,
                html: report.html(),
            }
        };
        self.known.report_so_far(table, self.full, self.limits.seed, made)
    }
}

/// Returns whether the time is up, or the work was stopped.
fn is_over(limits: &Limits, start: Instant) -> bool {
    limits.stop.is_raised() || limits.since(start).max_seconds.is_some_and(|left| left <= 0.0)
}
