//! Strategies as logic: `.sgl` files.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ludex_base::{Budget, NoAnswer};
use ludex_sgl::{
    File, SglError, open_game_compared, open_game_within, query_game, query_within, summary,
};
use serde_json::{Map, Value};

use super::{AskedFile, GameFile, Language};
use crate::answers::{Described, Replied, Strictly, Warning};
use crate::error::InputError;
use crate::files;
use crate::open::open_by;
use crate::play::IN_TURN;
use crate::requests::{Limits, Query};
use crate::session::{AnyGame, Session};

/// Opens a file with rules of its own as a game, or the game that its strategies are for.
pub(super) fn open(file: &Arc<GameFile>, budget: &Budget) -> Result<Session, InputError> {
    let strategies = read_text(&file.name, &file.text, budget)?;
    match game_named(&strategies, budget)? {
        Some(game) => open_by(game, budget),
        None => {
            let game = open_game_within(&strategies, budget)
                .map_err(|why| InputError::opening(&file.name, why, InputError::in_source))?;
            Ok(Session::of(&file.name, game).of_file(file))
        }
    }
}

/// Opens a file as [`open`] does, and compares what the game says; also the game that strategies are
/// for, if it can be.
pub(super) fn open_strictly(
    file: &Arc<GameFile>,
    budget: &Budget,
) -> Result<(Session, Strictly), InputError> {
    let strategies = read_text(&file.name, &file.text, budget)?;
    match game_named(&strategies, budget)? {
        Some(game) => crate::open::open_strictly(game, budget),
        None => {
            let game = open_game_compared(&strategies, &strategies, budget)
                .map_err(|why| InputError::opening(&file.name, why, InputError::in_source))?;
            let session = Session::of(&file.name, game).of_file(file);
            Ok((session, Strictly::of("compiled rules", Some("the rules as they are written"))))
        }
    }
}

/// Returns the game that strategies are for, if they are for one. Files of strategies that name each other
/// have none.
fn game_named<'f>(file: &'f File, budget: &Budget) -> Result<Option<&'f str>, InputError> {
    let Some(game) = file.game() else { return Ok(None) };
    let strategies = Language::of_file(game) == Some(Language::Strategies);
    match strategies && read_file(game, budget)?.game().is_some() {
        true => Err(InputError::about("game", game, "this file has no rules of its own either")
            .help("name the game that it names")),
        false => Ok(Some(game)),
    }
}

/// Reads a file to be asked.
pub(super) fn read(file: &GameFile, budget: &Budget) -> Result<Box<dyn AskedFile>, InputError> {
    let file = read_text(&file.name, &file.text, budget)?;
    Ok(Box::new(StrategyFile { file }))
}

/// Returns the game that strategies are for, if they are for one: a built-in game or a file.
pub fn game_of_strategies(text: &str) -> Result<Option<String>, InputError> {
    let file = File::read("text.sgl", text).map_err(InputError::in_source)?;
    Ok(file.game().map(str::to_string))
}

/// Reads a file of strategies.
pub(crate) fn read_file(path: &str, budget: &Budget) -> Result<File, InputError> {
    let text = files::read(Path::new(path))?;
    read_text(path, &text, budget)
}

/// Reads a text of strategies.
pub(crate) fn read_text(name: &str, text: &str, budget: &Budget) -> Result<File, InputError> {
    File::read_within(name, text, budget)
        .map_err(|why| InputError::opening(name, why, InputError::in_source))
}

/// Answers a question about a file of strategies, in its own game or in the game that it names.
fn answer(file: &File, text: &str, limits: &Limits) -> Result<Answer, InputError> {
    let start = Instant::now();
    match game_named(file, &limits.budget())? {
        Some(game) => {
            let session = crate::open_within(game, limits)?;
            ask(file, &session, text, &limits.since(start))
        }
        None => Ok(query_within(file, text, &limits.budget())),
    }
}

/// Answers a question about the strategies of a file in the game of a session.
pub(crate) fn ask(
    file: &File,
    session: &Session,
    text: &str,
    limits: &Limits,
) -> Result<Answer, InputError> {
    session.require_no_chance("questions about strategies are answered")?;
    match &session.game {
        AnyGame::Turns(_, game) => Ok(query_game(file, game, text, &limits.budget())),
        AnyGame::Simultaneous(..) => Err(InputError::new(IN_TURN)),
    }
}

/// What an answer is, or why there is none.
type Answer = Result<ludex_sgl::Answer, NoAnswer<SglError>>;

/// A file of rules and strategies.
struct StrategyFile {
    file: File,
}

impl AskedFile for StrategyFile {
    fn ask(&self, request: &Query) -> Result<Replied, InputError> {
        match answer(&self.file, &request.query, &request.limits)? {
            Ok(found) => {
                let ludex_sgl::Answer { result, witness, notes } = found;
                Ok(Replied { witness, notes, ..Replied::plain(result) })
            }
            Err(NoAnswer::Stopped(stopped)) => Ok(Replied::stopped(stopped.to_string())),
            Err(NoAnswer::Invalid(error)) => Err(InputError::in_source(error)),
        }
    }

    fn described(&self, budget: &Budget) -> Result<Described, InputError> {
        let summary = summary(&self.file, budget);
        let summary = summary.map_err(|stopped| InputError::stopped(&stopped))?;
        let statistics = match summary.statistics {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        let warning = |message| Warning { line: None, message };
        Ok(Described {
            language: "strategies".to_string(),
            agents: summary.agents,
            statistics,
            warnings: summary.warnings.into_iter().map(warning).collect(),
        })
    }

    fn words(&self) -> &'static [&'static str] {
        ludex_sgl::QUERIES
    }
}
