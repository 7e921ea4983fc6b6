//! Runs the searches of the lab's tables.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use ludex_base::Budget;
use ludex_combat::{CombatError, PlayerSpec, Profile, Scenario, play_game};
use ludex_lab::{Measured, NotRun, Queries, Runner, SET_UP, Setting, Table, tables};
use ludex_search::{Task, algorithms_for, find_algorithm};

use crate::answers::{QueryCounts, Solved};
use crate::error::InputError;
use crate::open;
use crate::requests::{Best, Check, Limits, SetUp, Solve, StopFlag, Tournament};
use crate::session::Session;

/// Runs the searches of a table: games that were opened, and limits. The time is that of all searches
/// together, nodes and memory are those of each.
pub struct Laboratory<'w> {
    games: HashMap<String, Session>,
    limits: Limits,
    start: Instant,
    /// Is told how much is done, of how much, and what comes next.
    watch: &'w mut dyn FnMut(usize, usize, &str),
}

impl Laboratory<'_> {
    /// Returns the table or figure with a name.
    pub fn table(name: &str) -> Result<&'static Table, InputError> {
        ludex_lab::find(name).ok_or_else(|| {
            let names = tables().iter().map(|table| table.name.as_str());
            let message = format!("there is no table or figure called `{name}`");
            InputError::about("table", name, message).suggest(
                name,
                names,
                "`ludex lab` lists them all",
            )
        })
    }
}

impl<'w> Laboratory<'w> {
    /// Makes a runner whose time begins now; `watch` is told how much is done, of how much, and what
    /// comes next.
    pub fn new(limits: Limits, watch: &'w mut dyn FnMut(usize, usize, &str)) -> Laboratory<'w> {
        Laboratory { games: HashMap::new(), limits, start: Instant::now(), watch }
    }

    /// Returns the limits of the next search.
    fn left(&self) -> Limits {
        self.limits.since(self.start)
    }

    fn game(&mut self, name: &str) -> Result<&mut Session, NotRun> {
        match self.games.entry(name.to_string()) {
            Entry::Occupied(game) => Ok(game.into_mut()),
            Entry::Vacant(place) => {
                let limits = self.limits.since(self.start);
                let game = open::open_within(name, &limits).map_err(unavailable)?;
                Ok(place.insert(game))
            }
        }
    }

    /// Runs one search from an empty table.
    fn search(&mut self, game: &str, line: &str, request: Solve) -> Result<Solved, NotRun> {
        let game = self.at(game, line)?;
        let end = game.solve(&request);
        self.ended(end)
    }

    /// Returns a game with a position of the lab set up.
    fn at(&mut self, game: &str, line: &str) -> Result<&mut Session, NotRun> {
        let game = self.game(game)?;
        game.set_up(&set_up(line)).map_err(unavailable)?;
        Ok(game)
    }

    fn require_going(&self) -> Result<(), NotRun> {
        let late = self.left().max_seconds.is_some_and(|seconds| seconds <= 0.0);
        if late || self.limits.stop.is_raised() { Err(NotRun::Interrupted) } else { Ok(()) }
    }

    /// Returns what a search found, unless it was stopped or cannot be run.
    fn ended<T>(&self, end: Result<T, InputError>) -> Result<T, NotRun> {
        self.require_going()?;
        end.map_err(unavailable)
    }
}

/// Makes the request of a setting. Returns `None` where there is no such algorithm.
fn request(setting: &Setting, range: Option<String>, limits: &Limits) -> Option<Solve> {
    let tasks = [Task::Value, Task::Matrix];
    let mut known = tasks.into_iter().flat_map(algorithms_for).map(|info| info.name);
    let algorithm = setting.algorithm.to_lowercase();
    if algorithm != crate::solve::AUTO && !known.any(|name| name == algorithm) {
        return None;
    }
    let of_turns = find_algorithm(&algorithm, Task::Value).is_some();
    Some(Solve {
        best: of_turns.then_some(Best::One),
        algorithm,
        transpositions: (!setting.transpositions).then_some(false),
        hints: (!setting.hints).then_some(false),
        evaluation: setting.evaluation.clone().or_else(|| Some("none".to_string())),
        skip: setting.skip,
        range: range.or_else(|| setting.range.as_ref().map(|range| range.join(".."))),
        limits: limits.at_most(setting.max_nodes, setting.max_seconds),
        ..Solve::default()
    })
}

impl Runner for Laboratory<'_> {
    fn moves(&mut self, game: &str, line: &str) -> Result<Vec<String>, NotRun> {
        self.require_going()?;
        let mut shown = self.at(game, line)?.show();
        let legal = shown.turn.and_then(|agent| shown.legal.remove(&agent));
        Ok(legal.and_then(|moves| serde_json::from_value(moves).ok()).unwrap_or_default())
    }

    fn outcomes(&mut self, game: &str) -> Result<Vec<String>, NotRun> {
        let outcomes = self.game(game)?.outcomes();
        Ok(outcomes.iter().map(|outcome| outcomes.name(outcome).to_string()).collect())
    }

    fn value(&mut self, game: &str, line: &str) -> Result<Option<(String, f64)>, NotRun> {
        let limits = self.left().at_most(None, None);
        let request = Solve::new().limits(limits);
        let solved = self.search(game, line, request)?;
        let [name, _] = solved.bound_names;
        Ok(solved.score.map(|score| (name, score)))
    }

    fn solve(&mut self, game: &str, line: &str, setting: &Setting) -> Result<Measured, NotRun> {
        let request = request(setting, None, &self.left()).ok_or_else(|| missing(setting))?;
        let solved = self.search(game, line, request)?;
        let value = solved.exact.then(|| solved.bound_names[0].clone());
        Ok(measured(&solved, solved.exact, value))
    }

    fn ask(
        &mut self,
        game: &str,
        line: &str,
        setting: &Setting,
        at_least: &str,
    ) -> Result<Measured, NotRun> {
        let outcomes = self.game(game)?.outcomes();
        let outcome = outcomes.named(at_least).filter(|outcome| outcome.worse().is_some());
        let outcome = outcome.ok_or_else(|| {
            NotRun::Unavailable(format!("nothing of {game} is worse than `{at_least}`"))
        })?;
        let threshold = outcomes.number(outcome);
        let worse = outcome.worse().map_or(at_least, |worse| outcomes.name(worse));
        let range = Some(format!("{worse}..{at_least}"));
        let request = request(setting, range, &self.left()).ok_or_else(|| missing(setting))?;
        let solved = self.search(game, line, request)?;
        let [low, high] = solved.bounds;
        let answer = match () {
            () if low >= threshold => Some(true),
            () if high < threshold => Some(false),
            () => None,
        };
        Ok(measured(&solved, answer.is_some(), answer.map(|answer| answer.to_string())))
    }

    fn check(
        &mut self,
        game: &str,
        line: &str,
        setting: &Setting,
        formula: &str,
    ) -> Result<Measured, NotRun> {
        let algorithm = setting.algorithm.to_lowercase();
        let known = algorithms_for(Task::Formula).any(|info| info.name == algorithm);
        let effort = setting.conjunctions.as_deref();
        if !known || effort.is_some_and(|effort| effort != "sum" && effort != "max") {
            return Err(missing(setting));
        }
        let request = Check {
            algorithm,
            plain: setting.plain,
            conjunctions: setting.conjunctions.clone(),
            transpositions: (!setting.transpositions && !setting.plain).then_some(false),
            limits: self.left().at_most(setting.max_nodes, setting.max_seconds),
            ..Check::new(formula)
        };
        let end = self.at(game, line)?.check(&request);
        let checked = self.ended(end)?;
        let QueryCounts { atomic, listmoves, play } = checked.queries;
        Ok(Measured {
            solved: checked.answer.is_some(),
            value: checked.answer.map(|answer| answer.to_string()),
            expansions: checked.nodes,
            created: checked.nodes,
            seconds: checked.seconds,
            queries: Queries { atomic, listmoves, play },
            ..Measured::default()
        })
    }

    fn contest(&mut self, game: &str, players: &str, rounds: u32) -> Result<Measured, NotRun> {
        let request = Tournament {
            players: players.to_string(),
            rounds: rounds as usize,
            seed: self.limits.seed,
            threads: self.limits.threads,
            max_memory: self.limits.max_memory / 4,
            stop: StopFlag::default(),
            opening: self.left(),
            functions: None,
        };
        let (start, budget) = (Instant::now(), self.left().budget());
        let session = self.game(game)?;
        let played = held(&budget, &request.stop, || session.tournament(&request, &|_, _| {}));
        let seconds = start.elapsed().as_secs_f64();
        if request.stop.is_raised() {
            return Err(NotRun::Interrupted);
        }
        let table = played.map_err(unavailable)?;
        let first = table.standings.first();
        Ok(Measured {
            solved: first.is_some(),
            score: first.map(|standing| standing.score),
            expansions: table.matches as u64,
            created: table.matches as u64,
            seconds,
            ..Measured::default()
        })
    }

    fn fight(&mut self, scenario: &str, players: [&str; 2], game: u64) -> Result<Measured, NotRun> {
        self.require_going()?;
        fight(scenario, players, game).map_err(|error| NotRun::Unavailable(error.to_string()))
    }

    fn progress(&mut self, done: usize, total: usize, next: &str) {
        (self.watch)(done, total, next);
    }
}

/// The time between two looks at a budget.
const PAUSE: Duration = Duration::from_millis(10);

/// Does work that looks at a stop flag only, and raises the flag when a budget is used up.
pub(crate) fn held<T>(budget: &Budget, flag: &StopFlag, work: impl FnOnce() -> T) -> T {
    let (working, done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                if budget.poll().is_err() {
                    flag.raise();
                }
            }
        });
        let found = work();
        drop(working); // ends the thread, as a panic would
        found
    })
}

/// Plays one fight under the rules of the thesis.
fn fight(scenario: &str, players: [&str; 2], game: u64) -> Result<Measured, CombatError> {
    let scenario: Scenario = scenario.parse()?;
    let [one, two] = players.map(str::parse::<PlayerSpec>);
    let (one, two) = (one?, two?);
    let rules = scenario.rules(Profile::Thesis);
    let (ending, [cost, _]) = play_game(&rules, &scenario, [&one, &two], game)?;
    let value = ["loss", "draw", "win"][(ending.winner + 1) as usize];
    Ok(Measured {
        solved: true,
        value: Some(value.to_string()),
        score: Some(f64::from(ending.winner)),
        expansions: cost.decisions,
        created: cost.nodes,
        seconds: cost.seconds,
        ..Measured::default()
    })
}

fn measured(report: &Solved, solved: bool, value: Option<String>) -> Measured {
    Measured {
        solved,
        value,
        score: report.score,
        expansions: report.first_level.unwrap_or(report.nodes),
        created: report.created,
        seconds: report.seconds,
        memory: report.memory,
        lp_calls: report.lp_calls,
        queries: Queries::default(),
    }
}

/// Converts a line of the lab to a position to set up.
fn set_up(line: &str) -> SetUp {
    match line.strip_prefix(SET_UP) {
        Some(position) => SetUp::position(position),
        None => SetUp::moves(line),
    }
}

fn unavailable(error: InputError) -> NotRun {
    NotRun::Unavailable(error.to_string())
}

fn missing(setting: &Setting) -> NotRun {
    NotRun::Unavailable(format!("this version has no {}", setting.name))
}
