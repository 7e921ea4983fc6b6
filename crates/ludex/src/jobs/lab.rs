//! Tables of the lab in parts: the searches of a table, which can be run anywhere and in any order.
//!
//! Which searches a table takes can depend on what others find. So the table is gone through with
//! what is known; searches of which nothing is known are noted down, and once they were run the table
//! is gone through again, until there are none.

use std::collections::{HashMap, HashSet};

use ludex_lab::{Measured, NotRun, Report, Runner, Setting, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::InputError;
use crate::laboratory::Laboratory;
use crate::requests::Limits;

/// A search that a table of the lab takes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum LabSearch {
    /// The value of a position, by any means.
    Value(String, String),
    /// The value of a position, by the search of a setting.
    Solve(String, String, Box<Setting>),
    /// Whether the value of a position is at least an outcome.
    AtLeast(String, String, Box<Setting>, String),
    /// Whether a formula is true in a position.
    Formula(String, String, Box<Setting>, String),
    /// Matches between two players.
    Matches(String, String, u32),
    /// A fight between two players.
    Fight(String, [String; 2], u64),
}

/// What a search of a table found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum LabFound {
    /// What it measured.
    Measured(Measured),
    /// The value of a position and its number.
    Value(Option<(String, f64)>),
    /// Why it was not run.
    NotRun(NotRun),
}

impl LabSearch {
    /// Runs the search within limits.
    pub fn run(&self, limits: &Limits) -> LabFound {
        let mut watch = |_: usize, _: usize, _: &str| {};
        let lab = &mut Laboratory::new(limits.clone(), &mut watch);
        let measured = match self {
            LabSearch::Value(game, line) => {
                return lab.value(game, line).map_or_else(LabFound::NotRun, LabFound::Value);
            }
            LabSearch::Solve(game, line, setting) => lab.solve(game, line, setting),
            LabSearch::AtLeast(game, line, setting, outcome) => {
                lab.ask(game, line, setting, outcome)
            }
            LabSearch::Formula(game, line, setting, formula) => {
                lab.check(game, line, setting, formula)
            }
            LabSearch::Matches(game, players, rounds) => lab.contest(game, players, *rounds),
            LabSearch::Fight(scenario, [one, two], game) => lab.fight(scenario, [one, two], *game),
        };
        measured.map_or_else(LabFound::NotRun, LabFound::Measured)
    }

    /// Returns a text that only this search has.
    pub(crate) fn name(&self) -> String {
        json!(self).to_string()
    }
}

/// What is known about searches of tables.
#[derive(Default)]
pub(crate) struct KnownSearches(HashMap<String, LabFound>);

impl KnownSearches {
    /// Learns what the search with a name found.
    pub fn learn(&mut self, search: String, found: LabFound) {
        self.0.insert(search, found);
    }

    /// Goes through a table. Returns what `made` makes of its report, and the searches of which
    /// nothing is known.
    pub fn report<T>(
        &self,
        table: &'static Table,
        full: bool,
        seed: u64,
        made: impl FnOnce(&Report<'_>) -> T,
    ) -> (T, Vec<LabSearch>) {
        self.go_through(table, full, seed, false, made)
    }

    /// Goes through a table up to the first search of which nothing is known. Returns what `made`
    /// makes of its report, where figures that are missing are pending.
    pub fn report_so_far<T>(
        &self,
        table: &'static Table,
        full: bool,
        seed: u64,
        made: impl FnOnce(&Report<'_>) -> T,
    ) -> T {
        self.go_through(table, full, seed, true, made).0
    }

    fn go_through<T>(
        &self,
        table: &'static Table,
        full: bool,
        seed: u64,
        stops: bool,
        made: impl FnOnce(&Report<'_>) -> T,
    ) -> (T, Vec<LabSearch>) {
        let mut watch = |_: usize, _: usize, _: &str| {};
        let lab = Laboratory::new(Limits::default(), &mut watch);
        let (missing, noted) = (Vec::new(), HashSet::new());
        let mut runner = FromKnown { lab, known: &self.0, missing, noted, stops };
        let results = ludex_lab::run(table, &mut runner, full, seed);
        (made(&Report::new(table, &results)), runner.missing)
    }
}

/// A table of the lab whose searches are run elsewhere.
pub struct LabInParts {
    table: &'static Table,
    full: bool,
    seed: u64,
    known: KnownSearches,
}

impl LabInParts {
    /// Opens a table by its name; a full run has the long rows, too.
    pub fn open(name: &str, full: bool, seed: u64) -> Result<LabInParts, InputError> {
        let known = KnownSearches::default();
        Ok(LabInParts { table: Laboratory::table(name)?, full, seed, known })
    }

    /// Goes through the table with what is known. Returns its report as JSON, as CSV and, if it has
    /// one, as a plot, and the searches of which nothing is known.
    pub fn go_through(&self) -> (Value, String, Option<String>, Vec<LabSearch>) {
        let made = |report: &Report<'_>| (json!(report), report.csv(), report.svg());
        let ((json, csv, svg), missing) = self.known.report(self.table, self.full, self.seed, made);
        (json, csv, svg, missing)
    }

    /// Learns what a search found.
    pub fn learn(&mut self, search: &LabSearch, found: LabFound) {
        self.known.learn(search.name(), found);
    }
}

/// Answers from what is known, and notes down what is not.
struct FromKnown<'k, 'w> {
    lab: Laboratory<'w>,
    known: &'k HashMap<String, LabFound>,
    missing: Vec<LabSearch>,
    /// The names of those missing.
    noted: HashSet<String>,
    /// Whether the table ends where something is missing.
    stops: bool,
}

impl FromKnown<'_, '_> {
    /// Returns what a search found, or `None` if it is not known.
    fn found(&mut self, search: LabSearch) -> Result<Option<LabFound>, NotRun> {
        let name = search.name();
        let known = self.known.get(&name).cloned();
        if known.is_none() && self.stops {
            return Err(NotRun::Interrupted);
        }
        if known.is_none() && self.noted.insert(name) {
            self.missing.push(search);
        }
        Ok(known)
    }

    fn measured(&mut self, search: LabSearch) -> Result<Measured, NotRun> {
        match self.found(search)? {
            Some(LabFound::Measured(measured)) => Ok(measured),
            Some(LabFound::NotRun(why)) => Err(why),
            Some(LabFound::Value(_)) | None => Ok(Measured::default()),
        }
    }
}

impl Runner for FromKnown<'_, '_> {
    fn moves(&mut self, game: &str, line: &str) -> Result<Vec<String>, NotRun> {
        self.lab.moves(game, line)
    }

    fn outcomes(&mut self, game: &str) -> Result<Vec<String>, NotRun> {
        self.lab.outcomes(game)
    }

    fn value(&mut self, game: &str, line: &str) -> Result<Option<(String, f64)>, NotRun> {
        match self.found(LabSearch::Value(game.into(), line.into()))? {
            Some(LabFound::Value(value)) => Ok(value),
            Some(LabFound::NotRun(why)) => Err(why),
            Some(LabFound::Measured(_)) | None => Ok(None),
        }
    }

    fn solve(&mut self, game: &str, line: &str, setting: &Setting) -> Result<Measured, NotRun> {
        self.measured(LabSearch::Solve(game.into(), line.into(), Box::new(setting.clone())))
    }

    fn ask(
        &mut self,
        game: &str,
        line: &str,
        setting: &Setting,
        at_least: &str,
    ) -> Result<Measured, NotRun> {
        let (setting, at_least) = (Box::new(setting.clone()), at_least.to_string());
        self.measured(LabSearch::AtLeast(game.into(), line.into(), setting, at_least))
    }

    fn check(
        &mut self,
        game: &str,
        line: &str,
        setting: &Setting,
        formula: &str,
    ) -> Result<Measured, NotRun> {
        let (setting, formula) = (Box::new(setting.clone()), formula.to_string());
        self.measured(LabSearch::Formula(game.into(), line.into(), setting, formula))
    }

    fn contest(&mut self, game: &str, players: &str, rounds: u32) -> Result<Measured, NotRun> {
        self.measured(LabSearch::Matches(game.into(), players.into(), rounds))
    }

    fn fight(&mut self, scenario: &str, players: [&str; 2], game: u64) -> Result<Measured, NotRun> {
        let players = players.map(str::to_string);
        self.measured(LabSearch::Fight(scenario.into(), players, game))
    }
}
