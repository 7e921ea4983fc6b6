//! Runs the lab's searches through erased games.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

use clap::ValueEnum;
use ludex_combat::{CombatError, PlayerSpec, Profile, Scenario, play_game};
use ludex_lab::{Measured, NotRun, Queries, Runner, SET_UP, Setting};
use ludex_search::Conjunctions;

use crate::answer::{Checked, QueryCounts, Solved};
use crate::args::{CheckAlgorithm, SolveAlgorithm};
use crate::complaint::Complaint;
use crate::erased::AnyGame;
use crate::interrupt;
use crate::open;
use crate::progress::Bar;
use crate::requests::{CheckRequest, Limits, SetUp, SolveRequest, TournamentRequest};

/// The lab's runner: games that were opened, and limits for every search.
pub struct Laboratory {
    games: HashMap<String, Box<dyn AnyGame>>,
    limits: Limits,
    bar: Bar,
}

impl Laboratory {
    /// A laboratory with nothing in it.
    pub fn new(limits: Limits) -> Laboratory {
        let bar = Bar::new(limits.quiet);
        Laboratory { games: HashMap::new(), limits, bar }
    }

    fn game(&mut self, name: &str) -> Result<&mut Box<dyn AnyGame>, NotRun> {
        match self.games.entry(name.to_string()) {
            Entry::Occupied(game) => Ok(game.into_mut()),
            Entry::Vacant(place) => Ok(place.insert(open::open(name).map_err(unavailable)?)),
        }
    }

    /// One search from an empty table.
    fn search(&mut self, game: &str, line: &str, request: SolveRequest) -> Result<Solved, NotRun> {
        let mut found = None;
        let keep = &mut |solved| found = Some(solved);
        let end = self.game(game)?.solve(&request, &[set_up(line)], keep);
        ended(end, found)
    }
}

/// What `ludex solve` would be asked with a setting. Nothing where there is no such algorithm.
fn request(setting: &Setting, range: Option<String>, limits: &Limits) -> Option<SolveRequest> {
    let algorithm = SolveAlgorithm::from_str(&setting.algorithm, true).ok()?;
    let limits = limits.at_most(setting.max_nodes, setting.max_seconds);
    Some(SolveRequest {
        transpositions: setting.transpositions,
        hints: setting.hints,
        evaluation: setting.evaluation.clone().or_else(|| Some("none".to_string())),
        skip: setting.skip,
        range: range.or_else(|| setting.range.as_ref().map(|range| range.join(".."))),
        ..SolveRequest::new(algorithm, limits)
    })
}

impl Runner for Laboratory {
    fn moves(&mut self, game: &str, line: &str) -> Result<Vec<String>, NotRun> {
        if interrupt::interrupted() {
            return Err(NotRun::Interrupted);
        }
        let game = self.game(game)?;
        let SetUp { position, moves, .. } = set_up(line);
        game.set_up(position.as_deref(), moves.as_deref()).map_err(unavailable)?;
        let mut shown = game.show();
        let legal = shown.turn.and_then(|agent| shown.legal.remove(&agent));
        Ok(legal.and_then(|moves| serde_json::from_value(moves).ok()).unwrap_or_default())
    }

    fn outcomes(&mut self, game: &str) -> Result<Vec<String>, NotRun> {
        let outcomes = self.game(game)?.outcomes();
        Ok(outcomes.iter().map(|outcome| outcomes.name(outcome).to_string()).collect())
    }

    fn value(&mut self, game: &str, line: &str) -> Result<Option<(String, f64)>, NotRun> {
        let limits = self.limits.at_most(None, None);
        let request = SolveRequest::new(SolveAlgorithm::Auto, limits);
        let solved = self.search(game, line, request)?;
        let [name, _] = solved.bound_names;
        Ok(solved.score.map(|score| (name, score)))
    }

    fn solve(&mut self, game: &str, line: &str, setting: &Setting) -> Result<Measured, NotRun> {
        let request = request(setting, None, &self.limits).ok_or_else(|| missing(setting))?;
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
        let request = request(setting, range, &self.limits).ok_or_else(|| missing(setting))?;
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
        let algorithm = CheckAlgorithm::from_str(&setting.algorithm, true);
        let algorithm = algorithm.map_err(|_| missing(setting))?;
        let conjunctions = match setting.conjunctions.as_deref() {
            None => None,
            Some("sum") => Some(Conjunctions::Sum),
            Some("max") => Some(Conjunctions::Max),
            Some(_) => return Err(missing(setting)),
        };
        let limits = self.limits.at_most(setting.max_nodes, setting.max_seconds);
        let request = CheckRequest {
            algorithm,
            plain: setting.plain,
            conjunctions,
            transpositions: setting.transpositions,
            ..CheckRequest::new(formula.to_string(), limits)
        };
        let mut found = None;
        let keep = &mut |checked| found = Some(checked);
        let end = self.game(game)?.check(&request, &[set_up(line)], keep);
        let checked: Checked = ended(end, found)?;
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
        let wrong = |error: ludex_game::TextError| NotRun::Unavailable(error.to_string());
        let request = TournamentRequest {
            players: ludex_play::PlayerSpec::list(players).map_err(wrong)?,
            rounds: rounds as usize,
            seed: self.limits.seed,
            threads: self.limits.threads,
            max_bytes: self.limits.budget().max_bytes / 4,
        };
        let start = Instant::now();
        let table = self.game(game)?.tournament(&request, &|_, _| {}).map_err(unavailable)?;
        let seconds = start.elapsed().as_secs_f64();
        if interrupt::interrupted() {
            return Err(NotRun::Interrupted);
        }
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
        if interrupt::interrupted() {
            return Err(NotRun::Interrupted);
        }
        fight(scenario, players, game).map_err(|error| NotRun::Unavailable(error.to_string()))
    }

    fn progress(&mut self, done: usize, total: usize, next: &str) {
        self.bar.show(done as u64, total as u64, next);
    }
}

/// One fight under the rules of the thesis.
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

/// A line of the lab's as a position to set up.
fn set_up(line: &str) -> SetUp {
    match line.strip_prefix(SET_UP) {
        Some(position) => SetUp { position: Some(position.to_string()), ..SetUp::default() },
        None => SetUp { moves: Some(line.to_string()), ..SetUp::default() },
    }
}

/// What a search found, unless somebody stopped it or it cannot be run.
fn ended<T>(end: Result<(), Complaint>, found: Option<T>) -> Result<T, NotRun> {
    if interrupt::interrupted() {
        return Err(NotRun::Interrupted);
    }
    end.map_err(unavailable)?;
    found.ok_or_else(|| NotRun::Unavailable("the search said nothing".to_string()))
}

fn unavailable(complaint: Complaint) -> NotRun {
    NotRun::Unavailable(complaint.to_string())
}

fn missing(setting: &Setting) -> NotRun {
    NotRun::Unavailable(format!("this version has no {}", setting.name))
}
