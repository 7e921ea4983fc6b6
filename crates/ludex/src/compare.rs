//! Searches side by side on the same games, or players.

use std::collections::BTreeMap;
use std::sync::Mutex;

use ludex_base::{grouped, units};
use ludex_lab::{Plot, Point, Series, csv};
use ludex_play::Standing;
use ludex_search::{ALGORITHMS, Task, find_algorithm};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::InputError;
use crate::page::columns;
use crate::play;
use crate::requests::{Best, Limits, Solve, Tournament};
use crate::session::{AnyGame, Session};
use crate::solve::AUTO;

/// The time of a search without a limit, in seconds.
const USUAL: f64 = 60.0;

/// Searches, or players, on the same games.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Compared {
    /// One for every game and search, or every game and player.
    pub rows: Vec<ComparedRow>,
    /// What each algorithm counts as a node.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub node: BTreeMap<String, String>,
    /// Whether the work was stopped before the end.
    pub stopped: bool,
}

/// A search of a game, or the games of a player.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ComparedRow {
    /// The game, as it was asked for.
    pub game: String,
    /// The algorithm with its options, or the player.
    pub name: String,
    /// Whether the value was found and is exact; `null` for players.
    pub solved: Option<bool>,
    /// The value, if it is exact.
    pub value: Value,
    /// The nodes it counted; for players the mean of a move.
    pub nodes: f64,
    /// The time in seconds; for players the mean of a move.
    pub seconds: f64,
    /// The bytes of its tables; `null` for players.
    pub memory: Option<u64>,
    /// The results of a player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// Why there is no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// An algorithm with its options: `backward:transpositions=off`.
struct Setting<'t> {
    text: &'t str,
    algorithm: &'t str,
    transpositions: Option<bool>,
    hints: Option<bool>,
}

impl<'t> Setting<'t> {
    /// Parses an algorithm and what follows it, each after a colon.
    fn parse(text: &'t str) -> Result<Setting<'t>, InputError> {
        let mut parts = text.split(':');
        let algorithm = parts.next().unwrap_or_default();
        require_algorithm(text, algorithm)?;
        let mut setting = Setting { text, algorithm, transpositions: None, hints: None };
        for part in parts {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            let wrong = |message: String| {
                InputError::at("algorithms", text, start..start + part.len(), message)
                    .help("options are transpositions=on, transpositions=off, hints=on, hints=off")
            };
            let on = match part.split_once('=') {
                Some((_, "on")) => true,
                Some((_, "off")) => false,
                _ => return Err(wrong(format!("`{part}` is no option of a search here"))),
            };
            match part.split('=').next() {
                Some("transpositions") => setting.transpositions = Some(on),
                Some("hints") => setting.hints = Some(on),
                _ => return Err(wrong(format!("`{part}` is no option of a search here"))),
            }
        }
        Ok(setting)
    }
}

/// Solves games by algorithms, each from nothing and within the limits (a minute where no time is
/// given). An algorithm may have options after colons: `backward:transpositions=off`. `watch` is told how many searches are done, of how many, and what comes next.
pub fn compare_algorithms(
    games: &[Session],
    algorithms: &[String],
    limits: &Limits,
    watch: &mut dyn FnMut(usize, usize, &str),
) -> Result<Compared, InputError> {
    let settings = algorithms.iter().map(|text| Setting::parse(text));
    let settings = settings.collect::<Result<Vec<_>, _>>()?;
    let mut found = Compared::default();
    let all = games.len() * settings.len();
    for game in games {
        for setting in &settings {
            if limits.stop.is_raised() {
                return Ok(Compared { stopped: true, ..found });
            }
            watch(found.rows.len(), all, &format!("{} {}", game.title(), setting.text));
            let row = row(game, setting, limits)?;
            found.rows.push(row);
        }
    }
    found.stopped = limits.stop.is_raised();
    for info in ALGORITHMS.iter().filter(|info| !info.node.is_empty()) {
        if settings.iter().any(|setting| setting.algorithm.eq_ignore_ascii_case(info.name)) {
            found.node.insert(info.name.to_string(), info.node.to_string());
        }
    }
    Ok(found)
}

/// Refuses what is the name of no algorithm for values, at the beginning of a text.
fn require_algorithm(text: &str, name: &str) -> Result<(), InputError> {
    let tasks = [Task::Value, Task::Path, Task::Payoffs, Task::Expectation, Task::Matrix];
    if name == AUTO || tasks.iter().any(|&task| find_algorithm(name, task).is_some()) {
        return Ok(());
    }
    let known = ALGORITHMS.iter().filter(|info| info.task != Task::Formula).map(|info| info.name);
    let message = format!("there is no algorithm called `{name}`");
    Err(InputError::at("algorithms", text, 0..name.len(), message).suggest(
        name,
        known,
        "`ludex solve --help` lists them all",
    ))
}

/// Solves a game. An algorithm that is not for this game is a row without a value.
fn row(game: &Session, setting: &Setting<'_>, limits: &Limits) -> Result<ComparedRow, InputError> {
    let limits = limits.at_most(None, limits.max_seconds.or(Some(USUAL)));
    // Only searches of games where agents take turns look for best moves.
    let best = matches!(game.game, AnyGame::Turns(..)).then_some(Best::None);
    let request = Solve {
        best,
        transpositions: setting.transpositions,
        hints: setting.hints,
        limits,
        ..Solve::new().algorithm(setting.algorithm)
    };
    let row = ComparedRow {
        game: game.title().to_string(),
        name: setting.text.to_string(),
        solved: Some(false),
        value: Value::Null,
        nodes: 0.0,
        seconds: 0.0,
        memory: Some(0),
        standing: None,
        remark: None,
    };
    let solved = match game.solve(&request) {
        Ok(solved) => solved,
        Err(error) => return Ok(ComparedRow { remark: Some(error.to_string()), ..row }),
    };
    let exact = solved.exact;
    let why = solved.why.map(|why| format!("{}: {why}", solved.algorithm));
    Ok(ComparedRow {
        solved: Some(exact),
        value: if exact { solved.value } else { Value::Null },
        nodes: solved.nodes as f64,
        seconds: solved.seconds,
        memory: Some(solved.memory),
        remark: if exact { why } else { solved.stopped.or(why) },
        ..row
    })
}

/// The moves of a player: how many, their nodes and seconds.
type Spent = (u64, u64, f64);

/// Plays tournaments between players in games; `watch` is told how many games are done, of how
/// many, and of which game.
pub fn compare_players(
    games: &[Session],
    request: &Tournament,
    watch: &(dyn Fn(usize, usize, &str) + Sync),
) -> Result<Compared, InputError> {
    let mut found = Compared::default();
    for game in games {
        let spent: Mutex<BTreeMap<String, Spent>> = Mutex::default();
        let result = play::tournament_with(game, request, &|_, played, done, all| {
            let mut spent = spent.lock().expect("nobody panics with it");
            for mv in &played.moves {
                let place = played.agents.iter().position(|agent| *agent == mv.agent);
                let Some(place) = place else { continue };
                let (moves, nodes, seconds) =
                    spent.entry(played.players[place].clone()).or_default();
                (*moves, *nodes) = (*moves + 1, *nodes + mv.thought.nodes);
                *seconds += mv.seconds;
            }
            watch(done, all, game.title());
        })?;
        let spent = spent.into_inner().expect("nobody panicked with it");
        let row = |standing: Standing| {
            let (moves, nodes, seconds) =
                spent.get(&standing.player).copied().unwrap_or((0, 0, 0.0));
            let mean = |sum: f64| sum / (moves.max(1)) as f64;
            ComparedRow {
                game: game.title().to_string(),
                name: standing.player.clone(),
                solved: None,
                value: Value::Null,
                nodes: mean(nodes as f64),
                seconds: mean(seconds),
                memory: None,
                standing: Some(standing),
                remark: None,
            }
        };
        found.rows.extend(result.standings.into_iter().map(row));
        found.stopped |= request.stop.is_raised();
        if found.stopped {
            break;
        }
    }
    Ok(found)
}

impl Compared {
    /// Returns the comparison as text: a table, and what a node is.
    pub fn to_text(&self) -> String {
        let head = match self.of_players() {
            true => vec!["game", "player", "score", "95 %", "Elo", "nodes/move", "time/move"],
            false => vec!["game", "algorithm", "value", "nodes", "time", "memory", ""],
        };
        let head = head.into_iter().map(String::from).collect();
        let rows: Vec<Vec<String>> =
            [head].into_iter().chain(self.rows.iter().map(ComparedRow::cells)).collect();
        let lines = columns(&rows).into_iter().map(|(line, _)| line.trim_end().to_string());
        let nodes = self.node.iter().map(|(name, node)| format!("a node of {name}: {node}"));
        let gap = (!self.node.is_empty()).then(String::new);
        lines.chain(gap).chain(nodes).collect::<Vec<_>>().join("\n")
    }

    fn of_players(&self) -> bool {
        self.rows.iter().any(|row| row.standing.is_some())
    }

    /// Returns the comparison as CSV.
    pub fn csv(&self) -> String {
        let head = [
            "game", "name", "solved", "value", "nodes", "seconds", "memory", "score", "low",
            "high", "elo", "remark",
        ];
        csv(&head, self.rows.iter().map(ComparedRow::record))
    }

    /// Returns a drawing: every search against the first one on the same game, by nodes and by
    /// time; only where both have found the value.
    pub fn svg(&self) -> Option<String> {
        let nodes: fn(&ComparedRow) -> f64 = |row| row.nodes;
        let plots = [self.plot("nodes", nodes), self.plot("time in seconds", |row| row.seconds)];
        let drawn = |plot: &Plot| plot.series.iter().any(|series| !series.points.is_empty());
        let plots: Vec<Plot> = plots.into_iter().flatten().filter(drawn).collect();
        (!plots.is_empty()).then(|| Plot::svg(&plots))
    }

    fn plot(&self, unit: &str, of: fn(&ComparedRow) -> f64) -> Option<Plot> {
        let first = &self.rows.first()?.name;
        let solved = |row: &&ComparedRow| row.solved != Some(false);
        let mut names: Vec<&String> = Vec::new();
        for row in self.rows.iter().filter(|row| row.name != *first) {
            if !names.contains(&&row.name) {
                names.push(&row.name);
            }
        }
        let series = |name: &&String| {
            let mut points = Vec::new();
            for y in self.rows.iter().filter(solved).filter(|row| row.name == **name) {
                let same = |x: &&ComparedRow| x.game == y.game && x.name == *first;
                let x = self.rows.iter().filter(solved).find(same);
                let point = |x| Point { x: of(x), y: of(y), label: y.game.clone() };
                points.extend(x.map(point));
            }
            Series { name: (*name).clone(), points }
        };
        Some(Plot {
            title: format!("{unit}: every other against {first}, one mark a game"),
            x: format!("{first}, {unit}"),
            y: unit.to_string(),
            series: names.iter().map(series).collect(),
        })
    }
}

impl ComparedRow {
    fn cells(&self) -> Vec<String> {
        let (game, name) = (self.game.clone(), self.name.clone());
        let Some(standing) = &self.standing else {
            let unsolved = || "not solved".to_string();
            return vec![
                game,
                name,
                if self.solved == Some(true) { plain(&self.value) } else { unsolved() },
                grouped(self.nodes as u64),
                units::seconds(self.seconds),
                units::bytes(self.memory.unwrap_or(0)),
                self.remark.clone().unwrap_or_default(),
            ];
        };
        vec![
            game,
            name,
            format!("{:.3}", standing.score),
            format!("{:.3}–{:.3}", standing.interval.low, standing.interval.high),
            standing.elo.map_or(String::new(), |elo| elo.to_string()),
            format!("{:.0}", self.nodes),
            units::seconds(self.seconds),
        ]
    }

    fn record(&self) -> Vec<String> {
        let of = |part: fn(&Standing) -> Option<f64>| {
            let number = self.standing.as_ref().and_then(part);
            number.map_or(String::new(), |number| number.to_string())
        };
        vec![
            self.game.clone(),
            self.name.clone(),
            self.solved.map_or(String::new(), |solved| solved.to_string()),
            plain(&self.value),
            self.nodes.to_string(),
            self.seconds.to_string(),
            self.memory.map_or(String::new(), |memory| memory.to_string()),
            of(|standing| Some(standing.score)),
            of(|standing| Some(standing.interval.low)),
            of(|standing| Some(standing.interval.high)),
            of(|standing| standing.elo.map(|elo| elo.rating)),
            self.remark.clone().unwrap_or_default(),
        ]
    }
}

/// Returns a value without quotation marks.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
